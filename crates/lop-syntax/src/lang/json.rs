//! JSON.

use super::*;

/// JSON.
pub(super) static LANGUAGE: Language = Language {
    name: "json",
    title: "JSON",
    files: Files {
        extensions: &["json", "jsonl", "geojson", "webmanifest"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("json", lop_json, lop_json_table),
    grammar: grammar!("json"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: Some(include_bytes!("../../models/json.model")),
    checker: Some(Checker {
        line: "python3 {script}",
        script: Some(Script {
            name: "json_checker.py",
            text: include_str!("../../checkers/json.py"),
        }),
        needs: "python3",
    }),
    formatters: &[prettier!("a.json")],
    notes: "A file may hold one value, or one on each line. Numbers and strings get shorter in the end.",
};

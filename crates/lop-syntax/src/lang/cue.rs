//! CUE.

use super::*;

/// CUE.
pub(super) static LANGUAGE: Language = Language {
    name: "cue",
    title: "CUE",
    files: Files {
        extensions: &["cue"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("cue", lop_cue, lop_cue_table),
    grammar: grammar!("cue"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "bytes", "import_path", "string_selector"],
        minimal: &[("string", "\"\""), ("bytes", "''")],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[Formatter {
        program: "cue",
        arguments: &["fmt", "-"],
    }],
    notes: "Our own grammar. The transformations of the SeRu loop, and packages of several files: see [CUE](cue.md).",
};

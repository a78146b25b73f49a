//! TOML.

use super::*;

/// TOML.
pub(super) static LANGUAGE: Language = Language {
    name: "toml",
    title: "TOML",
    files: Files {
        extensions: &["toml"],
        names: &["Cargo.lock", "poetry.lock", "uv.lock"],
        interpreters: &[],
    },
    parser: parser!("toml", lop_toml, lop_toml_table),
    grammar: grammar!("toml"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "",
};

//! Zig.

use super::*;

/// Zig.
pub static LANGUAGE: Language = Language {
    name: "zig",
    title: "Zig",
    files: Files {
        extensions: &["zig", "zon"],
        names: &[],
        interpreters: &[],
    },
    parser: || tree_sitter_zig::LANGUAGE.into(),
    grammar: grammar!("zig"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string", "multiline_string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

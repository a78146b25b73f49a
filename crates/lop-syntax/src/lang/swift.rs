//! Swift.

use super::*;

/// Swift.
pub static LANGUAGE: Language = Language {
    name: "swift",
    title: "Swift",
    files: Files {
        extensions: &["swift"],
        names: &[],
        interpreters: &["swift"],
    },
    parser: parser!("swift", lop_swift, lop_swift_table),
    grammar: grammar!("swift"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["line_string_literal"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "The parser is large, hence not built by default: `--features heavy`.",
};

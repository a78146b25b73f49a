//! Kotlin.

use super::*;

/// Kotlin.
pub static LANGUAGE: Language = Language {
    name: "kotlin",
    title: "Kotlin",
    files: Files {
        extensions: &["kt", "kts"],
        names: &[],
        interpreters: &["kotlin"],
    },
    parser: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    grammar: grammar!("kotlin"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string_literal"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

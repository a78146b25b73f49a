//! Kotlin.

use super::{Language, Layout, Overrides};

/// Kotlin.
pub static LANGUAGE: Language = Language {
    name: "kotlin",
    title: "Kotlin",
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &["kotlin"],
    parser: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    grammar: grammar!("kotlin"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal"],
        ..Overrides::NONE
    },
};

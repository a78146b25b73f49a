//! Rust.

use super::{Language, Layout, Overrides};

/// Rust.
pub static LANGUAGE: Language = Language {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_rust::LANGUAGE.into(),
    grammar: grammar!("rust"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string_literal", "raw_string_literal", "char_literal"],
        ..Overrides::NONE
    },
};

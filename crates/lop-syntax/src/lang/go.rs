//! Go.

use super::{Language, Layout, Overrides};

/// Go.
pub static LANGUAGE: Language = Language {
    name: "go",
    title: "Go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_go::LANGUAGE.into(),
    grammar: grammar!("go"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["interpreted_string_literal", "raw_string_literal"],
        ..Overrides::NONE
    },
};

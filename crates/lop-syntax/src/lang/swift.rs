//! Swift.

use super::{Language, Layout, Overrides};

/// Swift.
pub static LANGUAGE: Language = Language {
    name: "swift",
    title: "Swift",
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    parser: || tree_sitter_swift::LANGUAGE.into(),
    grammar: grammar!("swift"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["line_string_literal"],
        ..Overrides::NONE
    },
};

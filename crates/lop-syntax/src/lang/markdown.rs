//! Markdown.

use super::{Language, Layout, Overrides};

/// Markdown.
pub static LANGUAGE: Language = Language {
    name: "markdown",
    title: "Markdown",
    extensions: &["md", "markdown"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_md::LANGUAGE.into(),
    grammar: grammar!("markdown"),
    layout: Layout::Indent,
    overrides: Overrides::NONE,
};

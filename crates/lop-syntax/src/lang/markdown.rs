//! Markdown.

use super::*;

/// Markdown.
pub(super) static LANGUAGE: Language = Language {
    name: "markdown",
    title: "Markdown",
    files: Files {
        extensions: &["md", "markdown"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("markdown", lop_markdown, lop_markdown_table),
    grammar: grammar!("markdown"),
    layout: Layout::Indent,
    validity: Validity::NONE,
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Blocks, and the parts of a line; a fenced block is text.",
};

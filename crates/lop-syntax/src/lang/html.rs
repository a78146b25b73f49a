//! HTML.

use super::*;

/// HTML.
pub(super) static LANGUAGE: Language = Language {
    name: "html",
    title: "HTML",
    files: Files {
        extensions: &["html", "htm", "xhtml"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("html", lop_html, lop_html_table),
    grammar: grammar!("html"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["quoted_attribute_value"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "An element goes with its end, or leaves its content behind; attributes go one by one.",
};

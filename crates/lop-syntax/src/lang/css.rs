//! CSS.

use super::*;

/// CSS.
pub(super) static LANGUAGE: Language = Language {
    name: "css",
    title: "CSS",
    files: Files {
        extensions: &["css"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("css", lop_css, lop_css_table),
    grammar: grammar!("css"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string_value"],
        // The grammar takes a string for a selector.
        forbid_hoist: &["string_value"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[prettier!("a.css")],
    notes: "Rules, selectors, declarations and values are lists; `:nth-child` and the like need their argument, so some candidates are refused by the grammar.",
};

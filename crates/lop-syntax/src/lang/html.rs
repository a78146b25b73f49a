//! HTML.

use super::{Language, Layout, Overrides};

/// HTML.
pub static LANGUAGE: Language = Language {
    name: "html",
    title: "HTML",
    extensions: &["html", "htm", "xhtml"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_html::LANGUAGE.into(),
    grammar: grammar!("html"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["quoted_attribute_value"],
        ..Overrides::NONE
    },
};

//! CSS.

use super::{Language, Layout, Overrides};

/// CSS.
pub static LANGUAGE: Language = Language {
    name: "css",
    title: "CSS",
    extensions: &["css"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_css::LANGUAGE.into(),
    grammar: grammar!("css"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string_value"],
        // The grammar takes a string for a selector.
        forbid_hoist: &["string_value"],
        ..Overrides::NONE
    },
};

//! Zig.

use super::{Language, Layout, Overrides};

/// Zig.
pub static LANGUAGE: Language = Language {
    name: "zig",
    title: "Zig",
    extensions: &["zig", "zon"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_zig::LANGUAGE.into(),
    grammar: grammar!("zig"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string", "multiline_string"],
        ..Overrides::NONE
    },
};

//! WGSL.

use super::{Language, Layout, Overrides};

/// WGSL.
pub static LANGUAGE: Language = Language {
    name: "wgsl",
    title: "WGSL",
    extensions: &["wgsl"],
    file_names: &[],
    interpreters: &[],
    parser: own_parser!(tree_sitter_wgsl),
    grammar: grammar!("wgsl"),
    layout: Layout::Free,
    overrides: Overrides::NONE,
};

//! WGSL.

use super::{Language, Layout, Overrides};

/// WGSL.
pub static LANGUAGE: Language = Language {
    name: "wgsl",
    title: "WGSL",
    extensions: &["wgsl"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_wgsl_bevy::LANGUAGE.into(),
    grammar: grammar!("wgsl"),
    layout: Layout::Free,
    overrides: Overrides::NONE,
};

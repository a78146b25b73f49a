//! Solidity.

use super::{Language, Layout, Overrides};

/// Solidity.
pub static LANGUAGE: Language = Language {
    name: "solidity",
    title: "Solidity",
    extensions: &["sol"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_solidity::LANGUAGE.into(),
    grammar: grammar!("solidity"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

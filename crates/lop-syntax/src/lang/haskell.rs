//! Haskell.

use super::{Language, Layout, Overrides};

/// Haskell.
pub static LANGUAGE: Language = Language {
    name: "haskell",
    title: "Haskell",
    extensions: &["hs"],
    file_names: &[],
    interpreters: &["runghc", "runhaskell"],
    parser: || tree_sitter_haskell::LANGUAGE.into(),
    grammar: grammar!("haskell"),
    layout: Layout::Indent,
    overrides: Overrides::NONE,
};

//! LLVM IR.

use super::{Language, Layout, Overrides};

/// LLVM IR.
pub static LANGUAGE: Language = Language {
    name: "llvm",
    title: "LLVM IR",
    extensions: &["ll"],
    file_names: &[],
    interpreters: &[],
    parser: own_parser!(tree_sitter_llvm),
    grammar: grammar!("llvm"),
    layout: Layout::Free,
    overrides: Overrides::NONE,
};

//! LLVM IR.

use super::*;

/// LLVM IR.
pub static LANGUAGE: Language = Language {
    name: "llvm",
    title: "LLVM IR",
    files: Files {
        extensions: &["ll"],
        names: &[],
        interpreters: &[],
    },
    parser: own_parser!(tree_sitter_llvm),
    grammar: grammar!("llvm"),
    layout: Layout::Free,
    validity: Validity::NONE,
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "Our own grammar. Functions, blocks and instructions; a register and its uses are coupled by their text.",
};

//! LLVM IR.

use super::*;

/// LLVM IR.
pub(super) static LANGUAGE: Language = Language {
    name: "llvm",
    title: "LLVM IR",
    files: Files {
        extensions: &["ll"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("llvm", lop_llvm, lop_llvm_table),
    grammar: grammar!("llvm"),
    layout: Layout::Free,
    validity: Validity::NONE,
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Our own grammar. Numbered values and blocks get names first. Functions, blocks and instructions go although they are used: \
            `undef` takes the place of a value, `unreachable` ends a block.",
};

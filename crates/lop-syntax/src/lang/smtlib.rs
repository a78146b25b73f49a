//! SMT-LIB 2.

use super::{Language, Layout, Overrides};

/// SMT-LIB 2.
pub static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    extensions: &["smt2", "smt"],
    file_names: &[],
    interpreters: &[],
    parser: own_parser!(tree_sitter_smtlib),
    grammar: grammar!("smtlib"),
    layout: Layout::Free,
    overrides: Overrides {
        minimal: &[("annotated_term", "(! a :a)")],
        ..Overrides::NONE
    },
};

//! TSX.

use super::*;

/// TSX.
pub static LANGUAGE: Language = Language {
    name: "tsx",
    title: "TSX",
    files: Files {
        extensions: &["tsx"],
        names: &[],
        interpreters: &[],
    },
    parser: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    grammar: grammar!("tsx"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Validity::NONE
    },
    names: typescript::NAMES,
    shape: typescript::SHAPE,
    model: typescript::LANGUAGE.model,
    checker: None,
    notes: "As TypeScript, with JSX.",
};

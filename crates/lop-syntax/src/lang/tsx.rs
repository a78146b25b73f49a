//! TSX.

use super::{Language, Layout, Overrides};

/// TSX.
pub static LANGUAGE: Language = Language {
    name: "tsx",
    title: "TSX",
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    grammar: grammar!("tsx"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

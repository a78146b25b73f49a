//! Java.

use super::{Language, Layout, Overrides};

/// Java.
pub static LANGUAGE: Language = Language {
    name: "java",
    title: "Java",
    extensions: &["java"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_java::LANGUAGE.into(),
    grammar: grammar!("java"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string_literal"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

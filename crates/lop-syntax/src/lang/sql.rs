//! SQL.

use super::{Language, Layout, Overrides};

/// SQL.
pub static LANGUAGE: Language = Language {
    name: "sql",
    title: "SQL",
    extensions: &["sql", "ddl", "dml"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_sequel::LANGUAGE.into(),
    grammar: grammar!("sql"),
    layout: Layout::Free,
    overrides: Overrides::NONE,
};

//! SQL.

use super::*;

/// SQL.
pub(super) static LANGUAGE: Language = Language {
    name: "sql",
    title: "SQL",
    files: Files {
        extensions: &["sql", "ddl", "dml"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("sql", lop_sql, lop_sql_table),
    grammar: grammar!("sql"),
    layout: Layout::Free,
    validity: Validity::NONE,
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: include_str!("../../rewrites/sql"),
    model: None,
    checker: None,
    formatters: &[],
    notes: "One grammar for all dialects; the rest is reduced as words.",
};

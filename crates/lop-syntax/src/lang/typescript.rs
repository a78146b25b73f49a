//! TypeScript.

use super::{Language, Layout, Overrides};

/// TypeScript.
pub static LANGUAGE: Language = Language {
    name: "typescript",
    title: "TypeScript",
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "deno"],
    parser: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    grammar: grammar!("typescript"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

//! JavaScript.

use super::{Language, Layout, Overrides};

/// JavaScript.
pub static LANGUAGE: Language = Language {
    name: "javascript",
    title: "JavaScript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &[],
    interpreters: &["node", "nodejs"],
    parser: || tree_sitter_javascript::LANGUAGE.into(),
    grammar: grammar!("javascript"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

//! PHP.

use super::{Language, Layout, Overrides};

/// PHP.
pub static LANGUAGE: Language = Language {
    name: "php",
    title: "PHP",
    extensions: &["php", "php5", "phtml"],
    file_names: &[],
    interpreters: &["php"],
    parser: || tree_sitter_php::LANGUAGE_PHP.into(),
    grammar: grammar!("php"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string", "encapsed_string"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

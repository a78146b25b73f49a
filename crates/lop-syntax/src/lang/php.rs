//! PHP.

use super::*;

/// PHP.
pub static LANGUAGE: Language = Language {
    name: "php",
    title: "PHP",
    files: Files {
        extensions: &["php", "php5", "phtml"],
        names: &[],
        interpreters: &["php"],
    },
    parser: || tree_sitter_php::LANGUAGE_PHP.into(),
    grammar: grammar!("php"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string", "encapsed_string"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

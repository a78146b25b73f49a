//! Ruby.

use super::*;

/// Ruby.
pub static LANGUAGE: Language = Language {
    name: "ruby",
    title: "Ruby",
    files: Files {
        extensions: &["rb", "rake", "gemspec"],
        names: &["Rakefile", "Gemfile"],
        interpreters: &["ruby"],
    },
    parser: || tree_sitter_ruby::LANGUAGE.into(),
    grammar: grammar!("ruby"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "heredoc_body", "regex", "simple_symbol"],
        keep: &["heredoc_body"],
        minimal: &[
            ("method", "def a;end"),
            ("singleton_method", "def a.a;end"),
            ("call", "a()"),
        ],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

//! Ruby.

use super::{Language, Layout, Overrides};

/// Ruby.
pub static LANGUAGE: Language = Language {
    name: "ruby",
    title: "Ruby",
    extensions: &["rb", "rake", "gemspec"],
    file_names: &["Rakefile", "Gemfile"],
    interpreters: &["ruby"],
    parser: || tree_sitter_ruby::LANGUAGE.into(),
    grammar: grammar!("ruby"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "heredoc_body", "regex", "simple_symbol"],
        keep: &["heredoc_body"],
        minimal: &[
            ("method", "def a;end"),
            ("singleton_method", "def a.a;end"),
            ("call", "a()"),
        ],
        ..Overrides::NONE
    },
};

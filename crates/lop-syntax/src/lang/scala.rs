//! Scala.

use super::{Language, Layout, Overrides};

/// Scala.
pub static LANGUAGE: Language = Language {
    name: "scala",
    title: "Scala",
    extensions: &["scala", "sc", "sbt"],
    file_names: &[],
    interpreters: &["scala"],
    parser: || tree_sitter_scala::LANGUAGE.into(),
    grammar: grammar!("scala"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

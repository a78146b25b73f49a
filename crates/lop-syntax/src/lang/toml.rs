//! TOML.

use super::{Language, Layout, Overrides};

/// TOML.
pub static LANGUAGE: Language = Language {
    name: "toml",
    title: "TOML",
    extensions: &["toml"],
    file_names: &["Cargo.lock", "poetry.lock", "uv.lock"],
    interpreters: &[],
    parser: || tree_sitter_toml_ng::LANGUAGE.into(),
    grammar: grammar!("toml"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

//! YAML.

use super::{Language, Layout, Overrides};

/// YAML.
pub static LANGUAGE: Language = Language {
    name: "yaml",
    title: "YAML",
    extensions: &["yaml", "yml"],
    file_names: &[".clang-format", ".clang-tidy"],
    interpreters: &[],
    parser: || tree_sitter_yaml::LANGUAGE.into(),
    grammar: grammar!("yaml"),
    layout: Layout::Indent,
    overrides: Overrides {
        opaque: &["double_quote_scalar", "single_quote_scalar"],
        indented: &["block_scalar"],
        ..Overrides::NONE
    },
};

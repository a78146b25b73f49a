//! Dockerfile.

use super::{Language, Layout, Overrides};

/// Dockerfile.
pub static LANGUAGE: Language = Language {
    name: "dockerfile",
    title: "Dockerfile",
    extensions: &["dockerfile", "containerfile"],
    file_names: &["Dockerfile", "Containerfile"],
    interpreters: &[],
    parser: || tree_sitter_containerfile::LANGUAGE.into(),
    grammar: grammar!("dockerfile"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["double_quoted_string", "single_quoted_string"],
        keep: &["heredoc_block"],
        glued: &["path", "image_spec", "env_pair", "unquoted_string"],
        ..Overrides::NONE
    },
};

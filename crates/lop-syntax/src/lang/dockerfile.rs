//! Dockerfile.

use super::*;

/// Dockerfile.
pub(super) static LANGUAGE: Language = Language {
    name: "dockerfile",
    title: "Dockerfile",
    files: Files {
        extensions: &["dockerfile", "containerfile"],
        names: &["Dockerfile", "Containerfile"],
        interpreters: &[],
    },
    parser: parser!("dockerfile", lop_dockerfile, lop_dockerfile_table),
    grammar: grammar!("dockerfile"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["double_quoted_string", "single_quoted_string"],
        keep: &["heredoc_block"],
        glued: &["path", "image_spec", "env_pair", "unquoted_string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Instructions and their arguments; a here-document is named in one place and written in another.",
};

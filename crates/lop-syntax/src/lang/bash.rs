//! Bash.

use super::{Language, Layout, Overrides};

/// Bash.
pub static LANGUAGE: Language = Language {
    name: "bash",
    title: "Bash",
    extensions: &["sh", "bash"],
    file_names: &[".bashrc", ".profile", "PKGBUILD"],
    interpreters: &["sh", "bash", "dash"],
    parser: || tree_sitter_bash::LANGUAGE.into(),
    grammar: grammar!("bash"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "raw_string", "ansi_c_string"],
        keep: &["heredoc_body"],
        glued: &["concatenation"],
        // The grammar's shortest word is a brace, which bash takes for a keyword.
        minimal: &[("word", "a")],
        ..Overrides::NONE
    },
};

//! Bash.

use super::*;

/// Bash.
pub static LANGUAGE: Language = Language {
    name: "bash",
    title: "Bash",
    files: Files {
        extensions: &["sh", "bash"],
        names: &[".bashrc", ".profile", "PKGBUILD"],
        interpreters: &["sh", "bash", "dash"],
    },
    parser: || tree_sitter_bash::LANGUAGE.into(),
    grammar: grammar!("bash"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "raw_string", "ansi_c_string"],
        keep: &["heredoc_body"],
        glued: &["concatenation"],
        // The grammar's shortest word is a brace, which bash takes for a keyword.
        minimal: &[("word", "a")],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "A here-document and its two marks are one thing. A pipe or an `&&` list can be replaced by one of its commands.",
};

//! Makefile.

use super::{Language, Layout, Overrides};

/// Makefile.
pub static LANGUAGE: Language = Language {
    name: "make",
    title: "Makefile",
    extensions: &["mk", "mak"],
    file_names: &["Makefile", "makefile", "GNUmakefile"],
    interpreters: &["make"],
    parser: || tree_sitter_make::LANGUAGE.into(),
    grammar: grammar!("make"),
    layout: Layout::Newline,
    overrides: Overrides {
        glued: &["concatenation", "text", "shell_text", "recipe_line"],
        ..Overrides::NONE
    },
};

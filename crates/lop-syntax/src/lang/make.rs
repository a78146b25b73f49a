//! Makefile.

use super::*;

/// Makefile.
pub(super) static LANGUAGE: Language = Language {
    name: "make",
    title: "Makefile",
    files: Files {
        extensions: &["mk", "mak"],
        names: &["Makefile", "makefile", "GNUmakefile"],
        interpreters: &["make"],
    },
    parser: parser!("make", lop_make, lop_make_table),
    grammar: grammar!("make"),
    layout: Layout::Newline,
    validity: Validity {
        glued: &["concatenation", "text", "recipe_line"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Recipes belong to their rule; functions need their arguments.",
};

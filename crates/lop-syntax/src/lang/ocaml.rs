//! OCaml.

use super::*;

/// OCaml.
pub static LANGUAGE: Language = Language {
    name: "ocaml",
    title: "OCaml",
    files: Files {
        extensions: &["ml"],
        names: &[],
        interpreters: &["ocaml"],
    },
    parser: parser!("ocaml", lop_ocaml, lop_ocaml_table),
    grammar: grammar!("ocaml"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "The parser is large, hence not built by default: `--features heavy`.",
};

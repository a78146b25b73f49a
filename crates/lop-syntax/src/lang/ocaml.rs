//! OCaml.

use super::{Language, Layout, Overrides};

/// OCaml.
pub static LANGUAGE: Language = Language {
    name: "ocaml",
    title: "OCaml",
    extensions: &["ml"],
    file_names: &[],
    interpreters: &["ocaml"],
    parser: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
    grammar: grammar!("ocaml"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

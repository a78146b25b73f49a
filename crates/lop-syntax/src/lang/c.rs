//! C.

use super::{Language, Layout, Overrides};

/// C.
pub static LANGUAGE: Language = Language {
    name: "c",
    title: "C",
    extensions: &["c", "h", "i"],
    file_names: &[],
    interpreters: &["tcc"],
    parser: || tree_sitter_c::LANGUAGE.into(),
    grammar: grammar!("c"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal", "char_literal", "system_lib_string"],
        ..Overrides::NONE
    },
};

//! C++.

use super::{Language, Layout, Overrides};

/// C++.
pub static LANGUAGE: Language = Language {
    name: "cpp",
    title: "C++",
    extensions: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "ii", "ipp", "inl"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_cpp::LANGUAGE.into(),
    grammar: grammar!("cpp"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal", "char_literal", "system_lib_string", "raw_string_literal"],
        ..Overrides::NONE
    },
};

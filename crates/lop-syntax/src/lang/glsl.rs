//! GLSL.

use super::{Language, Layout, Overrides};

/// GLSL.
pub static LANGUAGE: Language = Language {
    name: "glsl",
    title: "GLSL",
    extensions: &["glsl", "vert", "frag", "geom", "comp", "tesc", "tese"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_glsl::LANGUAGE_GLSL.into(),
    grammar: grammar!("glsl"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal", "char_literal", "system_lib_string"],
        ..Overrides::NONE
    },
};

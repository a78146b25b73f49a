//! C#.

use super::{Language, Layout, Overrides};

/// C#.
pub static LANGUAGE: Language = Language {
    name: "csharp",
    title: "C#",
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_c_sharp::LANGUAGE.into(),
    grammar: grammar!("csharp"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal", "character_literal", "verbatim_string_literal", "raw_string_literal"],
        ..Overrides::NONE
    },
};

//! C#.

use super::*;

/// C#.
pub static LANGUAGE: Language = Language {
    name: "csharp",
    title: "C#",
    files: Files {
        extensions: &["cs", "csx"],
        names: &[],
        interpreters: &[],
    },
    parser: || tree_sitter_c_sharp::LANGUAGE.into(),
    grammar: grammar!("csharp"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &[
            "string_literal",
            "character_literal",
            "verbatim_string_literal",
            "raw_string_literal",
        ],
        ..Validity::NONE
    },
    names: NAMES,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "Attributes, modifiers and `using` lines go one by one.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("class_declaration", "name"),
        ("struct_declaration", "name"),
        ("interface_declaration", "name"),
        ("record_declaration", "name"),
        ("enum_declaration", "name"),
        ("enum_member_declaration", "name"),
        ("delegate_declaration", "name"),
        ("method_declaration", "name"),
        ("constructor_declaration", "name"),
        ("local_function_statement", "name"),
        ("property_declaration", "name"),
        ("event_declaration", "name"),
        ("variable_declarator", "name"),
        ("parameter", "name"),
        ("type_parameter", "name"),
        ("declaration_pattern", "name"),
        ("catch_declaration", "name"),
        ("foreach_statement", "left"),
    ],
    scopes: &[
        "compilation_unit",
        "method_declaration",
        "constructor_declaration",
        "local_function_statement",
        "lambda_expression",
        "block",
        "for_statement",
        "foreach_statement",
    ],
    aliases: &[],
    ..Names::BY_TEXT
};

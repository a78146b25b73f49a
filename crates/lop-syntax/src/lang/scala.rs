//! Scala.

use super::*;

/// Scala.
pub static LANGUAGE: Language = Language {
    name: "scala",
    title: "Scala",
    files: Files {
        extensions: &["scala", "sc", "sbt"],
        names: &[],
        interpreters: &["scala"],
    },
    parser: || tree_sitter_scala::LANGUAGE.into(),
    grammar: grammar!("scala"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("class_definition", "name"),
        ("trait_definition", "name"),
        ("object_definition", "name"),
        ("enum_definition", "name"),
        ("simple_enum_case", "name"),
        ("full_enum_case", "name"),
        ("type_definition", "name"),
        ("given_definition", "name"),
        ("function_definition", "name"),
        ("function_declaration", "name"),
        ("val_declaration", "name"),
        ("var_declaration", "name"),
        ("parameter", "name"),
        ("class_parameter", "name"),
        ("val_definition", "pattern"),
        ("var_definition", "pattern"),
    ],
    scopes: &[
        "compilation_unit",
        "function_definition",
        "block",
        "lambda_expression",
        "case_clause",
    ],
    aliases: &[("type_definition", "name", "type")],
    ..Names::BY_TEXT
};

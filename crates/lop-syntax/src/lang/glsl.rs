//! GLSL.

use super::*;

/// GLSL.
pub(super) static LANGUAGE: Language = Language {
    name: "glsl",
    title: "GLSL",
    files: Files {
        extensions: &["glsl", "vert", "frag", "geom", "comp", "tesc", "tese"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("glsl", lop_glsl, lop_glsl_table),
    grammar: grammar!("glsl"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string_literal", "char_literal", "system_lib_string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "As C; layout qualifiers go one by one.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    base: Some(&c::NAMES),
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    base: Some(&c::SHAPE),
    variable_keyword: c::SHAPE.variable_keyword,
    values: c::SHAPE.values,
    plain_types: c::SHAPE.plain_types,
    ..Shape::GUESSED
};

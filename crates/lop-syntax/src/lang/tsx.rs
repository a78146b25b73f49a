//! TSX.

use super::*;

/// TSX.
pub(super) static LANGUAGE: Language = Language {
    name: "tsx",
    title: "TSX",
    files: Files {
        extensions: &["tsx"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("tsx", lop_tsx, lop_tsx_table),
    grammar: grammar!("tsx"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Validity::NONE
    },
    names: typescript::NAMES,
    shape: Shape {
        base: Some(&typescript::SHAPE),
        expressions: &["jsx_element", "jsx_self_closing_element"],
        ..SINGLE
    },
    rewrites: typescript::LANGUAGE.rewrites,
    model: typescript::LANGUAGE.model,
    checker: None,
    formatters: &[prettier!("a.tsx")],
    notes: "As TypeScript, with JSX.",
};

/// What TSX writes as TypeScript does.
const SINGLE: Shape = Shape {
    constructor_names: typescript::SHAPE.constructor_names,
    variable_keyword: typescript::SHAPE.variable_keyword,
    plain_types: typescript::SHAPE.plain_types,
    values: typescript::SHAPE.values,
    ..Shape::GUESSED
};

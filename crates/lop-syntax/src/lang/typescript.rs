//! TypeScript.

use super::*;

/// TypeScript.
pub(super) static LANGUAGE: Language = Language {
    name: "typescript",
    title: "TypeScript",
    files: Files {
        extensions: &["ts", "mts", "cts"],
        names: &[],
        interpreters: &["ts-node", "deno"],
    },
    parser: parser!("typescript", lop_typescript, lop_typescript_table),
    grammar: grammar!("typescript"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/typescript"),
    model: Some(include_bytes!("../../models/typescript.model")),
    checker: Some(Checker {
        line: "node {script}",
        script: Some(Script {
            name: "typescript.js",
            text: include_str!("../../checkers/typescript.js"),
        }),
        needs: "node with the module typescript",
    }),
    formatters: &[prettier!("a.ts"), clang_format!("a.ts")],
    notes: "Type annotations can go alone.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    base: Some(&javascript::NAMES),
    definitions: &[
        ("abstract_class_declaration", "name"),
        ("required_parameter", "pattern"),
        ("optional_parameter", "pattern"),
        ("type_alias_declaration", "name"),
        ("interface_declaration", "name"),
        ("enum_declaration", "name"),
        ("type_parameter", "name"),
        ("property_signature", "name"),
        ("public_field_definition", "name"),
        ("method_signature", "name"),
    ],
    scopes: &["type_alias_declaration", "interface_declaration"],
    spaces: &[("internal_module", "name", "")],
    qualified: &[("nested_type_identifier", "module", "name")],
    aliases: &[("type_alias_declaration", "name", "value")],
    ..Names::BY_TEXT
};

/// Bodies of functions that return nothing, and of those that have to.
const LEAST: &[&str] = &["{}", "{throw 0}"];

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    base: Some(&javascript::SHAPE),
    signatures: &[
        ("function_signature", "name", "parameters"),
        ("method_signature", "name", "parameters"),
        ("abstract_method_signature", "name", "parameters"),
    ],
    functions: &[
        Function {
            result: Some(("return_type", None)),
            without_body: LEAST,
            ..Function::new("function_declaration", "body")
        },
        Function {
            result: Some(("return_type", None)),
            without_body: LEAST,
            ..Function::new("generator_function_declaration", "body")
        },
        Function {
            result: Some(("return_type", None)),
            without_body: LEAST,
            ..Function::new("function_expression", "body")
        },
        Function {
            result: Some(("return_type", None)),
            without_body: LEAST,
            ..Function::new("method_definition", "body")
        },
        Function {
            result: Some(("value/return_type", None)),
            tail_is_result: true,
            without_body: LEAST,
            ..Function::new("variable_declarator", "value/body")
        },
    ],
    records: &[
        ("class_body", "<public_field_definition>"),
        ("interface_body", "<property_signature>"),
        ("object_type", "<property_signature>"),
    ],
    arrays: &[Level {
        introduced: ("array_type", "^"),
        used: ("subscript_expression", "object"),
        sign: None,
    }],
    constructor_names: javascript::SHAPE.constructor_names,
    variable_keyword: javascript::SHAPE.variable_keyword,
    types: &[
        "type_identifier",
        "predefined_type",
        "generic_type",
        "object_type",
        "array_type",
        "tuple_type",
        "union_type",
        "intersection_type",
        "conditional_type",
        "function_type",
        "literal_type",
        "lookup_type",
        "index_type_query",
        "type_query",
        "parenthesized_type",
        "nested_type_identifier",
        "template_literal_type",
    ],
    plain_types: &["any", "never"],
    values: &["0", "null", "{}", "null!"],

    ..Shape::GUESSED
};

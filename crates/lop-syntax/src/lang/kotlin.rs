//! Kotlin.

use super::*;

/// Kotlin.
pub(super) static LANGUAGE: Language = Language {
    name: "kotlin",
    title: "Kotlin",
    files: Files {
        extensions: &["kt", "kts"],
        names: &[],
        interpreters: &["kotlin"],
    },
    parser: parser!("kotlin", lop_kotlin, lop_kotlin_table),
    grammar: grammar!("kotlin"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string_literal"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/kotlin"),
    model: None,
    checker: None,
    formatters: &[],
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("class_declaration", "name"),
        ("object_declaration", "name"),
        ("function_declaration", "name"),
        ("type_alias", "type"),
        ("variable_declaration", "<identifier>"),
        ("parameter", "<identifier>"),
        ("class_parameter", "<identifier>"),
        ("type_parameter", "<identifier>"),
        ("enum_entry", "<identifier>"),
        ("catch_block", "<identifier>"),
    ],
    scopes: &[
        "source_file",
        "function_declaration",
        "secondary_constructor",
        "anonymous_function",
        "lambda_literal",
        "block",
        "for_statement",
        "catch_block",
        "when_expression",
    ],
    aliases: &[("type_alias", "type", "'='")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        (
            "function_declaration",
            "name",
            "<function_value_parameters>/<parameter>*",
        ),
        ("class_declaration", "name", "<primary_constructor>/<class_parameters>"),
    ],
    functions: &[
        Function {
            result: Some(("':'", None)),
            without_body: &["{}", "= TODO()"],
            ..Function::new("function_declaration", "<function_body>/<block>")
        },
        Function {
            tail_is_result: true,
            without_body: &["TODO()"],
            ..Function::new("function_declaration", "<function_body>/'='")
        },
    ],
    calls: &[
        ("call_expression", "^", "<value_arguments>"),
        ("constructor_invocation", "^", "<value_arguments>"),
    ],
    generics: &[
        ("class_declaration", "name", "<type_parameters>"),
        ("function_declaration", "name", "<type_parameters>"),
        ("type_alias", "type", "<type_parameters>"),
    ],
    instances: &[
        ("user_type", "<identifier>", "<type_arguments>"),
        ("call_expression", "^", "<type_arguments>"),
    ],
    returns: &["return_expression"],
    empty_return: "return",
    block: Some(("run {", "}")),
    statement_end: "\n",
    variables: &[("property_declaration", "<variable_declaration>/<identifier>", "'='")],
    variable_keyword: Some("val"),
    assignments: &[("assignment", "left", "right")],
    local_declarations: &["property_declaration"],
    records: &[("class_body", "<property_declaration>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "navigation_expression",
        "index_expression",
        "infix_expression",
        "range_expression",
        "in_expression",
        "is_expression",
        "as_expression",
        "if_expression",
        "when_expression",
        "try_expression",
        "object_literal",
        "lambda_literal",
        "anonymous_function",
        "callable_reference",
        "collection_literal",
        "parenthesized_expression",
        "string_literal",
        "multiline_string_literal",
    ],
    values: &["0", "null", "\"\"", "true", "TODO()"],
    types: &["user_type", "nullable_type", "function_type"],
    plain_types: &["Int", "Any"],

    choices: &[("if_expression", "condition", "')'", "'else'")],
    loop_conditions: &[("while_statement", "condition"), ("do_while_statement", "condition")],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: Some("<variable_declaration>"),
        start: "'in'/^",
        step: None,
        body: "')'",
    }],
    ..Shape::GUESSED
};

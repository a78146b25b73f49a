//! Java.

use super::*;

/// Java.
pub(super) static LANGUAGE: Language = Language {
    name: "java",
    title: "Java",
    files: Files {
        extensions: &["java"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("java", lop_java, lop_java_table),
    grammar: grammar!("java"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string_literal"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/java"),
    model: Some(include_bytes!("../../models/java.model")),
    checker: Some(Checker {
        line: "java {script}",
        script: Some(Script {
            name: "Check.java",
            text: include_str!("../../checkers/Check.java"),
        }),
        needs: "a JDK",
    }),
    formatters: &[clang_format!("a.java")],
    notes: "A file keeps its class's name if your test needs it: `--protect 'class Name'`.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("enum_declaration", "name"),
        ("record_declaration", "name"),
        ("method_declaration", "name"),
        ("constructor_declaration", "name"),
        ("variable_declarator", "name"),
        ("formal_parameter", "name"),
        ("catch_formal_parameter", "name"),
        ("enum_constant", "name"),
        ("enhanced_for_statement", "name"),
        ("type_parameter", "<type_identifier>"),
    ],
    scopes: &[
        "program",
        "class_body",
        "interface_body",
        "enum_body",
        "method_declaration",
        "constructor_declaration",
        "lambda_expression",
        "block",
        "for_statement",
        "enhanced_for_statement",
    ],
    accesses: &[("field_access", "field"), ("method_invocation", "name")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("method_declaration", "name", "parameters"),
        ("constructor_declaration", "name", "parameters"),
        ("record_declaration", "name", "parameters"),
    ],
    functions: &[
        Function {
            result: Some(("type", Some("void"))),
            without_body: &[";", "{}", "{throw null;}"],
            ..Function::new("method_declaration", "body")
        },
        Function {
            without_body: &["{}"],
            ..Function::new("constructor_declaration", "body")
        },
    ],
    calls: &[("method_invocation", "name", "arguments")],
    constructions: &[("object_creation_expression", "type", "arguments")],
    instances: &[
        ("generic_type", "^", "<type_arguments>"),
        ("method_invocation", "name", "type_arguments"),
    ],
    returns: &["return_statement"],
    variables: &[("variable_declarator", "name", "value")],
    variable_keyword: Some(""),
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[
        ("field_declaration", "declarator"),
        ("local_variable_declaration", "declarator"),
    ],
    local_declarations: &["local_variable_declaration"],
    records: &[("class_body", "<field_declaration>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "method_invocation",
        "object_creation_expression",
        "array_creation_expression",
        "array_access",
        "field_access",
        "cast_expression",
        "lambda_expression",
        "method_reference",
        "ternary_expression",
        "update_expression",
        "instanceof_expression",
        "parenthesized_expression",
    ],
    values: &["0", "null", "\"\"", "true"],
    types: &[
        "type_identifier",
        "generic_type",
        "scoped_type_identifier",
        "array_type",
        "integral_type",
        "floating_point_type",
        "boolean_type",
    ],
    plain_types: &["int", "Object"],
    arrays: &[Level {
        introduced: ("array_type", "element"),
        used: ("array_access", "array"),
        sign: None,
    }],

    choices: &[
        ("if_statement", "condition", "consequence", "alternative"),
        ("ternary_expression", "condition", "consequence", "alternative"),
    ],
    loop_conditions: &[
        ("while_statement", "condition"),
        ("do_statement", "condition"),
        ("for_statement", "condition"),
    ],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: None,
        start: "init",
        step: Some("update"),
        body: "body",
    }],

    ..Shape::GUESSED
};

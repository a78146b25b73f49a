//! Scala.

use super::*;

/// Scala.
pub(super) static LANGUAGE: Language = Language {
    name: "scala",
    title: "Scala",
    files: Files {
        extensions: &["scala", "sc", "sbt"],
        names: &[],
        interpreters: &["scala"],
    },
    parser: parser!("scala", lop_scala, lop_scala_table),
    grammar: grammar!("scala"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("type_parameters", "name"),
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

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_definition", "name", "<parameters>"),
        ("function_declaration", "name", "<parameters>"),
        ("class_definition", "name", "<class_parameters>"),
        ("full_enum_case", "name", "<class_parameters>"),
    ],
    functions: &[Function {
        result: Some(("return_type", Some("Unit"))),
        tail_is_result: true,
        without_body: &["???"],
        ..Function::new("function_definition", "body")
    }],
    calls: &[("call_expression", "function", "<arguments>")],
    constructions: &[("instance_expression", "^", "<arguments>")],
    generics: &[
        ("class_definition", "name", "<type_parameters>"),
        ("trait_definition", "name", "<type_parameters>"),
        ("enum_definition", "name", "<type_parameters>"),
        ("type_definition", "name", "<type_parameters>"),
        ("function_definition", "name", "<type_parameters>"),
        ("function_declaration", "name", "<type_parameters>"),
    ],
    instances: &[
        ("generic_type", "type", "type_arguments"),
        ("generic_function", "function", "type_arguments"),
    ],
    returns: &["return_expression"],
    empty_return: "return",
    value_blocks: &["block", "indented_block"],
    statement_end: "\n",
    variables: &[
        ("val_definition", "pattern", "value"),
        ("var_definition", "pattern", "value"),
    ],
    variable_keyword: Some("val"),
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[("val_declaration", "name"), ("var_declaration", "name")],
    local_declarations: &["val_definition", "var_definition"],
    records: &[
        ("template_body", "<val_definition>"),
        ("template_body", "<var_definition>"),
        ("template_body", "<val_declaration>"),
        ("template_body", "<var_declaration>"),
    ],
    identifiers: &["identifier"],
    expressions: &[
        "infix_expression",
        "prefix_expression",
        "postfix_expression",
        "call_expression",
        "field_expression",
        "instance_expression",
        "generic_function",
        "tuple_expression",
        "if_expression",
        "match_expression",
        "try_expression",
        "for_expression",
        "lambda_expression",
        "block",
        "unit",
        "ascription_expression",
        "assignment_expression",
        "interpolated_string_expression",
        "parenthesized_expression",
        "string",
    ],
    values: &["0", "null", "()", "???"],
    types: &[
        "type_identifier",
        "generic_type",
        "stable_type_identifier",
        "projected_type",
        "function_type",
        "tuple_type",
        "compound_type",
        "infix_type",
    ],
    plain_types: &["Int", "Any"],

    choices: &[("if_expression", "condition", "consequence", "alternative")],
    loop_conditions: &[("while_expression", "condition"), ("do_while_expression", "condition")],
    counted_loops: &[CountedLoop {
        rule: "for_expression",
        head: Some("<enumerators>/<enumerator>"),
        name: Some("^"),
        start: "'<-'/^",
        step: None,
        body: "body",
    }],
    ..Shape::GUESSED
};

//! PHP.

use super::*;

/// PHP.
pub(super) static LANGUAGE: Language = Language {
    name: "php",
    title: "PHP",
    files: Files {
        extensions: &["php", "php5", "phtml"],
        names: &[],
        interpreters: &["php"],
    },
    parser: parser!("php", lop_php, lop_php_table),
    grammar: grammar!("php"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string", "encapsed_string"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
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
        ("function_definition", "name"),
        ("method_declaration", "name"),
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("trait_declaration", "name"),
        ("enum_declaration", "name"),
        ("enum_case", "name"),
        ("const_element", "<name>"),
        ("property_element", "name"),
        ("simple_parameter", "name"),
        ("variadic_parameter", "name"),
        ("property_promotion_parameter", "name"),
        ("static_variable_declaration", "name"),
        ("catch_clause", "name"),
        ("assignment_expression", "left"),
    ],
    scopes: &[
        "program",
        "function_definition",
        "method_declaration",
        "anonymous_function",
    ],
    members: &[
        "member_access_expression/name",
        "nullsafe_member_access_expression/name",
        "scoped_property_access_expression/name",
        "property_element/name",
        "property_promotion_parameter/name",
    ],
    signed: &["variable_name"],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_definition", "name", "parameters"),
        ("method_declaration", "name", "parameters"),
    ],
    functions: &[
        Function {
            result: Some(("return_type", Some("void"))),
            without_body: &["{}"],
            ..Function::new("function_definition", "body")
        },
        Function {
            result: Some(("return_type", Some("void"))),
            without_body: &["{}"],
            ..Function::new("method_declaration", "body")
        },
    ],
    calls: &[
        ("function_call_expression", "function", "arguments"),
        ("member_call_expression", "name", "arguments"),
        ("nullsafe_member_call_expression", "name", "arguments"),
        ("scoped_call_expression", "name", "arguments"),
    ],
    constructions: &[("object_creation_expression", "^", "<arguments>")],
    returns: &["return_statement"],
    variables: &[
        ("assignment_expression", "left", "right"),
        ("static_variable_declaration", "name", "value"),
        ("const_element", "<name>", "'='"),
    ],
    variable_keyword: Some(""),
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[
        ("property_declaration", "<property_element>"),
        ("const_declaration", "<const_element>"),
        ("function_static_declaration", "<static_variable_declaration>"),
        ("global_declaration", "<variable_name>"),
    ],
    records: &[("declaration_list", "<property_declaration>")],
    identifiers: &["variable_name", "name"],
    expressions: &[
        "binary_expression",
        "unary_op_expression",
        "update_expression",
        "function_call_expression",
        "member_call_expression",
        "nullsafe_member_call_expression",
        "scoped_call_expression",
        "member_access_expression",
        "nullsafe_member_access_expression",
        "scoped_property_access_expression",
        "class_constant_access_expression",
        "subscript_expression",
        "object_creation_expression",
        "array_creation_expression",
        "anonymous_function",
        "arrow_function",
        "assignment_expression",
        "conditional_expression",
        "match_expression",
        "cast_expression",
        "clone_expression",
        "parenthesized_expression",
        "string",
        "encapsed_string",
    ],
    values: &["0", "null", "''", "[]"],
    types: &["named_type", "optional_type", "union_type", "primitive_type"],
    plain_types: &["int", "mixed"],

    choices: &[
        ("if_statement", "condition", "body", "alternative"),
        ("conditional_expression", "condition", "body", "alternative"),
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
        start: "initialize",
        step: Some("update"),
        body: "body",
    }],
    ..Shape::GUESSED
};

//! Zig.

use super::*;

/// Zig.
pub(super) static LANGUAGE: Language = Language {
    name: "zig",
    title: "Zig",
    files: Files {
        extensions: &["zig", "zon"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("zig", lop_zig, lop_zig_table),
    grammar: grammar!("zig"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string", "multiline_string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[Formatter {
        program: "zig",
        arguments: &["fmt", "--stdin"],
    }],
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_declaration", "name"),
        ("variable_declaration", "'const'"),
        ("variable_declaration", "'var'"),
        ("parameter", "name"),
        ("container_field", "name"),
        ("payload", "<identifier>"),
        ("block_label", "<identifier>"),
    ],
    scopes: &[
        "source_file",
        "function_declaration",
        "block",
        "struct_declaration",
        "union_declaration",
        "enum_declaration",
        "if_statement",
        "for_statement",
        "while_statement",
        "switch_case",
    ],
    members: &[
        "container_field/name",
        "field_expression/member",
        "field_initializer/<identifier>",
    ],
    aliases: &[],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[("function_declaration", "name", "<parameters>")],
    functions: &[Function {
        result: Some(("type", Some("void"))),
        without_body: &["{}", "{ unreachable; }"],
        ..Function::new("function_declaration", "body")
    }],
    calls: &[("call_expression", "function", "*")],
    returns: &["return_expression"],
    empty_return: "return",
    variables: &[
        ("variable_declaration", "'const'", "'='"),
        ("variable_declaration", "'var'", "'='"),
    ],
    variable_keyword: Some("const"),
    assignments: &[
        ("assignment_expression", "left", "right"),
        // A statement that assigns is read as a declaration.
        ("variable_declaration", "^", "'='"),
    ],
    local_declarations: &["variable_declaration"],
    records: &[
        ("struct_declaration", "<container_field>"),
        ("union_declaration", "<container_field>"),
    ],
    value_lists: &["initializer_list"],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "builtin_function",
        "field_expression",
        "index_expression",
        "dereference_expression",
        "null_coercion_expression",
        "if_expression",
        "switch_expression",
        "catch_expression",
        "try_expression",
        "struct_initializer",
        "anonymous_struct_initializer",
        "parenthesized_expression",
        "string",
    ],
    values: &["0", "undefined", "null", "true"],
    types: &[
        "nullable_type",
        "slice_type",
        "pointer_type",
        "array_type",
        "error_union_type",
        "builtin_type",
    ],
    plain_types: &["u8", "void"],

    choices: &[
        ("if_statement", "condition", "body", "<else_clause>"),
        ("if_expression", "condition", "')'", "'else'"),
    ],
    loop_conditions: &[("while_statement", "condition")],
    arrays: &[Level {
        introduced: ("array_type", "$"),
        used: ("index_expression", "object"),
        sign: None,
    }],
    pointers: &[Level {
        introduced: ("pointer_type", "$"),
        used: ("dereference_expression", "^"),
        sign: None,
    }],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: Some("<payload>/<identifier>"),
        start: "'('/^",
        step: None,
        body: "body",
    }],
    ..Shape::GUESSED
};

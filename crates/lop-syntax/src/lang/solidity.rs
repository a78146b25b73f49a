//! Solidity.

use super::*;

/// Solidity.
pub(super) static LANGUAGE: Language = Language {
    name: "solidity",
    title: "Solidity",
    files: Files {
        extensions: &["sol"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("solidity", lop_solidity, lop_solidity_table),
    grammar: grammar!("solidity"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/solidity"),
    model: None,
    checker: None,
    formatters: &[],
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("contract_declaration", "name"),
        ("interface_declaration", "name"),
        ("library_declaration", "name"),
        ("struct_declaration", "name"),
        ("struct_member", "name"),
        ("enum_declaration", "name"),
        ("error_declaration", "name"),
        ("event_definition", "name"),
        ("function_definition", "name"),
        ("modifier_definition", "name"),
        ("state_variable_declaration", "name"),
        ("constant_variable_declaration", "name"),
        ("variable_declaration", "name"),
        ("user_defined_type_definition", "name"),
        ("parameter", "name"),
    ],
    scopes: &[
        "source_file",
        "function_definition",
        "modifier_definition",
        "block_statement",
        "for_statement",
    ],
    aliases: &[],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_definition", "name", "<parameter>*"),
        ("modifier_definition", "name", "<parameter>*"),
        ("event_definition", "name", "<event_parameter>*"),
        ("error_declaration", "name", "<error_parameter>*"),
    ],
    functions: &[Function {
        result: Some(("return_type", None)),
        without_body: &["{}", ";"],
        ..Function::new("function_definition", "body")
    }],
    calls: &[
        ("call_expression", "function", "<call_argument>*"),
        ("emit_statement", "name", "<call_argument>*"),
        ("modifier_invocation", "<identifier>", "<call_argument>*"),
    ],
    returns: &["return_statement"],
    variables: &[
        ("variable_declaration_statement", "<variable_declaration>/name", "value"),
        ("state_variable_declaration", "name", "value"),
        ("constant_variable_declaration", "name", "value"),
    ],
    variable_keyword: Some(""),
    assignments: &[("assignment_expression", "left", "right")],
    local_declarations: &["variable_declaration_statement"],
    records: &[("struct_body", "<struct_member>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "update_expression",
        "call_expression",
        "member_expression",
        "array_access",
        "slice_access",
        "struct_expression",
        "ternary_expression",
        "type_cast_expression",
        "new_expression",
        "tuple_expression",
        "inline_array_expression",
        "assignment_expression",
        "parenthesized_expression",
    ],
    values: &["0", "true", "\"\"", "address(0)"],
    types: &["type_name"],
    plain_types: &["uint", "address"],

    choices: &[
        ("if_statement", "condition", "body", "'else'"),
        ("ternary_expression", "^", "'?'", "':'"),
    ],
    loop_conditions: &[
        ("for_statement", "condition/^"),
        ("while_statement", "condition"),
        ("do_while_statement", "condition"),
    ],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: None,
        start: "initial",
        step: Some("update"),
        body: "body",
    }],
    arrays: &[Level {
        introduced: ("type_name", "<type_name>"),
        used: ("array_access", "base"),
        sign: None,
    }],
    ..Shape::GUESSED
};

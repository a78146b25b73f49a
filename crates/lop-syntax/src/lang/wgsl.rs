//! WGSL.

use super::*;

/// WGSL.
pub(super) static LANGUAGE: Language = Language {
    name: "wgsl",
    title: "WGSL",
    files: Files {
        extensions: &["wgsl"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("wgsl", lop_wgsl, lop_wgsl_table),
    grammar: grammar!("wgsl"),
    layout: Layout::Free,
    validity: Validity {
        // A variable has a type or a value; `var x;` is neither.
        at_least_one: &[
            ("variable_declaration", &[":", "="]),
            ("global_variable_declaration", &[":", "="]),
            ("override_declaration", &[":", "="]),
        ],
        minimal: &[("variable_declaration", "var a=0")],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Our own grammar. As C; attributes go one by one.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_declaration", "<identifier>"),
        ("global_variable_declaration", "<identifier>"),
        ("global_constant_declaration", "<identifier>"),
        ("override_declaration", "<identifier>"),
        ("alias_declaration", "<identifier>"),
        ("struct_declaration", "<identifier>"),
        ("struct_member", "<identifier>"),
        ("parameter", "<identifier>"),
        ("variable_declaration", "<identifier>"),
        ("let_declaration", "<identifier>"),
        ("const_declaration", "<identifier>"),
    ],
    scopes: &[
        "translation_unit",
        "function_declaration",
        "compound_statement",
        "for_statement",
        "loop_statement",
    ],
    members: &["member_name", "struct_member/<identifier>"],
    aliases: &[("alias_declaration", "<identifier>", "'='")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[("function_declaration", "<identifier>", "<parameter>*")],
    functions: &[Function {
        result: Some(("<return_type>", None)),
        without_body: &["{}"],
        ..Function::new("function_declaration", "<compound_statement>")
    }],
    calls: &[("call_expression", "^", "*")],
    returns: &["return_statement"],
    variables: &[
        ("variable_declaration", "<identifier>", "'='"),
        ("let_declaration", "<identifier>", "'='"),
        ("const_declaration", "<identifier>", "'='"),
        ("global_variable_declaration", "<identifier>", "'='"),
        ("global_constant_declaration", "<identifier>", "'='"),
        ("override_declaration", "<identifier>", "'='"),
    ],
    variable_keyword: Some("let"),
    assignments: &[("assignment", "^", "'='")],
    records: &[("struct_declaration", "<struct_member>")],
    identifiers: &["identifier_expression"],
    expressions: &[
        "short_circuit_or_expression",
        "short_circuit_and_expression",
        "binary_or_expression",
        "binary_and_expression",
        "binary_xor_expression",
        "relational_expression",
        "shift_expression",
        "additive_expression",
        "multiplicative_expression",
        "unary_expression",
        "indirection",
        "address_of",
        "call_expression",
        "member_expression",
        "index_expression",
        "parenthesized_expression",
    ],
    values: &["0", "0.0", "true"],
    types: &["type_name", "templated_identifier"],
    plain_types: &["i32", "f32"],

    choices: &[("if_statement", "'if'", "<compound_statement>", "<else_clause>")],
    loop_conditions: &[("while_statement", "'while'"), ("for_statement", "condition")],
    arrays: &[Level {
        introduced: ("templated_identifier", "<template_list>/*"),
        used: ("index_expression", "^"),
        sign: None,
    }],
    pointers: &[Level {
        introduced: ("templated_identifier", "<template_list>/','"),
        used: ("indirection", "^"),
        sign: None,
    }],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: None,
        start: "initializer",
        step: Some("update"),
        body: "body",
    }],
    ..Shape::GUESSED
};

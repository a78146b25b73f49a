//! Go.

use super::*;

/// Expressions that nothing calls.
const NO_CALLS: &[&str] = &[
    "_string_literal",
    "binary_expression",
    "composite_literal",
    "false",
    "float_literal",
    "func_literal",
    "identifier",
    "imaginary_literal",
    "index_expression",
    "int_literal",
    "iota",
    "nil",
    "parenthesized_expression",
    "rune_literal",
    "selector_expression",
    "slice_expression",
    "true",
    "type_assertion_expression",
    "type_instantiation_expression",
    "unary_expression",
];

/// Go.
pub(super) static LANGUAGE: Language = Language {
    name: "go",
    title: "Go",
    files: Files {
        extensions: &["go"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("go", lop_go, lop_go_table),
    grammar: grammar!("go"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["interpreted_string_literal", "raw_string_literal"],
        keep: &["package_clause"],
        at_least_one: &[
            // Only some constants may repeat the value before.
            ("const_spec", &["="]),
            // All parameters have a name or none.
            ("parameter_declaration", &["identifier"]),
            ("variadic_parameter_declaration", &["identifier"]),
        ],
        forbid_in: &[
            // The grammar also reads snippets of functions.
            ("source_file", &["_statement"]),
            ("defer_statement", NO_CALLS),
            ("go_statement", NO_CALLS),
            (
                "parameter_list",
                &["parameter_declaration", "variadic_parameter_declaration"],
            ),
        ],
        minimal: &[
            ("const_spec", "a=0"),
            // Whether a parameter has a name is up to its neighbours.
            ("parameter_declaration", ""),
            ("variadic_parameter_declaration", ""),
            ("defer_statement", "defer a()"),
            ("go_statement", "go a()"),
            // A path is neither empty nor blank.
            ("import_spec", "\"a\""),
        ],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/go"),
    model: Some(include_bytes!("../../models/go.model")),
    checker: Some(Checker {
        line: "GO111MODULE=off go run {script}",
        script: Some(Script {
            name: "check.go",
            text: include_str!("../../checkers/check.go"),
        }),
        needs: "go",
    }),
    formatters: &[Formatter {
        program: "gofmt",
        arguments: &[],
    }],
    notes: "An unused import or variable is an error, so transformations do much of the work.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_declaration", "name"),
        ("method_declaration", "name"),
        ("type_spec", "name"),
        ("type_alias", "name"),
        ("const_spec", "name"),
        ("var_spec", "name"),
        ("parameter_declaration", "name"),
        ("variadic_parameter_declaration", "name"),
        ("type_parameter_declaration", "name"),
        ("field_declaration", "name"),
        ("method_elem", "name"),
        ("import_spec", "name"),
        ("short_var_declaration", "left/+"),
        ("range_clause", "left/+"),
        ("receive_statement", "left/+"),
    ],
    packages: &[("import_spec", "path")],
    used_imports: &["import_spec"],
    used_locals: &[
        ("short_var_declaration", "left"),
        ("range_clause", "left"),
        ("receive_statement", "left"),
        ("var_spec", "name"),
    ],
    blanks: &[("_", ":=", "=")],
    scopes: &[
        "source_file",
        "function_declaration",
        "method_declaration",
        "func_literal",
        "block",
        "if_statement",
        "for_statement",
        "expression_switch_statement",
        "expression_case",
        "type_case",
        "communication_case",
    ],
    aliases: &[("type_alias", "name", "type"), ("type_spec", "name", "type")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_declaration", "name", "parameters"),
        ("method_declaration", "name", "parameters"),
        ("method_elem", "name", "parameters"),
    ],
    shared_items: &[
        "parameter_declaration",
        "field_declaration",
        "type_parameter_declaration",
    ],
    functions: &[
        Function {
            result: Some(("result", None)),
            without_body: &["{}", "{panic(0)}"],
            ..Function::new("function_declaration", "body")
        },
        Function {
            result: Some(("result", None)),
            without_body: &["{}", "{panic(0)}"],
            ..Function::new("method_declaration", "body")
        },
        Function {
            result: Some(("result", None)),
            without_body: &["{}", "{panic(0)}"],
            ..Function::new("func_literal", "body")
        },
    ],
    calls: &[("call_expression", "function", "arguments")],
    returns: &["return_statement"],
    empty_return: "return",
    statement_end: "\n",
    variables: &[
        ("short_var_declaration", "left", "right"),
        ("var_spec", "name", "value"),
        ("const_spec", "name", "value"),
    ],
    variable_keyword: Some("var"),
    assignments: &[
        ("assignment_statement", "left", "right"),
        ("short_var_declaration", "left", "right"),
    ],
    shared_declarations: &[("var_declaration", "<var_spec>/name"), ("field_declaration", "name")],
    local_declarations: &["var_declaration", "const_declaration", "type_declaration"],
    records: &[("field_declaration_list", "<field_declaration>")],
    value_lists: &["literal_value"],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "selector_expression",
        "index_expression",
        "slice_expression",
        "composite_literal",
        "func_literal",
        "type_conversion_expression",
        "type_assertion_expression",
        "parenthesized_expression",
    ],
    values: &["0", "nil", "\"\""],
    types: &[
        "type_identifier",
        "pointer_type",
        "slice_type",
        "array_type",
        "map_type",
        "channel_type",
        "function_type",
        "struct_type",
        "interface_type",
        "generic_type",
        "qualified_type",
    ],
    plain_types: &["int"],
    arrays: &[
        Level {
            introduced: ("array_type", "element"),
            used: ("index_expression", "operand"),
            sign: None,
        },
        Level {
            introduced: ("slice_type", "element"),
            used: ("index_expression", "operand"),
            sign: None,
        },
    ],
    pointers: &[Level {
        introduced: ("pointer_type", "^"),
        used: ("unary_expression", "operand"),
        sign: Some("*"),
    }],

    choices: &[("if_statement", "condition", "consequence", "alternative")],
    // A loop without clauses has its condition first.
    loop_conditions: &[("for_clause", "condition"), ("for_statement", "^")],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: Some("<for_clause>"),
        name: None,
        start: "initializer",
        step: Some("update"),
        body: "body",
    }],
    ..Shape::GUESSED
};

//! JavaScript.

use super::*;

/// Expressions that bind weaker than any operator.
const WEAK: &[&str] = &[
    "arrow_function",
    "assignment_expression",
    "augmented_assignment_expression",
    "yield_expression",
];

/// Declarations that stand in a list of statements only.
const LISTED: &[&str] = &[
    "class_declaration",
    "function_declaration",
    "generator_function_declaration",
    "lexical_declaration",
    "using_declaration",
];

/// JavaScript.
pub(super) static LANGUAGE: Language = Language {
    name: "javascript",
    title: "JavaScript",
    files: Files {
        extensions: &["js", "mjs", "cjs", "jsx"],
        names: &[],
        interpreters: &["node", "nodejs"],
    },
    parser: parser!("javascript", lop_javascript, lop_javascript_table),
    grammar: grammar!("javascript"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "regex"],
        at_least_one: &[("try_statement", &["catch_clause", "finally_clause"])],
        // A constant has a value, and so has what is taken apart.
        needed_beside: &[(
            "variable_declarator",
            &["="],
            &["const", "object_pattern", "array_pattern"],
        )],
        minimal: &[
            ("variable_declarator", "a=0"),
            ("update_expression", "a++"),
            ("try_statement", "try{}finally{}"),
        ],
        // The grammar takes these words for names.
        forbid_hoist: &["await", "export", "static"],
        forbid_in: &[
            // At the beginning of a statement these are read as declarations or blocks.
            ("expression_statement", &["function_expression", "class", "object"]),
            ("binary_expression", WEAK),
            ("unary_expression", WEAK),
            ("await_expression", WEAK),
            ("update_expression", WEAK),
            ("member_expression", WEAK),
            ("subscript_expression", WEAK),
            ("call_expression", WEAK),
            ("new_expression", WEAK),
            ("ternary_expression", &["arrow_function"]),
            ("if_statement", LISTED),
            ("else_clause", LISTED),
            ("for_statement", LISTED),
            ("for_in_statement", LISTED),
            ("while_statement", LISTED),
            ("do_statement", LISTED),
            ("labeled_statement", LISTED),
        ],
        ..Validity::NONE
    },
    names: Names {
        base: Some(&NAMES),
        definitions: &[("field_definition", "property")],
        ..Names::BY_TEXT
    },
    shape: Shape {
        base: Some(&SHAPE),
        records: &[("class_body", "<field_definition>")],
        expressions: &["jsx_element", "jsx_self_closing_element"],
        ..SINGLE
    },
    rewrites: include_str!("../../rewrites/javascript"),
    model: Some(include_bytes!("../../models/javascript.model")),
    checker: Some(Checker {
        line: "node {script} javascript",
        script: Some(Script {
            name: "typescript.js",
            text: include_str!("../../checkers/typescript.js"),
        }),
        needs: "node with the module typescript",
    }),
    formatters: &[prettier!("a.js"), clang_format!("a.js")],
    notes: "JSX elements go with their ends.",
};

/// Definitions and scopes that TypeScript has, too.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_declaration", "name"),
        ("generator_function_declaration", "name"),
        ("class_declaration", "name"),
        ("method_definition", "name"),
        ("variable_declarator", "name"),
        ("import_specifier", "name"),
        ("import_clause", "<identifier>"),
        ("namespace_import", "<identifier>"),
        ("formal_parameters", "<identifier>"),
        ("assignment_pattern", "left"),
        ("rest_pattern", "<identifier>"),
    ],
    scopes: &[
        "program",
        "function_declaration",
        "function_expression",
        "arrow_function",
        "method_definition",
        "class_declaration",
        "statement_block",
        "for_statement",
        "for_in_statement",
    ],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions that TypeScript has, too.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_declaration", "name", "parameters"),
        ("generator_function_declaration", "name", "parameters"),
        ("function_expression", "name", "parameters"),
        ("method_definition", "name", "parameters"),
        ("variable_declarator", "name", "value/parameters"),
        ("variable_declarator", "name", "value/parameter*"),
    ],
    functions: &[
        Function {
            without_body: &["{}"],
            ..Function::new("function_declaration", "body")
        },
        Function {
            without_body: &["{}"],
            ..Function::new("generator_function_declaration", "body")
        },
        Function {
            without_body: &["{}"],
            ..Function::new("function_expression", "body")
        },
        Function {
            without_body: &["{}"],
            ..Function::new("method_definition", "body")
        },
        // A variable with a function as its value.
        Function {
            tail_is_result: true,
            without_body: &["{}"],
            ..Function::new("variable_declarator", "value/body")
        },
    ],
    calls: &[("call_expression", "function", "arguments")],
    constructions: &[("new_expression", "constructor", "arguments")],
    returns: &["return_statement"],
    variables: &[("variable_declarator", "name", "value")],
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[
        ("lexical_declaration", "<variable_declarator>"),
        ("variable_declaration", "<variable_declarator>"),
    ],
    local_declarations: &["lexical_declaration", "variable_declaration"],
    identifiers: &["identifier", "shorthand_property_identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "new_expression",
        "member_expression",
        "subscript_expression",
        "object",
        "array",
        "arrow_function",
        "function_expression",
        "class",
        "template_string",
        "ternary_expression",
        "await_expression",
        "assignment_expression",
        "parenthesized_expression",
    ],

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
        start: "initializer",
        step: Some("increment"),
        body: "body",
    }],

    ..SINGLE
};

/// How JavaScript writes things.
const SINGLE: Shape = Shape {
    constructor_names: &["constructor"],
    variable_keyword: Some("let"),
    values: &["0", "null", "{}"],
    ..Shape::GUESSED
};

//! Lua.

use super::*;

/// Lua.
pub(super) static LANGUAGE: Language = Language {
    name: "lua",
    title: "Lua",
    files: Files {
        extensions: &["lua"],
        names: &[],
        interpreters: &["lua", "luajit"],
    },
    parser: parser!("lua", lop_lua, lop_lua_table),
    grammar: grammar!("lua"),
    layout: Layout::Free,
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
        ("function_declaration", "<identifier>"),
        ("function_declaration", "name/field"),
        ("function_declaration", "name/method"),
        ("variable_declaration", "<variable_list>/name"),
        ("variable_declaration", "<assignment_statement>/<variable_list>/name"),
        ("parameters", "name"),
        ("for_numeric_clause", "name"),
        ("for_generic_clause", "<variable_list>/name"),
        ("field", "name"),
        ("label_statement", "<identifier>"),
    ],
    scopes: &[
        "chunk",
        "function_declaration",
        "function_definition",
        "block",
        "for_statement",
    ],
    members: &["field/name", "dot_index_expression/field"],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_declaration", "<identifier>", "parameters"),
        ("function_declaration", "name/field", "parameters"),
        ("function_declaration", "name/method", "parameters"),
    ],
    functions: &[Function {
        without_body: &[""],
        ..Function::new("function_declaration", "body")
    }],
    calls: &[("function_call", "name", "arguments")],
    returns: &["return_statement"],
    empty_return: "return",
    braces: None,
    block: Some(("do", "end")),
    statement_end: "\n",
    variables: &[(
        "variable_declaration",
        "<assignment_statement>/<variable_list>",
        "<assignment_statement>/<expression_list>",
    )],
    variable_keyword: Some("local"),
    assignments: &[("assignment_statement", "<variable_list>", "<expression_list>")],
    shared_declarations: &[("variable_declaration", "<variable_list>")],
    local_declarations: &["variable_declaration"],
    records: &[("table_constructor", "<field>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "function_call",
        "dot_index_expression",
        "bracket_index_expression",
        "table_constructor",
        "function_definition",
        "parenthesized_expression",
        "string",
    ],
    values: &["0", "nil", "{}"],
    choices: &[("if_statement", "condition", "consequence", "alternative")],
    loop_conditions: &[("while_statement", "condition")],
    negation: "not ",
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: Some("clause"),
        name: Some("name"),
        start: "start",
        step: None,
        body: "body",
    }],
    ..Shape::GUESSED
};

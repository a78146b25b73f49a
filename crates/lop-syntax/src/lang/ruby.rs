//! Ruby.

use super::*;

/// Ruby.
pub(super) static LANGUAGE: Language = Language {
    name: "ruby",
    title: "Ruby",
    files: Files {
        extensions: &["rb", "rake", "gemspec"],
        names: &["Rakefile", "Gemfile"],
        interpreters: &["ruby"],
    },
    parser: parser!("ruby", lop_ruby, lop_ruby_table),
    grammar: grammar!("ruby"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "heredoc_body", "regex", "simple_symbol"],
        keep: &["heredoc_body"],
        minimal: &[
            ("method", "def a;end"),
            ("singleton_method", "def a.a;end"),
            ("call", "a()"),
        ],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/ruby"),
    model: None,
    checker: None,
    formatters: &[],
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("method", "name"),
        ("singleton_method", "name"),
        ("class", "name"),
        ("module", "name"),
        ("method_parameters", "<identifier>"),
        ("block_parameters", "<identifier>"),
        ("lambda_parameters", "<identifier>"),
        ("optional_parameter", "name"),
        ("keyword_parameter", "name"),
        ("splat_parameter", "name"),
        ("hash_splat_parameter", "name"),
        ("block_parameter", "name"),
        ("exception_variable", "<identifier>"),
        ("for", "pattern"),
        ("assignment", "left"),
    ],
    scopes: &["program", "method", "singleton_method", "class", "module"],
    together: &[("heredoc_beginning", "heredoc_body")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("method", "name", "parameters"),
        ("singleton_method", "name", "parameters"),
        // Without parameters there is no list.
        ("method", "name", "<method_parameters>/<identifier>*"),
    ],
    functions: &[
        Function {
            tail_is_result: true,
            without_body: &["nil"],
            ..Function::new("method", "body")
        },
        Function {
            tail_is_result: true,
            without_body: &["nil"],
            ..Function::new("singleton_method", "body")
        },
    ],
    calls: &[("call", "method", "arguments")],
    returns: &["return"],
    empty_return: "return",
    value_blocks: &["body_statement"],
    braces: None,
    block: Some(("begin", "end")),
    statement_end: "\n",
    variables: &[("assignment", "left", "right")],
    variable_keyword: Some(""),
    assignments: &[("assignment", "left", "right")],
    identifiers: &["identifier", "constant"],
    expressions: &[
        "binary",
        "unary",
        "call",
        "element_reference",
        "conditional",
        "assignment",
        "array",
        "hash",
        "range",
        "lambda",
        "scope_resolution",
        "parenthesized_statements",
        "string",
        "string_array",
        "symbol_array",
    ],
    values: &["0", "nil", "\"\"", "[]"],
    choices: &[
        ("if", "condition", "consequence", "alternative"),
        ("unless", "condition", "consequence", "alternative"),
        ("conditional", "condition", "consequence", "alternative"),
        // These have no other branch.
        ("if_modifier", "condition", "body", "alternative"),
        ("unless_modifier", "condition", "body", "alternative"),
    ],
    loop_conditions: &[("while", "condition"), ("while_modifier", "condition")],
    counted_loops: &[CountedLoop {
        rule: "for",
        head: None,
        name: Some("pattern"),
        start: "value/^/^",
        step: None,
        body: "body/+",
    }],
    ..Shape::GUESSED
};

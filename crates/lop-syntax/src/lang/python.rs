//! Python.

use super::*;

/// Python.
pub(super) static LANGUAGE: Language = Language {
    name: "python",
    title: "Python",
    files: Files {
        extensions: &["py", "pyi", "pyw"],
        names: &["SConstruct", "SConscript"],
        interpreters: &["python", "pypy"],
    },
    parser: parser!("python", lop_python, lop_python_table),
    grammar: grammar!("python"),
    layout: Layout::Indent,
    validity: Validity {
        opaque: &["string"],
        plus: &["block"],
        minimal: &[("block", "pass"), ("string_content", "a")],
        at_least_one: &[("try_statement", &["except_clause", "finally_clause"])],
        needed_beside: &[("try_statement", &["except_clause"], &["else_clause"])],
        // An argument without a name may not follow one with a name.
        own_kind: &["keyword_argument"],
        // Something has to follow a star that stands alone.
        leads: &["keyword_separator"],
        // A pattern inside that of a class may have a name, which no other may.
        forbid_in: &[("case_clause", &["case_pattern"])],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/python"),
    model: Some(include_bytes!("../../models/python.model")),
    checker: Some(Checker {
        line: "python3 {script}",
        script: Some(Script {
            name: "python_checker.py",
            text: include_str!("../../checkers/python.py"),
        }),
        needs: "python3",
    }),
    formatters: &[
        Formatter {
            program: "black",
            arguments: &["--quiet", "--config", "/dev/null", "-S", "-C", "-"],
        },
        Formatter {
            program: "ruff",
            arguments: &["format", "--isolated", "--quiet", "-"],
        },
    ],
    notes: "A block that would be empty becomes `pass`. Strings are one token until T-Rec shortens them.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_definition", "name"),
        ("class_definition", "name"),
        ("assignment", "left"),
        ("named_expression", "name"),
        ("parameters", "<identifier>"),
        ("lambda_parameters", "<identifier>"),
        ("typed_parameter", "^"),
        ("type_alias_statement", "left"),
        ("default_parameter", "name"),
        ("typed_default_parameter", "name"),
        ("for_statement", "left"),
        ("for_in_clause", "left"),
        ("aliased_import", "alias"),
    ],
    scopes: &[
        "module",
        "function_definition",
        "lambda",
        "list_comprehension",
        "generator_expression",
    ],
    aliases: &[("type_alias_statement", "left", "right")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_definition", "name", "parameters"),
        ("assignment", "left", "right/parameters"),
    ],
    receiver_names: &["self", "cls"],
    constructor_names: &["__init__", "__new__"],
    functions: &[
        Function {
            result: Some(("return_type", None)),
            without_body: &["pass"],
            ..Function::new("function_definition", "body")
        },
        // A variable with a lambda as its value.
        Function {
            tail_is_result: true,
            ..Function::new("assignment", "right/body")
        },
    ],
    instances: &[
        ("generic_type", "^", "<type_parameter>"),
        ("subscript", "value", "subscript*"),
    ],
    calls: &[("call", "function", "arguments")],
    returns: &["return_statement"],
    empty_return: "return",
    braces: None,
    statement_end: "\n",
    variable_keyword: Some(""),
    variables: &[("assignment", "left", "right")],
    assignments: &[("assignment", "left", "right")],
    records: &[("class_definition", "body/<expression_statement>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "unary_operator",
        "not_operator",
        "call",
        "attribute",
        "subscript",
        "list",
        "dictionary",
        "set",
        "tuple",
        "list_comprehension",
        "dictionary_comprehension",
        "set_comprehension",
        "generator_expression",
        "lambda",
        "conditional_expression",
        "await",
        "parenthesized_expression",
    ],
    values: &["0", "None", "\"\""],
    types: &["type"],
    plain_types: &["int"],
    truth: ["True", "False"],
    negation: "not ",

    choices: &[
        ("if_statement", "condition", "consequence", "alternative"),
        ("elif_clause", "condition", "consequence", "alternative"),
        // Its other branch has no name, and turned round it would be as long.
        ("conditional_expression", "*", "^", "^"),
    ],
    loop_conditions: &[("while_statement", "condition")],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: Some("left"),
        start: "right/arguments/^",
        step: None,
        body: "body",
    }],
    ..Shape::GUESSED
};

//! Haskell.

use super::*;

/// Haskell.
pub(super) static LANGUAGE: Language = Language {
    name: "haskell",
    title: "Haskell",
    files: Files {
        extensions: &["hs"],
        names: &[],
        interpreters: &["runghc", "runhaskell"],
    },
    parser: parser!("haskell", lop_haskell, lop_haskell_table),
    grammar: grammar!("haskell"),
    layout: Layout::Indent,
    validity: Validity::NONE,
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Layout is read by the grammar's scanner; 97 % of the edits parse, since a moved line can change what it belongs to.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function", "name"),
        ("bind", "name"),
        ("signature", "name"),
        ("data_type", "name"),
        ("data_constructor", "constructor"),
        ("gadt_constructor", "name"),
        ("newtype", "name"),
        ("newtype_constructor", "name"),
        ("field", "name"),
        ("type_synonym", "name"),
        ("type_family", "name"),
        ("data_family", "name"),
        ("kind_signature", "name"),
        ("class", "name"),
        ("patterns", "<variable>"),
    ],
    scopes: &[
        "haskell",
        "function",
        "bind",
        "instance",
        "lambda",
        "let_in",
        "alternative",
    ],
    aliases: &[("type_synonym", "name", "type")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function", "name", "patterns"),
        ("signature", "name", "type"),
        ("prefix", "name", "field*"),
    ],
    functions: &[Function {
        tail_is_result: true,
        without_body: &["undefined"],
        ..Function::new("function", "match/expression")
    }],
    calls: &[("apply", "function", "argument*")],
    chains: &[
        ("apply", "function", "argument"),
        ("apply", "constructor", "argument"),
        ("function", "result", "parameter"),
    ],
    generics: &[("data_type", "name", "patterns"), ("newtype", "name", "patterns")],
    instances: &[("apply", "constructor", "argument*")],
    braces: None,
    statement_end: "\n",
    variables: &[("bind", "name", "match/expression")],
    shared_declarations: &[("signature", "name")],
    local_declarations: &["bind"],
    records: &[("fields", "<field>")],
    identifiers: &["variable"],
    expressions: &[
        "infix",
        "negation",
        "apply",
        "projection",
        "arithmetic_sequence",
        "list_comprehension",
        "list",
        "tuple",
        "parens",
        "lambda",
        "let_in",
        "conditional",
        "case",
        "do",
        "left_section",
        "right_section",
    ],
    values: &["0", "()", "[]", "undefined"],
    types: &["name"],
    plain_types: &["Int", "()"],

    choices: &[("conditional", "if", "then", "else")],
    truth: ["True", "False"],
    negation: "not ",
    ..Shape::GUESSED
};

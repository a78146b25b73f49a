//! SMT-LIB 2.

use super::*;

/// SMT-LIB 2.
pub(super) static LANGUAGE: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    files: Files {
        extensions: &["smt2", "smt"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("smtlib", lop_smtlib, lop_smtlib_table),
    grammar: grammar!("smtlib"),
    layout: Layout::Free,
    validity: Validity {
        minimal: &[("annotated_term", "(! a :a)")],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: Some(include_bytes!("../../models/smtlib.model")),
    checker: Some(Checker {
        line: "python3 {script}",
        script: Some(Script {
            name: "smtlib_checker.py",
            text: include_str!("../../checkers/smtlib.py"),
        }),
        needs: "python3 with the module z3",
    }),
    formatters: &[],
    notes: "Our own grammar. Commands, terms and sorts; `push` and `pop` are ordinary commands. Values of the right sort stand in for terms.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("declare_const_command", "name"),
        ("declare_fun_command", "name"),
        ("declare_sort_command", "name"),
        ("define_sort_command", "name"),
        ("define_const_command", "name"),
        ("define_fun_command", "name"),
        ("define_fun_rec_command", "name"),
        ("function_declaration", "name"),
        ("binding", "name"),
        ("sorted_variable", "name"),
        ("selector", "name"),
    ],
    scopes: &[
        "script",
        "let_term",
        "quantified_term",
        "lambda_term",
        "define_fun_command",
        "define_fun_rec_command",
    ],
    aliases: &[("define_sort_command", "name", "sort")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("define_fun_command", "name", "<sorted_variable>*"),
        ("define_fun_rec_command", "name", "<sorted_variable>*"),
        // The last of these sorts is the result's, which no call has.
        ("declare_fun_command", "name", "*"),
        ("constructor", "name", "<selector>*"),
    ],
    functions: &[
        Function {
            tail_is_result: true,
            declared: Some(("define-fun", "declare-fun", "sort")),
            ..Function::new("define_fun_command", "body")
        },
        Function {
            tail_is_result: true,
            declared: Some(("define-fun-rec", "declare-fun", "sort")),
            ..Function::new("define_fun_rec_command", "body")
        },
    ],
    calls: &[("application", "function", "*")],
    generics: &[("define_sort_command", "name", "*")],
    instances: &[("parametric_sort", "constructor", "*")],
    variables: &[
        ("binding", "name", "value"),
        ("define_const_command", "name", "body"),
        ("define_fun_command", "name", "body"),
    ],
    records: &[("constructor", "<selector>")],
    types: &["parametric_sort"],
    plain_types: &["Int", "Bool"],
    arrays: &[Level {
        introduced: ("parametric_sort", "$"),
        used: ("application", "*"),
        sign: Some("(select"),
    }],
    group: None,
    braces: None,
    ..Shape::GUESSED
};

//! Bash.

use super::*;

/// Bash.
pub(super) static LANGUAGE: Language = Language {
    name: "bash",
    title: "Bash",
    files: Files {
        extensions: &["sh", "bash"],
        names: &[".bashrc", ".profile", "PKGBUILD"],
        interpreters: &["sh", "bash", "dash"],
    },
    parser: parser!("bash", lop_bash, lop_bash_table),
    grammar: grammar!("bash"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["string", "raw_string", "ansi_c_string"],
        keep: &["heredoc_body"],
        glued: &["concatenation"],
        // The grammar's shortest word is a brace, which bash takes for a keyword.
        minimal: &[("word", "a")],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[Formatter {
        program: "shfmt",
        // With an option for the layout, it reads no .editorconfig.
        arguments: &["-i", "4", "-"],
    }],
    notes: "A here-document and its two marks are one thing. A pipe or an `&&` list can be replaced by one of its commands.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_definition", "name"),
        ("variable_assignment", "name"),
        ("for_statement", "variable"),
    ],
    scopes: &["program", "subshell", "command_substitution"],
    signed: &["simple_expansion"],
    word_holders: &["function_definition", "command_name"],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    // Parameters have no names.
    signatures: &[("function_definition", "name", "<variable_name>*")],
    functions: &[Function {
        without_body: &["{ :; }"],
        ..Function::new("function_definition", "body")
    }],
    calls: &[("command", "name", "argument*")],
    variables: &[("variable_assignment", "name", "value")],
    assignments: &[("variable_assignment", "name", "value")],
    shared_declarations: &[
        ("declaration_command", "<variable_assignment>"),
        ("declaration_command", "<variable_name>"),
    ],
    declaration_separator: " ",
    local_declarations: &["variable_assignment"],
    identifiers: &["variable_name"],
    expressions: &[
        "command_substitution",
        "process_substitution",
        "arithmetic_expansion",
        "simple_expansion",
        "expansion",
        "concatenation",
        "string",
    ],
    values: &["0"],
    group: None,

    choices: &[("if_statement", "condition", "'then'", "<else_clause>")],
    loop_conditions: &[("while_statement", "condition"), ("c_style_for_statement", "condition")],
    negation: "! ",
    counted_loops: &[CountedLoop {
        rule: "c_style_for_statement",
        head: None,
        name: None,
        start: "initializer",
        step: None,
        body: "body/+",
    }],
    ..Shape::GUESSED
};

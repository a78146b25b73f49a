//! JavaScript.

use super::{Language, Layout, Overrides};

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
pub static LANGUAGE: Language = Language {
    name: "javascript",
    title: "JavaScript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    file_names: &[],
    interpreters: &["node", "nodejs"],
    parser: || tree_sitter_javascript::LANGUAGE.into(),
    grammar: grammar!("javascript"),
    layout: Layout::Newline,
    overrides: Overrides {
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
        ..Overrides::NONE
    },
};

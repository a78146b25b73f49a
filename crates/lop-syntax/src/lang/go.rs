//! Go.

use super::{Language, Layout, Overrides};

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
pub static LANGUAGE: Language = Language {
    name: "go",
    title: "Go",
    extensions: &["go"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_go::LANGUAGE.into(),
    grammar: grammar!("go"),
    layout: Layout::Newline,
    overrides: Overrides {
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
        ..Overrides::NONE
    },
};

//! Rust.

use super::*;

/// Rust.
pub(super) static LANGUAGE: Language = Language {
    name: "rust",
    title: "Rust",
    files: Files {
        extensions: &["rs"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("rust", lop_rust, lop_rust_table),
    grammar: grammar!("rust"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string_literal", "raw_string_literal", "char_literal", "lifetime"],
        forbid_in: &[
            // The grammar also reads snippets of functions.
            (
                "source_file",
                &[
                    "expression_statement",
                    "let_declaration",
                    "macro_invocation",
                    "empty_statement",
                ],
            ),
            (
                "declaration_list",
                &["let_declaration", "macro_invocation", "empty_statement"],
            ),
            // Between statements a macro needs braces or a semicolon.
            ("block", &["macro_invocation"]),
            ("macro_invocation", &["delim_token_tree"]),
            // Parameters without a name were given up in 2018.
            ("parameters", &["_type"]),
            ("impl_item", &[";"]),
            ("foreign_mod_item", &[";"]),
        ],
        // In macros the sign of a lifetime is a token of its own.
        leads: &["attribute_item", "'"],
        forbid_hoist: &["attribute_item"],
        // It ends the macro before it.
        follows: &["empty_statement"],
        keep: &["empty_statement"],
        minimal: &[
            ("lifetime", "'a"),
            ("impl_item", "impl a{}"),
            ("foreign_mod_item", "extern{}"),
            ("macro_invocation", "a!{}"),
            ("label", "'a"),
            ("field_expression", "a.a"),
            // Types of functions are neither `async` nor `const`.
            ("function_modifiers", "unsafe"),
            // Which brackets a macro needs depends on what follows.
            ("delim_token_tree", ""),
            // This is a statement and an item.
            ("expression_statement", "a!{}"),
        ],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/rust"),
    model: Some(include_bytes!("../../models/rust.model")),
    checker: Some(Checker {
        line: "rustc --edition 2021 --crate-type lib --emit metadata --cap-lints allow -o valid.rmeta {}",
        script: None,
        needs: "rustc",
    }),
    formatters: &[Formatter {
        program: "rustfmt",
        arguments: &["--quiet", "--edition", "2021"],
    }],
    notes: "The inside of a macro is reduced by brackets and tokens, since only the macro knows more.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_item", "name"),
        ("function_signature_item", "name"),
        ("struct_item", "name"),
        ("union_item", "name"),
        ("enum_item", "name"),
        ("enum_variant", "name"),
        ("trait_item", "name"),
        ("type_item", "name"),
        ("associated_type", "name"),
        ("mod_item", "name"),
        ("const_item", "name"),
        ("static_item", "name"),
        ("macro_definition", "name"),
        ("field_declaration", "name"),
        ("type_parameter", "name"),
        ("const_parameter", "name"),
        ("let_declaration", "pattern"),
        ("parameter", "pattern"),
        ("for_expression", "pattern"),
        ("use_as_clause", "alias"),
    ],
    scopes: &[
        "source_file",
        "mod_item",
        "function_item",
        "function_signature_item",
        "impl_item",
        "trait_item",
        "struct_item",
        "enum_item",
        "type_item",
        "block",
        "closure_expression",
        "for_expression",
        "match_arm",
    ],
    aliases: &[("type_item", "name", "type")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("function_item", "name", "parameters"),
        ("function_signature_item", "name", "parameters"),
    ],
    receivers: &["self_parameter"],
    functions: &[Function {
        result: Some(("return_type", None)),
        tail_is_result: true,
        without_body: &["{}", "{loop{}}"],
        ..Function::new("function_item", "body")
    }],
    calls: &[("call_expression", "function", "arguments")],
    returns: &["return_expression"],
    empty_return: "return",
    value_blocks: &["block"],
    variables: &[
        ("let_declaration", "pattern", "value"),
        ("const_item", "name", "value"),
        ("static_item", "name", "value"),
    ],
    variable_keyword: Some("let"),
    assignments: &[("assignment_expression", "left", "right")],
    local_declarations: &["static_item", "const_item"],
    records: &[("field_declaration_list", "<field_declaration>")],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "field_expression",
        "index_expression",
        "macro_invocation",
        "match_expression",
        "if_expression",
        "block",
        "reference_expression",
        "try_expression",
        "closure_expression",
        "struct_expression",
        "array_expression",
        "tuple_expression",
        "type_cast_expression",
        "unit_expression",
        "string_literal",
    ],
    values: &["0", "()", "loop{}"],
    types: &[
        "type_identifier",
        "generic_type",
        "scoped_type_identifier",
        "reference_type",
        "tuple_type",
        "array_type",
        "function_type",
        "dynamic_type",
        "abstract_type",
        "primitive_type",
        "pointer_type",
    ],
    plain_types: &["()", "u8"],
    arrays: &[Level {
        introduced: ("array_type", "element"),
        used: ("index_expression", "^"),
        sign: None,
    }],
    pointers: &[
        Level {
            introduced: ("reference_type", "type"),
            used: ("unary_expression", "^"),
            sign: Some("*"),
        },
        Level {
            introduced: ("pointer_type", "type"),
            used: ("unary_expression", "^"),
            sign: Some("*"),
        },
    ],

    choices: &[("if_expression", "condition", "consequence", "alternative")],
    loop_conditions: &[("while_expression", "condition")],
    counted_loops: &[CountedLoop {
        rule: "for_expression",
        head: None,
        name: Some("pattern"),
        start: "value/^",
        step: None,
        body: "body",
    }],
    ..Shape::GUESSED
};

//! Rust.

use super::{Language, Layout, Overrides};

/// Rust.
pub static LANGUAGE: Language = Language {
    name: "rust",
    title: "Rust",
    extensions: &["rs"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_rust::LANGUAGE.into(),
    grammar: grammar!("rust"),
    layout: Layout::Free,
    overrides: Overrides {
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
        ..Overrides::NONE
    },
};

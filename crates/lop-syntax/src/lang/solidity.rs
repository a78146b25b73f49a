//! Solidity.

use super::*;

/// Solidity.
pub static LANGUAGE: Language = Language {
    name: "solidity",
    title: "Solidity",
    files: Files {
        extensions: &["sol"],
        names: &[],
        interpreters: &[],
    },
    parser: || tree_sitter_solidity::LANGUAGE.into(),
    grammar: grammar!("solidity"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: NAMES,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("contract_declaration", "name"),
        ("interface_declaration", "name"),
        ("library_declaration", "name"),
        ("struct_declaration", "name"),
        ("struct_member", "name"),
        ("enum_declaration", "name"),
        ("error_declaration", "name"),
        ("event_definition", "name"),
        ("function_definition", "name"),
        ("modifier_definition", "name"),
        ("state_variable_declaration", "name"),
        ("constant_variable_declaration", "name"),
        ("variable_declaration", "name"),
        ("user_defined_type_definition", "name"),
        ("parameter", "name"),
    ],
    scopes: &[
        "source_file",
        "function_definition",
        "modifier_definition",
        "block_statement",
        "for_statement",
    ],
    aliases: &[],
    ..Names::BY_TEXT
};

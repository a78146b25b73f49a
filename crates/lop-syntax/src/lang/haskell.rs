//! Haskell.

use super::*;

/// Haskell.
pub static LANGUAGE: Language = Language {
    name: "haskell",
    title: "Haskell",
    files: Files {
        extensions: &["hs"],
        names: &[],
        interpreters: &["runghc", "runhaskell"],
    },
    parser: || tree_sitter_haskell::LANGUAGE.into(),
    grammar: grammar!("haskell"),
    layout: Layout::Indent,
    validity: Validity::NONE,
    names: NAMES,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
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
    ],
    scopes: &["haskell", "function", "bind", "instance"],
    aliases: &[("type_synonym", "name", "type")],
    ..Names::BY_TEXT
};

//! Lua.

use super::*;

/// Lua.
pub static LANGUAGE: Language = Language {
    name: "lua",
    title: "Lua",
    files: Files {
        extensions: &["lua"],
        names: &[],
        interpreters: &["lua", "luajit"],
    },
    parser: || tree_sitter_lua::LANGUAGE.into(),
    grammar: grammar!("lua"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["string"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "",
};

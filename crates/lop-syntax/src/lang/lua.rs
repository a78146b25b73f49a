//! Lua.

use super::{Language, Layout, Overrides};

/// Lua.
pub static LANGUAGE: Language = Language {
    name: "lua",
    title: "Lua",
    extensions: &["lua"],
    file_names: &[],
    interpreters: &["lua", "luajit"],
    parser: || tree_sitter_lua::LANGUAGE.into(),
    grammar: grammar!("lua"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

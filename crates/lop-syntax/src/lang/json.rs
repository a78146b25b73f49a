//! JSON.

use super::{Language, Layout, Overrides};

/// JSON.
pub static LANGUAGE: Language = Language {
    name: "json",
    title: "JSON",
    extensions: &["json", "jsonl", "geojson", "webmanifest"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_json::LANGUAGE.into(),
    grammar: grammar!("json"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["string"],
        ..Overrides::NONE
    },
};

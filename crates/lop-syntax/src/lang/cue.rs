//! CUE.

use super::{Language, Layout, Overrides};

/// CUE.
pub static LANGUAGE: Language = Language {
    name: "cue",
    title: "CUE",
    extensions: &["cue"],
    file_names: &[],
    interpreters: &[],
    parser: own_parser!(tree_sitter_cue),
    grammar: grammar!("cue"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string", "bytes", "import_path", "string_selector"],
        minimal: &[("string", "\"\""), ("bytes", "''")],
        ..Overrides::NONE
    },
};

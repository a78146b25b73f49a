//! WGSL.

use super::{Language, Layout, Overrides};

/// WGSL.
pub static LANGUAGE: Language = Language {
    name: "wgsl",
    title: "WGSL",
    extensions: &["wgsl"],
    file_names: &[],
    interpreters: &[],
    parser: own_parser!(tree_sitter_wgsl),
    grammar: grammar!("wgsl"),
    layout: Layout::Free,
    overrides: Overrides {
        // A variable has a type or a value; `var x;` is neither.
        at_least_one: &[
            ("variable_declaration", &[":", "="]),
            ("global_variable_declaration", &[":", "="]),
            ("override_declaration", &[":", "="]),
        ],
        minimal: &[("variable_declaration", "var a=0")],
        ..Overrides::NONE
    },
};

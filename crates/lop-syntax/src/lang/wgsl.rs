//! WGSL.

use super::*;

/// WGSL.
pub static LANGUAGE: Language = Language {
    name: "wgsl",
    title: "WGSL",
    files: Files {
        extensions: &["wgsl"],
        names: &[],
        interpreters: &[],
    },
    parser: own_parser!(tree_sitter_wgsl),
    grammar: grammar!("wgsl"),
    layout: Layout::Free,
    validity: Validity {
        // A variable has a type or a value; `var x;` is neither.
        at_least_one: &[
            ("variable_declaration", &[":", "="]),
            ("global_variable_declaration", &[":", "="]),
            ("override_declaration", &[":", "="]),
        ],
        minimal: &[("variable_declaration", "var a=0")],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    model: None,
    checker: None,
    notes: "Our own grammar. As C; attributes go one by one.",
};

//! YAML.

use super::*;

/// YAML.
pub(super) static LANGUAGE: Language = Language {
    name: "yaml",
    title: "YAML",
    files: Files {
        extensions: &["yaml", "yml"],
        names: &[".clang-format", ".clang-tidy"],
        interpreters: &[],
    },
    parser: parser!("yaml", lop_yaml, lop_yaml_table),
    grammar: grammar!("yaml"),
    layout: Layout::Indent,
    validity: Validity::NONE,
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "Anchors and aliases are not coupled.",
};

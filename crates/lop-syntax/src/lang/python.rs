//! Python.

use super::{Language, Layout, Overrides};

/// Python.
pub static LANGUAGE: Language = Language {
    name: "python",
    title: "Python",
    extensions: &["py", "pyi", "pyw"],
    file_names: &["SConstruct", "SConscript"],
    interpreters: &["python", "pypy"],
    parser: || tree_sitter_python::LANGUAGE.into(),
    grammar: grammar!("python"),
    layout: Layout::Indent,
    overrides: Overrides {
        opaque: &["string"],
        plus: &["block"],
        minimal: &[("block", "pass")],
        at_least_one: &[("try_statement", &["except_clause", "except_group_clause", "finally_clause"])],
        ..Overrides::NONE
    },
};

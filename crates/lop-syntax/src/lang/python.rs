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
        minimal: &[("block", "pass"), ("string_content", "a")],
        at_least_one: &[("try_statement", &["except_clause", "finally_clause"])],
        needed_beside: &[("try_statement", &["except_clause"], &["else_clause"])],
        // An argument without a name may not follow one with a name.
        own_kind: &["keyword_argument"],
        // Something has to follow a star that stands alone.
        leads: &["keyword_separator"],
        // A pattern inside that of a class may have a name, which no other may.
        forbid_in: &[("case_clause", &["case_pattern"])],
        ..Overrides::NONE
    },
};

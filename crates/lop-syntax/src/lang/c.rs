//! C.

use super::{Language, Layout, Overrides};
use crate::parse::mask;

/// C.
pub static LANGUAGE: Language = Language {
    name: "c",
    title: "C",
    extensions: &["c", "h", "i"],
    file_names: &[],
    interpreters: &["tcc"],
    parser: own_parser!(tree_sitter_c),
    grammar: grammar!("c"),
    layout: Layout::Newline,
    overrides: Overrides {
        opaque: &["string_literal", "char_literal", "system_lib_string"],
        forbid_in: &[
            // The grammar also reads snippets of functions.
            ("translation_unit", &["statement", "_top_level_statement"]),
            ("declaration_list", &["statement"]),
            // A body follows the parameters of a function only.
            (
                "function_definition",
                &[
                    "identifier",
                    "pointer_declarator",
                    "array_declarator",
                    "parenthesized_declarator",
                ],
            ),
            // What an attribute is given is not what it is called.
            ("attribute_specifier", &["argument_list"]),
        ],
        own_kind: &[
            // In a function's place at file level, under `#if` too, statements do not do.
            "function_definition",
            // What stands in an attribute is no attribute.
            "attribute_specifier",
        ],
        plus: &["enumerator_list"],
        minimal: &[
            // Any other word is a type only to those who know it.
            ("type_specifier", "int"),
            ("enumerator_list", "{a}"),
            ("function_definition", "int a(){}"),
            ("preproc_if", "#if 0\n#endif"),
            ("preproc_ifdef", "#ifdef a\n#endif"),
            // No file can be told to be there.
            ("preproc_include", ""),
        ],
        mask: Some(mask::c),
        ..Overrides::NONE
    },
};

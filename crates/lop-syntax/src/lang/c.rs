//! C.

use super::*;
use crate::parse::mask;

/// C.
pub(super) static LANGUAGE: Language = Language {
    name: "c",
    title: "C",
    files: Files {
        extensions: &["c", "h", "i"],
        names: &[],
        interpreters: &["tcc"],
    },
    parser: parser!("c", lop_c, lop_c_table),
    grammar: grammar!("c"),
    layout: Layout::Newline,
    validity: Validity {
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
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: Some(include_bytes!("../../models/c.model")),
    checker: Some(Checker {
        line: "sh {script}",
        script: Some(Script {
            name: "gcc.sh",
            text: include_str!("../../checkers/gcc.sh"),
        }),
        needs: "gcc",
    }),
    formatters: &[clang_format!("a.c")],
    notes: "Read as it is, with directives in it. Preprocessed code in one file (`gcc -E -P`) is mostly the better input; line markers can go. Macros that the grammar cannot read are taken as words.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("function_definition", "declarator"),
        ("declaration", "declarator"),
        ("parameter_declaration", "declarator"),
        ("field_declaration", "declarator"),
        ("type_definition", "declarator"),
        ("struct_specifier", "name"),
        ("union_specifier", "name"),
        ("enum_specifier", "name"),
        ("enumerator", "name"),
        ("preproc_def", "name"),
        ("preproc_function_def", "name"),
        ("labeled_statement", "label"),
    ],
    only_with: &[
        ("struct_specifier", "body"),
        ("union_specifier", "body"),
        ("enum_specifier", "body"),
    ],
    members: &["field_identifier"],

    scopes: &[
        "translation_unit",
        "function_definition",
        "compound_statement",
        "for_statement",
    ],
    aliases: &[("type_definition", "declarator", "type")],
    predefined: &["primitive_type"],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[("function_declarator", "declarator", "parameters")],
    includes: &["preproc_include"],
    functions: &[Function {
        result: Some(("type", Some("void"))),
        without_body: &[";"],
        ..Function::new("function_definition", "body")
    }],
    calls: &[("call_expression", "function", "arguments")],
    returns: &["return_statement"],
    variables: &[("init_declarator", "declarator", "value")],
    variable_keyword: Some(""),
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[("declaration", "declarator"), ("field_declaration", "declarator")],
    local_declarations: &["declaration"],
    records: &[("field_declaration_list", "<field_declaration>")],
    value_lists: &["initializer_list"],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "conditional_expression",
        "cast_expression",
        "field_expression",
        "subscript_expression",
        "pointer_expression",
        "update_expression",
        "sizeof_expression",
        "parenthesized_expression",
        "assignment_expression",
        "comma_expression",
    ],
    values: &["0", "1"],
    types: &[
        "type_identifier",
        "struct_specifier",
        "union_specifier",
        "enum_specifier",
        "sized_type_specifier",
        "primitive_type",
    ],
    plain_types: &["int"],

    arrays: &[Level {
        introduced: ("array_declarator", "declarator"),
        used: ("subscript_expression", "argument"),
        sign: None,
    }],
    pointers: &[Level {
        introduced: ("pointer_declarator", "declarator"),
        used: ("pointer_expression", "argument"),
        sign: Some("*"),
    }],
    choices: &[
        ("if_statement", "condition", "consequence", "alternative"),
        ("conditional_expression", "condition", "consequence", "alternative"),
    ],
    loop_conditions: &[
        ("while_statement", "condition"),
        ("do_statement", "condition"),
        ("for_statement", "condition"),
    ],
    truth: ["1", "0"],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: None,
        start: "initializer",
        step: Some("update"),
        body: "body",
    }],

    ..Shape::GUESSED
};

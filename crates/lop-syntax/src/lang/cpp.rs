//! C++.

use super::*;
use crate::parse::mask;

/// C++.
pub(super) static LANGUAGE: Language = Language {
    name: "cpp",
    title: "C++",
    files: Files {
        extensions: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "ii", "ipp", "inl"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("cpp", lop_cpp, lop_cpp_table),
    grammar: grammar!("cpp"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &[
            "string_literal",
            "char_literal",
            "system_lib_string",
            "raw_string_literal",
        ],
        plus: &["enumerator_list", "requirement_seq", "subscript_argument_list"],
        forbid_in: &[
            // The grammar also reads snippets of functions.
            ("translation_unit", &["statement", "_top_level_statement"]),
            ("declaration_list", &["statement"]),
            // A body follows the parameters of a function only.
            ("function_definition", &["_declarator"]),
            ("inline_method_definition", &["_field_declarator"]),
            // What an attribute is given is not what it is called.
            ("attribute_specifier", &["argument_list"]),
            // A template declares something.
            ("template_declaration", &["identifier"]),
        ],
        own_kind: &[
            // In the place of these, in classes and at file level, statements do not do.
            "function_definition",
            "inline_method_definition",
            "template_declaration",
            // What stands in an attribute is no attribute.
            "attribute_specifier",
        ],
        minimal: &[
            // Any other word is a type only to those who know it.
            ("type_specifier", "int"),
            ("enumerator_list", "{a}"),
            ("function_definition", "int a(){}"),
            ("inline_method_definition", "int a(){}"),
            ("template_declaration", "template<class>int a();"),
            ("preproc_if", "#if 0\n#endif"),
            ("preproc_ifdef", "#ifdef a\n#endif"),
            // No file can be told to be there.
            ("preproc_include", ""),
            ("subscript_argument_list", "[0]"),
            ("template_argument_list", "<int>"),
            ("template_parameter_list", "<class>"),
        ],
        mask: Some(mask::cpp),
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: Some(include_bytes!("../../models/cpp.model")),
    checker: Some(Checker {
        line: "sh {script} cpp",
        script: Some(Script {
            name: "gcc.sh",
            text: include_str!("../../checkers/gcc.sh"),
        }),
        needs: "g++",
    }),
    formatters: &[clang_format!("a.cpp")],
    notes: "As C. Preprocessed code in one file (`g++ -E -P`) is mostly the better input.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    base: Some(&c::NAMES),
    definitions: &[
        ("optional_parameter_declaration", "declarator"),
        ("variadic_parameter_declaration", "declarator"),
        ("type_parameter_declaration", "<type_identifier>"),
        ("variadic_type_parameter_declaration", "<type_identifier>"),
        ("optional_type_parameter_declaration", "name"),
        ("for_range_loop", "declarator"),
        ("class_specifier", "name"),
        ("concept_definition", "name"),
        ("namespace_definition", "name"),
        ("namespace_alias_definition", "name"),
        ("alias_declaration", "name"),
    ],
    only_with: &[("class_specifier", "body")],
    nameless: &[
        "operator_name",
        "operator_cast",
        "destructor_name",
        "parameter_list",
        "abstract_array_declarator",
        "abstract_function_declarator",
        "abstract_pointer_declarator",
        "abstract_reference_declarator",
        "abstract_parenthesized_declarator",
    ],
    scopes: &[
        "catch_clause",
        "for_range_loop",
        "if_statement",
        "lambda_expression",
        "requires_expression",
        "switch_statement",
        "while_statement",
    ],
    scope_parts: &[
        ("template_declaration", "parameters"),
        ("template_template_parameter_declaration", "parameters"),
        // Parameters of what is only declared.
        ("declaration", "declarator"),
        ("field_declaration", "declarator"),
        ("type_definition", "declarator"),
        ("alias_declaration", "type"),
    ],
    spaces: &[("namespace_definition", "name", "inline")],
    blocks: &["linkage_specification"],
    member_scopes: &["field_declaration_list"],
    friends: &["friend_declaration"],
    qualified: &[("qualified_identifier", "scope", "name")],
    imports: &[("using_declaration", "namespace")],
    overloads: true,
    aliases: &[("alias_declaration", "name", "type")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    base: Some(&c::SHAPE),
    functions: &[Function {
        result: Some(("type", Some("void"))),
        without_body: &[";", "{}", "{throw 0;}"],
        before_body: Some("<field_initializer_list>"),
        // Constants and deduced types.
        read_by_others: &["auto", "consteval", "constexpr"],
        constant: &["consteval", "constexpr"],
        ..Function::new("function_definition", "body")
    }],
    generics: &[
        ("template_declaration", "<class_specifier>/name", "parameters"),
        ("template_declaration", "<struct_specifier>/name", "parameters"),
        ("template_declaration", "<union_specifier>/name", "parameters"),
        ("template_declaration", "<alias_declaration>/name", "parameters"),
        ("template_declaration", "<concept_definition>/name", "parameters"),
        ("template_declaration", "<function_definition>/declarator", "parameters"),
        ("template_declaration", "<declaration>/declarator", "parameters"),
    ],
    instances: &[
        ("template_type", "name", "arguments"),
        ("template_function", "name", "arguments"),
        ("template_method", "name", "arguments"),
    ],
    constructions: &[("new_expression", "type", "arguments")],
    incidental: &["static_assert_declaration", "template_instantiation"],
    types: &[
        "class_specifier",
        "template_type",
        "qualified_identifier",
        "dependent_type",
        "placeholder_type_specifier",
        "decltype",
    ],
    ..SINGLE
};

/// What C++ writes as C does.
const SINGLE: Shape = Shape {
    empty_return: c::SHAPE.empty_return,
    variable_keyword: c::SHAPE.variable_keyword,
    values: c::SHAPE.values,
    plain_types: c::SHAPE.plain_types,
    truth: c::SHAPE.truth,
    ..Shape::GUESSED
};

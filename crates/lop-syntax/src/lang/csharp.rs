//! C#.

use super::*;

/// C#.
pub(super) static LANGUAGE: Language = Language {
    name: "csharp",
    title: "C#",
    files: Files {
        extensions: &["cs", "csx"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("csharp", lop_csharp, lop_csharp_table),
    grammar: grammar!("csharp"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &[
            "string_literal",
            "character_literal",
            "verbatim_string_literal",
            "raw_string_literal",
        ],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: include_str!("../../rewrites/csharp"),
    model: None,
    checker: None,
    formatters: &[clang_format!("a.cs")],
    notes: "Attributes, modifiers and `using` lines go one by one.",
};

/// Definitions and scopes.
pub(super) const NAMES: Names = Names {
    definitions: &[
        ("class_declaration", "name"),
        ("struct_declaration", "name"),
        ("interface_declaration", "name"),
        ("record_declaration", "name"),
        ("enum_declaration", "name"),
        ("enum_member_declaration", "name"),
        ("delegate_declaration", "name"),
        ("method_declaration", "name"),
        ("constructor_declaration", "name"),
        ("local_function_statement", "name"),
        ("property_declaration", "name"),
        ("event_declaration", "name"),
        ("variable_declarator", "name"),
        ("parameter", "name"),
        ("type_parameter", "name"),
        ("declaration_pattern", "name"),
        ("catch_declaration", "name"),
        ("foreach_statement", "left"),
        ("using_directive", "name"),
    ],
    scopes: &[
        "compilation_unit",
        "method_declaration",
        "constructor_declaration",
        "local_function_statement",
        "lambda_expression",
        "block",
        "for_statement",
        "foreach_statement",
    ],
    spaces: &[("namespace_declaration", "name", "")],
    qualified: &[("qualified_name", "qualifier", "name")],
    imports: &[("using_directive", "using")],
    aliases: &[("using_directive", "name", "'='")],
    ..Names::BY_TEXT
};

/// Functions, variables, expressions.
pub(super) const SHAPE: Shape = Shape {
    signatures: &[
        ("method_declaration", "name", "parameters"),
        ("constructor_declaration", "name", "parameters"),
        ("local_function_statement", "name", "parameters"),
        ("delegate_declaration", "name", "parameters"),
        ("record_declaration", "name", "<parameter_list>"),
        ("class_declaration", "name", "<parameter_list>"),
    ],
    functions: &[
        Function {
            result: Some(("returns", Some("void"))),
            without_body: &["{}", "=> throw null;"],
            ..Function::new("method_declaration", "<block>")
        },
        Function {
            tail_is_result: true,
            without_body: &["throw null"],
            ..Function::new("method_declaration", "<arrow_expression_clause>/'=>'")
        },
        Function {
            result: Some(("type", Some("void"))),
            without_body: &["{}", "=> throw null;"],
            ..Function::new("local_function_statement", "<block>")
        },
        Function {
            tail_is_result: true,
            without_body: &["throw null"],
            ..Function::new("local_function_statement", "<arrow_expression_clause>/'=>'")
        },
        Function {
            without_body: &["{}"],
            ..Function::new("constructor_declaration", "<block>")
        },
    ],
    calls: &[("invocation_expression", "function", "arguments")],
    constructions: &[("object_creation_expression", "type", "arguments")],
    generics: &[
        ("class_declaration", "name", "<type_parameter_list>"),
        ("struct_declaration", "name", "<type_parameter_list>"),
        ("record_declaration", "name", "<type_parameter_list>"),
        ("interface_declaration", "name", "type_parameters"),
        ("delegate_declaration", "name", "type_parameters"),
        ("method_declaration", "name", "type_parameters"),
        ("local_function_statement", "name", "type_parameters"),
    ],
    instances: &[("generic_name", "^", "<type_argument_list>")],
    returns: &["return_statement"],
    variables: &[("variable_declarator", "name", "'='")],
    variable_keyword: Some(""),
    assignments: &[("assignment_expression", "left", "right")],
    shared_declarations: &[
        ("field_declaration", "<variable_declaration>/<variable_declarator>"),
        (
            "local_declaration_statement",
            "<variable_declaration>/<variable_declarator>",
        ),
    ],
    local_declarations: &["local_declaration_statement"],
    records: &[
        ("declaration_list", "<field_declaration>"),
        ("declaration_list", "<property_declaration>"),
    ],
    identifiers: &["identifier"],
    expressions: &[
        "binary_expression",
        "prefix_unary_expression",
        "postfix_unary_expression",
        "invocation_expression",
        "member_access_expression",
        "conditional_access_expression",
        "element_access_expression",
        "object_creation_expression",
        "implicit_object_creation_expression",
        "array_creation_expression",
        "implicit_array_creation_expression",
        "collection_expression",
        "assignment_expression",
        "conditional_expression",
        "cast_expression",
        "as_expression",
        "is_expression",
        "is_pattern_expression",
        "switch_expression",
        "lambda_expression",
        "anonymous_method_expression",
        "await_expression",
        "query_expression",
        "tuple_expression",
        "typeof_expression",
        "default_expression",
        "interpolated_string_expression",
        "parenthesized_expression",
        "string_literal",
    ],
    values: &["0", "null", "\"\"", "true", "default"],
    types: &[
        "generic_name",
        "qualified_name",
        "array_type",
        "nullable_type",
        "pointer_type",
        "tuple_type",
        "predefined_type",
    ],
    plain_types: &["int", "object"],

    choices: &[
        ("if_statement", "condition", "consequence", "alternative"),
        ("conditional_expression", "condition", "consequence", "alternative"),
    ],
    loop_conditions: &[
        ("while_statement", "condition"),
        ("do_statement", "condition"),
        ("for_statement", "condition"),
    ],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        name: None,
        start: "initializer",
        step: Some("update"),
        body: "body",
    }],
    arrays: &[Level {
        introduced: ("array_type", "type"),
        used: ("element_access_expression", "expression"),
        sign: None,
    }],
    pointers: &[Level {
        introduced: ("pointer_type", "type"),
        used: ("prefix_unary_expression", "^"),
        sign: Some("*"),
    }],
    ..Shape::GUESSED
};

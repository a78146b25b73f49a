//! SystemVerilog, and Verilog with it.

use super::*;

/// SystemVerilog.
pub static LANGUAGE: Language = Language {
    name: "systemverilog",
    title: "SystemVerilog",
    files: Files {
        extensions: &["sv", "svh", "v", "vh"],
        ..Files::NONE
    },
    parser: parser!("systemverilog", lop_systemverilog, lop_systemverilog_table),
    grammar: grammar!("systemverilog"),
    layout: Layout::Newline,
    validity: Validity {
        opaque: &["quoted_string"],
        // Without a direction or a type the first port begins a list of names, which are declared elsewhere.
        at_least_one: &[(
            "ansi_port_declaration",
            &[
                "net_port_header",
                "variable_port_header",
                "interface_port_header",
                "port_direction",
            ],
        )],
        ..Validity::NONE
    },
    names: NAMES,
    shape: SHAPE,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[Formatter {
        program: "verible-verilog-format",
        arguments: &["-"],
    }],
    notes: "Verilog too. The parser is large, hence not built by default: `--features heavy`.",
};

/// Definitions and scopes. A package's names are known wherever it is imported, so a package is no scope.
const NAMES: Names = Names {
    definitions: &[
        ("module_declaration", "<module_ansi_header>/name"),
        ("module_declaration", "<module_nonansi_header>/name"),
        ("interface_declaration", "<interface_ansi_header>/name"),
        ("program_declaration", "<program_ansi_header>/name"),
        ("package_declaration", "name"),
        ("class_declaration", "name"),
        ("function_declaration", "<function_body_declaration>/name"),
        ("task_declaration", "<task_body_declaration>/name"),
        ("ansi_port_declaration", "port_name"),
        ("tf_port_item", "name"),
        ("list_of_tf_variable_identifiers", "<simple_identifier>"),
        ("list_of_port_identifiers", "<simple_identifier>"),
        ("list_of_variable_identifiers", "<simple_identifier>"),
        ("list_of_genvar_identifiers", "<simple_identifier>"),
        ("variable_decl_assignment", "name"),
        ("net_decl_assignment", "<simple_identifier>"),
        ("param_assignment", "<simple_identifier>"),
        ("type_assignment", "name"),
        ("type_declaration", "type_name"),
        ("enum_name_declaration", "<simple_identifier>"),
        ("for_variable_declaration", "<simple_identifier>"),
        ("name_of_instance", "instance_name"),
    ],
    scopes: &[
        "source_file",
        "module_declaration",
        "interface_declaration",
        "program_declaration",
        "function_declaration",
        "task_declaration",
        "seq_block",
        "loop_statement",
        "generate_block",
    ],
    aliases: &[("type_declaration", "type_name", "<data_type>")],
    ..Names::BY_TEXT
};

/// Functions, tasks and modules, calls and instances, variables, expressions.
const SHAPE: Shape = Shape {
    signatures: &[
        ("function_body_declaration", "name", "<tf_port_list>"),
        ("function_body_declaration", "name", "<tf_port_list>*"),
        ("task_body_declaration", "name", "<tf_port_list>"),
        ("task_body_declaration", "name", "<tf_port_list>*"),
        ("module_ansi_header", "name", "<list_of_port_declarations>"),
    ],
    calls: &[
        ("tf_call", "<hierarchical_identifier>", "<list_of_arguments>"),
        ("tf_call", "<simple_identifier>", "<list_of_arguments>"),
        ("tf_call", "<hierarchical_identifier>", "<list_of_arguments>*"),
        (
            "module_instantiation",
            "instance_type",
            "<hierarchical_instance>/<list_of_port_connections>",
        ),
    ],
    generics: &[
        ("module_ansi_header", "name", "<parameter_port_list>"),
        ("class_declaration", "name", "<parameter_port_list>"),
    ],
    instances: &[
        (
            "module_instantiation",
            "instance_type",
            "<parameter_value_assignment>/<list_of_parameter_value_assignments>",
        ),
        (
            "data_type",
            "<simple_identifier>",
            "<parameter_value_assignment>/<list_of_parameter_value_assignments>",
        ),
        (
            "class_type",
            "<simple_identifier>",
            "<parameter_value_assignment>/<list_of_parameter_value_assignments>",
        ),
    ],
    returns: &["jump_statement"],
    braces: Some(("begin", "end")),
    variables: &[
        ("variable_decl_assignment", "name", "<expression>"),
        ("net_decl_assignment", "<simple_identifier>", "<expression>"),
        ("param_assignment", "<simple_identifier>", "<constant_param_expression>"),
    ],
    variable_keyword: Some(""),
    assignments: &[
        ("operator_assignment", "<variable_lvalue>", "<expression>"),
        ("nonblocking_assignment", "<variable_lvalue>", "<expression>"),
    ],
    shared_declarations: &[
        ("data_declaration", "<list_of_variable_decl_assignments>"),
        ("net_declaration", "<list_of_net_decl_assignments>"),
    ],
    local_declarations: &["block_item_declaration"],
    records: &[("data_type", "<struct_union_member>")],
    value_lists: &["assignment_pattern"],
    identifiers: &["simple_identifier"],
    expressions: &["expression", "constant_expression"],
    values: &["0", "1"],
    types: &["data_type"],
    plain_types: &["int", "logic"],
    choices: &[
        (
            "conditional_statement",
            "<cond_predicate>",
            "<statement_or_null>",
            "'else'",
        ),
        ("conditional_expression", "<cond_predicate>", "'?'", "':'"),
    ],
    loop_conditions: &[("loop_statement", "<expression>")],
    truth: ["1", "0"],
    functions: &[
        Function {
            result: Some(("<function_body_declaration>/<data_type_or_void>", Some("void"))),
            without_body: &[";"],
            ..Function::new(
                "function_declaration",
                "<function_body_declaration>/<function_statement_or_null>",
            )
        },
        Function {
            without_body: &[";"],
            ..Function::new("task_declaration", "<task_body_declaration>/<statement_or_null>")
        },
    ],
    arrays: &[Level {
        introduced: ("variable_decl_assignment", "name"),
        used: ("primary", "<hierarchical_identifier>"),
        sign: None,
    }],
    counted_loops: &[CountedLoop {
        rule: "loop_statement",
        head: None,
        name: None,
        start: "<for_initialization>",
        step: Some("<for_step>"),
        body: "<statement_or_null>",
    }],
    ..Shape::GUESSED
};

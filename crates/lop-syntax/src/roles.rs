//! What the parts of a language are for: which rules are conditions, types, variables, loops.
//!
//! A heuristic that is written over roles works for every language that has a table here: *a condition may be `true`* is
//! one idea, and a table says that in C the conditions are the field `condition` of `if_statement` and that `true` is
//! written `1`. A role that a language leaves empty has no heuristics there.

/// The roles of a language's rules. Names of rules and fields are those of its grammar.
#[derive(Debug, Clone, Copy)]
pub struct Roles {
    /// The language.
    pub language: &'static str,
    /// Names that are used and introduced.
    pub identifiers: &'static [&'static str],
    /// What names are known in: blocks, functions, files.
    pub scopes: &'static [&'static str],
    /// What chooses between branches: a rule and its field.
    pub conditions: &'static [Part],
    /// What keeps a loop going.
    pub loop_conditions: &'static [Part],
    /// How yes and no are written.
    pub truth: [&'static str; 2],
    /// What makes yes of no.
    pub negation: &'static str,
    /// Expressions of more than one part.
    pub expressions: &'static [&'static str],
    /// What may stand in an expression's place, and needs nothing.
    pub values: &'static [&'static str],
    /// Types.
    pub types: &'static [&'static str],
    /// What may stand in a type's place, and needs nothing.
    pub plain_types: &'static [&'static str],
    /// What introduces a name with a value.
    pub variables: &'static [Variable],
    /// Functions with results.
    pub functions: &'static [Function],
    /// What gives a function's result.
    pub returns: &'static [&'static str],
    /// How a function returns without a result.
    pub empty_return: &'static str,
    /// Loops that begin with something and then count.
    pub counted_loops: &'static [CountedLoop],
    /// Names of several things.
    pub arrays: &'static [Level],
    /// Names of places where things are.
    pub pointers: &'static [Level],
}

/// A field of a rule.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The rule.
    pub rule: &'static str,
    /// Its field.
    pub field: &'static str,
}

/// What introduces a name with a value: `x = 1`.
#[derive(Debug, Clone, Copy)]
pub struct Variable {
    /// The rule.
    pub rule: &'static str,
    /// The field with the name.
    pub name: &'static str,
    /// The field with the value.
    pub value: &'static str,
}

/// A function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// The rule.
    pub rule: &'static str,
    /// The field with the type of its result.
    pub result: &'static str,
    /// The type of no result; without one, the field is left out.
    pub nothing: Option<&'static str>,
    /// Whether the last expression of its body is the result.
    pub ends_with_result: bool,
}

/// A loop of a beginning, a condition, a step and a body.
#[derive(Debug, Clone, Copy)]
pub struct CountedLoop {
    /// The rule.
    pub rule: &'static str,
    /// The rule that holds the beginning and the step, if that is another one.
    pub head: Option<&'static str>,
    /// The field with the beginning.
    pub start: &'static str,
    /// The field with the step.
    pub step: &'static str,
    /// The field with the body.
    pub body: &'static str,
}

/// A level of a type that can be taken off a name together with what goes through it: `int a[3]` with `a[i]`.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// The rule where the name is introduced, and its field for what is left.
    pub introduced: Part,
    /// The rule where the name is used, and its field for what is left.
    pub used: Part,
    /// The sign that the use begins with, if it has one.
    pub sign: Option<&'static str>,
}

/// The roles of a language by its name.
pub fn named(language: &str) -> Option<&'static Roles> {
    ALL.iter().find(|roles| roles.language == language)
}

const fn part(rule: &'static str, field: &'static str) -> Part {
    Part { rule, field }
}

const fn variable(rule: &'static str, name: &'static str, value: &'static str) -> Variable {
    Variable { rule, name, value }
}

const fn function(rule: &'static str, result: &'static str, nothing: Option<&'static str>) -> Function {
    Function {
        rule,
        result,
        nothing,
        ends_with_result: false,
    }
}

/// A language of which nothing is known.
const NONE: Roles = Roles {
    language: "",
    identifiers: &[],
    scopes: &[],
    conditions: &[],
    loop_conditions: &[],
    truth: ["true", "false"],
    negation: "!",
    expressions: &[],
    values: &[],
    types: &[],
    plain_types: &[],
    variables: &[],
    functions: &[],
    returns: &[],
    empty_return: "return;",
    counted_loops: &[],
    arrays: &[],
    pointers: &[],
};

const C: Roles = Roles {
    language: "c",
    identifiers: &["identifier"],
    scopes: &["compound_statement", "function_definition", "translation_unit"],
    conditions: &[
        part("if_statement", "condition"),
        part("conditional_expression", "condition"),
    ],
    loop_conditions: &[
        part("while_statement", "condition"),
        part("do_statement", "condition"),
        part("for_statement", "condition"),
    ],
    truth: ["1", "0"],
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
    variables: &[variable("init_declarator", "declarator", "value")],
    functions: &[function("function_definition", "type", Some("void"))],
    returns: &["return_statement"],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        start: "initializer",
        step: "update",
        body: "body",
    }],
    arrays: &[Level {
        introduced: part("array_declarator", "declarator"),
        used: part("subscript_expression", "argument"),
        sign: None,
    }],
    pointers: &[Level {
        introduced: part("pointer_declarator", "declarator"),
        used: part("pointer_expression", "argument"),
        sign: Some("*"),
    }],
    ..NONE
};

const CPP: Roles = Roles {
    language: "cpp",
    types: &[
        "type_identifier",
        "struct_specifier",
        "class_specifier",
        "union_specifier",
        "enum_specifier",
        "sized_type_specifier",
        "primitive_type",
        "template_type",
        "qualified_identifier",
        "placeholder_type_specifier",
        "decltype",
    ],
    ..C
};

const RUST: Roles = Roles {
    language: "rust",
    identifiers: &["identifier"],
    scopes: &["block", "function_item", "source_file"],
    conditions: &[part("if_expression", "condition")],
    loop_conditions: &[part("while_expression", "condition")],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "field_expression",
        "index_expression",
        "macro_invocation",
        "match_expression",
        "if_expression",
        "block",
        "reference_expression",
        "try_expression",
        "closure_expression",
        "struct_expression",
        "array_expression",
        "tuple_expression",
        "type_cast_expression",
        "unit_expression",
        "string_literal",
    ],
    values: &["0", "()", "loop{}"],
    types: &[
        "type_identifier",
        "generic_type",
        "scoped_type_identifier",
        "reference_type",
        "tuple_type",
        "array_type",
        "function_type",
        "dynamic_type",
        "abstract_type",
        "primitive_type",
        "pointer_type",
    ],
    plain_types: &["()", "u8"],
    variables: &[
        variable("let_declaration", "pattern", "value"),
        variable("const_item", "name", "value"),
        variable("static_item", "name", "value"),
    ],
    functions: &[Function {
        ends_with_result: true,
        ..function("function_item", "return_type", None)
    }],
    returns: &["return_expression"],
    empty_return: "return",
    ..NONE
};

const GO: Roles = Roles {
    language: "go",
    identifiers: &["identifier"],
    scopes: &["block", "function_declaration", "method_declaration", "source_file"],
    conditions: &[part("if_statement", "condition")],
    loop_conditions: &[part("for_clause", "condition")],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "selector_expression",
        "index_expression",
        "slice_expression",
        "composite_literal",
        "func_literal",
        "type_conversion_expression",
        "type_assertion_expression",
        "parenthesized_expression",
    ],
    values: &["0", "nil", "\"\""],
    types: &[
        "type_identifier",
        "pointer_type",
        "slice_type",
        "array_type",
        "map_type",
        "channel_type",
        "function_type",
        "struct_type",
        "interface_type",
        "generic_type",
        "qualified_type",
    ],
    plain_types: &["int"],
    variables: &[
        variable("short_var_declaration", "left", "right"),
        variable("var_spec", "name", "value"),
        variable("const_spec", "name", "value"),
    ],
    functions: &[
        function("function_declaration", "result", None),
        function("method_declaration", "result", None),
        function("func_literal", "result", None),
    ],
    returns: &["return_statement"],
    empty_return: "return",
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: Some("for_clause"),
        start: "initializer",
        step: "update",
        body: "body",
    }],
    ..NONE
};

const JAVA: Roles = Roles {
    language: "java",
    identifiers: &["identifier"],
    scopes: &["block", "method_declaration", "class_body", "program"],
    conditions: &[
        part("if_statement", "condition"),
        part("ternary_expression", "condition"),
    ],
    loop_conditions: &[
        part("while_statement", "condition"),
        part("do_statement", "condition"),
        part("for_statement", "condition"),
    ],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "method_invocation",
        "object_creation_expression",
        "array_creation_expression",
        "array_access",
        "field_access",
        "cast_expression",
        "lambda_expression",
        "method_reference",
        "ternary_expression",
        "update_expression",
        "instanceof_expression",
        "parenthesized_expression",
    ],
    values: &["0", "null", "\"\"", "true"],
    types: &[
        "type_identifier",
        "generic_type",
        "scoped_type_identifier",
        "array_type",
        "integral_type",
        "floating_point_type",
        "boolean_type",
    ],
    plain_types: &["int", "Object"],
    variables: &[variable("variable_declarator", "name", "value")],
    functions: &[function("method_declaration", "type", Some("void"))],
    returns: &["return_statement"],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        start: "init",
        step: "update",
        body: "body",
    }],
    ..NONE
};

const JAVASCRIPT: Roles = Roles {
    language: "javascript",
    identifiers: &["identifier", "shorthand_property_identifier"],
    scopes: &["statement_block", "function_declaration", "program"],
    conditions: &[
        part("if_statement", "condition"),
        part("ternary_expression", "condition"),
    ],
    loop_conditions: &[
        part("while_statement", "condition"),
        part("do_statement", "condition"),
        part("for_statement", "condition"),
    ],
    expressions: &[
        "binary_expression",
        "unary_expression",
        "call_expression",
        "new_expression",
        "member_expression",
        "subscript_expression",
        "object",
        "array",
        "arrow_function",
        "function_expression",
        "class",
        "template_string",
        "ternary_expression",
        "await_expression",
        "assignment_expression",
        "parenthesized_expression",
    ],
    values: &["0", "null", "{}"],
    variables: &[variable("variable_declarator", "name", "value")],
    counted_loops: &[CountedLoop {
        rule: "for_statement",
        head: None,
        start: "initializer",
        step: "increment",
        body: "body",
    }],
    ..NONE
};

const TYPESCRIPT: Roles = Roles {
    language: "typescript",
    types: &[
        "type_identifier",
        "predefined_type",
        "generic_type",
        "object_type",
        "array_type",
        "tuple_type",
        "union_type",
        "intersection_type",
        "conditional_type",
        "function_type",
        "literal_type",
        "lookup_type",
        "index_type_query",
        "type_query",
        "parenthesized_type",
        "nested_type_identifier",
        "template_literal_type",
    ],
    plain_types: &["any", "never"],
    values: &["0", "null", "{}", "null!"],
    ..JAVASCRIPT
};

const TSX: Roles = Roles {
    language: "tsx",
    ..TYPESCRIPT
};

const PYTHON: Roles = Roles {
    language: "python",
    identifiers: &["identifier"],
    scopes: &["block", "function_definition", "module"],
    conditions: &[part("if_statement", "condition"), part("elif_clause", "condition")],
    loop_conditions: &[part("while_statement", "condition")],
    truth: ["True", "False"],
    negation: "not ",
    expressions: &[
        "binary_operator",
        "boolean_operator",
        "comparison_operator",
        "unary_operator",
        "not_operator",
        "call",
        "attribute",
        "subscript",
        "list",
        "dictionary",
        "set",
        "tuple",
        "list_comprehension",
        "dictionary_comprehension",
        "set_comprehension",
        "generator_expression",
        "lambda",
        "conditional_expression",
        "await",
        "parenthesized_expression",
    ],
    values: &["0", "None", "\"\""],
    types: &["type"],
    plain_types: &["int"],
    variables: &[variable("assignment", "left", "right")],
    ..NONE
};

/// All languages with roles.
static ALL: &[Roles] = &[C, CPP, GO, JAVA, JAVASCRIPT, PYTHON, RUST, TSX, TYPESCRIPT];

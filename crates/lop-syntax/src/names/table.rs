//! Which rules define names, and which open scopes, language by language.
//!
//! A definition is a rule and the field that holds its name: the first name in that field is the one that is
//! defined, wherever declarators put it. It is known in the innermost scope around the rule.

/// What is known of a language's names.
#[derive(Debug)]
pub struct Table {
    /// The languages that it is for.
    pub languages: &'static [&'static str],
    /// Rules that define a name, each with the field that holds it.
    pub definitions: &'static [(&'static str, &'static str)],
    /// Rules that open a scope.
    pub scopes: &'static [&'static str],
    /// Rules that give a type another name: the fields of the name and of the type.
    pub aliases: &'static [(&'static str, &'static str, &'static str)],
    /// Rules that can do without their body, the body's field, and what stands for it then.
    pub declarations: &'static [(&'static str, &'static str, &'static str)],
    /// The word before a parameter that makes a variable of it, maybe an empty one; nothing where no `= value;` can follow.
    pub variable: Option<&'static str>,
}

/// The table of a language.
pub fn of(language: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.languages.contains(&language))
}

static TABLES: &[Table] = &[
    Table {
        languages: &["c", "cpp", "glsl"],
        definitions: &[
            ("function_definition", "declarator"),
            ("inline_method_definition", "declarator"),
            ("declaration", "declarator"),
            ("parameter_declaration", "declarator"),
            ("optional_parameter_declaration", "declarator"),
            ("field_declaration", "declarator"),
            ("type_definition", "declarator"),
            ("for_range_loop", "declarator"),
            ("struct_specifier", "name"),
            ("union_specifier", "name"),
            ("class_specifier", "name"),
            ("enum_specifier", "name"),
            ("enumerator", "name"),
            ("preproc_def", "name"),
            ("preproc_function_def", "name"),
            ("labeled_statement", "label"),
            ("namespace_definition", "name"),
            ("alias_declaration", "name"),
        ],
        scopes: &[
            "translation_unit",
            "function_definition",
            "inline_method_definition",
            "compound_statement",
            "for_statement",
            "for_range_loop",
            "lambda_expression",
            "namespace_definition",
            "template_declaration",
        ],
        aliases: &[
            ("type_definition", "declarator", "type"),
            ("alias_declaration", "name", "type"),
        ],
        declarations: &[
            ("function_definition", "body", ";"),
            ("inline_method_definition", "body", ";"),
        ],
        variable: Some(""),
    },
    Table {
        languages: &["rust"],
        definitions: &[
            ("function_item", "name"),
            ("function_signature_item", "name"),
            ("struct_item", "name"),
            ("union_item", "name"),
            ("enum_item", "name"),
            ("enum_variant", "name"),
            ("trait_item", "name"),
            ("type_item", "name"),
            ("associated_type", "name"),
            ("mod_item", "name"),
            ("const_item", "name"),
            ("static_item", "name"),
            ("macro_definition", "name"),
            ("field_declaration", "name"),
            ("type_parameter", "name"),
            ("const_parameter", "name"),
            ("let_declaration", "pattern"),
            ("parameter", "pattern"),
            ("for_expression", "pattern"),
            ("use_as_clause", "alias"),
        ],
        scopes: &[
            "source_file",
            "mod_item",
            "function_item",
            "function_signature_item",
            "impl_item",
            "trait_item",
            "struct_item",
            "enum_item",
            "type_item",
            "block",
            "closure_expression",
            "for_expression",
            "match_arm",
        ],
        aliases: &[("type_item", "name", "type")],
        declarations: &[],
        variable: Some("let"),
    },
    Table {
        languages: &["go"],
        definitions: &[
            ("function_declaration", "name"),
            ("method_declaration", "name"),
            ("type_spec", "name"),
            ("type_alias", "name"),
            ("const_spec", "name"),
            ("var_spec", "name"),
            ("parameter_declaration", "name"),
            ("variadic_parameter_declaration", "name"),
            ("type_parameter_declaration", "name"),
            ("field_declaration", "name"),
            ("method_elem", "name"),
            ("import_spec", "name"),
            ("short_var_declaration", "left"),
            ("range_clause", "left"),
        ],
        scopes: &[
            "source_file",
            "function_declaration",
            "method_declaration",
            "func_literal",
            "block",
            "if_statement",
            "for_statement",
            "expression_switch_statement",
            "expression_case",
            "type_case",
        ],
        aliases: &[("type_alias", "name", "type"), ("type_spec", "name", "type")],
        declarations: &[],
        variable: Some("var"),
    },
    Table {
        languages: &["haskell"],
        definitions: &[
            ("function", "name"),
            ("bind", "name"),
            ("signature", "name"),
            ("data_type", "name"),
            ("data_constructor", "constructor"),
            ("gadt_constructor", "name"),
            ("newtype", "name"),
            ("newtype_constructor", "name"),
            ("field", "name"),
            ("type_synonym", "name"),
            ("type_family", "name"),
            ("data_family", "name"),
            ("kind_signature", "name"),
            ("class", "name"),
        ],
        scopes: &["haskell", "function", "bind", "instance"],
        aliases: &[("type_synonym", "name", "type")],
        declarations: &[],
        variable: None,
    },
    Table {
        languages: &["java"],
        definitions: &[
            ("class_declaration", "name"),
            ("interface_declaration", "name"),
            ("enum_declaration", "name"),
            ("record_declaration", "name"),
            ("method_declaration", "name"),
            ("constructor_declaration", "name"),
            ("variable_declarator", "name"),
            ("formal_parameter", "name"),
            ("catch_formal_parameter", "name"),
            ("enum_constant", "name"),
            ("enhanced_for_statement", "name"),
        ],
        scopes: &[
            "program",
            "class_body",
            "interface_body",
            "enum_body",
            "method_declaration",
            "constructor_declaration",
            "lambda_expression",
            "block",
            "for_statement",
            "enhanced_for_statement",
        ],
        aliases: &[],
        declarations: &[("method_declaration", "body", ";")],
        variable: Some(""),
    },
    Table {
        languages: &["javascript", "typescript", "tsx"],
        definitions: &[
            ("function_declaration", "name"),
            ("generator_function_declaration", "name"),
            ("class_declaration", "name"),
            ("abstract_class_declaration", "name"),
            ("method_definition", "name"),
            ("variable_declarator", "name"),
            ("import_specifier", "name"),
            ("required_parameter", "pattern"),
            ("optional_parameter", "pattern"),
            ("type_alias_declaration", "name"),
            ("interface_declaration", "name"),
            ("enum_declaration", "name"),
            ("type_parameter", "name"),
            ("property_signature", "name"),
            ("method_signature", "name"),
        ],
        scopes: &[
            "program",
            "function_declaration",
            "function_expression",
            "arrow_function",
            "method_definition",
            "class_declaration",
            "statement_block",
            "for_statement",
            "for_in_statement",
            "type_alias_declaration",
            "interface_declaration",
        ],
        aliases: &[("type_alias_declaration", "name", "value")],
        declarations: &[],
        variable: Some("let"),
    },
    Table {
        languages: &["python"],
        definitions: &[
            ("function_definition", "name"),
            ("class_definition", "name"),
            ("assignment", "left"),
            ("named_expression", "name"),
            ("default_parameter", "name"),
            ("typed_default_parameter", "name"),
            ("for_statement", "left"),
            ("for_in_clause", "left"),
            ("aliased_import", "alias"),
        ],
        scopes: &[
            "module",
            "function_definition",
            "lambda",
            "list_comprehension",
            "generator_expression",
        ],
        aliases: &[],
        declarations: &[],
        variable: None,
    },
    Table {
        languages: &["smtlib"],
        definitions: &[
            ("declare_const_command", "name"),
            ("declare_fun_command", "name"),
            ("declare_sort_command", "name"),
            ("define_sort_command", "name"),
            ("define_const_command", "name"),
            ("define_fun_command", "name"),
            ("define_fun_rec_command", "name"),
            ("function_declaration", "name"),
            ("binding", "name"),
            ("sorted_variable", "name"),
            ("selector", "name"),
        ],
        scopes: &[
            "script",
            "let_term",
            "quantified_term",
            "lambda_term",
            "define_fun_command",
            "define_fun_rec_command",
        ],
        aliases: &[("define_sort_command", "name", "sort")],
        declarations: &[],
        variable: None,
    },
    Table {
        languages: &["csharp"],
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
        aliases: &[],
        declarations: &[],
        variable: Some(""),
    },
    Table {
        languages: &["scala"],
        definitions: &[
            ("class_definition", "name"),
            ("trait_definition", "name"),
            ("object_definition", "name"),
            ("enum_definition", "name"),
            ("simple_enum_case", "name"),
            ("full_enum_case", "name"),
            ("type_definition", "name"),
            ("given_definition", "name"),
            ("function_definition", "name"),
            ("function_declaration", "name"),
            ("val_declaration", "name"),
            ("var_declaration", "name"),
            ("parameter", "name"),
            ("class_parameter", "name"),
            ("val_definition", "pattern"),
            ("var_definition", "pattern"),
        ],
        scopes: &[
            "compilation_unit",
            "function_definition",
            "block",
            "lambda_expression",
            "case_clause",
        ],
        aliases: &[("type_definition", "name", "type")],
        declarations: &[],
        variable: Some("val"),
    },
    Table {
        languages: &["solidity"],
        definitions: &[
            ("contract_declaration", "name"),
            ("interface_declaration", "name"),
            ("library_declaration", "name"),
            ("struct_declaration", "name"),
            ("struct_member", "name"),
            ("enum_declaration", "name"),
            ("error_declaration", "name"),
            ("event_definition", "name"),
            ("function_definition", "name"),
            ("modifier_definition", "name"),
            ("state_variable_declaration", "name"),
            ("constant_variable_declaration", "name"),
            ("variable_declaration", "name"),
            ("user_defined_type_definition", "name"),
            ("parameter", "name"),
        ],
        scopes: &[
            "source_file",
            "function_definition",
            "modifier_definition",
            "block_statement",
            "for_statement",
        ],
        aliases: &[],
        declarations: &[],
        variable: Some(""),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::LANGUAGES;

    /// Languages share tables, so a rule has to be one of some language that has the table.
    #[test]
    fn tables_speak_of_rules_that_are_there() {
        let with_tables = || {
            LANGUAGES
                .iter()
                .filter_map(|language| Some((language, of(language.name)?)))
        };
        for (language, table) in with_tables() {
            let alike = with_tables().filter(|(_, other)| std::ptr::eq(*other, table));
            let syntaxes: Vec<_> = alike
                .map(|(other, _)| other.syntax().expect("a shipped grammar"))
                .collect();
            let rules = table.definitions.iter().map(|(rule, _)| *rule);
            for rule in rules.chain(table.scopes.iter().copied()) {
                let is_known = syntaxes.iter().any(|syntax| {
                    syntax
                        .grammar()
                        .is_some_and(|grammar| grammar.rule_named(rule).is_some())
                });
                assert!(is_known, "{}: {rule}", language.name);
            }
        }
    }
}

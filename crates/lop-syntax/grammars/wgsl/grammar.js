// A tree-sitter grammar for WGSL, the WebGPU Shading Language.
//
// It is written from the WGSL specification (https://www.w3.org/TR/WGSL/). It is meant for tools that
// edit programs, such as test-case reducers. Hence whatever the language lets one leave out is an
// optional() or a repeat() here, every list is flat, and text that is not valid WGSL is accepted in
// corner cases only.

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// All keywords of the language. None of them is ever an identifier. The words that the specification
// reserves for the future are identifiers here, because a compiler under test may well accept them.
const KEYWORDS = [
  'alias', 'break', 'case', 'const', 'const_assert', 'continue', 'continuing', 'default',
  'diagnostic', 'discard', 'else', 'enable', 'false', 'fn', 'for', 'if', 'let', 'loop', 'override',
  'requires', 'return', 'struct', 'switch', 'true', 'var', 'while',
];

// One underscore may start a name, but it is no name by itself, and two of them start no name.
const NAME = /\p{XID_Start}\p{XID_Continue}*|_[\p{XID_Continue}&&[^_]]\p{XID_Continue}*/;

// Some compilers know integers and floats of 64 bits as an extension. Their suffixes start with an l.
const INTEGER_SUFFIX = optional(/l?[iu]/);
const FLOAT_SUFFIX = /[fh]|lf/;
const EXPONENT = /[eE][+-]?[0-9]+/;
const BINARY_EXPONENT = seq(/[pP][+-]?[0-9]+/, optional(FLOAT_SUFFIX));

// One or more elements with commas between them and possibly one at the end.
const commaSeparated = element => seq(
  element,
  repeat(seq(',', element)),
  optional(','),
);

// An attribute that has nothing but a name.
const plainAttribute = name => seq('@', name);

// An attribute with one operand.
const unaryAttribute = (name, operand) => seq('@', name, '(', operand, optional(','), ')');

// An attribute with one or two operands, the second of which makes no sense without the first.
const nameAttribute = (name, operand) => seq(
  '@',
  name,
  '(',
  operand,
  optional(seq(',', operand)),
  optional(','),
  ')',
);

module.exports = grammar({
  name: 'wgsl',

  externals: $ => [
    // A less-than sign starts a template list only if the scanner finds its end. The specification
    // says how it is to be found.
    $._template_start,
    $._template_end,

    // Block comments nest.
    $.block_comment,

    // The grammar never uses this token, so it is valid only during error recovery.
    $._error_sentinel,
  ],

  extras: $ => [
    /[ \t\n\v\f\r\u0085\u200e\u200f\u2028\u2029]/,
    $.line_comment,
    $.block_comment,
  ],

  word: $ => $.identifier,

  reserved: {
    global: _ => KEYWORDS,
  },

  supertypes: $ => [
    $._directive,
    $._declaration,
    $._attribute,
    $._statement,
    $._expression,
  ],

  rules: {
    // All directives come before all declarations.
    translation_unit: $ => seq(repeat($._directive), repeat($._declaration)),

    // ----------------------------------------------------------------------------------------------
    // Directives
    // ----------------------------------------------------------------------------------------------

    _directive: $ => choice(
      $.diagnostic_directive,
      $.enable_directive,
      $.requires_directive,
    ),

    diagnostic_directive: $ => seq('diagnostic', $._diagnostic_control, ';'),

    _diagnostic_control: $ => seq(
      '(',
      $.severity,
      ',',
      $.diagnostic_rule_name,
      optional(','),
      ')',
    ),

    severity: _ => choice('error', 'warning', 'info', 'off'),

    diagnostic_rule_name: $ => seq($.identifier, optional(seq('.', $.identifier))),

    enable_directive: $ => seq('enable', commaSeparated($.identifier), ';'),

    requires_directive: $ => seq('requires', commaSeparated($.identifier), ';'),

    // ----------------------------------------------------------------------------------------------
    // Declarations
    // ----------------------------------------------------------------------------------------------

    _declaration: $ => choice(
      $.empty_declaration,
      $.global_variable_declaration,
      $.global_constant_declaration,
      $.override_declaration,
      $.alias_declaration,
      $.struct_declaration,
      $.function_declaration,
      $.const_assert,
    ),

    empty_declaration: _ => ';',

    global_variable_declaration: $ => seq(
      repeat($._attribute),
      'var',
      optional($.template_list),
      $._optionally_typed_name,
      optional(seq('=', $._expression)),
      ';',
    ),

    global_constant_declaration: $ => seq(
      'const',
      $._optionally_typed_name,
      '=',
      $._expression,
      ';',
    ),

    override_declaration: $ => seq(
      repeat($._attribute),
      'override',
      $._optionally_typed_name,
      optional(seq('=', $._expression)),
      ';',
    ),

    _optionally_typed_name: $ => seq($.identifier, optional(seq(':', $._type))),

    alias_declaration: $ => seq('alias', $.identifier, '=', $._type, ';'),

    struct_declaration: $ => seq(
      'struct',
      $.identifier,
      '{',
      commaSeparated($.struct_member),
      '}',
    ),

    struct_member: $ => seq(repeat($._attribute), $.identifier, ':', $._type),

    function_declaration: $ => seq(
      repeat($._attribute),
      'fn',
      $.identifier,
      '(',
      optional(commaSeparated($.parameter)),
      ')',
      optional($.return_type),
      $.compound_statement,
    ),

    parameter: $ => seq(repeat($._attribute), $.identifier, ':', $._type),

    return_type: $ => seq('->', repeat($._attribute), $._type),

    const_assert: $ => seq('const_assert', $._expression, ';'),

    // ----------------------------------------------------------------------------------------------
    // Types
    // ----------------------------------------------------------------------------------------------

    _type: $ => choice($.type_name, $.templated_identifier),

    // An identifier that is a type as a whole has a node of its own, because such a type can stand in
    // for any other one, whereas the identifier in front of a template list cannot. In a template list,
    // the name of a type and that of a value look the same, and the precedence makes both of them
    // types.
    type_name: $ => prec(1, $.identifier),

    templated_identifier: $ => seq($.identifier, $.template_list),

    template_list: $ => seq(
      alias($._template_start, '<'),
      commaSeparated($._template_argument),
      alias($._template_end, '>'),
    ),

    // The specification has an identifier with a template list among the expressions. But such an
    // expression denotes a type, and a type is of use only in a template list and in a call.
    _template_argument: $ => choice($._expression, $._type),

    // ----------------------------------------------------------------------------------------------
    // Attributes
    // ----------------------------------------------------------------------------------------------

    // The attributes of the specification have rules of their own, because each of them demands a
    // certain number of operands. The last rule is for the extensions of compilers.
    _attribute: $ => choice(
      $.align_attribute,
      $.binding_attribute,
      $.blend_src_attribute,
      $.builtin_attribute,
      $.compute_attribute,
      $.const_attribute,
      $.diagnostic_attribute,
      $.fragment_attribute,
      $.group_attribute,
      $.id_attribute,
      $.interpolate_attribute,
      $.invariant_attribute,
      $.location_attribute,
      $.must_use_attribute,
      $.size_attribute,
      $.vertex_attribute,
      $.workgroup_size_attribute,
      $.other_attribute,
    ),

    align_attribute: $ => unaryAttribute('align', $._expression),
    binding_attribute: $ => unaryAttribute('binding', $._expression),
    blend_src_attribute: $ => unaryAttribute('blend_src', $._expression),
    // The second operand is the mode of a depth value, which not every version of the language has.
    builtin_attribute: $ => nameAttribute('builtin', $.identifier),
    compute_attribute: _ => plainAttribute('compute'),
    const_attribute: _ => plainAttribute('const'),
    diagnostic_attribute: $ => seq('@', 'diagnostic', $._diagnostic_control),
    fragment_attribute: _ => plainAttribute('fragment'),
    group_attribute: $ => unaryAttribute('group', $._expression),
    id_attribute: $ => unaryAttribute('id', $._expression),
    interpolate_attribute: $ => nameAttribute('interpolate', $.identifier),
    invariant_attribute: _ => plainAttribute('invariant'),
    location_attribute: $ => unaryAttribute('location', $._expression),
    must_use_attribute: _ => plainAttribute('must_use'),
    size_attribute: $ => unaryAttribute('size', $._expression),
    vertex_attribute: _ => plainAttribute('vertex'),
    // There are three operands at most, but a flat list lets one leave out any of them.
    workgroup_size_attribute: $ => seq(
      '@',
      'workgroup_size',
      '(',
      commaSeparated($._expression),
      ')',
    ),
    other_attribute: $ => seq(
      '@',
      $.identifier,
      optional(seq('(', optional(commaSeparated($._expression)), ')')),
    ),

    // ----------------------------------------------------------------------------------------------
    // Statements
    // ----------------------------------------------------------------------------------------------

    // Every statement includes the semicolon at its end, so that any statement can stand in for any
    // other. The header of a for statement has the same phrases without their semicolons, and hence
    // those phrases are nodes inside the statements.
    _statement: $ => choice(
      $.empty_statement,
      $.compound_statement,
      $.declaration_statement,
      $.update_statement,
      $.call_statement,
      $.const_assert,
      $.if_statement,
      $.switch_statement,
      $.loop_statement,
      $.for_statement,
      $.while_statement,
      $.break_statement,
      $.continue_statement,
      $.return_statement,
      $.discard_statement,
    ),

    empty_statement: _ => ';',

    compound_statement: $ => seq(repeat($._attribute), '{', repeat($._statement), '}'),

    declaration_statement: $ => seq($._local_declaration, ';'),

    _local_declaration: $ => choice(
      $.variable_declaration,
      $.let_declaration,
      $.const_declaration,
    ),

    variable_declaration: $ => seq(
      'var',
      optional($.template_list),
      $._optionally_typed_name,
      optional(seq('=', $._expression)),
    ),

    let_declaration: $ => seq('let', $._optionally_typed_name, '=', $._expression),

    const_declaration: $ => seq('const', $._optionally_typed_name, '=', $._expression),

    update_statement: $ => seq($._update, ';'),

    _update: $ => choice(
      $.assignment,
      $.phony_assignment,
      $.compound_assignment,
      $.increment,
      $.decrement,
    ),

    assignment: $ => seq($._lhs_expression, '=', $._expression),

    phony_assignment: $ => seq('_', '=', $._expression),

    compound_assignment: $ => seq(
      $._lhs_expression,
      choice('+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='),
      $._expression,
    ),

    increment: $ => seq($._lhs_expression, '++'),

    decrement: $ => seq($._lhs_expression, '--'),

    call_statement: $ => seq($.call_expression, ';'),

    if_statement: $ => seq(
      repeat($._attribute),
      'if',
      $._expression,
      $.compound_statement,
      repeat($.else_if_clause),
      optional($.else_clause),
    ),

    else_if_clause: $ => seq('else', 'if', $._expression, $.compound_statement),

    else_clause: $ => seq('else', $.compound_statement),

    // The second list of attributes is for the body.
    switch_statement: $ => seq(
      repeat($._attribute),
      'switch',
      $._expression,
      repeat($._attribute),
      '{',
      repeat1($._switch_clause),
      '}',
    ),

    _switch_clause: $ => choice($.case_clause, $.default_clause),

    case_clause: $ => seq(
      'case',
      commaSeparated($._case_selector),
      optional(':'),
      $.compound_statement,
    ),

    _case_selector: $ => choice($.default_selector, $._expression),

    default_selector: _ => 'default',

    default_clause: $ => seq('default', optional(':'), $.compound_statement),

    // The second list of attributes is for the body.
    loop_statement: $ => seq(
      repeat($._attribute),
      'loop',
      repeat($._attribute),
      '{',
      repeat($._statement),
      optional($.continuing_clause),
      '}',
    ),

    continuing_clause: $ => seq(
      'continuing',
      repeat($._attribute),
      '{',
      repeat($._statement),
      optional($.break_if),
      '}',
    ),

    break_if: $ => seq('break', 'if', $._expression, ';'),

    for_statement: $ => seq(
      repeat($._attribute),
      'for',
      '(',
      optional(field('initializer', $._for_initializer)),
      ';',
      optional(field('condition', $._expression)),
      ';',
      optional(field('update', $._for_update)),
      ')',
      field('body', $.compound_statement),
    ),

    _for_initializer: $ => choice($._local_declaration, $._for_update),

    _for_update: $ => choice($._update, $.call_expression),

    while_statement: $ => seq(
      repeat($._attribute),
      'while',
      $._expression,
      $.compound_statement,
    ),

    break_statement: _ => seq('break', ';'),

    continue_statement: _ => seq('continue', ';'),

    return_statement: $ => seq('return', optional($._expression), ';'),

    discard_statement: _ => seq('discard', ';'),

    // ----------------------------------------------------------------------------------------------
    // Left-hand sides
    // ----------------------------------------------------------------------------------------------

    // What can be assigned to has rules of its own, because it is much less than an expression.
    _lhs_expression: $ => choice($._lhs_without_ampersand, $.lhs_address_of),

    _lhs_without_ampersand: $ => choice($._lhs_base, $.lhs_indirection),

    _lhs_base: $ => choice(
      $.lhs_identifier,
      $.lhs_parenthesized,
      $.lhs_member,
      $.lhs_index,
    ),

    lhs_identifier: $ => $.identifier,

    lhs_parenthesized: $ => seq('(', $._lhs_expression, ')'),

    lhs_member: $ => seq($._lhs_base, '.', $.member_name),

    lhs_index: $ => seq($._lhs_base, '[', $._expression, ']'),

    lhs_indirection: $ => seq('*', $._lhs_expression),

    lhs_address_of: $ => seq('&', $._lhs_without_ampersand),

    // ----------------------------------------------------------------------------------------------
    // Expressions
    // ----------------------------------------------------------------------------------------------

    // In WGSL the precedence of operators is a partial order. Some operators do not mix without
    // parentheses, and some do not even mix with themselves. So each level has rules of its own, which
    // say what its operands may be, and no operator has a numeric precedence.
    _expression: $ => choice(
      $._relational,
      $.short_circuit_or_expression,
      $.short_circuit_and_expression,
      $.binary_or_expression,
      $.binary_and_expression,
      $.binary_xor_expression,
    ),

    short_circuit_or_expression: $ => seq(
      choice($._relational, $.short_circuit_or_expression),
      '||',
      $._relational,
    ),

    short_circuit_and_expression: $ => seq(
      choice($._relational, $.short_circuit_and_expression),
      '&&',
      $._relational,
    ),

    binary_or_expression: $ => seq(
      choice($._unary, $.binary_or_expression),
      '|',
      $._unary,
    ),

    // See below for why its second operand is special.
    binary_and_expression: $ => seq(
      choice($._unary, $.binary_and_expression),
      '&',
      $._unary_without_ampersand,
    ),

    binary_xor_expression: $ => seq(
      choice($._unary, $.binary_xor_expression),
      '^',
      $._unary,
    ),

    _relational: $ => choice($._shift, $.relational_expression),

    relational_expression: $ => seq(
      $._shift,
      choice('<', '>', '<=', '>=', '==', '!='),
      $._shift,
    ),

    _shift: $ => choice($._additive, $.shift_expression),

    shift_expression: $ => seq($._unary, choice('<<', '>>'), $._unary),

    _additive: $ => choice($._multiplicative, $.additive_expression),

    additive_expression: $ => seq($._additive, choice('+', '-'), $._multiplicative),

    _multiplicative: $ => choice($._unary, $.multiplicative_expression),

    multiplicative_expression: $ => seq($._multiplicative, choice('*', '/', '%'), $._unary),

    _unary: $ => choice($._unary_without_ampersand, $.address_of),

    // Two ampersands in a row are always one token in WGSL, but here only where that token can stand.
    // Hence no operand of an ampersand starts with another one. Nothing is lost by that, because an
    // address is of no use to either operator.
    _unary_without_ampersand: $ => choice(
      $._singular,
      $.unary_expression,
      $.indirection,
    ),

    unary_expression: $ => seq(choice('-', '!', '~'), $._unary),

    indirection: $ => seq('*', $._unary),

    address_of: $ => seq('&', $._unary_without_ampersand),

    _singular: $ => choice(
      $._composite,
      $.int_literal,
      $.float_literal,
      $.bool_literal,
    ),

    // What may have parts. The specification has literals here too, but no literal has parts.
    _composite: $ => choice(
      $.identifier_expression,
      $.parenthesized_expression,
      $.call_expression,
      $.member_expression,
      $.index_expression,
    ),

    // An identifier that is an expression as a whole has a node of its own, because such an expression
    // can stand in for any other one, whereas the name of a function cannot.
    identifier_expression: $ => $.identifier,

    parenthesized_expression: $ => seq('(', $._expression, ')'),

    // The function may also be a type, of which a value is then constructed. The compiler infers many
    // a template list there.
    call_expression: $ => seq(
      choice($.identifier, $.templated_identifier),
      '(',
      optional(commaSeparated($._expression)),
      ')',
    ),

    // A member of a structure, a component of a vector, or a swizzle of its components.
    member_expression: $ => seq($._composite, '.', $.member_name),

    index_expression: $ => seq($._composite, '[', $._expression, ']'),

    // ----------------------------------------------------------------------------------------------
    // Tokens
    // ----------------------------------------------------------------------------------------------

    identifier: _ => NAME,

    // This token looks like an identifier, but it is not one, because the name of a member cannot
    // stand in for the expression that it is a part of. The precedence has no effect other than to keep
    // the two rules apart for the generator.
    member_name: _ => token(prec(1, NAME)),

    bool_literal: _ => choice('true', 'false'),

    // A decimal integer has no leading zero.
    int_literal: _ => token(seq(
      choice('0', /[1-9][0-9]*/, /0[xX][0-9a-fA-F]+/),
      INTEGER_SUFFIX,
    )),

    // Without a point and an exponent, it is the suffix that makes a float. A hexadecimal float takes a
    // suffix only after an exponent, because the letter f is a digit before it.
    float_literal: _ => token(choice(
      seq(choice('0', /[1-9][0-9]*/), FLOAT_SUFFIX),
      seq(/[0-9]*\.[0-9]+/, optional(EXPONENT), optional(FLOAT_SUFFIX)),
      seq(/[0-9]+\.[0-9]*/, optional(EXPONENT), optional(FLOAT_SUFFIX)),
      seq(/[0-9]+/, EXPONENT, optional(FLOAT_SUFFIX)),
      seq(/0[xX][0-9a-fA-F]*\.[0-9a-fA-F]+/, optional(BINARY_EXPONENT)),
      seq(/0[xX][0-9a-fA-F]+\.[0-9a-fA-F]*/, optional(BINARY_EXPONENT)),
      seq(/0[xX][0-9a-fA-F]+/, BINARY_EXPONENT),
    )),

    line_comment: _ => token(seq('//', /[^\n\v\f\r\u0085\u2028\u2029]*/)),
  },
});

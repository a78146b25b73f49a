// A tree-sitter grammar for the CUE configuration language.
//
// It is written from the CUE language specification (https://cuelang.org/docs/reference/spec/).
// It is meant for tools that edit programs, such as test-case reducers. Hence whatever the language
// lets one leave out is an optional() or a repeat() here, every list is flat, and text that is not
// valid CUE is accepted in corner cases only.

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// The binding strength of operators. A higher number binds tighter.
const PREC = {
  disjunction: 1,
  unification: 2,
  or: 3,
  and: 4,
  comparison: 5,
  addition: 6,
  multiplication: 7,
  unary: 8,
  postfix: 9,
};

// The four words among the operators are such in older versions of CUE only. They are ordinary names
// wherever no operator can stand.
const BINARY_OPERATORS = {
  '|': PREC.disjunction,
  '&': PREC.unification,
  '||': PREC.or,
  '&&': PREC.and,
  '==': PREC.comparison,
  '!=': PREC.comparison,
  '<': PREC.comparison,
  '<=': PREC.comparison,
  '>': PREC.comparison,
  '>=': PREC.comparison,
  '=~': PREC.comparison,
  '!~': PREC.comparison,
  '+': PREC.addition,
  '-': PREC.addition,
  '*': PREC.multiplication,
  '/': PREC.multiplication,
  'div': PREC.multiplication,
  'mod': PREC.multiplication,
  'quo': PREC.multiplication,
  'rem': PREC.multiplication,
};

// The comparison operators also serve as bounds, and the star marks a default. The double equals sign
// is a bound in newer versions of CUE only.
const UNARY_OPERATORS = ['+', '-', '!', '*', '==', '!=', '<', '<=', '>', '>=', '=~', '!~'];

const LETTER = /[\p{L}_$]/;
const LETTER_OR_DIGIT = /[\p{L}_$\p{Nd}]/;

const DECIMALS = /[0-9](_?[0-9])*/;
const EXPONENT = seq(/[eE][+-]?/, DECIMALS);
const MULTIPLIER = /[KMGTP]i?/;

// A comma may be written, or be implied by the end of a line.
const comma = $ => choice(',', $._automatic_comma);

// One or more elements with commas between them and possibly one at the end.
const commaSeparated = ($, element) => seq(
  element,
  repeat(seq(comma($), element)),
  optional(comma($)),
);

module.exports = grammar({
  name: 'cue',

  externals: $ => [
    $._automatic_comma,

    // The scanner owns the literals because the number of hash signs around a literal decides what
    // ends it and what starts an escape or an interpolation in it. Those tokens that may contain
    // white space are visible, because it has a meaning in them that it has nowhere else.
    $._string_start,
    $._bytes_start,
    $._string_end,
    $._multiline_string_start,
    $._multiline_bytes_start,
    $.multiline_end,
    $.line_start,
    $.string_content,
    $._interpolation_start,

    $.attribute_content,

    // The scanner never produces these two. It only asks whether they are valid, because a line end
    // before one of them implies a comma even where no comma is allowed.
    ')',
    ']',

    // The grammar never uses this token, so it is valid only during error recovery.
    $._error_sentinel,
  ],

  extras: $ => [/[ \t\r\n]/, $.comment],

  word: $ => $.identifier,

  // These alternatives are inlined so that the parser need not decide between a list and a pattern
  // label, between parentheses and a dynamic label, or between an optional reference and an optional
  // field, before it has seen what follows the bracket or the question mark.
  inline: $ => [$._alias_expression, $._list_element, $._label_name, $._variable],

  rules: {
    // ----------------------------------------------------------------------------------------------
    // Files
    // ----------------------------------------------------------------------------------------------

    source_file: $ => seq(
      repeat($._preamble_attribute),
      optional(seq($.package_clause, comma($), repeat($._preamble_attribute))),
      repeat(seq($.import_declaration, comma($))),
      optional(commaSeparated($, $._declaration)),
    ),

    // An attribute at the start of a file could also be the first declaration. Taking it as a part
    // of the preamble is always possible, so the higher precedence settles the matter.
    _preamble_attribute: $ => prec(1, seq($.attribute, comma($))),

    package_clause: $ => seq('package', choice($.identifier, $.blank_identifier)),

    import_declaration: $ => seq('import', choice($.import_spec, $.import_group)),

    import_group: $ => seq('(', optional(commaSeparated($, $.import_spec)), ')'),

    import_spec: $ => seq(optional($.identifier), $.import_path),

    // An import path is neither empty nor interpolated. Implementations also accept bytes.
    import_path: $ => seq(choice($._string_start, $._bytes_start), $.string_content, $._string_end),

    // ----------------------------------------------------------------------------------------------
    // Declarations
    // ----------------------------------------------------------------------------------------------

    _declaration: $ => choice(
      $.field,
      $.struct_ellipsis,
      $.let_clause,
      $.attribute,
      $.comprehension,
      $._alias_expression,
    ),

    field: $ => seq(
      repeat1(seq($.label, ':')),
      $._alias_expression,
      repeat($.attribute),
    ),

    label: $ => seq(
      optional(seq($._variable, '=')),
      choice(
        seq($._label_name, optional($.postfix_alias), optional(choice('?', '!'))),
        seq($.pattern_label, optional($.postfix_alias)),
      ),
    ),

    // A name for the value of a field, or one for its label and one for its value.
    postfix_alias: $ => seq('~', choice(
      $._variable,
      seq('(', $._variable, optional(seq(',', $._variable)), ')'),
    )),

    _label_name: $ => choice(
      $.identifier,
      $.blank_identifier,
      $.keyword_identifier,
      $.null,
      $.boolean,
      $.string,
      $.dynamic_label,
    ),

    dynamic_label: $ => seq('(', $._alias_expression, ')'),

    pattern_label: $ => seq('[', choice($._alias_expression, $.comprehension), ']'),

    // Structs and lists have separate rules for the ellipsis, because a tool that moves code should
    // not move the typed ellipsis of a list into a struct. The specification allows a type in both
    // places, but implementations accept it in lists only.
    struct_ellipsis: $ => seq('...', optional($._expression)),

    attribute: $ => seq('@', $.attribute_name, '(', optional($.attribute_content), ')'),

    attribute_name: _ => token.immediate(seq(LETTER, repeat(LETTER_OR_DIGIT))),

    // ----------------------------------------------------------------------------------------------
    // Comprehensions
    // ----------------------------------------------------------------------------------------------

    // A comprehension does not start with a let clause. Hence its clauses are written as groups of
    // one other clause and the let clauses after it.
    comprehension: $ => seq(
      repeat1(choice(
        seq(
          choice($.for_clause, $.if_clause, $.try_clause),
          optional(comma($)),
          repeat(seq($.let_clause, optional(comma($)))),
        ),
        $.try_guard,
      )),
      $.struct,
      optional($.else_clause),
    ),

    for_clause: $ => seq(
      'for',
      optional(seq($._variable, ',')),
      $._variable,
      'in',
      $._expression,
    ),

    _variable: $ => choice($.identifier, $.blank_identifier),

    if_clause: $ => seq('if', $._expression),

    // Either a reference that may fail has a name, or any reference in the struct may fail.
    try_clause: $ => seq('try', $.identifier, '=', $._expression),

    try_guard: _ => 'try',

    // What a comprehension yields that yields nothing else. Which of the words is right depends on its clauses.
    else_clause: $ => seq(choice('else', 'otherwise', 'fallback'), $.struct),

    let_clause: $ => seq('let', $._variable, '=', $._expression),

    // ----------------------------------------------------------------------------------------------
    // Expressions
    // ----------------------------------------------------------------------------------------------

    _alias_expression: $ => choice($.alias, $._expression),

    alias: $ => seq($.identifier, '=', $._expression),

    _expression: $ => choice(
      $.identifier,
      $.keyword_identifier,
      $.top,
      $.bottom,
      $.null,
      $.boolean,
      $.integer,
      $.float,
      $.open_number,
      $.string,
      $.multiline_string,
      $.bytes,
      $.multiline_bytes,
      $.struct,
      $.list,
      $.parenthesized_expression,
      $.selector_expression,
      $.index_expression,
      $.slice_expression,
      $.call_expression,
      $.optional_expression,
      $.open_expression,
      $.unary_expression,
      $.binary_expression,
    ),

    struct: $ => seq('{', optional(commaSeparated($, $._declaration)), '}'),

    list: $ => seq('[', optional(commaSeparated($, $._list_element)), ']'),

    // The ellipsis should come last, but it is an element like any other here. So the list is one flat
    // list, and each of its elements can be left out whether or not others remain.
    _list_element: $ => choice($._alias_expression, $.comprehension, $.list_ellipsis),

    list_ellipsis: $ => seq('...', optional($._expression)),

    parenthesized_expression: $ => seq('(', $._expression, ')'),

    selector_expression: $ => prec(PREC.postfix, seq(
      $._expression,
      '.',
      choice($.identifier, $.string_selector),
    )),

    // A quoted selector is neither empty nor interpolated.
    string_selector: $ => seq($._string_start, $.string_content, $._string_end),

    index_expression: $ => prec(PREC.postfix, seq(
      $._expression,
      '[',
      $._expression,
      optional(comma($)),
      ']',
    )),

    slice_expression: $ => prec(PREC.postfix, seq(
      $._expression,
      '[',
      optional($._expression),
      ':',
      optional($._expression),
      ']',
    )),

    call_expression: $ => prec(PREC.postfix, seq($._expression, $.arguments)),

    arguments: $ => seq('(', optional(commaSeparated($, $._expression)), ')'),

    // A reference that may fail, inside a try clause.
    optional_expression: $ => prec(PREC.postfix, seq(
      choice($.identifier, $.selector_expression, $.index_expression),
      '?',
    )),

    // A closed struct that is opened again. Anything else may be opened too, to no effect; a number is one
    // token with the dots, lest the first of them be taken for its point.
    open_expression: $ => prec(PREC.postfix, seq($._expression, '...')),

    unary_expression: $ => prec(PREC.unary, seq(choice(...UNARY_OPERATORS), $._expression)),

    binary_expression: $ => choice(
      ...Object.entries(BINARY_OPERATORS).map(([operator, precedence]) =>
        prec.left(precedence, seq($._expression, operator, $._expression))),
    ),

    // ----------------------------------------------------------------------------------------------
    // Strings and bytes
    // ----------------------------------------------------------------------------------------------

    // The delimiters of a literal include its hash signs.
    string: $ => seq(
      $._string_start,
      repeat(choice($.string_content, $.interpolation)),
      $._string_end,
    ),

    bytes: $ => seq(
      $._bytes_start,
      repeat(choice($.string_content, $.interpolation)),
      $._string_end,
    ),

    multiline_string: $ => seq(
      $._multiline_string_start,
      repeat($.string_line),
      $.multiline_end,
    ),

    multiline_bytes: $ => seq(
      $._multiline_bytes_start,
      repeat($.string_line),
      $.multiline_end,
    ),

    // The start of a line is the line break before it and the indentation after that. The end of a
    // multiline literal is its closing quotes with the line break and the indentation before them.
    // So any line can be left out, and so can any part of a line, without harm to the indentation.
    string_line: $ => seq(
      $.line_start,
      repeat(choice($.string_content, $.interpolation)),
    ),

    interpolation: $ => seq($._interpolation_start, $._expression, ')'),

    // ----------------------------------------------------------------------------------------------
    // Tokens
    // ----------------------------------------------------------------------------------------------

    // A hash sign in front makes the name of a definition, and an underscore makes a hidden name.
    // Implementations also accept a name that is nothing but such a prefix with a hash sign.
    identifier: _ => token(choice(
      seq(optional(/_?#/), LETTER, repeat(LETTER_OR_DIGIT)),
      /_?#/,
    )),

    // These keywords may be used as labels and as references. Where one of them can also start a
    // clause, the clause takes precedence. The keywords `in`, `else`, `otherwise` and `fallback` need no
    // mention, because they are taken for keywords only where no label and no reference can stand.
    keyword_identifier: _ => prec(-1, choice('for', 'if', 'let', 'try')),

    blank_identifier: _ => '_',

    top: _ => '_',

    bottom: _ => '_|_',

    null: _ => 'null',

    boolean: _ => choice('true', 'false'),

    // A decimal integer has no leading zero, and it may carry a fraction before a multiplier.
    integer: _ => token(choice(
      '0',
      /[1-9](_?[0-9])*/,
      seq(DECIMALS, optional(seq('.', DECIMALS)), MULTIPLIER),
      seq('.', DECIMALS, MULTIPLIER),
      /0[xX][0-9a-fA-F](_?[0-9a-fA-F])*/,
      /0o[0-7](_?[0-7])*/,
      /0b[01](_?[01])*/,
    )),

    float: _ => token(choice(
      seq(DECIMALS, '.', optional(DECIMALS), optional(EXPONENT)),
      seq(DECIMALS, EXPONENT),
      seq('.', DECIMALS, optional(EXPONENT)),
    )),

    open_number: _ => token(seq(DECIMALS, '...')),

    comment: _ => token(seq('//', /[^\n]*/)),
  },
});

/**
 * SMT-LIB 2.6 / 2.7 scripts, written from the standard, plus the extensions
 * that solver inputs commonly use (optimisation, fixedpoint, the older form of
 * declare-datatypes, lambda as the head of an application).
 *
 * Shape of the grammar:
 *   - every list whose elements may go is a plain repeat / repeat1;
 *   - _command, _term, _sort and friends are hidden choices, so that a node can
 *     stand wherever the hidden rule is accepted;
 *   - command names are keywords only directly after the opening parenthesis of
 *     a command; elsewhere they are ordinary symbols.
 */

// A command: an opening parenthesis, its name, its operands.
const command = (name, ...operands) => seq('(', name, ...operands, ')');

// A parenthesised sequence.
const parens = (...content) => seq('(', ...content, ')');

// Characters of a simple symbol; digits only after the first one.
const LETTER = 'a-zA-Z~!@$%^&*_\\-+=<>.?/';

module.exports = grammar({
  name: 'smtlib',

  extras: $ => [/\s/, $.comment],

  word: $ => $.symbol,

  supertypes: $ => [$._command, $._term, $._sort],

  // Words that are never symbols. `match` (new in 2.6) and `lambda` (new in
  // 2.7) are left out on purpose: older scripts use them as names. They are
  // still keywords after the opening parenthesis of a term.
  reserved: {
    global: $ => ['_', '!', 'as', 'let', 'forall', 'exists', 'par'],
  },

  rules: {
    script: $ => repeat($._command),

    // ---------------------------------------------------------------- commands

    _command: $ => choice(
      $.set_logic_command,
      $.set_info_command,
      $.set_option_command,
      $.declare_const_command,
      $.declare_fun_command,
      $.declare_sort_command,
      $.declare_sort_parameter_command,
      $.declare_datatype_command,
      $.declare_datatypes_command,
      $.declare_var_command,
      $.declare_rel_command,
      $.define_const_command,
      $.define_fun_command,
      $.define_fun_rec_command,
      $.define_funs_rec_command,
      $.define_sort_command,
      $.assert_command,
      $.assert_soft_command,
      $.minimize_command,
      $.maximize_command,
      $.rule_command,
      $.query_command,
      $.check_sat_command,
      $.check_sat_assuming_command,
      $.push_command,
      $.pop_command,
      $.get_assertions_command,
      $.get_assignment_command,
      $.get_info_command,
      $.get_model_command,
      $.get_objectives_command,
      $.get_option_command,
      $.get_proof_command,
      $.get_unsat_assumptions_command,
      $.get_unsat_core_command,
      $.get_value_command,
      $.simplify_command,
      $.eval_command,
      $.echo_command,
      $.reset_command,
      $.reset_assertions_command,
      $.exit_command,
      $.command,
    ),

    set_logic_command: $ => command('set-logic', $._symbol),
    set_info_command: $ => command('set-info', $.attribute),
    set_option_command: $ => command('set-option', $.attribute),

    declare_const_command: $ => command('declare-const',
      field('name', $._symbol),
      field('sort', $._sort),
    ),
    declare_fun_command: $ => command('declare-fun',
      field('name', $._symbol),
      parens(repeat($._sort)),
      field('sort', $._sort),
    ),

    // The arity is mandatory in the standard, some solvers take it as 0.
    declare_sort_command: $ => command('declare-sort',
      field('name', $._symbol),
      optional($.numeral),
    ),
    declare_sort_parameter_command: $ => command('declare-sort-parameter',
      field('name', $._symbol),
    ),
    define_sort_command: $ => command('define-sort',
      field('name', $._symbol),
      parens(repeat($._symbol)),
      field('sort', $._sort),
    ),

    define_const_command: $ => command('define-const',
      field('name', $._symbol),
      field('sort', $._sort),
      field('body', $._term),
    ),
    define_fun_command: $ => command('define-fun', $._function_definition),
    define_fun_rec_command: $ => command('define-fun-rec', $._function_definition),
    define_funs_rec_command: $ => command('define-funs-rec',
      parens(repeat1($.function_declaration)),
      parens(repeat1($._term)),
    ),
    _function_definition: $ => seq(
      $._function_signature,
      field('body', $._term),
    ),
    function_declaration: $ => parens($._function_signature),
    _function_signature: $ => seq(
      field('name', $._symbol),
      parens(repeat($.sorted_variable)),
      field('sort', $._sort),
    ),

    declare_datatype_command: $ => command(
      choice('declare-datatype', 'declare-codatatype'),
      field('name', $._symbol),
      $._datatype,
    ),
    declare_datatypes_command: $ => command(
      choice('declare-datatypes', 'declare-codatatypes'),
      choice(
        seq(
          parens(repeat1($.sort_declaration)),
          parens(repeat1($._datatype)),
        ),
        // Before 2.6: sort parameters first, then named datatypes.
        seq(
          parens(repeat($._symbol)),
          parens(repeat1($.named_datatype)),
        ),
      ),
    ),
    sort_declaration: $ => parens(field('name', $._symbol), $.numeral),
    _datatype: $ => choice($.datatype, $.parametric_datatype),
    datatype: $ => parens(repeat1($._constructor)),
    parametric_datatype: $ => parens('par',
      parens(repeat1($._symbol)),
      $.datatype,
    ),
    named_datatype: $ => parens(
      field('name', $._symbol),
      repeat1($._constructor),
    ),
    // A bare symbol is a constructor without selectors (an extension).
    _constructor: $ => choice($.constructor, $._symbol),
    constructor: $ => parens(
      field('name', $._symbol),
      repeat($.selector),
    ),
    selector: $ => parens(field('name', $._symbol), field('sort', $._sort)),

    assert_command: $ => command('assert', $._term),
    assert_soft_command: $ => command('assert-soft', $._term, repeat($.attribute)),
    minimize_command: $ => command('minimize', $._term, repeat($.attribute)),
    maximize_command: $ => command('maximize', $._term, repeat($.attribute)),

    declare_var_command: $ => command('declare-var',
      field('name', $._symbol),
      field('sort', $._sort),
    ),
    declare_rel_command: $ => command('declare-rel',
      field('name', $._symbol),
      parens(repeat($._sort)),
      repeat($._symbol),
    ),
    rule_command: $ => command('rule', $._term, optional($._symbol)),
    query_command: $ => command('query', $._term, repeat($.attribute)),

    // Assumptions given directly to check-sat are an extension.
    check_sat_command: $ => command('check-sat', repeat($._term)),
    check_sat_assuming_command: $ => command('check-sat-assuming',
      parens(repeat($._term)),
    ),

    push_command: $ => command('push', optional($.numeral)),
    pop_command: $ => command('pop', optional($.numeral)),

    get_assertions_command: $ => command('get-assertions'),
    get_assignment_command: $ => command('get-assignment'),
    get_info_command: $ => command('get-info', $.keyword),
    get_model_command: $ => command('get-model', optional($.numeral)),
    get_objectives_command: $ => command('get-objectives'),
    get_option_command: $ => command('get-option', $.keyword),
    get_proof_command: $ => command('get-proof'),
    get_unsat_assumptions_command: $ => command('get-unsat-assumptions'),
    get_unsat_core_command: $ => command('get-unsat-core'),
    get_value_command: $ => command('get-value',
      parens(repeat1($._term)),
      repeat($.attribute),
    ),

    simplify_command: $ => command('simplify', $._term, repeat($.attribute)),
    eval_command: $ => command('eval', $._term, repeat($.attribute)),

    echo_command: $ => command('echo', $.string),
    reset_command: $ => command('reset'),
    reset_assertions_command: $ => command('reset-assertions'),
    exit_command: $ => command('exit'),

    // Any command not known above.
    command: $ => command(field('name', $._symbol), repeat($._s_expr)),

    // ------------------------------------------------------------------- terms

    _term: $ => choice(
      $._constant,
      $._symbol,
      $.indexed_identifier,
      $.qualified_identifier,
      $.application,
      $.map_application,
      $.let_term,
      $.lambda_term,
      $.quantified_term,
      $.match_term,
      $.annotated_term,
    ),

    application: $ => parens(
      field('function', $._function),
      repeat1($._term),
    ),
    _function: $ => choice($._symbol, $._compound_function),
    _compound_function: $ => choice(
      $.indexed_identifier,
      $.qualified_identifier,
      $.lambda_term,
      $.application,
      $.map_application,
    ),

    // Explicit application of a map (2.7). With a symbol as the map it has the
    // shape of an indexed identifier, and is read as one.
    map_application: $ => parens('_',
      field('function', $._compound_function),
      repeat1($._term),
    ),

    let_term: $ => parens('let',
      parens(repeat1($.binding)),
      field('body', $._term),
    ),
    binding: $ => parens(field('name', $._symbol), field('value', $._term)),

    lambda_term: $ => parens('lambda',
      parens(repeat1($.sorted_variable)),
      field('body', $._term),
    ),
    quantified_term: $ => parens(
      choice('forall', 'exists'),
      parens(repeat1($.sorted_variable)),
      field('body', $._term),
    ),
    sorted_variable: $ => parens(field('name', $._symbol), field('sort', $._sort)),

    match_term: $ => parens('match',
      field('subject', $._term),
      parens(repeat1($.match_case)),
    ),
    match_case: $ => parens(
      field('pattern', $._pattern),
      field('body', $._term),
    ),
    _pattern: $ => choice($._pattern_variable, $.constructor_pattern),
    constructor_pattern: $ => parens(
      field('constructor', $._symbol),
      repeat1($._pattern_variable),
    ),
    _pattern_variable: $ => choice($._symbol, $.wildcard),
    wildcard: _ => '_',

    annotated_term: $ => parens('!',
      field('body', $._term),
      repeat1($._term_attribute),
    ),
    _term_attribute: $ => choice(
      $.named_attribute,
      $.pattern_attribute,
      $.no_pattern_attribute,
      $.attribute,
    ),
    named_attribute: $ => seq(':named', $._symbol),
    pattern_attribute: $ => seq(':pattern', parens(repeat1($._term))),
    no_pattern_attribute: $ => seq(':no-pattern', $._term),

    // ------------------------------------------------- identifiers and sorts

    _identifier: $ => choice($._symbol, $.indexed_identifier),
    indexed_identifier: $ => parens('_',
      field('name', $._symbol),
      repeat1($._index),
    ),
    // A list as an index names a function by its signature (an extension).
    _index: $ => choice($.numeral, $.hexadecimal, $._symbol, $.s_list),
    qualified_identifier: $ => parens('as',
      field('name', $._identifier),
      field('sort', $._sort),
    ),

    _sort: $ => choice(
      $._symbol,
      $.indexed_identifier,
      $.parametric_sort,
    ),
    parametric_sort: $ => parens(
      field('constructor', $._identifier),
      repeat1($._sort),
    ),

    // ------------------------------------------- attributes and s-expressions

    attribute: $ => seq($.keyword, optional($._attribute_value)),
    _attribute_value: $ => choice($._constant, $._symbol, $.s_list),

    _s_expr: $ => choice(
      $._constant,
      $._symbol,
      $.keyword,
      $.reserved_word,
      $.s_list,
    ),
    s_list: $ => parens(repeat($._s_expr)),
    reserved_word: _ => choice('_', '!', 'as', 'let', 'forall', 'exists', 'par'),

    // ----------------------------------------------------------------- tokens

    _constant: $ => choice(
      $.numeral,
      $.decimal,
      $.hexadecimal,
      $.binary,
      $.string,
    ),
    numeral: _ => /[0-9]+/,
    decimal: _ => /[0-9]+\.[0-9]+/,
    hexadecimal: _ => /#x[0-9a-fA-F]+/,
    binary: _ => /#b[01]+/,
    // A quote inside a string is written twice.
    string: _ => /"([^"]|"")*"/,

    _symbol: $ => choice($.symbol, $.quoted_symbol),
    symbol: _ => new RegExp(`[${LETTER}][${LETTER}0-9]*`),
    quoted_symbol: _ => /\|([^|\\]|\\[\s\S])*\|/,
    keyword: _ => new RegExp(`:[${LETTER}0-9]+`),

    comment: _ => /;[^\r\n]*/,
  },
});

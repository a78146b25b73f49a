/**
 * A tree-sitter grammar for LLVM IR assembly (`.ll` files), LLVM 14 to 20,
 * with typed and with opaque pointers. It is written from the LLVM Language
 * Reference (https://llvm.org/docs/LangRef.html).
 *
 * The grammar is meant for test-case reduction, which explains its habits:
 *
 * - What the language lets one leave out is an `optional` or an element of a
 *   flat `repeat`; what it insists on is required. A block must end in a
 *   terminator, an atomic load must have an ordering, and so on.
 * - Modifiers which the language wants in a fixed order (visibility, calling
 *   convention, attributes, ...) form one flat list. Each of them can go by
 *   itself, and those that stay keep their order, so nothing invalid comes of
 *   it. As a row of optionals, they would multiply the states of the parser.
 * - Alternatives are hidden rules (`_value`, `_type`, ...), so that it is
 *   visible which node may stand in for which other one.
 *
 * No string may belong to two different tokens, because keywords are
 * recognised without regard to context. That is why names which several
 * constructs share (`weak`, `sub`, `swifterror`, ...) are plain strings, while
 * the long lists of attributes that have one use only are single tokens.
 */

/** One or more elements with commas between them. */
const list1 = (element) => seq(element, repeat(seq(',', element)));

/** Any number of elements with commas between them. */
const list = (element) => optional(list1(element));

/** The attachments, such as `, !dbg !7`, which may end any instruction. */
const attachments = ($) => repeat(seq(',', $.metadata_attachment));

/** The alignment, which comes first if it is there, and the attachments. */
const alignmentAndAttachments = ($) => repeat(seq(',', choice($.alignment, $.metadata_attachment)));

/**
 * The element type, the pointer and the indexes of `getelementptr`. `inrange`
 * before an index is the form up to LLVM 18; the flag with a range, which
 * stands before the parenthesis, has replaced it.
 */
const elementPointer = ($) => seq(
  field('type', $._type), ',', $.typed_value, repeat(seq(',', optional('inrange'), $.typed_value)),
);

/** Function attributes without arguments which are of use nowhere else. */
const FUNCTION_ATTRIBUTES = [
  'alwaysinline', 'argmemonly', 'builtin', 'cold', 'convergent', 'coro_elide_safe', 'coro_only_destroy_when_complete',
  'disable_sanitizer_instrumentation', 'fn_ret_thunk_extern', 'hot', 'hybrid_patchable',
  'inaccessiblemem_or_argmemonly', 'inaccessiblememonly', 'inlinehint', 'jumptable', 'minsize', 'mustprogress',
  'naked', 'nobuiltin', 'nocallback', 'nocf_check', 'nodivergencesource', 'noduplicate', 'noimplicitfloat',
  'noinline', 'nomerge', 'nonlazybind', 'noprofile', 'norecurse', 'noredzone', 'noreturn', 'nosanitize_bounds',
  'nosanitize_coverage', 'nosync', 'nounwind', 'null_pointer_is_valid', 'optdebug', 'optforfuzzing', 'optnone',
  'optsize', 'presplitcoroutine', 'returns_twice', 'safestack', 'sanitize_address', 'sanitize_hwaddress',
  'sanitize_memory', 'sanitize_numerical_stability', 'sanitize_realtime', 'sanitize_realtime_blocking',
  'sanitize_thread', 'sanitize_type', 'shadowcallstack', 'skipprofile', 'speculatable', 'speculative_load_hardening',
  'ssp', 'sspreq', 'sspstrong', 'strictfp', 'willreturn',
];

/** Parameter and return attributes without arguments which are of use nowhere else. */
const PARAMETER_ATTRIBUTES = [
  'allocalign', 'allocptr', 'dead_on_return', 'dead_on_unwind', 'immarg', 'inreg', 'nest', 'noalias', 'nocapture',
  'noext', 'nonnull', 'noundef', 'returned', 'signext', 'swiftasync', 'swiftself', 'writable', 'zeroext',
];

/** Attributes which go with functions as well as with parameters. */
const COMMON_ATTRIBUTES = ['nofree', 'readnone', 'readonly', 'writeonly'];

/** Names of calling conventions; each has a number too, with which it is written as `cc 10`. */
const CALLING_CONVENTIONS = [
  'aarch64_sme_preservemost_from_x0', 'aarch64_sme_preservemost_from_x1', 'aarch64_sme_preservemost_from_x2',
  'aarch64_sve_vector_pcs', 'aarch64_vector_pcs', 'amdgpu_cs', 'amdgpu_cs_chain', 'amdgpu_cs_chain_preserve',
  'amdgpu_es', 'amdgpu_gfx', 'amdgpu_gs', 'amdgpu_hs', 'amdgpu_kernel', 'amdgpu_ls', 'amdgpu_ps', 'amdgpu_vs',
  'anyregcc', 'arm_aapcs_vfpcc', 'arm_aapcscc', 'arm_apcscc', 'avr_intrcc', 'avr_signalcc', 'ccc', 'cfguard_checkcc',
  'coldcc', 'cxx_fast_tlscc', 'fastcc', 'ghccc', 'graalcc', 'hhvm_ccc', 'hhvmcc', 'intel_ocl_bicc', 'm68k_rtdcc',
  'msp430_intrcc', 'preserve_allcc', 'preserve_mostcc', 'preserve_nonecc', 'ptx_device', 'ptx_kernel',
  'riscv_vector_cc', 'spir_func', 'spir_kernel', 'swiftcc', 'swifttailcc', 'tailcc', 'webkit_jscc', 'win64cc',
  'x86_64_sysvcc', 'x86_fastcallcc', 'x86_intrcc', 'x86_regcallcc', 'x86_stdcallcc', 'x86_thiscallcc',
  'x86_vectorcallcc',
];

/**
 * The fields of a specialised metadata node with one or two required fields.
 * They come in any order, so that a required one can stand before, between or
 * behind the others.
 */
const fields = ($, ...required) => {
  const before = repeat(seq($.metadata_field, ','));
  const behind = repeat(seq(',', $.metadata_field));
  const [one, two] = required.map((name) => seq(name, $._field_value));
  if (!two) return seq(before, one, behind);
  return seq(before, choice(seq(one, ',', before, two), seq(two, ',', before, one)), behind);
};

/** What follows the sigil of an identifier: a name, a quoted name or a number. */
const NAME = choice(/[-a-zA-Z$._][-a-zA-Z$._0-9]*/, /"[^"]*"/, /[0-9]+/);

module.exports = grammar({
  name: 'llvm',

  extras: ($) => [/\s/, $.comment],

  word: ($) => $.identifier,

  rules: {
    module: ($) => repeat($._entity),

    // ------------------------------------------------------------------
    // Module-level entities.
    // ------------------------------------------------------------------

    _entity: ($) => choice(
      $.source_filename,
      $.target_definition,
      $.module_asm,
      $.type_definition,
      $.comdat_definition,
      $.global_definition,
      $.global_declaration,
      $.alias,
      $.ifunc,
      $.function_definition,
      $.function_declaration,
      $.attribute_group,
      $.named_metadata,
      $.metadata_definition,
      $.use_list_order,
      $.block_use_list_order,
      $.summary_entry,
    ),

    source_filename: ($) => seq('source_filename', '=', $.string),

    target_definition: ($) => seq('target', choice('datalayout', 'triple'), '=', $.string),

    module_asm: ($) => seq('module', 'asm', $.string),

    type_definition: ($) => seq(
      field('name', $.local_identifier), '=', 'type', field('type', choice($._type, $.function_type, $.opaque_type)),
    ),

    opaque_type: (_) => 'opaque',

    comdat_definition: ($) => seq(field('name', $.comdat_identifier), '=', 'comdat', $.selection_kind),

    selection_kind: (_) => choice('any', 'exactmatch', 'largest', 'nodeduplicate', 'samesize'),

    // An initializer is required unless the linkage is `external` or
    // `extern_weak`; with those there is none. Were it optional, the name of
    // the next entity could be taken for the value of this one.
    global_definition: ($) => seq(
      field('name', $.global_identifier), '=',
      optional($.linkage),
      $._global_type,
      field('initializer', $._constant),
      repeat(seq(',', $._global_property)),
      repeat($._group_or_string_attribute),
    ),

    global_declaration: ($) => seq(
      field('name', $.global_identifier), '=',
      $.declaration_linkage,
      $._global_type,
      repeat(seq(',', $._global_property)),
      repeat($._group_or_string_attribute),
    ),

    _global_type: ($) => seq(
      repeat($._global_modifier),
      choice('constant', 'global'),
      field('type', $._type),
    ),

    _global_property: ($) => choice(
      $.section,
      $.partition,
      $.comdat,
      $.alignment,
      $.code_model,
      $.sanitizer_property,
      $.metadata_attachment,
    ),

    alias: ($) => seq(
      field('name', $.global_identifier), '=',
      optional(choice($.linkage, $.declaration_linkage)),
      repeat($._global_modifier),
      'alias', $._indirect_symbol,
    ),

    ifunc: ($) => seq(
      field('name', $.global_identifier), '=',
      optional(choice($.linkage, $.declaration_linkage)),
      repeat($._global_modifier),
      'ifunc', $._indirect_symbol,
    ),

    // A constant expression says its own type, so it may stand without one.
    _indirect_symbol: ($) => seq(
      field('type', choice($._type, $.function_type)), ',',
      field('target', choice($.typed_value, $._constant_expression)),
      repeat(seq(',', choice($.partition, $.metadata_attachment))),
    ),

    function_declaration: ($) => seq(
      'declare',
      repeat($.metadata_attachment),
      optional($.declaration_linkage),
      $._function_header,
    ),

    function_definition: ($) => seq(
      'define',
      optional(choice($.linkage, $.declaration_linkage)),
      $._function_header,
      repeat($.metadata_attachment),
      field('body', $.function_body),
    ),

    _function_header: ($) => seq(
      repeat($._function_modifier),
      field('return_type', $._return_type),
      field('name', $.global_identifier),
      $.parameter_list,
      repeat($._function_property),
    ),

    // The ellipsis of a variadic function is an element like the others, so
    // that the list keeps one shape whatever is removed from it.
    parameter_list: ($) => seq('(', list(choice($.parameter, $.variadic)), ')'),

    parameter: ($) => seq(
      field('type', $._parameter_type),
      repeat($._parameter_attribute),
      optional(field('name', $.local_identifier)),
    ),

    variadic: (_) => '...',

    _function_property: ($) => choice(
      $.unnamed_addr,
      $.address_space,
      $._function_attribute,
      $.section,
      $.partition,
      $.comdat,
      $.alignment,
      $.gc,
      $.prefix,
      $.prologue,
      $.personality,
    ),

    use_list_order: ($) => seq('uselistorder', choice($.typed_value, $.block_reference), ',', $.use_list_indexes),

    block_use_list_order: ($) => seq(
      'uselistorder_bb', $.global_identifier, ',', $.local_identifier, ',', $.use_list_indexes,
    ),

    // The indexes are a permutation of all uses, so that none of them can be
    // left out. That is why they are one token.
    use_list_indexes: (_) => /\{\s*[0-9]+(\s*,\s*[0-9]+)+\s*\}/,

    // ------------------------------------------------------------------
    // Modifiers and properties of globals and functions.
    // ------------------------------------------------------------------

    linkage: (_) => choice(
      'appending',
      'available_externally',
      'common',
      'internal',
      'linkonce',
      'linkonce_odr',
      'private',
      'weak',
      'weak_odr',
    ),

    declaration_linkage: (_) => choice('external', 'extern_weak'),

    _global_modifier: ($) => choice(
      $.preemption,
      $.visibility,
      $.dll_storage,
      $.thread_local,
      $.unnamed_addr,
      $.address_space,
      $.externally_initialized,
    ),

    _function_modifier: ($) => choice(
      $.preemption,
      $.visibility,
      $.dll_storage,
      $.calling_convention,
      $._parameter_attribute,
    ),

    preemption: (_) => choice('dso_local', 'dso_preemptable'),

    visibility: (_) => choice('default', 'hidden', 'protected'),

    dll_storage: (_) => choice('dllexport', 'dllimport'),

    thread_local: (_) => seq(
      'thread_local', optional(seq('(', choice('initialexec', 'localdynamic', 'localexec'), ')')),
    ),

    unnamed_addr: (_) => choice('local_unnamed_addr', 'unnamed_addr'),

    externally_initialized: (_) => 'externally_initialized',

    address_space: ($) => seq('addrspace', '(', choice($.integer, $.string), ')'),

    calling_convention: ($) => choice(
      token(choice(...CALLING_CONVENTIONS, /cc[0-9]+/)),
      seq('cc', $.integer),
      seq('riscv_vls_cc', '(', $.integer, ')'),
    ),

    section: ($) => seq('section', $.string),

    partition: ($) => seq('partition', $.string),

    code_model: ($) => seq('code_model', $.string),

    sanitizer_property: (_) => choice(
      'no_sanitize_address',
      'no_sanitize_hwaddress',
      'sanitize_address_dyninit',
      'sanitize_memtag',
    ),

    comdat: ($) => seq('comdat', optional(seq('(', $.comdat_identifier, ')'))),

    alignment: ($) => seq('align', $.integer),

    gc: ($) => seq('gc', $.string),

    prefix: ($) => seq('prefix', $.typed_value),

    prologue: ($) => seq('prologue', $.typed_value),

    personality: ($) => seq('personality', $.typed_value),

    // ------------------------------------------------------------------
    // Attributes.
    // ------------------------------------------------------------------

    attribute_group: ($) => seq(
      'attributes', $.attribute_group_identifier, '=',
      '{', repeat(choice($._function_attribute, $.alignment_attribute)), '}',
    ),

    alignment_attribute: ($) => seq(choice('align', 'alignstack'), '=', $.integer),

    _group_or_string_attribute: ($) => choice($.attribute_group_identifier, $.string_attribute),

    _function_attribute: ($) => choice(
      $._group_or_string_attribute,
      $.function_attribute,
      $.common_attribute,
      $.allocation_kind_attribute,
      $.allocation_size_attribute,
      $.memory_attribute,
      $.stack_alignment_attribute,
      $.type_attribute,
      $.uwtable_attribute,
      $.vscale_range_attribute,
    ),

    _parameter_attribute: ($) => choice(
      $.string_attribute,
      $.parameter_attribute,
      $.common_attribute,
      $.captures_attribute,
      $.dereferenceable_attribute,
      $.floating_point_class_attribute,
      $.initializes_attribute,
      $.parameter_alignment_attribute,
      $.range_attribute,
      $.stack_alignment_attribute,
      $.type_attribute,
    ),

    string_attribute: ($) => seq($.string, optional(seq('=', $.string))),

    // The memory tagging attribute and `swifterror` are strings of their own
    // because globals and `alloca` know them too.
    function_attribute: (_) => choice(token(choice(...FUNCTION_ATTRIBUTES)), 'sanitize_memtag'),

    parameter_attribute: (_) => choice(token(choice(...PARAMETER_ATTRIBUTES)), 'swifterror'),

    common_attribute: (_) => token(choice(...COMMON_ATTRIBUTES)),

    allocation_kind_attribute: ($) => seq('allockind', '(', $.string, ')'),

    allocation_size_attribute: ($) => seq('allocsize', '(', $.integer, optional(seq(',', $.integer)), ')'),

    memory_attribute: ($) => seq('memory', '(', list1($.memory_effect), ')'),

    memory_effect: (_) => seq(
      optional(seq(choice('argmem', 'errnomem', 'inaccessiblemem'), ':')),
      choice('none', 'read', 'readwrite', 'write'),
    ),

    stack_alignment_attribute: ($) => seq('alignstack', '(', $.integer, ')'),

    type_attribute: ($) => seq(
      choice('byref', 'byval', 'elementtype', 'inalloca', 'preallocated', 'sret'),
      '(', choice($._type, $.function_type), ')',
    ),

    uwtable_attribute: (_) => seq('uwtable', optional(seq('(', choice('async', 'sync'), ')'))),

    vscale_range_attribute: ($) => seq('vscale_range', '(', $.integer, optional(seq(',', $.integer)), ')'),

    captures_attribute: ($) => seq('captures', '(', list1($.captured_components), ')'),

    captured_components: (_) => seq(
      optional(seq('ret', ':')),
      choice('address', 'address_is_null', 'none', 'provenance', 'read_provenance'),
    ),

    dereferenceable_attribute: ($) => seq(
      choice('dereferenceable', 'dereferenceable_or_null'), '(', $.integer, ')',
    ),

    floating_point_class_attribute: ($) => seq(
      'nofpclass', '(', choice(repeat1($.floating_point_class), $.integer), ')',
    ),

    floating_point_class: (_) => choice(
      'all', 'inf', 'nan', 'ninf', 'nnorm', 'norm', 'nsub', 'nzero',
      'pinf', 'pnorm', 'psub', 'pzero', 'qnan', 'snan', 'sub', 'zero',
    ),

    initializes_attribute: ($) => seq('initializes', '(', list1($.byte_range), ')'),

    byte_range: ($) => seq('(', $.integer, ',', $.integer, ')'),

    parameter_alignment_attribute: ($) => seq('align', choice($.integer, seq('(', $.integer, ')'))),

    range_attribute: ($) => seq('range', '(', $._type, $.integer, ',', $.integer, ')'),

    // ------------------------------------------------------------------
    // Types.
    // ------------------------------------------------------------------

    // Which types may stand where matters to the parser as well: a function
    // type needs a `*` after it to be the type of a value, and `ptr` cannot be
    // pointed to, so the address space in `ptr addrspace(1)` belongs to it.
    _type: ($) => choice($._pointee_type, $.opaque_pointer_type, $.token_type),

    _pointee_type: ($) => choice(
      $.integer_type,
      $.primitive_type,
      $.type_identifier,
      $.pointer_type,
      $.array_type,
      $.vector_type,
      $.struct_type,
      $.packed_struct_type,
      $.target_type,
    ),

    _return_type: ($) => choice($._type, $.void_type),

    _parameter_type: ($) => choice($._type, $.metadata_type),

    integer_type: (_) => /i[0-9]+/,

    primitive_type: (_) => choice(
      'bfloat', 'double', 'float', 'fp128', 'half', 'ppc_fp128', 'x86_amx', 'x86_fp80', 'x86_mmx',
    ),

    type_identifier: ($) => $.local_identifier,

    pointer_type: ($) => seq(choice($._pointee_type, $.function_type), optional($.address_space), '*'),

    opaque_pointer_type: ($) => seq('ptr', optional($.address_space)),

    token_type: (_) => 'token',

    void_type: (_) => 'void',

    metadata_type: (_) => 'metadata',

    array_type: ($) => seq('[', $.integer, 'x', $._type, ']'),

    vector_type: ($) => seq('<', optional(seq('vscale', 'x')), $.integer, 'x', $._type, '>'),

    struct_type: ($) => seq('{', list($._type), '}'),

    packed_struct_type: ($) => seq('<', '{', list($._type), '}', '>'),

    function_type: ($) => seq($._return_type, '(', list(choice($._parameter_type, $.variadic)), ')'),

    target_type: ($) => seq('target', '(', $.string, repeat(seq(',', choice($._return_type, $.integer))), ')'),

    // ------------------------------------------------------------------
    // Values and constants.
    // ------------------------------------------------------------------

    typed_value: ($) => seq(field('type', $._type), field('value', $._value)),

    _value: ($) => choice($.local_identifier, $._constant),

    _constant: ($) => choice(
      $.integer,
      $.hexadecimal_integer,
      $.float,
      $.boolean,
      $.null,
      $.none,
      $.undef,
      $.poison,
      $.zero_initializer,
      $.global_identifier,
      $.c_string,
      $.array,
      $.vector,
      $.struct,
      $.packed_struct,
      $.splat,
      $.block_address,
      $.dso_local_equivalent,
      $.no_cfi,
      $.pointer_authentication,
      $._constant_expression,
    ),

    boolean: (_) => choice('false', 'true'),

    null: (_) => 'null',

    none: (_) => 'none',

    undef: (_) => 'undef',

    poison: (_) => 'poison',

    zero_initializer: (_) => 'zeroinitializer',

    array: ($) => seq('[', list($.typed_value), ']'),

    vector: ($) => seq('<', list1($.typed_value), '>'),

    struct: ($) => seq('{', list($.typed_value), '}'),

    packed_struct: ($) => seq('<', '{', list($.typed_value), '}', '>'),

    splat: ($) => seq('splat', '(', $.typed_value, ')'),

    block_address: ($) => seq('blockaddress', '(', $.global_identifier, ',', $.local_identifier, ')'),

    dso_local_equivalent: ($) => seq('dso_local_equivalent', $.global_identifier),

    no_cfi: ($) => seq('no_cfi', $.global_identifier),

    // After the pointer come the key, the discriminator and the address for it.
    pointer_authentication: ($) => seq(
      'ptrauth', '(', $.typed_value, ',', $.typed_value,
      optional(seq(',', $.typed_value, optional(seq(',', $.typed_value)))),
      ')',
    ),

    _constant_expression: ($) => choice(
      $.unary_expression,
      $.binary_expression,
      $.comparison_expression,
      $.cast_expression,
      $.getelementptr_expression,
      $.select_expression,
      $.vector_expression,
      $.extractvalue_expression,
      $.insertvalue_expression,
    ),

    unary_expression: ($) => seq('fneg', '(', $.typed_value, ')'),

    binary_expression: ($) => seq($._binary_operator, '(', $.typed_value, ',', $.typed_value, ')'),

    comparison_expression: ($) => seq($._comparison_operator, '(', $.typed_value, ',', $.typed_value, ')'),

    cast_expression: ($) => seq($._cast_operator, '(', $.typed_value, 'to', field('type', $._type), ')'),

    getelementptr_expression: ($) => seq(
      'getelementptr', repeat(choice($.pointer_flag, $.inrange)), '(', elementPointer($), ')',
    ),

    select_expression: ($) => seq('select', '(', $.typed_value, ',', $.typed_value, ',', $.typed_value, ')'),

    vector_expression: ($) => choice(
      seq('extractelement', '(', $.typed_value, ',', $.typed_value, ')'),
      seq(choice('insertelement', 'shufflevector'), '(', $.typed_value, ',', $.typed_value, ',', $.typed_value, ')'),
    ),

    extractvalue_expression: ($) => seq('extractvalue', '(', $.typed_value, repeat1(seq(',', $.integer)), ')'),

    insertvalue_expression: ($) => seq(
      'insertvalue', '(', $.typed_value, ',', $.typed_value, repeat1(seq(',', $.integer)), ')',
    ),

    // ------------------------------------------------------------------
    // Operators, which instructions and constant expressions share.
    // ------------------------------------------------------------------

    _binary_operator: ($) => choice(
      seq(choice('add', 'mul', 'shl', 'sub'), repeat($.wrap_flag)),
      seq(choice('ashr', 'lshr', 'sdiv', 'udiv'), optional($.exact)),
      seq('or', optional($.disjoint)),
      choice('and', 'srem', 'urem', 'xor'),
      seq(choice('fadd', 'fdiv', 'fmul', 'frem', 'fsub'), repeat($.fast_math_flag)),
    ),

    _comparison_operator: ($) => choice(
      seq('icmp', optional($.samesign), $.integer_predicate),
      seq('fcmp', repeat($.fast_math_flag), $.float_predicate),
    ),

    _cast_operator: ($) => choice(
      seq('trunc', repeat($.wrap_flag)),
      seq(choice('uitofp', 'zext'), optional($.nneg)),
      seq(choice('fpext', 'fptrunc'), repeat($.fast_math_flag)),
      choice('addrspacecast', 'bitcast', 'fptosi', 'fptoui', 'inttoptr', 'ptrtoaddr', 'ptrtoint', 'sext', 'sitofp'),
    ),

    inrange: ($) => seq('inrange', '(', $.integer, ',', $.integer, ')'),

    wrap_flag: (_) => choice('nsw', 'nuw'),

    pointer_flag: (_) => choice('inbounds', 'nusw', 'nuw'),

    exact: (_) => 'exact',

    disjoint: (_) => 'disjoint',

    nneg: (_) => 'nneg',

    samesign: (_) => 'samesign',

    fast_math_flag: (_) => choice('afn', 'arcp', 'contract', 'fast', 'ninf', 'nnan', 'nsz', 'reassoc'),

    integer_predicate: (_) => choice('eq', 'ne', 'sge', 'sgt', 'sle', 'slt', 'uge', 'ugt', 'ule', 'ult'),

    float_predicate: (_) => choice(
      'false', 'oeq', 'oge', 'ogt', 'ole', 'olt', 'one', 'ord',
      'true', 'ueq', 'uge', 'ugt', 'ule', 'ult', 'une', 'uno',
    ),

    // ------------------------------------------------------------------
    // Function bodies.
    // ------------------------------------------------------------------

    function_body: ($) => seq('{', repeat1($.basic_block), repeat($.use_list_order), '}'),

    // The terminator is what ends a block. The label may be missing from any
    // block, not only from the first: the block then has a number.
    basic_block: ($) => seq(optional($.label), repeat($._instruction), $._terminator),

    _instruction: ($) => choice(
      $.assignment,
      $._operation,
      $.store,
      $.atomic_store,
      $.fence,
      $.debug_value_record,
      $.debug_assign_record,
      $.debug_label_record,
    ),

    // The result may be left without a name, in which case it has a number.
    assignment: ($) => seq(field('result', $.local_identifier), '=', $._operation),

    _operation: ($) => choice(
      $.unary_operation,
      $.binary_operation,
      $.comparison,
      $.cast,
      $.select,
      $.phi,
      $.call,
      $.va_arg,
      $.landing_pad,
      $.exception_pad,
      $.extractelement,
      $.insertelement,
      $.shufflevector,
      $.extractvalue,
      $.insertvalue,
      $.alloca,
      $.load,
      $.atomic_load,
      $.cmpxchg,
      $.atomicrmw,
      $.getelementptr,
    ),

    _terminator: ($) => choice(
      $.terminator_assignment,
      $._terminator_with_result,
      $.ret,
      $.br,
      $.switch,
      $.indirectbr,
      $.resume,
      $.catchret,
      $.cleanupret,
      $.unreachable,
    ),

    terminator_assignment: ($) => seq(field('result', $.local_identifier), '=', $._terminator_with_result),

    _terminator_with_result: ($) => choice($.invoke, $.callbr, $.catchswitch),

    block_reference: ($) => seq('label', $.local_identifier),

    // ------------------------------------------------------------------
    // Terminators.
    // ------------------------------------------------------------------

    ret: ($) => seq('ret', choice($.void_type, $.typed_value), attachments($)),

    // Either target of a conditional branch can stand in its place, which
    // makes the branch unconditional.
    br: ($) => seq('br', choice($.block_reference, $.conditional_target), attachments($)),

    conditional_target: ($) => seq(
      field('condition', $.typed_value), ',',
      field('true', $.block_reference), ',',
      field('false', $.block_reference),
    ),

    switch: ($) => seq(
      'switch', field('value', $.typed_value), ',', field('default', $.block_reference),
      '[', repeat($.switch_case), ']', attachments($),
    ),

    switch_case: ($) => seq($.typed_value, ',', $.block_reference),

    indirectbr: ($) => seq('indirectbr', $.typed_value, ',', '[', list($.block_reference), ']', attachments($)),

    invoke: ($) => seq(
      'invoke', $._call_body, 'to', $.block_reference, 'unwind', $.block_reference, attachments($),
    ),

    callbr: ($) => seq(
      'callbr', $._call_body, 'to', $.block_reference, '[', list($.block_reference), ']', attachments($),
    ),

    resume: ($) => seq('resume', $.typed_value, attachments($)),

    catchswitch: ($) => seq(
      'catchswitch', 'within', $._parent_pad, '[', list1($.block_reference), ']',
      'unwind', $._unwind_target, attachments($),
    ),

    catchret: ($) => seq('catchret', 'from', $.local_identifier, 'to', $.block_reference, attachments($)),

    cleanupret: ($) => seq('cleanupret', 'from', $.local_identifier, 'unwind', $._unwind_target, attachments($)),

    _parent_pad: ($) => choice($.none, $.local_identifier),

    _unwind_target: ($) => choice($.caller, $.block_reference),

    caller: (_) => seq('to', 'caller'),

    unreachable: ($) => seq('unreachable', attachments($)),

    // ------------------------------------------------------------------
    // Calculations.
    // ------------------------------------------------------------------

    unary_operation: ($) => seq(
      choice('freeze', seq('fneg', repeat($.fast_math_flag))), $.typed_value, attachments($),
    ),

    binary_operation: ($) => seq(
      $._binary_operator,
      field('type', $._type), field('left', $._value), ',', field('right', $._value),
      attachments($),
    ),

    comparison: ($) => seq(
      $._comparison_operator,
      field('type', $._type), field('left', $._value), ',', field('right', $._value),
      attachments($),
    ),

    cast: ($) => seq($._cast_operator, $.typed_value, 'to', field('type', $._type), attachments($)),

    select: ($) => seq(
      'select', repeat($.fast_math_flag), $.typed_value, ',', $.typed_value, ',', $.typed_value, attachments($),
    ),

    phi: ($) => seq('phi', repeat($.fast_math_flag), field('type', $._type), list1($.incoming), attachments($)),

    incoming: ($) => seq('[', field('value', $._value), ',', field('block', $.local_identifier), ']'),

    extractelement: ($) => seq('extractelement', $.typed_value, ',', $.typed_value, attachments($)),

    insertelement: ($) => seq(
      'insertelement', $.typed_value, ',', $.typed_value, ',', $.typed_value, attachments($),
    ),

    shufflevector: ($) => seq(
      'shufflevector', $.typed_value, ',', $.typed_value, ',', $.typed_value, attachments($),
    ),

    extractvalue: ($) => seq('extractvalue', $.typed_value, repeat1(seq(',', $.integer)), attachments($)),

    insertvalue: ($) => seq(
      'insertvalue', $.typed_value, ',', $.typed_value, repeat1(seq(',', $.integer)), attachments($),
    ),

    // ------------------------------------------------------------------
    // Memory.
    // ------------------------------------------------------------------

    alloca: ($) => seq(
      'alloca', repeat(choice('inalloca', 'swifterror')),
      field('type', $._type),
      repeat(seq(',', choice($.typed_value, $.alignment, $.address_space, $.metadata_attachment))),
    ),

    load: ($) => seq(
      'load', optional($.volatile),
      field('type', $._type), ',', field('pointer', $.typed_value),
      alignmentAndAttachments($),
    ),

    // An atomic access must give its ordering and its alignment.
    atomic_load: ($) => seq(
      'load', 'atomic', optional($.volatile),
      field('type', $._type), ',', field('pointer', $.typed_value),
      $._synchronization, ',', $.alignment, attachments($),
    ),

    store: ($) => seq(
      'store', optional($.volatile),
      field('value', $.typed_value), ',', field('pointer', $.typed_value),
      alignmentAndAttachments($),
    ),

    atomic_store: ($) => seq(
      'store', 'atomic', optional($.volatile),
      field('value', $.typed_value), ',', field('pointer', $.typed_value),
      $._synchronization, ',', $.alignment, attachments($),
    ),

    fence: ($) => seq('fence', $._synchronization, attachments($)),

    cmpxchg: ($) => seq(
      'cmpxchg', repeat(choice($.weak, $.volatile)),
      field('pointer', $.typed_value), ',', field('compare', $.typed_value), ',', field('new', $.typed_value),
      $._synchronization, $.ordering, alignmentAndAttachments($),
    ),

    atomicrmw: ($) => seq(
      'atomicrmw', optional($.volatile), $._atomic_operator,
      field('pointer', $.typed_value), ',', field('value', $.typed_value),
      $._synchronization, alignmentAndAttachments($),
    ),

    _atomic_operator: (_) => choice(
      'add', 'and', 'fadd', 'fmax', 'fmaximum', 'fmin', 'fminimum', 'fsub', 'max', 'min', 'nand', 'or', 'sub',
      'udec_wrap', 'uinc_wrap', 'umax', 'umin', 'usub_cond', 'usub_sat', 'xchg', 'xor',
    ),

    getelementptr: ($) => seq(
      'getelementptr', repeat($.pointer_flag), elementPointer($), attachments($),
    ),

    va_arg: ($) => seq('va_arg', $.typed_value, ',', field('type', $._type), attachments($)),

    volatile: (_) => 'volatile',

    weak: (_) => 'weak',

    _synchronization: ($) => seq(optional($.sync_scope), $.ordering),

    sync_scope: ($) => seq('syncscope', '(', $.string, ')'),

    ordering: (_) => choice('acq_rel', 'acquire', 'monotonic', 'release', 'seq_cst', 'unordered'),

    // ------------------------------------------------------------------
    // Calls.
    // ------------------------------------------------------------------

    call: ($) => seq(
      optional($.tail_marker), 'call', repeat($.fast_math_flag), $._call_body, attachments($),
    ),

    tail_marker: (_) => choice('musttail', 'notail', 'tail'),

    _call_body: ($) => seq(
      repeat(choice($.calling_convention, $._parameter_attribute, $.address_space)),
      field('type', choice($._return_type, $.function_type)),
      field('callee', $._callee),
      $.argument_list,
      repeat($._function_attribute),
      optional($.operand_bundles),
    ),

    _callee: ($) => choice($._value, $.inline_asm),

    inline_asm: ($) => seq(
      'asm', repeat($.asm_flag), field('template', $.string), ',', field('constraints', $.string),
    ),

    asm_flag: (_) => choice('alignstack', 'inteldialect', 'sideeffect', 'unwind'),

    // The ellipsis forwards the variadic arguments of a `musttail` call.
    argument_list: ($) => seq('(', list(choice($._argument, $.variadic)), ')'),

    _argument: ($) => choice($.argument, $.metadata_argument),

    argument: ($) => seq(
      field('type', $._type), repeat($._parameter_attribute), field('value', $._value),
    ),

    metadata_argument: ($) => seq('metadata', $._metadata),

    operand_bundles: ($) => seq('[', list1($.operand_bundle), ']'),

    operand_bundle: ($) => seq(field('tag', $.string), '(', list($._bundle_operand), ')'),

    _bundle_operand: ($) => choice($.typed_value, $.metadata_argument),

    // ------------------------------------------------------------------
    // Exception handling.
    // ------------------------------------------------------------------

    // A landing pad is a clean-up or has a clause.
    landing_pad: ($) => seq(
      'landingpad', field('type', $._type), repeat1(choice($.cleanup, $.catch, $.filter)), attachments($),
    ),

    cleanup: (_) => 'cleanup',

    catch: ($) => seq('catch', $.typed_value),

    filter: ($) => seq('filter', $.typed_value),

    exception_pad: ($) => seq(
      choice('catchpad', 'cleanuppad'), 'within', $._parent_pad, '[', list($._bundle_operand), ']', attachments($),
    ),

    // ------------------------------------------------------------------
    // Debug records.
    // ------------------------------------------------------------------

    debug_value_record: ($) => seq(
      choice('#dbg_declare', '#dbg_value'),
      '(',
      field('value', $._metadata), ',',
      field('variable', $._metadata_node), ',',
      field('expression', $._metadata_node), ',',
      field('location', $._metadata_node),
      ')',
    ),

    debug_assign_record: ($) => seq(
      '#dbg_assign',
      '(',
      field('value', $._metadata), ',',
      field('variable', $._metadata_node), ',',
      field('expression', $._metadata_node), ',',
      field('id', $._metadata_node), ',',
      field('address', $._metadata), ',',
      field('address_expression', $._metadata_node), ',',
      field('location', $._metadata_node),
      ')',
    ),

    debug_label_record: ($) => seq(
      '#dbg_label', '(', field('label', $._metadata_node), ',', field('location', $._metadata_node), ')',
    ),

    // ------------------------------------------------------------------
    // Metadata.
    // ------------------------------------------------------------------

    named_metadata: ($) => seq(
      $.metadata_name, '=', '!', '{', list(choice($.metadata_identifier, $.expression_node)), '}',
    ),

    metadata_definition: ($) => seq(
      $.metadata_identifier, '=',
      choice(
        seq(optional($.distinct), choice($.metadata_tuple, $._specialized_node)),
        seq($.distinct, $.distinct_node),
      ),
    ),

    distinct: (_) => 'distinct',

    metadata_attachment: ($) => seq($.metadata_name, $._metadata_node),

    _metadata_node: ($) => choice($.metadata_identifier, $.metadata_tuple, $._specialized_node),

    _metadata: ($) => choice($._metadata_node, $.metadata_string, $.typed_value),

    metadata_tuple: ($) => seq('!', '{', list(choice($._metadata, $.null)), '}'),

    metadata_string: ($) => seq('!', $.string),

    _specialized_node: ($) => choice($.specialized_node, $.expression_node, $.argument_list_node),

    // The kinds are grouped by the fields which they cannot be without. These
    // fields are rules of their own, so that all nodes have the same length;
    // that keeps the parser small.
    specialized_node: ($) => choice(
      seq(
        choice(
          '!DIBasicType', '!DIFixedPointType', '!DIGenericSubrange', '!DIGlobalVariable', '!DIObjCProperty',
          '!DIStringType', '!DISubprogram', '!DISubrange', '!DISubrangeType',
        ),
        '(', list($.metadata_field), ')',
      ),
      seq(
        choice('!DICommonBlock', '!DILabel', '!DILexicalBlock', '!DILocalVariable', '!DILocation', '!DINamespace'),
        '(', $._scope_fields, ')',
      ),
      seq(choice('!DICompositeType', '!GenericDINode'), '(', $._tag_fields, ')'),
      seq('!DIDerivedType', '(', $._derived_type_fields, ')'),
      seq('!DIEnumerator', '(', $._enumerator_fields, ')'),
      seq('!DIFile', '(', $._file_fields, ')'),
      seq('!DIGlobalVariableExpression', '(', $._global_variable_expression_fields, ')'),
      seq('!DIImportedEntity', '(', $._imported_entity_fields, ')'),
      seq('!DILexicalBlockFile', '(', $._lexical_block_file_fields, ')'),
      seq('!DIMacro', '(', $._macro_fields, ')'),
      seq('!DIMacroFile', '(', $._macro_file_fields, ')'),
      seq('!DIModule', '(', $._module_fields, ')'),
      seq('!DISubroutineType', '(', $._subroutine_type_fields, ')'),
      seq('!DITemplateTypeParameter', '(', $._template_type_parameter_fields, ')'),
      seq('!DITemplateValueParameter', '(', $._template_value_parameter_fields, ')'),
    ),

    // These are distinct always, for which reason they cannot stand inline.
    distinct_node: ($) => choice(
      seq('!DIAssignID', '(', ')'),
      seq('!DICompileUnit', '(', $._compile_unit_fields, ')'),
    ),

    _scope_fields: ($) => fields($, 'scope'),

    _tag_fields: ($) => fields($, 'tag'),

    _compile_unit_fields: ($) => fields($, 'language', 'file'),

    _derived_type_fields: ($) => fields($, 'tag', 'baseType'),

    _enumerator_fields: ($) => fields($, 'name', 'value'),

    _file_fields: ($) => fields($, 'filename', 'directory'),

    _global_variable_expression_fields: ($) => fields($, 'var', 'expr'),

    _imported_entity_fields: ($) => fields($, 'tag', 'scope'),

    _lexical_block_file_fields: ($) => fields($, 'scope', 'discriminator'),

    _macro_fields: ($) => fields($, 'type', 'name'),

    _macro_file_fields: ($) => fields($, 'file'),

    _module_fields: ($) => fields($, 'scope', 'name'),

    _subroutine_type_fields: ($) => fields($, 'types'),

    _template_type_parameter_fields: ($) => fields($, 'type'),

    _template_value_parameter_fields: ($) => fields($, 'value'),

    metadata_field: ($) => seq(field('name', $.identifier), $._field_value),

    // The colon is in here because what follows it is then the same to the
    // parser whatever the name was. That saves a tenth of the parser.
    _field_value: ($) => seq(':', choice(
      $._metadata,
      $.null,
      $.boolean,
      $.integer,
      $.string,
      $.enumerators,
      $.metadata_list,
    )),

    // A symbolic constant, `DW_TAG_member` say, or flags of which all are set.
    enumerators: ($) => seq($.identifier, repeat(seq('|', $.identifier))),

    metadata_list: ($) => seq('{', list(choice($._metadata, $.null)), '}'),

    expression_node: ($) => seq('!DIExpression', '(', list(choice($.identifier, $.integer)), ')'),

    argument_list_node: ($) => seq('!DIArgList', '(', list($.typed_value), ')'),

    // ------------------------------------------------------------------
    // Module summaries, as written by ThinLTO.
    // ------------------------------------------------------------------

    summary_entry: ($) => seq(
      $.summary_identifier, '=', field('kind', $.identifier), ':', choice($.integer, $.summary_list),
    ),

    summary_field: ($) => seq(field('name', $.identifier), ':', field('value', $._summary_value)),

    _summary_value: ($) => choice(
      $.integer,
      $.string,
      $.identifier,
      $.summary_reference,
      $.summary_list,
      $.summary_range,
    ),

    summary_list: ($) => seq('(', list(choice($.summary_field, $._summary_value)), ')'),

    summary_range: ($) => seq('[', $.integer, ',', $.integer, ']'),

    summary_reference: ($) => seq(optional($.identifier), $.summary_identifier),

    // ------------------------------------------------------------------
    // Tokens.
    // ------------------------------------------------------------------

    comment: (_) => /;[^\n]*/,

    // The colon belongs to a label: it tells `ret:` from `ret`.
    label: (_) => token(choice(/[-a-zA-Z$._0-9]+:/, /"[^"]*":/)),

    local_identifier: (_) => token(seq('%', NAME)),

    global_identifier: (_) => token(seq('@', NAME)),

    comdat_identifier: (_) => token(seq('$', NAME)),

    metadata_name: (_) => /![-a-zA-Z$._\\][-a-zA-Z$._0-9\\]*/,

    metadata_identifier: (_) => /![0-9]+/,

    attribute_group_identifier: (_) => /#[0-9]+/,

    summary_identifier: (_) => /\^[0-9]+/,

    integer: (_) => /-?[0-9]+/,

    // This is a token of its own because it has the form of an identifier. As
    // a part of `integer` it would keep the keywords out of the keyword lexer,
    // which makes the parser larger by an eighth.
    hexadecimal_integer: (_) => /[su]0x[0-9A-Fa-f]+/,

    identifier: (_) => /[a-zA-Z_][a-zA-Z0-9_]*/,

    // The letter in a hexadecimal form tells its format: x86_fp80 (K), fp128
    // (L), ppc_fp128 (M), half (H) or bfloat (R).
    float: (_) => token(choice(/[-+]?[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?/, /0x[KLMHR]?[0-9A-Fa-f]+/)),

    // Escapes are `\` and two hexadecimal digits, so a quote always ends it.
    string: (_) => /"[^"]*"/,

    c_string: (_) => /c"[^"]*"/,
  },
});

//! What a parser sees of a text in C and C++.
//!
//! Attributes, `__extension__` and the like may stand nearly anywhere, and can be left out everywhere. No grammar
//! knows all the places, so the parser sees blanks in theirs, and the tree has each as an option of its own. And where
//! tokens of the same look mean different things, the parser sees a mark instead of their first byte, for
//! which the grammar's overlay has rules: the text around often tells what a grammar could only try out, and tree-sitter
//! gives up after six readings of the same place.
//!
//! | seen | is |
//! |---|---|
//! | a backquote | the first byte of a function of the compiler's that takes types, or of a `requires` that begins a requirement |
//! | `@` | a `<` that opens template arguments |
//! | `_` | the first byte of `size_t<`, where `size_t` is a template of the program and no type of the language |

use std::ops::Range;

use crate::parse::lexis::{Lexer, Lexis};

/// What a parser sees of a text of the same length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Masked {
    /// The text that the parser reads.
    pub seen: Vec<u8>,
    /// What is hidden from it, in order.
    pub hidden: Vec<Range<usize>>,
}

/// Words that can be left out.
const WORDS: &[&[u8]] = &[
    b"_Complex",
    b"_Nonnull",
    b"_Null_unspecified",
    b"_Nullable",
    b"__cdecl",
    b"__clrcall",
    b"__complex",
    b"__complex__",
    b"__const",
    b"__const__",
    b"__extension__",
    b"__fastcall",
    b"__imag",
    b"__imag__",
    b"__ptr32",
    b"__ptr64",
    b"__real",
    b"__real__",
    b"__regcall",
    b"__restrict",
    b"__restrict__",
    b"__signed",
    b"__signed__",
    b"__stdcall",
    b"__thiscall",
    b"__unaligned",
    b"__vectorcall",
    b"__volatile",
    b"__w64",
];

/// Words that can be left out together with the parentheses behind them.
const CALLS: &[&[u8]] = &[b"_Pragma", b"__attribute", b"__attribute__", b"__declspec", b"__pragma"];

/// Functions of compilers and macros of theirs that take types.
const TAKE_TYPES: &[&[u8]] = &[
    b"__array_extent",
    b"__array_rank",
    b"__builtin_bit_cast",
    b"__builtin_convertvector",
    b"__builtin_offsetof",
    b"__builtin_types_compatible_p",
    b"__builtin_va_arg",
    b"__has_nothrow_assign",
    b"__has_nothrow_constructor",
    b"__has_nothrow_copy",
    b"__has_nothrow_move_assign",
    b"__has_trivial_assign",
    b"__has_trivial_constructor",
    b"__has_trivial_copy",
    b"__has_trivial_destructor",
    b"__has_trivial_move_assign",
    b"__has_trivial_move_constructor",
    b"__has_unique_object_representations",
    b"__has_virtual_destructor",
    b"__is_abstract",
    b"__is_aggregate",
    b"__is_arithmetic",
    b"__is_array",
    b"__is_assignable",
    b"__is_base_of",
    b"__is_bounded_array",
    b"__is_class",
    b"__is_complete_type",
    b"__is_compound",
    b"__is_const",
    b"__is_constructible",
    b"__is_convertible",
    b"__is_convertible_to",
    b"__is_destructible",
    b"__is_empty",
    b"__is_enum",
    b"__is_final",
    b"__is_floating_point",
    b"__is_function",
    b"__is_fundamental",
    b"__is_integral",
    b"__is_interface_class",
    b"__is_layout_compatible",
    b"__is_literal",
    b"__is_literal_type",
    b"__is_lvalue_expr",
    b"__is_lvalue_reference",
    b"__is_member_function_pointer",
    b"__is_member_object_pointer",
    b"__is_member_pointer",
    b"__is_nothrow_assignable",
    b"__is_nothrow_constructible",
    b"__is_nothrow_convertible",
    b"__is_nothrow_destructible",
    b"__is_nullptr",
    b"__is_object",
    b"__is_pod",
    b"__is_pointer",
    b"__is_pointer_interconvertible_base_of",
    b"__is_polymorphic",
    b"__is_reference",
    b"__is_rvalue_expr",
    b"__is_rvalue_reference",
    b"__is_same",
    b"__is_same_as",
    b"__is_scalar",
    b"__is_scoped_enum",
    b"__is_sealed",
    b"__is_signed",
    b"__is_standard_layout",
    b"__is_trivial",
    b"__is_trivially_assignable",
    b"__is_trivially_constructible",
    b"__is_trivially_copyable",
    b"__is_trivially_destructible",
    b"__is_trivially_relocatable",
    b"__is_unbounded_array",
    b"__is_union",
    b"__is_unsigned",
    b"__is_virtual_base_of",
    b"__is_void",
    b"__is_volatile",
    b"__reference_binds_to_temporary",
    b"__reference_constructs_from_temporary",
    b"__reference_converts_from_temporary",
    b"typeid",
    b"va_arg",
];

/// What a parser sees of C.
pub(crate) fn c(source: &[u8]) -> Masked {
    mask(source, Lexis::C)
}

/// What a parser sees of C++.
pub(crate) fn cpp(source: &[u8]) -> Masked {
    mask(source, Lexis::CPP)
}

fn mask(source: &[u8], lexis: Lexis) -> Masked {
    let is_cpp = lexis == Lexis::CPP;
    let mut hidden = Vec::new();
    let mut seen = source.to_vec();
    let mut angles = Angles::default();
    let mut before = 0..0;
    let mut lexer = Lexer::new(source, 0..source.len(), lexis);
    while let Some(token) = lexer.next() {
        if let Some(range) = hidden_at(source, &token, &mut lexer) {
            hidden.push(range);
            continue;
        }
        let text = &source[token.clone()];
        let last = &source[before.clone()];
        let takes_types = || {
            let is_call = source[token.end..].trim_ascii_start().starts_with(b"(");
            is_call && TAKE_TYPES.binary_search(&text).is_ok() && !source[..before.end].ends_with(b"::")
        };
        let is_requirement = || text == b"requires" && matches!(last, b"{" | b"}" | b";");
        if matches!(text[0], b'_' | b't' | b'v') && takes_types() || is_cpp && is_requirement() {
            seen[token.start] = b'`';
        }
        if is_cpp {
            angles.token(source, &token, &before, &mut lexer);
        }
        before = token.start..lexer.at;
    }
    for at in angles.sure() {
        seen[at] = if source[at] == b'<' { b'@' } else { b'_' };
    }
    for range in &hidden {
        let blanks = seen[range.clone()].iter_mut().filter(|byte| **byte != b'\n');
        blanks.for_each(|byte| *byte = b' ');
    }
    Masked { seen, hidden }
}

/// What can be left out from a token on; the lexer is then behind it.
fn hidden_at(source: &[u8], token: &Range<usize>, lexer: &mut Lexer<'_>) -> Option<Range<usize>> {
    match &source[token.clone()] {
        word if word.starts_with(b"_") && WORDS.binary_search(&word).is_ok() => Some(token.clone()),
        word if word.starts_with(b"_") && CALLS.binary_search(&word).is_ok() => {
            let end = balanced(source, lexer.clone(), b'(', b')')?;
            lexer.at = end;
            Some(token.start..end)
        }
        // Two brackets side by side begin an attribute, and nothing else.
        b"[" if lexer.peek() == b'[' => {
            let mut ahead = lexer.clone();
            ahead.at = token.start;
            let end = balanced(source, ahead, b'[', b']')?;
            lexer.at = end;
            Some(token.start..end)
        }
        _ => None,
    }
}

/// Where brackets end that the next token opens; `None` if it does not, or a statement ends before.
fn balanced(source: &[u8], lexer: Lexer<'_>, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0_usize;
    for token in lexer {
        match source[token.start] {
            byte if byte == open && token.len() == 1 => depth += 1,
            _ if depth == 0 => return None,
            byte if byte == close && token.len() == 1 => {
                depth -= 1;
                if depth == 0 {
                    return Some(token.end);
                }
            }
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
    }
    None
}

/// An opening bracket, or what may be one.
#[derive(Debug)]
enum Open {
    Bracket,
    Angle(Angle),
}

/// A `<` behind a name.
#[derive(Debug, Default)]
struct Angle {
    /// Where it stands; `None` before template parameters, which need no mark.
    at: Option<usize>,
    /// Whether `&&`, `||` or `?` stand behind it.
    has_logic: bool,
    has_comma: bool,
    /// The marks directly inside, which are worth as much as this one.
    inner: Vec<usize>,
}

/// Tells which `<` open template arguments.
///
/// One does if its `>` is there, and what follows cannot be the right side of a comparison, or would make an
/// unlikely one: `a < b > c` is not written, but `f(a < b, c > d)` and `a < b && c > d` are. Where one `<` finds no `>`,
/// as in `A<N < 3>`, those that stand beside it are not trusted either; the grammar tries them both ways.
#[derive(Debug, Default)]
struct Angles {
    stack: Vec<Open>,
    marks: Vec<(usize, bool)>,
    /// The mark of a `>` that was the last token, whether it had logic, and whether commas.
    closed: Option<(usize, bool, bool)>,
}

impl Angles {
    /// Where marks stand, at the end of a text.
    fn sure(mut self) -> impl Iterator<Item = usize> {
        while self.give_up() || self.stack.pop().is_some() {}
        self.marks.into_iter().filter(|(_, is_sure)| *is_sure).map(|(at, _)| at)
    }

    fn top(&mut self) -> Option<&mut Angle> {
        match self.stack.last_mut() {
            Some(Open::Angle(angle)) => Some(angle),
            _ => None,
        }
    }

    /// Takes the `<` at the top for a comparison.
    fn give_up(&mut self) -> bool {
        let Some(angle) = self.top() else { return false };
        for mark in std::mem::take(&mut angle.inner) {
            self.marks[mark].1 = false;
        }
        self.stack.pop();
        true
    }

    fn token(&mut self, source: &[u8], token: &Range<usize>, before: &Range<usize>, lexer: &mut Lexer<'_>) {
        let text = &source[token.clone()];
        let last = &source[before.clone()];
        let next = lexer.peek();
        if let Some((mark, has_logic, has_comma)) = self.closed.take() {
            let is_value = matches!(text[0], b'!' | b'~' | b'-' | b'+' | b'"' | b'\'' | b'_' | 0x80..)
                || text[0].is_ascii_alphanumeric();
            let may_be_value = matches!(text[0], b'(' | b'*' | b'&');
            self.marks[mark].1 &= !(is_value && (has_logic || has_comma) || may_be_value && has_logic);
        }
        match text {
            b"(" | b"[" | b"{" => self.stack.push(Open::Bracket),
            b")" | b"]" | b"}" => {
                while self.give_up() {}
                self.stack.pop();
            }
            b";" => while self.give_up() {},
            b"<" if matches!(next, b'<' | b'=') => lexer.at += 1,
            b"<" => self.open(last, token.start, before.start),
            b">" if next != b'=' && last != b"operator" && !source[..token.start].ends_with(b"-") => self.close(lexer),
            b"," => {
                if let Some(angle) = self.top() {
                    angle.has_comma = true;
                }
            }
            b"|" | b"?" => {
                if let Some(angle) = self.top() {
                    angle.has_logic = true;
                }
            }
            // A condition in front of the `<` goes on.
            b":" if next != b':' && last != b":" && self.top().is_some_and(|angle| !angle.has_logic) => {
                self.give_up();
            }
            b"&" if next == b'&' => {
                lexer.at += 1;
                let is_type = matches!(
                    source[lexer.at..].trim_ascii_start().first(),
                    Some(b'>' | b',' | b'.' | b')')
                );
                if let Some(angle) = self.top().filter(|_| !is_type) {
                    angle.has_logic = true;
                }
            }
            _ => {}
        }
    }

    /// A `<` behind a token.
    fn open(&mut self, name: &[u8], at: usize, name_at: usize) {
        let is_name = name
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | 0x80..));
        if !is_name || name.ends_with(b"\"") || matches!(name, b"operator" | b"return" | b"case") {
            return;
        }
        if name == b"size_t" {
            self.marks.push((name_at, true));
        }
        self.stack.push(Open::Angle(Angle {
            at: (name != b"template").then_some(at),
            ..Angle::default()
        }));
    }

    /// A `>` that may end template arguments.
    fn close(&mut self, lexer: &mut Lexer<'_>) {
        let open = self.stack.iter().rev().take(2);
        let open = open.take_while(|open| matches!(open, Open::Angle(_))).count();
        if lexer.peek() == b'>' && open < 2 {
            self.give_up();
            lexer.at += 1;
            return;
        }
        let Some(angle) = self.top() else { return };
        let mut angle = std::mem::take(angle);
        self.stack.pop();
        let mark = self.marks.len();
        self.marks.push((angle.at.unwrap_or(0), angle.at.is_some()));
        self.closed = Some((mark, angle.has_logic, angle.has_comma));
        if let Some(around) = self.top() {
            around.inner.push(mark);
            around.inner.append(&mut angle.inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> String {
        String::from_utf8(cpp(text.as_bytes()).seen).expect("marks are ASCII")
    }

    #[test]
    fn tables_are_sorted() {
        assert!(WORDS.is_sorted() && CALLS.is_sorted() && TAKE_TYPES.is_sorted());
    }

    #[test]
    fn what_can_be_left_out_is_blank() {
        let text = "int __attribute__((a(\")\"), b)) x [[c::d(e)]] __restrict y; \"__restrict\" // [[a]]";
        let masked = cpp(text.as_bytes());
        let hidden: Vec<&str> = masked.hidden.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(hidden, ["__attribute__((a(\")\"), b))", "[[c::d(e)]]", "__restrict"]);
        assert_eq!(masked.seen.len(), text.len());
        assert!(masked.seen.ends_with(b"y; \"__restrict\" // [[a]]"));
    }

    #[test]
    fn what_is_no_attribute_stays() {
        for text in ["__attribute__ x;", "__attribute__((a;", "a[[]{ return 0; }()];"] {
            assert!(cpp(text.as_bytes()).hidden.is_empty(), "{text}");
        }
    }

    #[test]
    fn template_arguments_are_told_from_comparisons() {
        let same = [
            "a < b; c > d;",
            "f(a < b, c > d)",
            "(a < b) > c",
            "a < b && c > d",
            "A<N < 3> x",
            "a << b >> c",
        ];
        for text in same {
            assert_eq!(seen(text), text);
        }
        assert_eq!(seen("x ? a<b : c>0;"), "x ? a<b : c>0;");
        assert_eq!(
            seen("template<bool = a < b<c>(d)> struct e;"),
            "template<bool = a < b<c>(d)> struct e;"
        );
        assert_eq!(seen("A<B<c>, D>::e"), "A@B@c>, D>::e");
        assert_eq!(seen("A<B<c>> d"), "A@B@c>> d");
        assert_eq!(seen("A<b && c>::d"), "A@b && c>::d");
        assert_eq!(seen("i < n; f<T>(x)"), "i < n; f@T>(x)");
        assert_eq!(seen("size_t<1>"), "_ize_t@1>");
    }

    #[test]
    fn functions_that_take_types_are_marked() {
        assert_eq!(
            seen("__is_same(T, U) __is_pointer<T> std::typeid(x)"),
            "`_is_same(T, U) __is_pointer@T> std::typeid(x)"
        );
        assert_eq!(seen("requires A { requires B; }"), "requires A { `equires B; }");
    }
}

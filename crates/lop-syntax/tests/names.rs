//! Which tokens refer to the same thing.

#![cfg(feature = "cpp")]

use std::sync::Arc;

use lop_syntax::names::{self, Name};
use lop_syntax::{Program, lang, parse};

fn names_of(text: &str) -> (Program, Vec<Name>) {
    let syntax = lang::named("cpp").expect("C++").syntax().expect("a grammar");
    let tree = parse(text.as_bytes(), &syntax);
    assert!(!tree.is_broken(), "{text}");
    let program = Program::new(Arc::new(tree));
    let names = names::by_scope(&program);
    (program, names)
}

/// The occurrences of a word, by their numbers, in one group for each thing that it names; and how many of each group define it.
fn groups(text: &str, word: &str) -> Vec<(Vec<usize>, usize)> {
    let (program, names) = names_of(text);
    let tokens = program.live_tokens();
    let tokens: Vec<_> = tokens
        .filter(|token| program.text_of(*token) == word.as_bytes())
        .collect();
    let number = |token| tokens.iter().position(|other| *other == token).expect("an occurrence");
    let names = names.iter().filter(|name| *name.text == *word.as_bytes());
    let group = |name: &Name| {
        (
            name.tokens.iter().map(|token| number(*token)).collect(),
            name.definitions.len(),
        )
    };
    names.map(group).collect()
}

/// Preprocessed files define them; files with includes do not.
#[test]
fn types_of_the_library_are_names_where_the_program_defines_them() {
    let text = "typedef unsigned long size_t; namespace std { using ::size_t; } size_t x; std::size_t y; int z;";
    assert_eq!(groups(text, "size_t"), [(vec![0, 1, 2, 3], 2)]);
    assert_eq!(groups("size_t x; size_t y;", "size_t"), []);
}

#[test]
fn a_pointer_to_a_member_uses_the_class_and_defines_the_pointer() {
    let text = "class C; struct S { void (C::*p)(); int C::*q; };";
    assert_eq!(groups(text, "C"), [(vec![0, 1, 2], 1)]);
    assert_eq!(groups(text, "p"), [(vec![0], 1)]);
    assert_eq!(groups(text, "q"), [(vec![0], 1)]);
}

#[test]
fn templates_are_known_outside_and_their_parameters_inside() {
    let text = "template<class T> struct S { T t; }; template<class T> T f(S<T> s); int x = f(S<int>());";
    assert_eq!(groups(text, "S"), [(vec![0, 1, 2], 1)]);
    assert_eq!(groups(text, "f"), [(vec![0, 1], 1)]);
    assert_eq!(groups(text, "T"), [(vec![0, 1], 1), (vec![2, 3, 4], 1)]);
}

#[test]
fn parameters_of_templates_may_be_values_packs_and_templates() {
    let text = "template<int n, class... A, template<class> class M> struct S { int a[n]; M<A...> m; };";
    for word in ["n", "A", "M"] {
        assert_eq!(groups(text, word), [(vec![0, 1], 1)], "{word}");
    }
}

#[test]
fn namespaces_are_opened_again_and_reached_by_qualified_names() {
    let text = "namespace a { int x; } namespace b { int x; } namespace a { int y = x; } int z = b::x + a::x + ::a::x;";
    assert_eq!(groups(text, "x"), [(vec![0, 2, 4, 5], 1), (vec![1, 3], 1)]);
}

#[test]
fn inline_and_anonymous_namespaces_are_known_around_them() {
    let text = "namespace a { inline namespace v { int x; } namespace { int y; } } int z = a::x + a::y + a::v::x;";
    assert_eq!(groups(text, "x"), [(vec![0, 1, 2], 1)]);
    assert_eq!(groups(text, "y"), [(vec![0, 1], 1)]);
}

#[test]
fn nested_namespaces_are_entered_by_their_path() {
    let text = "namespace a::b { int x; } namespace a { int y = b::x; } int z = a::b::x;";
    assert_eq!(groups(text, "x"), [(vec![0, 1, 2], 1)]);
}

#[test]
fn using_declarations_and_directives_make_names_known() {
    let text =
        "namespace a { int x; int y; } namespace b { using a::x; using namespace a; } int z = b::x + b::y; int x;";
    // Without the declaration nothing in `b` is called so: it is one of the definitions.
    assert_eq!(groups(text, "x"), [(vec![0, 1, 2], 2), (vec![3], 1)]);
    assert_eq!(groups(text, "y"), [(vec![0, 1], 1)]);
}

#[test]
fn concepts_are_defined() {
    let text = "template<class T> concept C = true; template<C T> void f(T t) requires C<T>;";
    assert_eq!(groups(text, "C"), [(vec![0, 1, 2], 1)]);
}

#[test]
fn members_are_known_in_their_record_and_behind_a_dot() {
    let text = "int m; struct S { int m; using type = int; int f() { return m; } type g(); }; S::type h(S s) { return s.m + m; }";
    // The global one, the member with its uses, and the last one is the global one again.
    assert_eq!(groups(text, "m"), [(vec![0, 4], 1), (vec![1, 2, 3], 1)]);
    assert_eq!(groups(text, "type"), [(vec![0, 1, 2], 1)]);
}

#[test]
fn constructors_and_members_outside_speak_of_their_record() {
    let text = "struct S { S(); ~S(); int f(); }; S::S() {} int S::f() { return 1; } S s;";
    assert_eq!(groups(text, "S"), [(vec![0, 1, 2, 3, 4, 5, 6], 1)]);
    assert_eq!(groups(text, "f"), [(vec![0, 1], 2)]);
}

#[test]
fn parameters_of_a_declaration_are_known_in_it_alone() {
    let text = "int f(int a); int g(int a) { return a; } int a;";
    assert_eq!(groups(text, "a"), [(vec![0], 1), (vec![1, 2], 1), (vec![3], 1)]);
}

#[test]
fn conversions_and_operators_define_no_type() {
    let text = "struct A; struct B { operator A(); bool operator==(A a); void f(int (*)(A)); };";
    assert_eq!(groups(text, "A"), [(vec![0, 1, 2, 3], 1)]);
}

#[test]
fn overloads_and_specialisations_add_to_a_definition() {
    let (_, names) = names_of("template<class T> struct S {}; template<> struct S<int> {}; void f(int); void f(long);");
    let additions = |word: &str| {
        let name = names.iter().find(|name| *name.text == *word.as_bytes());
        name.map(|name| (name.definitions.len(), name.additions.len()))
    };
    assert_eq!(additions("S"), Some((2, 1)));
    assert_eq!(additions("f"), Some((2, 2)));
}

/// `a::x` is the one of the inline namespace or the other one.
#[test]
fn names_of_an_inline_namespace_are_those_of_the_one_around() {
    let text = "namespace a { inline namespace v { void x(int); } void x(long); } void y() { a::x(1); a::v::x(2); }";
    assert_eq!(groups(text, "x"), [(vec![0, 1, 2, 3], 2)]);
}

#[test]
fn a_namespace_prefers_its_own_names_to_those_that_it_uses() {
    let text = "void f(int); namespace n { using ::f; void f(long); } void g() { n::f(1); f(1); }";
    let (_, names) = names_of(text);
    let imports = names
        .iter()
        .filter(|name| *name.text == *b"f")
        .map(|name| name.imports.len());
    assert_eq!(groups(text, "f"), [(vec![0, 1, 4], 2), (vec![2, 3], 1)]);
    assert_eq!(imports.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn friends_are_of_the_namespace_around_the_record_if_they_are_declared_there() {
    let text = "namespace n { struct A { friend void f(A); friend void g(A); }; void f(A); void g(int); }";
    assert_eq!(groups(text, "f"), [(vec![0, 1], 2)]);
    let text = "namespace n { struct A { friend void g(A); }; } namespace m { void g(int); } void h() { m::g(1); }";
    // Something else is called so, and the friend is no definition of it.
    assert_eq!(groups(text, "g"), [(vec![0, 1, 2], 1)]);
}

#[test]
fn an_attribute_that_is_not_parsed_mentions_names() {
    let text = "void f(int *); __attribute__((malloc(f, 1))) int *g();";
    assert_eq!(groups(text, "f"), [(vec![0, 1], 1)]);
}

//! What items need: slices of C++ programs.

use std::sync::Arc;

use lop_core::needs::{Depth, Needs};
use lop_syntax::{Program, lang, parse};

/// The texts of the items that stay with the one that ends with a text, without those around others.
fn with_needed(depth: Depth, text: &str, last: &str) -> Vec<String> {
    let syntax = lang::named("cpp").expect("C++").syntax().expect("a grammar");
    let program = Program::new(Arc::new(parse(text.as_bytes(), &syntax)));
    let needs = Needs::new(&program, depth);
    let texts: Vec<String> = needs
        .items
        .iter()
        .map(|item| String::from_utf8(program.text_of(*item)).expect("UTF-8"))
        .collect();
    let item = texts
        .iter()
        .rposition(|text| text.ends_with(last))
        .expect("such an item");
    let stays = needs.closure([item]).into_iter().zip(&texts);
    let mut stays: Vec<String> = stays
        .filter(|(stays, _)| *stays)
        .map(|(_, text)| text.clone())
        .collect();
    stays.sort();
    stays
}

#[test]
fn items_need_the_definitions_of_their_names_in_any_part_of_a_namespace() {
    let text = "namespace n { struct A {}; struct B {}; } namespace n { A f(); } int x = n::f();";
    let stays = with_needed(Depth::Declarations, text, "int x = n::f();");
    assert_eq!(
        stays,
        [
            "A f();",
            "int x = n::f();",
            "namespace n { A f(); }",
            "namespace n { struct A {}; struct B {}; }",
            "struct A {};"
        ]
    );
}

/// Only the first part says that names of the namespace are known around it.
#[test]
fn a_namespace_needs_its_first_part() {
    let text = "namespace n { inline namespace i {} } namespace n { namespace i { struct A; } } \
                namespace n { namespace i { struct B; } } n::A *a;";
    let stays = with_needed(Depth::Declarations, text, "n::A *a;");
    assert_eq!(
        stays,
        [
            "inline namespace i {}",
            "n::A *a;",
            "namespace i { struct A; }",
            "namespace n { inline namespace i {} }",
            "namespace n { namespace i { struct A; } }",
            "struct A;",
        ]
    );
}

#[test]
fn overloads_and_operators_follow_the_types_of_their_parameters() {
    let text = "struct A {}; struct B {}; void f(A a); void f(B b); bool operator==(A a, A b); \
                bool operator==(B a, B b); void g(A a) { f(a); }";
    assert_eq!(
        with_needed(Depth::Declarations, text, "void g(A a) { f(a); }"),
        [
            "bool operator==(A a, A b);",
            "struct A {};",
            "void f(A a);",
            "void g(A a) { f(a); }"
        ]
    );
}

#[test]
fn specialisations_follow_their_arguments() {
    let text = "template<class T> struct S {}; struct A {}; struct B {}; template<> struct S<A> {}; \
                template<> struct S<B> {}; S<A> s;";
    assert_eq!(
        with_needed(Depth::Declarations, text, "S<A> s;"),
        [
            "S<A> s;",
            "struct A {};",
            "template<> struct S<A> {};",
            "template<class T> struct S {};"
        ]
    );
}

#[test]
fn a_name_whose_overloads_all_wait_needs_them() {
    let text = "struct A {}; struct B {}; void f(A a); void f(B b); void g() { f({}); }";
    assert_eq!(
        with_needed(Depth::Declarations, text, "void g() { f({}); }"),
        [
            "struct A {};",
            "struct B {};",
            "void f(A a);",
            "void f(B b);",
            "void g() { f({}); }"
        ]
    );
}

#[test]
fn members_stay_where_their_name_is_mentioned() {
    let text = "struct A {}; struct B {}; struct S { A a(); B b(); }; void g(S s) { s.a(); }";
    let stays = with_needed(Depth::Members, text, "void g(S s) { s.a(); }");
    assert!(stays.contains(&"A a();".to_owned()), "{stays:?}");
    assert!(!stays.contains(&"B b();".to_owned()), "{stays:?}");
    assert!(!stays.contains(&"struct B {};".to_owned()), "{stays:?}");
}

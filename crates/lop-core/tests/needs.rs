//! What items need: slices of C++ programs.

use std::sync::Arc;

use lop_core::needs::{Depth, Needs, Units};
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

/// A concept of the head of a specialisation may be mentioned there alone.
#[test]
fn specialisations_bring_their_constraints_along() {
    let text =
        "template<class T> concept C = true; template<class T> struct S {}; template<C T> struct S<T> {}; S<int> s;";
    assert_eq!(
        with_needed(Depth::Declarations, text, "S<int> s;"),
        [
            "S<int> s;",
            "template<C T> struct S<T> {};",
            "template<class T> concept C = true;",
            "template<class T> struct S {};"
        ]
    );
}

/// `n::f` may be the one of the namespace or the one that it takes from outside.
#[test]
fn a_name_of_a_namespace_needs_what_is_imported_under_it() {
    let text = "void f(int); void g(); namespace n { using ::f; using ::g; void f(long); } void h() { n::f(1); }";
    assert_eq!(
        with_needed(Depth::Declarations, text, "void h() { n::f(1); }"),
        [
            "namespace n { using ::f; using ::g; void f(long); }",
            "using ::f;",
            "void f(int);",
            "void f(long);",
            "void h() { n::f(1); }"
        ]
    );
}

/// What a record befriends is not there for those who look for the name in the namespace.
#[test]
fn a_name_needs_more_than_a_friend() {
    let text = "namespace n { struct A { friend void f(A); }; } namespace n { void f(A a) {} } void g() { n::f({}); }";
    let stays = with_needed(Depth::Declarations, text, "void g() { n::f({}); }");
    assert!(stays.contains(&"void f(A a) {}".to_owned()), "{stays:?}");
}

/// The first part of the namespace is enough for its name, and the overload is in the second.
#[test]
fn an_overload_brings_its_part_of_the_namespace_along() {
    let text = "namespace n { struct A {}; void f(); } namespace n { void f(A a); } void g(n::A a) { n::f(a); }";
    let stays = with_needed(Depth::Declarations, text, "void g(n::A a) { n::f(a); }");
    assert!(stays.contains(&"void f(A a);".to_owned()), "{stays:?}");
    assert!(stays.contains(&"namespace n { void f(A a); }".to_owned()), "{stays:?}");
}

/// Units that go with the first one whose text ends so.
fn sunken(text: &str, first: &str) -> Vec<String> {
    let syntax = lang::named("cpp").expect("C++").syntax().expect("a grammar");
    let program = Program::new(Arc::new(parse(text.as_bytes(), &syntax)));
    let units = Units::new(&program);
    let texts = units
        .nodes
        .iter()
        .map(|node| String::from_utf8(program.text_of(*node)).expect("UTF-8"));
    let texts: Vec<String> = texts.collect();
    let unit = texts
        .iter()
        .position(|text| text.ends_with(first))
        .expect("such a unit");
    let sunken = units
        .sink(&[unit], &vec![false; texts.len()], usize::MAX)
        .expect("units");
    let mut sunken: Vec<String> = sunken.all.into_iter().map(|unit| texts[unit].clone()).collect();
    sunken.sort();
    sunken
}

#[test]
fn what_needs_a_record_goes_with_its_body() {
    let text = "struct A; struct A { int a; }; struct B { A a; int b; }; int main() {}";
    assert_eq!(
        sunken(text, "struct A { int a; };"),
        ["A a;", "int a;", "struct A { int a; };", "struct A;"]
    );
}

/// A function that runs while compiling has to return something.
#[test]
fn the_statements_of_a_constant_go_together() {
    let text = "struct A { int a; }; constexpr int f() { return A().a; } int g() { A a; return 1; } int main() {}";
    assert_eq!(
        sunken(text, "struct A { int a; };"),
        [
            "A a;",
            "constexpr int f() { return A().a; }",
            "int a;",
            "struct A { int a; };"
        ]
    );
}

/// The grammar reads `n:: ::type` and functions without a result.
#[test]
fn a_part_of_a_type_does_not_go_alone() {
    let text = "namespace n { template<class T> struct A { using type = T; }; } \
                typename n::A<int>::type f() { return 1; } int main() {}";
    let gone = sunken(text, "template<class T> struct A { using type = T; };");
    assert!(
        gone.contains(&"typename n::A<int>::type f() { return 1; }".to_owned()),
        "{gone:?}"
    );
}

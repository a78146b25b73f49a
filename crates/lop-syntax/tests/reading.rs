//! What compilers read is read: constructs that the grammar crates lack, what is hidden from parsers, and
//! texts that are read piece by piece.

use std::sync::Arc;

use lop_syntax::{Edit, Kind, NodeId, Program, Tree, edit, is_valid, lang, parse};

fn read(language: &str, text: &str) -> Arc<Tree> {
    let syntax = lang::named(language)
        .expect("a known language")
        .syntax()
        .expect("a grammar");
    Arc::new(parse(text.as_bytes(), &syntax))
}

/// Each text has neither errors nor nodes that do not match their rules, and prints as it is.
fn check_all(language: &str, texts: &[&str]) {
    for text in texts {
        let tree = read(language, text);
        assert!(!tree.is_broken(), "{text}");
        assert!(is_valid(text.as_bytes(), tree.syntax()), "{text}");
        assert_eq!(tree.unmatched(), 0, "{text}");
        assert_eq!(tree.tokens_in_errors(), 0, "{text}");
        assert_eq!(Program::new(tree).text(), text.as_bytes());
    }
}

fn with_text(tree: &Tree, kind: Kind, text: &str) -> NodeId {
    let mut nodes = tree.nodes();
    let is_it = |node: &NodeId| tree.kind(*node) == kind && tree.text(*node) == text.as_bytes();
    nodes.find(is_it).unwrap_or_else(|| panic!("no {kind:?} {text}"))
}

fn edited(tree: &Arc<Tree>, edit: &Edit) -> String {
    let program = Program::new(tree.clone());
    let candidate = program.propose(edit).expect("an edit that can be made");
    String::from_utf8(candidate.text(&program)).expect("UTF-8")
}

#[cfg(feature = "cpp")]
#[test]
fn cpp_of_headers_is_read() {
    check_all(
        "cpp",
        &[
            "namespace std __attribute__ ((__visibility__ (\"default\"))) { int x; }",
            "struct A { [[nodiscard]] friend constexpr bool operator==(A, A) { return true; } };",
            "__extension__ template <class T> struct A;",
            "template <class R, class C, class... A> struct B<R (C::*)(A...) const noexcept> {};",
            "template <class T, class C> struct B<T C::*> { typedef T C::* type; typedef T (C::*F)() const; };",
            "int f(A* p, int A::* q) { return p->*q + (p->*g)(1) + x.*q; }",
            "int f(A x) { return x.operator->()->a + x.operator<(x) + x.operator bool() + x.operator()<int>(1); }",
            "struct A { operator T*() { return operator const T*(); } bool f() { return B::operator bool(); } };",
            "void f(T, decltype(g())* = 0, int* = nullptr, B b = {});",
            "auto f() { return typename X<T>::y(); } auto g() { return typename X<T>::y{1}; }",
            "extern template class A<int>; template struct B<int>; extern template void f<int>(int);",
            "namespace a __attribute__((__abi_tag__(\"cxx11\"))) {}",
            "int x = __builtin_bit_cast(int, y); bool b = __is_same(T, const U&) && __is_pointer<T>::value;",
            "template <class... B> struct A : B... { using B::f...; using typename A<B>::b; using C::operator int; };",
            "void f() = delete; struct A { operator int() = delete; A& operator=(A&&) & = default; };",
            "template <class T, class U = T&&, typename V = const T*, C W = const T> void f();",
            "struct A { int : 3; int a : 1 = 0, : 2; };",
            "void f(int x...); template <class... A> void g(void (*)(A......));",
            "auto x = decltype(a, b, 1){}; __typeof__(x) y; __underlying_type(E) z; __decltype(x) w;",
            "void f() { bool* p(x.y); T& q(x.y); T* r = new T*[3]; delete[] r; p->~A<T>(); x.A::~A(); }",
            "bool b = x ? throw 1 : (a = b, c); A<a >= 1> y; void g() { A{x} += y; ++x = y; }",
            "template <class T> concept C = requires(T t) { requires T{} == 1; typename T::x; { t } -> D; };",
            "enum : int { a, b }; struct A { friend B; friend typename T::x; friend A operator+<>(A, A); };",
            "void f() { x = {{a, 1}...}; switch (x) case 1: g(); switch (y) { case 1 ... 5:; } goto *p; }",
            "struct A : decltype(f<T>()) { using type = size_t<1>; }; _Complex float z = __real__ y;",
            "template <bool = a < b<c>(d)> struct E; template <int N, enable_if_t<(N < 3), int> = 0> void f();",
            "A<B<C<T...>&, U const&>, B<D<T...>&, V const&>> x;",
        ],
    );
}

#[cfg(feature = "c")]
#[test]
fn c_with_extensions_of_gnu_is_read() {
    check_all(
        "c",
        &[
            "struct s { int : 32; int a : 1, : 2, b : 3; };",
            "int f(va_list l) { char *p = __builtin_va_arg(l, char *); return va_arg(l, unsigned long); }",
            "int x = __builtin_offsetof(struct s, a.b[1]); int y = __builtin_types_compatible_p(int, long *);",
            "void f(void *p) { l: switch (x) { case 1 ... 5: goto *p; } void *q = &&l; }",
            "typeof(*p) q; _Atomic(int) x; _Thread_local int y; __auto_type z = 1;",
            "register int r asm(\"eax\") = 1; int g(void) __asm__(\"h\") __attribute__((pure));",
            "__extension__ union u { long long a; }; _Complex double z; static __inline int f(int *__restrict p) { return 0; }",
            "struct __attribute__((packed)) s { int x; } __attribute__((aligned(4)));",
            "int f(int a) { return ({ int x = a; x ?: 1; }); }",
        ],
    );
}

#[cfg(feature = "cpp")]
#[test]
fn what_is_hidden_from_the_parser_goes_one_by_one() {
    let text = "[[nodiscard]] int __attribute__((a, b(1, 2), c)) f(int *__restrict p) __attribute__((cold));";
    let tree = read("cpp", text);
    // Every token counts: those of the four that are hidden, and eight of `int f(int *p);`.
    assert_eq!(tree.tokens(), 5 + 15 + 1 + 6 + 8);
    let remove = |text: &str| edited(&tree, &edit::remove(with_text(&tree, Kind::Optional, text)));
    assert!(remove("[[nodiscard]]").starts_with("int __attribute__((a,"));
    assert!(remove("__restrict").ends_with("f(int * p) __attribute__((cold));"));
    assert!(remove("__attribute__((cold))").ends_with("__restrict p);"));
    assert!(remove("__attribute__((a, b(1, 2), c))").starts_with("[[nodiscard]] int f("));
    let item = |text: &str| edited(&tree, &edit::remove(with_text(&tree, Kind::Group, text)));
    assert!(item("b(1, 2)").contains("((a, c))"));
    assert!(item("a").contains("((b(1, 2), c))"));
    let all = [
        ("[[nodiscard]]", Kind::Optional),
        ("__attribute__((a, b(1, 2), c))", Kind::Optional),
        ("__restrict", Kind::Optional),
        ("__attribute__((cold))", Kind::Optional),
    ];
    let all = all.map(|(text, kind)| with_text(&tree, kind, text));
    let left: String = edited(&tree, &edit::remove_all(all)).split_whitespace().collect();
    assert_eq!(left, "intf(int*p);");
}

#[cfg(feature = "c")]
#[test]
fn a_separator_goes_with_its_item_across_an_attribute() {
    let tree = read("c", "int f(int a, __extension__ int b);");
    let is_it = |node: &NodeId| tree.name(*node) == "parameter_declaration" && tree.text(*node).ends_with(b"int b");
    let left = edited(&tree, &edit::remove(tree.nodes().find(is_it).expect("a parameter")));
    // What is in front of an item comes and goes with it.
    assert_eq!(left, "int f(int a);");
}

#[cfg(feature = "cpp")]
#[test]
fn an_error_stays_where_it_is() {
    let good = "namespace n { const char* f() { return \"https://a.b/{\"; } struct S { int x; }; }\n";
    let bad = "namespace m { int ok1; int g( ( ] ; int ok2; template < > > operator; int h() { return 1; } }\n";
    let text = [&good.repeat(40), bad, &good.repeat(40)].concat();
    let tree = read("cpp", &text);
    assert!(tree.is_broken());
    assert_ne!(tree.kind(tree.root()), Kind::Error);
    assert!(tree.share_of_errors() < 0.03, "{}", tree.share_of_errors());
    let comments = tree.nodes().filter(|node| tree.kind(*node) == Kind::Extra).count();
    assert_eq!(comments, 0);
    let strings = tree
        .nodes()
        .filter(|node| tree.text(*node) == b"\"https://a.b/{\"" && tree.is_named(*node));
    assert_eq!(strings.count(), 80);
    let spaces = tree
        .nodes()
        .filter(|node| tree.name(*node) == "namespace_definition")
        .count();
    assert!(spaces >= 80, "{spaces}");
    assert_eq!(Program::new(tree.clone()).text(), text.as_bytes());
    // Items of all pieces are items of one list.
    let first = tree
        .nodes()
        .find(|node| tree.name(*node) == "namespace_definition")
        .expect("a namespace");
    assert!(tree.is_removable(first));
    assert_eq!(edited(&tree, &edit::remove(first)).len(), text.len() - good.len());
}

#[cfg(feature = "java")]
#[test]
fn other_languages_with_braces_are_read_piece_by_piece() {
    let good = "class A { String f() { return \"/* {\"; } }\n";
    let text = [&good.repeat(30), "class B { ] ) ( int; }\n", &good.repeat(30)].concat();
    let tree = read("java", &text);
    let classes = tree
        .nodes()
        .filter(|node| tree.name(*node) == "class_declaration")
        .count();
    assert!(classes >= 60, "{classes}");
    assert!(tree.share_of_errors() < 0.03, "{}", tree.share_of_errors());
    assert_eq!(Program::new(tree).text(), text.as_bytes());
}

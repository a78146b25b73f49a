//! The transformations over the shape of a language, in each language that states it.

use super::{check, check_nothing};

#[test]
fn the_other_branch_stands_alone() {
    let checked = [
        ("c", "int f() { if (*c) ; else g(); }", "int f() { if (!*c) g(); }"),
        (
            "c",
            "int f() { if (!a) ; else { g(); } }",
            "int f() { if (a) { g(); } }",
        ),
        (
            "java",
            "class A { void f() { if (a == b) {} else g(); } }",
            "class A { void f() { if (!(a == b)) g(); } }",
        ),
        ("javascript", "if (a) b(); else c();", "if (!a) c();"),
        (
            "go",
            "package p\nfunc f() { if a { g() } else { h() } }",
            "package p\nfunc f() { if !a { h() } }",
        ),
        ("rust", "fn f() { if a { } else { h() } }", "fn f() { if !a { h() } }"),
        ("python", "if a:\n    pass\nelse:\n    b()\n", "if not a:\n    b()\n"),
    ];
    for (language, before, after) in checked {
        check("other-branch", language, before, after);
    }
    check_nothing("other-branch", "c", "int f() { if (a) g(); }");
    check_nothing("other-branch", "python", "if a:\n    pass\nelif b:\n    c()\n");
}

#[test]
fn conditions_become_true_or_false() {
    check(
        "condition",
        "c",
        "int f(int a) { if (a && g(a)) h(); }",
        "int f(int a) { if (1) h(); }",
    );
    check(
        "condition",
        "c",
        "int f(int a) { if (a && g(a)) h(); }",
        "int f(int a) { if (0) h(); }",
    );
    check(
        "condition",
        "c",
        "int f(int a) { while (a) h(); }",
        "int f(int a) { while (0) h(); }",
    );
    check(
        "condition",
        "cpp",
        "int f(int a) { if (a) h(); }",
        "int f(int a) { if (1) h(); }",
    );
    check(
        "condition",
        "rust",
        "fn f(a: A) { if a.b() { g() } }",
        "fn f(a: A) { if true { g() } }",
    );
    check(
        "condition",
        "go",
        "package p\nfunc f() { if a() > 1 { g() } }",
        "package p\nfunc f() { if false { g() } }",
    );
    check(
        "condition",
        "java",
        "class A { void f() { if (a.b()) g(); } }",
        "class A { void f() { if (true) g(); } }",
    );
    check(
        "condition",
        "javascript",
        "let x = a.b ? 1 : 2;",
        "let x = false ? 1 : 2;",
    );
    check(
        "condition",
        "typescript",
        "if (a as any) { f(); }",
        "if (true) { f(); }",
    );
    check("condition", "python", "if a.b(c):\n    f()\n", "if True:\n    f()\n");
    // What is settled stays so, and no loop is made endless.
    check_nothing("condition", "c", "int f(void) { if (1) h(); while (0) g(); }");
}

#[test]
fn expressions_become_plain_values() {
    check(
        "value",
        "c",
        "int f(A *a) { return g(a, a->b); }",
        "int f(A *a) { return 0; }",
    );
    check("value", "cpp", "int x = a::b(1) + 2;", "int x = 0;");
    check(
        "value",
        "rust",
        "fn f() { let x = a.b(|c| c); }",
        "fn f() { let x = (); }",
    );
    check("value", "go", "package p\nvar x = f(1)", "package p\nvar x = nil");
    check(
        "value",
        "java",
        "class A { String s = a.b(1).c; }",
        "class A { String s = null; }",
    );
    check("value", "javascript", "f(a.b, [1, 2]);", "f(0, [1, 2]);");
    check("value", "typescript", "const x: A = f<B>(1);", "const x: A = null!;");
    check("value", "python", "x = [a for a in b]\n", "x = None\n");
}

#[test]
fn types_become_plain() {
    check(
        "plain-type",
        "c",
        "struct l a; struct l f(struct l b);",
        "int a; int f(int b);",
    );
    check("plain-type", "c", "unsigned long a; char b;", "int a; char b;");
    check("plain-type", "cpp", "std::vector<int> f(T t);", "int f(T t);");
    check("plain-type", "rust", "fn f(a: Vec<T>) {}", "fn f(a: ()) {}");
    check(
        "plain-type",
        "go",
        "package p\nvar x map[string][]T\n",
        "package p\nvar x int\n",
    );
    check("plain-type", "java", "class A { List<B> b; }", "class A { Object b; }");
    check("plain-type", "typescript", "let a: B | { c: D };", "let a: any;");
    check("plain-type", "python", "x: List[int] = y\n", "x: int = y\n");
}

#[test]
fn variables_become_their_values() {
    check(
        "inline-variable",
        "c",
        "int f(void) { int n = 3; g(n); h(n); }",
        "int f(void) { g(3); h(3); }",
    );
    check(
        "propagate",
        "c",
        "int f(void) { int n = a + 3; g(n * 2); }",
        "int f(void) { int n = a + 3; g((a + 3) * 2); }",
    );
    // A name of another function is another name.
    check(
        "inline-variable",
        "c",
        "int f(void) { int n = 3; g(n); } int h(int n) { return n; }",
        "int f(void) { g(3); } int h(int n) { return n; }",
    );
    check("inline-variable", "cpp", "int n = 3; int m = n;", "int m = 3;");
    check(
        "inline-variable",
        "rust",
        "fn f() { let n = 3; g(n); }",
        "fn f() { g(3); }",
    );
    check(
        "inline-variable",
        "go",
        "package p\nfunc f() {\n\tn := 3\n\tg(n)\n}",
        "package p\nfunc f() {\n\tg(3)\n}",
    );
    check(
        "inline-variable",
        "java",
        "class A { void f() { int n = 3; g(n); } }",
        "class A { void f() { g(3); } }",
    );
    check("inline-variable", "javascript", "const n = 3; g(n);", "g(3);");
    check("inline-variable", "typescript", "let n: number = 3; g(n);", "g(3);");
    check("inline-variable", "python", "n = 3\ng(n)\n", "g(3)\n");
}

#[test]
fn loops_that_count_are_written_out() {
    let source = "int f(void) { for (int i = 0; i < 9; i++) g(i); }";
    check("loop", "c", source, "int f(void) { { int i = 0; g(i); } }");
    check("loop", "c", source, "int f(void) { { int i = 0; g(i); i++; g(i); } }");
    check("loop", "cpp", source, "int f(void) { { int i = 0; g(i); } }");
    check(
        "loop",
        "go",
        "package p\nfunc f() { for i := 0; i < 9; i++ { g(i) } }",
        "package p\nfunc f() { {\ni := 0\n{ g(i) }\n} }",
    );
    check(
        "loop",
        "java",
        "class A { void f() { for (int i = 0; i < 9; i++) { g(i); } } }",
        "class A { void f() { { int i = 0; { g(i); } } } }",
    );
    check(
        "loop",
        "javascript",
        "for (let i = 0; i < 9; i++) { g(i); }",
        "{ let i = 0; { g(i); } }",
    );
}

#[test]
fn functions_return_nothing() {
    check(
        "result",
        "c",
        "long f(int a) { if (a) return g(a); return 0; }",
        "void f(int a) { if (a) return; return; }",
    );
    check("result", "cpp", "T f() { return T(); }", "void f() { return; }");
    check(
        "result",
        "rust",
        "fn f(a: u8) -> u8 { if a > 1 { return a; } a + 1 }",
        "fn f(a: u8) { if a > 1 { return; } a + 1; }",
    );
    check(
        "result",
        "go",
        "package p\nfunc f() int { return g(1) }",
        "package p\nfunc f() { return }",
    );
    check(
        "result",
        "java",
        "class A { B f() { return new B(); } }",
        "class A { void f() { return; } }",
    );
    check(
        "result",
        "go",
        "package p\nfunc f() func() int { return func() int { return 1 } }",
        "package p\nfunc f() { return }",
    );
    check_nothing("result", "c", "void f(void) { return; }");
}

#[test]
fn arrays_and_pointers_lose_a_level() {
    check(
        "array",
        "c",
        "int a[9]; int f(int i) { return a[i + 1] + a[2]; }",
        "int a; int f(int i) { return a + a; }",
    );
    check(
        "pointer",
        "c",
        "int f(int *p) { return *p + g(p); }",
        "int f(int p) { return p + g(p); }",
    );
    check(
        "pointer",
        "cpp",
        "int f(int **p) { return **p; }",
        "int f(int *p) { return *p; }",
    );
}

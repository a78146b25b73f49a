//! Rewrite rules: what they propose, and which are refused.

use lop_core::transform::{View, propose_rewrites};
use lop_syntax::rewrite::{FaultKind, Rule, RuleError};
use lop_syntax::{Program, lang};

use super::{tree, words};

fn read(language: &str, rule: &str) -> Result<Rule, RuleError> {
    let syntax = lang::named(language).expect("a language of this build").syntax();
    Rule::read(rule, &syntax.expect("a shipped grammar"))
}

/// The texts that a rule proposes for a program, each once.
fn proposed(language: &str, rule: &str, source: &str) -> Vec<String> {
    let rule = read(language, rule).unwrap_or_else(|error| panic!("{rule}: {error} at {}", error.at));
    let program = Program::new(tree(language, source));
    let edits = propose_rewrites(&View::new(&program, &[]), &rule);
    let candidates = edits.iter().filter_map(|edit| program.propose(edit).ok());
    let texts = candidates.map(|candidate| String::from_utf8(candidate.text(&program)).expect("text stays text"));
    let mut texts: Vec<String> = texts.map(|text| words(language, &text)).collect();
    texts.sort();
    texts.dedup();
    texts
}

fn check(language: &str, rule: &str, before: &str, after: &[&str]) {
    let mut after: Vec<String> = after.iter().map(|after| words(language, after)).collect();
    after.sort();
    assert_eq!(proposed(language, rule, before), after, "{rule}");
}

#[test]
fn a_metavariable_is_a_node_of_any_kind() {
    check("c", "$A ? $B : $C => $B", "int a = b ? c + 1 : d;", &["int a = c + 1;"]);
    check(
        "c",
        "if ($A) $B else $C => $B",
        "void f() { if (a) { b(); } else c(); }",
        &["void f() { { b(); } }"],
    );
    check("json", "{$A: $B} => $B", r#"[{"a": [1]}]"#, &["[[1]]"]);
    check(
        "smtlib",
        "(=> $A $B) => (or $B)",
        "(assert (=> p q))",
        &["(assert (or q))"],
    );
}

#[test]
fn a_row_is_several_nodes_or_none() {
    let rule = "g($A, $$$B) => g($$$B)";
    check("c", rule, "int a = g(1, 2, 3);", &["int a = g(2, 3);"]);
    check(
        "javascript",
        "f($$$A) => [$$$A]",
        "f(); f(a, b)",
        &["[]; f(a, b)", "f(); [a, b]"],
    );
    check(
        "rust",
        "{ $$$A $B } => { $B }",
        "fn f() { a(); b(); c() }",
        &["fn f() { c() }"],
    );
}

#[test]
fn what_belongs_together_is_known_from_the_program() {
    check("c", "$A * $B => $A", "int a = b + c * d;", &["int a = b + c;"]);
    check("c", "$A + $B => $B", "int a = b + c * d;", &["int a = c * d;"]);
    check("c", "($A) => $A", "int a = f((b));", &["int a = f(b);"]);
}

#[test]
fn a_metavariable_that_is_there_twice_is_the_same_twice() {
    let rule = "$A == $A => 1";
    check(
        "c",
        rule,
        "int a = b[0] == b[ 0 ], c = d == e;",
        &["int a = 1, c = d == e;"],
    );
    check("c", "$_ == $_ => 1", "int a = d == e;", &["int a = 1;"]);
}

#[test]
fn dollar_signs_of_the_language_are_small_or_have_a_backslash() {
    check(
        "php",
        "$x + $A => $A",
        "<?php f($x + 1, $y + 1);",
        &["<?php f(1, $y + 1);"],
    );
    check(
        "php",
        r"\$B + $A => $A",
        "<?php f($B + 1, $C + 1);",
        &["<?php f(1, $C + 1);"],
    );
    check("bash", r"echo \$HOME $A => echo $A", "echo $HOME $B", &["echo $B"]);
}

#[test]
fn the_last_arrow_that_leaves_two_sides_is_the_one() {
    check("javascript", "($A) => $B => $B", "f((a) => a + 1)", &["f(a + 1)"]);
    check("javascript", "$A(1) => () => $A", "x = f(1)", &["x = () => f"]);
}

#[test]
fn lines_get_the_indentation_of_the_place_they_go_to() {
    let before = "def f():\n    for a in b:\n        c()\n        d()\n";
    check(
        "python",
        "for $A in $B: $C => $C",
        before,
        &["def f():\n    c()\n    d()\n"],
    );
}

#[test]
fn nothing_in_place_of_a_pattern_removes_it() {
    check(
        "c",
        "assert($$$); =>",
        "void f() { assert(a); b(); }",
        &["void f() { b(); }"],
    );
    check("python", "pass =>", "a = 1\npass\n", &["a = 1\n"]);
}

#[test]
fn a_rule_shrinks_if_it_writes_less_than_it_reads() {
    for (rule, shrinks) in [
        ("$A ? $B : $C => $B", true),
        ("f($A) => $A", true),
        ("$A + $B => $B + $A", false),
        ("f($A) => g($A, $A)", false),
        ("$A - $_ => $A", true),
    ] {
        assert_eq!(read("c", rule).expect(rule).shrinks(), shrinks, "{rule}");
    }
}

#[test]
fn a_rule_that_has_no_meaning_is_refused_with_the_place() {
    for (language, rule, kind, place) in [
        ("c", "$A ? $B : $C", FaultKind::NoArrow, ""),
        ("c", "=> 1", FaultKind::NoPattern, "=> 1"),
        ("c", "$A => 1", FaultKind::Everything, "$A => 1"),
        ("c", "f($A) => $B", FaultKind::Unbound, "$B"),
        ("c", "\"$A\" => $A", FaultKind::InToken, "$A\" => $A"),
        ("c", "return $A; => if (1", FaultKind::Replacement, ""),
        ("go", "func $A( => 1", FaultKind::Pattern, ""),
    ] {
        let error = read(language, rule).expect_err(rule);
        assert_eq!(error.kind, kind, "{rule}");
        assert!(rule[error.at..].starts_with(place), "{rule}: {}", &rule[error.at..]);
    }
    let unclosed = read("c", "f($A => $A").expect_err("a bracket is missing");
    assert_eq!(unclosed.kind, FaultKind::Pattern);
}

#[test]
fn rules_of_the_languages_do_what_they_say() {
    let own = |language: &str, before: &str| {
        let rules = lang::named(language).expect("a language of this build").rewrites;
        let rules = lop_syntax::rewrite::lines(rules).map(|(_, rule)| proposed(language, rule, before));
        rules.flatten().collect::<Vec<String>>()
    };
    for (language, before, after) in [
        (
            "go",
            "package p\nfunc f() { a := g() }",
            "package p\nfunc f() { _ = g() }",
        ),
        (
            "go",
            "package p\nfunc f() { for i := range a { g() } }",
            "package p\nfunc f() { for range a { g() } }",
        ),
        ("javascript", "f(function (a) { return a; });", "f((a) => a);"),
        ("typescript", "const a = f();", "f();"),
        ("rust", "fn f() { let a: u8 = g(); }", "fn f() { g(); }"),
        (
            "rust",
            "fn f() { if let Some(a) = b { g(a) } }",
            "fn f() { { let Some(a) = b; g(a) } }",
        ),
        (
            "rust",
            "fn f() { while let Some(a) = b { g(a) } }",
            "fn f() { { let Some(a) = b; g(a) } }",
        ),
        ("rust", "impl T for S { fn f() {} }", "impl S { fn f() {} }"),
        ("rust", "fn f() -> u8 { return 0; }", "fn f() -> u8 { 0 }"),
        (
            "go",
            "package p\nfunc f() { if a := g(); a { h() } }",
            "package p\nfunc f() { a := g() }",
        ),
        (
            "go",
            "package p\nfunc f() { switch g() { case 1: h() } }",
            "package p\nfunc f() { _ = g() }",
        ),
        (
            "java",
            "class A { void f() { try { g(); } catch (E e) { h(); } } }",
            "class A { void f() { { g(); } } }",
        ),
        (
            "java",
            "class A { void f() { for (B b : c) { g(b); } } }",
            "class A { void f() { { g(b); } } }",
        ),
        (
            "java",
            "class A { void f() { synchronized (a) { g(); } } }",
            "class A { void f() { { g(); } } }",
        ),
        (
            "csharp",
            "class A { void F() { foreach (var b in c) { G(b); } } }",
            "class A { void F() { { G(b); } } }",
        ),
        (
            "csharp",
            "class A { void F() { lock (a) { G(); } } }",
            "class A { void F() { { G(); } } }",
        ),
        (
            "csharp",
            "class A { void F() { var a = G(); } }",
            "class A { void F() { G(); } }",
        ),
        ("kotlin", "fun f() { val a = g() }", "fun f() { g() }"),
        ("kotlin", "fun f(): Int { return 0 }", "fun f(): Int = 0"),
        ("typescript", "const a: A<B> = f();", "f();"),
        ("typescript", "enum A { B, C }", "type A = any;"),
        ("typescript", "interface A { b(): C }", "type A = any;"),
        ("python", "a = f()", "f()"),
        ("python", "from a import b, c", "import a"),
        ("python", "assert a, b", "a"),
        (
            "solidity",
            "contract A { function f() public { uint a = g(); } }",
            "contract A { function f() public { g(); } }",
        ),
        (
            "solidity",
            "contract A { function f() public { for (a; b; c) { g(); } } }",
            "contract A { function f() public { { g(); } } }",
        ),
        ("sql", "SELECT a FROM (SELECT b FROM c) d;", "SELECT b FROM c;"),
        ("ruby", "a.each { |b| f(b) }", "f(b)"),
        ("ruby", "begin\nf()\nrescue\ng()\nend", "begin\nf()\nend"),
    ] {
        assert!(
            own(language, before).contains(&words(language, after)),
            "{before}: {:#?}",
            own(language, before)
        );
    }
}

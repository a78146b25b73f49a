//! What single edits do to a text.

use std::sync::Arc;

use lop_syntax::edit::{self, Change, Edit};
use lop_syntax::{Kind, NodeId, Program, Refusal, Tree, is_valid, lang, parse};

fn program(language: &str, source: &str) -> Program {
    let syntax = lang::named(language)
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    Program::new(Arc::new(parse(source.as_bytes(), &syntax)))
}

/// The topmost node with this very text, below lists and options.
fn node(tree: &Tree, text: &str) -> NodeId {
    tree.nodes()
        .find(|node| {
            let is_part = matches!(tree.kind(*node), Kind::List | Kind::Optional | Kind::Separator);
            tree.text(*node) == text.as_bytes() && !is_part && *node != tree.root()
        })
        .unwrap_or_else(|| panic!("no node {text:?}"))
}

fn list_of(tree: &Tree, text: &str) -> NodeId {
    tree.nodes()
        .find(|node| tree.kind(*node) == Kind::List && tree.text(*node) == text.as_bytes())
        .unwrap_or_else(|| panic!("no list {text:?}"))
}

fn text(program: &Program) -> String {
    String::from_utf8(program.text().to_vec()).expect("text stays text")
}

/// Makes an edit, and checks that the result still parses.
fn make(program: &mut Program, edit: &Edit) {
    let candidate = program.propose(edit).expect("this edit can be made");
    let proposed = candidate.text(program);
    program.accept(&candidate);
    assert_eq!(program.text(), proposed);
    assert!(is_valid(program.text(), program.tree().syntax()), "{}", text(program));
}

#[track_caller]
fn check_remove(language: &str, source: &str, removed: &[&str], expected: &str) {
    let mut program = program(language, source);
    let nodes: Vec<NodeId> = removed.iter().map(|text| node(program.tree(), text)).collect();
    for node in &nodes {
        assert!(
            program.is_removable(*node),
            "{}",
            String::from_utf8_lossy(program.tree().text(*node))
        );
    }
    make(&mut program, &edit::remove_all(nodes));
    assert_eq!(text(&program), expected);
}

#[track_caller]
fn check_replace(language: &str, source: &str, replaced: &str, by: &str, expected: &str) {
    let mut program = program(language, source);
    let (node, by) = (node(program.tree(), replaced), node(program.tree(), by));
    assert!(program.can_replace(node, by));
    assert!(program.replacements(node, 10).contains(&by));
    make(&mut program, &edit::replace(node, by));
    assert_eq!(text(&program), expected);
}

#[track_caller]
fn check_splice(language: &str, source: &str, replaced: &str, list: &str, expected: &str) {
    let mut program = program(language, source);
    let (node, list) = (node(program.tree(), replaced), list_of(program.tree(), list));
    assert!(program.can_replace(node, list));
    make(&mut program, &edit::replace(node, list));
    assert_eq!(text(&program), expected);
}

#[test]
fn separators_go_with_the_items_that_needed_them() {
    check_remove("json", "[1, 2, 3]", &["1"], "[2, 3]");
    check_remove("json", "[1, 2, 3]", &["2"], "[1, 3]");
    check_remove("json", "[1, 2, 3]", &["3"], "[1, 2]");
    check_remove("json", "[1, 2, 3]", &["1", "2"], "[3]");
    check_remove("json", "[1, 2, 3]", &["1", "3"], "[2]");
    check_remove("json", "[1, 2, 3]", &["1", "2", "3"], "[]");
    check_remove("c", "int f(int a, char b);", &["int a"], "int f(char b);");
    check_remove("rust", "enum E { A, B, }", &["A", "B"], "enum E { }");
    check_remove("rust", "fn f() { g(a, b,); }", &["b"], "fn f() { g(a,); }");
    check_remove(
        "go",
        "package p\nfunc f(a int, b int) {}\n",
        &["b int"],
        "package p\nfunc f(a int) {}\n",
    );
}

#[test]
fn removals_one_after_the_other_end_like_removals_at_once() {
    let mut program = program("json", "[1, 2, 3, 4]");
    for gone in ["1", "3", "2"] {
        let node = node(program.tree(), gone);
        make(&mut program, &edit::remove(node));
    }
    assert_eq!(text(&program), "[4]");
    assert_eq!(program.token_count(), 3);
    let last = node(program.tree(), "4");
    make(&mut program, &edit::remove(last));
    assert_eq!(text(&program), "[]");
    assert!(!program.is_live(last));
    assert_eq!(program.propose(&edit::remove(last)).unwrap_err(), Refusal::Gone);
}

#[test]
fn an_option_goes_as_a_whole() {
    let source = "int f(void) { if (a) b(); else c(); }";
    check_remove("c", source, &["else c();"], "int f(void) { if (a) b(); }");
    let program = program("c", source);
    assert!(
        !program.is_removable(node(program.tree(), "else")),
        "half an option stays"
    );
    check_remove("rust", "fn f() -> u8 { 1 }", &["1"], "fn f() -> u8 { }");
}

#[test]
fn what_has_to_be_there_stays() {
    let source = "try { a(); } catch (e) { } finally { }";
    let mut program = program("javascript", source);
    let (catch, finally) = (
        node(program.tree(), "catch (e) { }"),
        node(program.tree(), "finally { }"),
    );
    let both = edit::remove_all([catch, finally]);
    assert_eq!(program.propose(&both).unwrap_err(), Refusal::LastPart);
    make(&mut program, &edit::remove(finally));
    assert_eq!(program.propose(&edit::remove(catch)).unwrap_err(), Refusal::LastPart);

    let program = self::program("python", "def f():\n    return 1\n");
    let tree = program.tree();
    let statement = tree
        .nodes()
        .find(|node| tree.name(*node) == "return_statement")
        .expect("there is one");
    assert!(!program.is_removable(statement));
    assert_eq!(
        program.propose(&edit::remove(statement)).unwrap_err(),
        Refusal::EmptyList
    );
}

#[test]
fn a_list_that_must_not_be_empty_takes_its_option_along() {
    check_remove("c", "struct s { int a; };", &["a"], "struct s { int; };");
    // The keyword before it needs the list: `throws` without an exception is no Java.
    let program = program("java", "class A { void f() throws E { } }");
    assert!(!program.is_removable(node(program.tree(), "E")));
    check_remove(
        "java",
        "class A { void f() throws E { } }",
        &["throws E"],
        "class A { void f() { } }",
    );
}

#[test]
fn a_node_takes_the_place_and_the_white_space_of_one_above() {
    let source = "int f(int a) {\n    if (a) {\n        return g(a) + 1;\n    }\n    return 0;\n}\n";
    let block = "{\n        return g(a) + 1;\n    }";
    let statement = "if (a) {\n        return g(a) + 1;\n    }";
    check_replace(
        "c",
        source,
        statement,
        block,
        "int f(int a) {\n    {\n        return g(a) + 1;\n    }\n    return 0;\n}\n",
    );
    check_splice(
        "c",
        source,
        statement,
        "return g(a) + 1;",
        "int f(int a) {\n    return g(a) + 1;\n    return 0;\n}\n",
    );
    check_replace("c", "int x = (a + b) * c;", "(a + b) * c", "b", "int x = b;");
}

#[test]
fn tokens_that_would_fuse_are_kept_apart() {
    check_replace("c", "int x = a-(-b);", "(-b)", "-b", "int x = a- -b;");
    check_remove("c", "int f(void) { return(a); }", &[], "int f(void) { return(a); }");
    check_replace(
        "c",
        "int f(void) { return(a); }",
        "(a)",
        "a",
        "int f(void) { return a; }",
    );
}

#[test]
fn lines_that_end_something_stay_apart() {
    let source = "#include <a.h>\n#define X 1\nint a; int b;\n";
    check_remove("c", source, &["int a;"], "#include <a.h>\n#define X 1\nint b;\n");
    let comment = "int a; // one\nint b;\nint c;\n";
    check_remove("c", comment, &["int b;"], "int a; // one\nint c;\n");
    check_remove(
        "go",
        "package p\n\nvar a = 1\nvar b = 2\n",
        &["var a = 1"],
        "package p\nvar b = 2\n",
    );
}

#[test]
fn indented_blocks_move_to_where_they_go() {
    let source = "if a:\n    while b:\n        c()\n        d(1,\n          2)\n    e()\n";
    check_splice(
        "python",
        source,
        source.trim_end(),
        "while b:\n        c()\n        d(1,\n          2)\n    e()",
        "while b:\n    c()\n    d(1,\n      2)\ne()\n",
    );
    let inner = "while b:\n        c()\n        d(1,\n          2)";
    check_splice(
        "python",
        source,
        inner,
        "c()\n        d(1,\n          2)",
        "if a:\n    c()\n    d(1,\n      2)\n    e()\n",
    );
}

#[test]
fn a_node_becomes_the_text_it_is_told() {
    let mut program = program("c", "int f(void) { return g(1, 2); }");
    let call = node(program.tree(), "g(1, 2)");
    make(&mut program, &edit::rewrite(call, &b"0"[..]));
    assert_eq!(text(&program), "int f(void) { return 0; }");
    assert_eq!(program.token_count(), 10);
    let function = program.tree().root();
    make(&mut program, &edit::rewrite(function, &b"int f;"[..]));
    assert_eq!(text(&program), "int f;");
    assert_eq!(program.token_count(), 3);
}

#[test]
fn changes_that_meet_cannot_be_made() {
    let program = program("c", "int f(void) { return g(h(1), 2); }");
    let outer = node(program.tree(), "g(h(1), 2)");
    let inner = node(program.tree(), "h(1)");
    let rewritten = |node| Change::Rewrite(node, b"0"[..].into());
    for changes in [
        vec![rewritten(outer), rewritten(inner)],
        vec![rewritten(inner), rewritten(outer)],
        vec![rewritten(inner), rewritten(inner)],
        vec![Change::Remove(inner), rewritten(inner)],
    ] {
        assert_eq!(program.propose(&Edit { changes }).unwrap_err(), Refusal::Overlap);
    }
}

#[test]
fn what_replaced_a_node_can_itself_be_replaced_or_removed() {
    let source = "int f(int a) { if (a) { while (a) { a--; b(); } } return 0; }";
    let mut program = program("c", source);
    let tree = program.tree().clone();
    let outer = node(&tree, "if (a) { while (a) { a--; b(); } }");
    let inner = node(&tree, "while (a) { a--; b(); }");
    make(&mut program, &edit::replace(outer, inner));
    assert_eq!(text(&program), "int f(int a) { while (a) { a--; b(); } return 0; }");
    assert!(!program.is_live(outer));
    assert_eq!(program.standing(outer), inner);
    assert_eq!(program.parent(inner), program.parent(outer));
    assert!(program.is_removable(inner));
    make(&mut program, &edit::replace(inner, list_of(&tree, "a--; b();")));
    assert_eq!(text(&program), "int f(int a) { a--; b(); return 0; }");
    let first = node(&tree, "a--;");
    make(&mut program, &edit::remove(first));
    assert_eq!(text(&program), "int f(int a) { b(); return 0; }");
}

#[test]
fn minimal_texts_are_what_one_would_write() {
    let minimal = |language: &str, rule: &str| {
        let syntax = lang::named(language).unwrap().syntax().unwrap();
        let grammar = syntax.grammar().unwrap();
        grammar
            .minimal_text(grammar.rule_named(rule).unwrap())
            .map(str::to_owned)
    };
    assert_eq!(minimal("c", "compound_statement").as_deref(), Some("{}"));
    assert_eq!(minimal("c", "identifier").as_deref(), Some("a"));
    assert_eq!(minimal("json", "object").as_deref(), Some("{}"));
    assert_eq!(minimal("python", "block").as_deref(), Some("pass"));
    assert_eq!(minimal("rust", "block").as_deref(), Some("{}"));
    assert_eq!(minimal("go", "return_statement").as_deref(), Some("return"));
}

/// Grammars write such lists with what stands between the items in front, and once more at the end.
#[test]
fn items_go_where_a_grammar_begins_with_what_is_between_them() {
    check_remove("xml", "<a b=\"1\" c=\"2\"></a>\n", &["b=\"1\""], "<a c=\"2\"></a>\n");
    let source = "module M where\n\nf = 1\n\ng = 2\n\nh = 3\n";
    check_remove("haskell", source, &["g = 2"], "module M where\n\nf = 1\n\nh = 3\n");
    check_remove("haskell", source, &["f = 1", "h = 3"], "module M where\n\ng = 2\n");
    let source = "package p\n\nvar a = make([]int, 1, 2)\n";
    check_remove("go", source, &[", 1"], "package p\n\nvar a = make([]int, 2)\n");
}

/// A line's end separates as a comma does, and both together are one too many.
#[test]
fn a_comma_goes_with_an_item_that_a_line_begins_with() {
    check_remove("cue", "z: 0\na: 1, b: 2\nc: 3\n", &["a: 1"], "z: 0\nb: 2\nc: 3\n");
    check_remove("cue", "z: 0\na: 1, b: 2\nc: 3\n", &["b: 2"], "z: 0\na: 1\nc: 3\n");
}

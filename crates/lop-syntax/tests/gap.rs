//! White space where something was cut out, moved or written anew, and that the pieces of a program are its text.

use std::path::Path;
use std::sync::Arc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::lang::{self, LANGUAGES};
use lop_syntax::{Candidate, Kind, NodeId, Program, Random, Refusal, Tree, is_valid, parse};

fn tree(language: &str, source: &[u8]) -> Arc<Tree> {
    let syntax = lang::named(language)
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    Arc::new(parse(source, &syntax))
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

/// The pieces of a candidate's program, one after the other.
fn pieces_of(candidate: &Candidate, program: &Program) -> Vec<u8> {
    let pieces = candidate.pieces(program).flat_map(|piece| [piece.gap, piece.text]);
    pieces.chain([candidate.tail(program)]).flatten().copied().collect()
}

/// The pieces of a program, one after the other.
fn pieces(program: &Program) -> Vec<u8> {
    let pieces = program.pieces().flat_map(|piece| [piece.gap, piece.text]);
    pieces.chain([program.tail()]).flatten().copied().collect()
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Makes an edit. Its text, its pieces, and the text and pieces of the program it leads to are the same.
#[track_caller]
fn make(program: &mut Program, edit: &Edit) {
    let candidate = program.propose(edit).expect("this edit can be made");
    let text = candidate.text(program);
    let what = || format!("{edit:?} of {:?}", lossy(program.text()));
    assert_eq!(lossy(&pieces_of(&candidate, program)), lossy(&text), "{}", what());
    program.accept(&candidate);
    assert_eq!(lossy(program.text()), lossy(&text));
    assert_eq!(lossy(&pieces(program)), lossy(&text));
}

/// Makes several changes at once: texts for nodes, and nodes that go, which are those with an empty text.
#[track_caller]
fn check(language: &str, source: &str, changes: &[(&str, &str)], expected: &str) {
    let tree = tree(language, source.as_bytes());
    let change = |(old, new): &(&str, &str)| match *new {
        "" => Change::Remove(node(&tree, old)),
        new => Change::Rewrite(node(&tree, old), new.as_bytes().into()),
    };
    let changes = changes.iter().map(change).collect();
    let mut program = Program::new(tree.clone());
    make(&mut program, &Edit { changes });
    assert_eq!(lossy(program.text()), expected);
    assert!(is_valid(program.text(), tree.syntax()));
}

#[test]
fn a_new_text_is_kept_apart_from_the_piece_that_will_follow_it() {
    check(
        "c",
        "int f() { return (abc + d); }",
        &[("(abc + d)", "0")],
        "int f() { return 0; }",
    );
    check(
        "c",
        "int f() { return(abc + d); }",
        &[("(abc + d)", "0")],
        "int f() { return 0; }",
    );
    let source = "int f() { if (a)(b);else c; }";
    check("c", source, &[("(b);", ";")], "int f() { if (a);else c; }");
    check(
        "c",
        "int f() { do(b);while(c); }",
        &[("(b);", "x;")],
        "int f() { do x;while(c); }",
    );
    check("javascript", "a = (b)in c;\n", &[("(b)", "d")], "a = d in c;\n");
    check(
        "javascript",
        "a = (b)in(c);\n",
        &[("(b)", "d"), ("(c)", "e")],
        "a = d in e;\n",
    );
}

#[test]
fn a_new_text_is_kept_apart_from_the_piece_that_will_stand_before_it() {
    check("c", "int a = x-*p;", &[("*p", "-1")], "int a = x- -1;");
    check("c", "int a = x-(y);", &[("(y)", "-1")], "int a = x- -1;");
    check(
        "c",
        "int a = (x)-y, b;",
        &[("(x)", "-"), ("y", "-1")],
        "int a = - - -1, b;",
    );
}

#[test]
fn two_new_texts_side_by_side_are_kept_apart() {
    check(
        "javascript",
        "a = [(b)]in{c};\n",
        &[("[(b)]", "d"), ("{c}", "e")],
        "a = d in e;\n",
    );
    check(
        "c",
        "int a = (x)?(y):(z);",
        &[("(x)", "1"), ("(y)", "2"), ("(z)", "3")],
        "int a = 1?2:3;",
    );
}

#[test]
fn text_inside_a_token_is_not_set_apart() {
    check("css", "a { top: 10px; }\n", &[("px", "em")], "a { top: 10em; }\n");
    check(
        "python",
        "x = f'abc{y}d'\n",
        &[("abc", "z"), ("d", "e")],
        "x = f'z{y}e'\n",
    );
    check("bash", "echo \"abc$d\"\n", &[("abc", "e")], "echo \"e$d\"\n");
}

#[test]
fn cuts_with_only_dead_pieces_between_them_are_one() {
    let tree = tree("json", b"[1, 2, 3, 4, 5]");
    let mut program = Program::new(tree.clone());
    let remove = |texts: &[&str]| Edit {
        changes: texts.iter().map(|text| Change::Remove(node(&tree, text))).collect(),
    };
    make(&mut program, &remove(&["3"]));
    make(&mut program, &remove(&["2", "4"]));
    assert_eq!(lossy(program.text()), "[1, 5]");
    make(&mut program, &remove(&["1", "5"]));
    assert_eq!(lossy(program.text()), "[]");
}

#[test]
fn the_piece_that_moves_is_the_first_that_stays() {
    let source = "int f() { if (a) { b(1); c(2); } }";
    let tree = tree("c", source.as_bytes());
    let mut program = Program::new(tree.clone());
    let (statement, body) = (node(&tree, "if (a) { b(1); c(2); }"), "b(1); c(2);");
    let list = tree.nodes().find(|node| tree.text(*node) == body.as_bytes());
    let changes = vec![
        Change::Replace(statement, list.expect("the statements are a list")),
        Change::Remove(node(&tree, "b(1);")),
    ];
    make(&mut program, &Edit { changes });
    assert_eq!(lossy(program.text()), "int f() { c(2); }");
}

#[test]
fn lines_of_a_moved_text_that_is_written_anew_stay_as_they_are_told() {
    let source = "if a:\n    if b:\n        x = '''1\n        2'''\n        y\n";
    let tree = tree("python", source.as_bytes());
    let mut program = Program::new(tree.clone());
    let list = |text: &str| {
        let mut lists = tree.nodes().filter(|node| tree.kind(*node) == Kind::List);
        lists.find(|node| tree.text(*node) == text.as_bytes()).expect("a list")
    };
    let changes = vec![
        Change::Replace(
            node(&tree, source.trim_end()),
            list("if b:\n        x = '''1\n        2'''\n        y"),
        ),
        Change::Rewrite(node(&tree, "'''1\n        2'''"), b"'''3\n4'''"[..].into()),
    ];
    make(&mut program, &Edit { changes });
    assert_eq!(lossy(program.text()), "if b:\n    x = '''3\n4'''\n    y\n");
}

#[test]
fn space_is_as_it_is_told_even_beside_a_cut() {
    let tree = tree("c", b"int a;\nint b; int c;\n");
    let mut program = Program::new(tree.clone());
    let last = node(&tree, "int c;");
    let changes = vec![
        Change::Remove(node(&tree, "int b;")),
        Change::Space(last, b"  "[..].into()),
    ];
    make(&mut program, &Edit { changes });
    assert_eq!(lossy(program.text()), "int a;  int c;\n");
    // The first piece of the root is gone, and the space is before the piece that is the first now.
    make(
        &mut program,
        &Edit {
            changes: vec![Change::Remove(node(&tree, "int a;"))],
        },
    );
    make(
        &mut program,
        &Edit {
            changes: vec![Change::Space(last, b"\n"[..].into())],
        },
    );
    assert_eq!(lossy(program.text()), "\nint c;\n");
}

#[test]
fn space_before_a_piece_that_goes_meets_its_removal() {
    let tree = tree("c", b"int a; int b;");
    let program = Program::new(tree.clone());
    let node = node(&tree, "int b;");
    let space = || Change::Space(node, b"\n"[..].into());
    for changes in [vec![Change::Remove(node), space()], vec![space(), space()]] {
        assert_eq!(program.propose(&Edit { changes }).unwrap_err(), Refusal::Overlap);
    }
}

/// A change of any live node. Most of them make no sense to the language, which is of no interest here.
fn random_change(program: &Program, random: &mut Random) -> Option<Change> {
    let tree = program.tree();
    let mut nodes = (0..50).map(|_| tree.nodes().nth(random.below(tree.node_count())).expect("a node"));
    let node = nodes.find(|node| program.is_live(*node))?;
    Some(match random.below(8) {
        0 => Change::Remove(node),
        1 => {
            let below = program.replacements(node, 6);
            Change::Replace(node, *below.get(random.below(below.len()))?)
        }
        2 => {
            let gaps: [&[u8]; 4] = [b"", b" ", b"\n", b"\n    "];
            Change::Space(node, gaps[random.below(gaps.len())].into())
        }
        _ => {
            // Texts of several tokens, and such as fuse with words, numbers or operators.
            let texts: [&[u8]; 6] = [b"0", b"x", b"-", b"(a + b)", b"- 1.", b"\"s\""];
            let other = tree.nodes().nth(random.below(tree.node_count())).expect("a node");
            let text = match random.below(2) {
                0 => texts[random.below(texts.len())],
                _ => Some(tree.text(other))
                    .filter(|text| text.len() < 200)
                    .unwrap_or_default(),
            };
            Change::Rewrite(node, text.into())
        }
    })
}

#[test]
fn pieces_are_the_text_after_random_edits_in_every_language() {
    const EDITS: usize = 150;
    for language in LANGUAGES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../samples")
            .join(language.name);
        let entries = std::fs::read_dir(&folder).into_iter().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
        // Those of transformations are pages with many programs.
        paths.retain(|path| !path.ends_with("transforms.md"));
        paths.sort();
        for (index, path) in paths.into_iter().enumerate() {
            let tree = tree(language.name, &std::fs::read(path).expect("a readable sample"));
            let mut random = Random(index as u64);
            let mut program = Program::new(tree.clone());
            let (mut made, mut accepted) = (0, 0);
            for _ in 0..EDITS {
                let changes = 1 + random.below(4);
                let changes = (0..changes)
                    .filter_map(|_| random_change(&program, &mut random))
                    .collect();
                let edit = Edit { changes };
                let Ok(candidate) = program.propose(&edit) else {
                    continue;
                };
                let (text, joined) = (candidate.text(&program), pieces_of(&candidate, &program));
                assert_eq!(lossy(&joined), lossy(&text), "{}: {edit:?}", language.name);
                made += 1;
                // A program of which little is left has few edits.
                if candidate.removed_tokens() * 5 < program.token_count() {
                    program.accept(&candidate);
                    assert_eq!(lossy(&pieces(&program)), lossy(&text), "{}: {edit:?}", language.name);
                    accepted += 1;
                }
                if program.token_count() * 2 < tree.tokens() {
                    program = Program::new(tree.clone());
                }
            }
            assert!(
                made > EDITS / 2 && accepted > EDITS / 4,
                "{}: {made}, {accepted}",
                language.name
            );
        }
    }
}

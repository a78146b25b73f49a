//! Damaged and malicious files: parsing ends.

use std::sync::Arc;

use lop_syntax::Random;
use lop_syntax::edit;
use lop_syntax::print::{Format, print};
use lop_syntax::testing::{Operation, random_edit};
use lop_syntax::{GaveUp, Kind, Program, Syntax, Tree, is_valid, lang, parse, text};

fn syntax(language: &str) -> Arc<Syntax> {
    match language {
        "text" => Arc::new(Syntax::text()),
        "bytes" => Arc::new(Syntax::bytes()),
        _ => lang::named(language)
            .expect("a language of this build")
            .syntax()
            .expect("a shipped grammar"),
    }
}

/// Reads a file, checks that nothing of it is lost, and makes a few edits.
fn read(language: &str, source: &[u8]) -> Arc<Tree> {
    let tree = Arc::new(parse(source, &syntax(language)));
    let mut program = Program::new(tree.clone());
    assert_eq!(program.text(), source);
    let mut random = Random(7);
    for operation in Operation::ALL {
        if let Some(edit) = random_edit(&program, operation, &mut random) {
            let candidate = program.propose(&edit).expect("this edit was proposed before");
            let text = candidate.text(&program);
            program.accept(&candidate);
            assert_eq!(program.text(), text);
        }
    }
    tree
}

#[test]
fn any_bytes_become_a_tree() {
    let files: [&[u8]; 13] = [
        b"([)] {(}) x",
        b"",
        b"\0",
        b"\n",
        b"\xff\xfe\xfd",
        b"\xef\xbb\xbfint a;\r\nint b;\r\n",
        b"int \xff a; int b\0c; }}} int f() { return 1; }",
        b"(((((",
        b")))))",
        b"\"unfinished",
        b"/* unfinished",
        b"\xf0\x9f\x92\xa9 = 1\n\tx\n  y\n",
        b"\\\n\\\r\n\\",
    ];
    for language in lang::LANGUAGES
        .iter()
        .map(|language| language.name)
        .chain(["text", "bytes"])
    {
        for source in files {
            read(language, source);
        }
    }
}

#[test]
fn a_file_with_errors_keeps_its_structure_around_them() {
    let tree = read("c", b"int a;\nint b = = 3;\nint f(void) { return 1; }\n");
    assert!(tree.is_broken());
    let function = tree
        .nodes()
        .find(|node| tree.name(*node) == "function_definition")
        .expect("the function is found");
    assert!(tree.is_removable(function));
    assert_eq!(tree.weight(function), 10);
}

#[test]
fn a_file_that_is_no_program_is_text() {
    let tree = read("json", b"this is not JSON at all\n  but it has lines (and brackets)\n");
    assert_eq!(tree.syntax().name, "text");
}

#[test]
fn two_hundred_thousand_nested_brackets_are_no_trouble() {
    const DEPTH: usize = 200_000;
    for (language, open, close) in [("json", "[", "]"), ("c", "(", ")"), ("text", "(", ")")] {
        let source = match language {
            "c" => format!("int x = {}1{};", open.repeat(DEPTH), close.repeat(DEPTH)),
            _ => format!("{}{}", open.repeat(DEPTH), close.repeat(DEPTH)),
        };
        let tree = Arc::new(parse(source.as_bytes(), &syntax(language)));
        let mut program = Program::new(tree.clone());
        assert_eq!(program.text(), source.as_bytes());
        assert!(tree.tokens() >= 2 * DEPTH);
        let mut depths = vec![0; tree.node_count()];
        for node in tree.nodes().skip(1) {
            let parent = tree.parent(node).expect("only the root has no parent");
            depths[node.index()] = depths[parent.index()] + 1;
        }
        assert!(depths.iter().any(|depth| *depth >= DEPTH), "{language}");
        let removable = tree
            .nodes()
            .find(|node| *node != tree.root() && program.is_removable(*node));
        let candidate = program
            .propose(&edit::remove(removable.expect("something can go")))
            .expect("it goes");
        program.accept(&candidate);
        assert!(program.text().len() < source.len());
    }
}

#[test]
fn a_list_of_a_million_items_is_no_trouble() {
    const ITEMS: usize = 1_000_000;
    let source = format!("[{}]", vec!["0"; ITEMS].join(","));
    let tree = Arc::new(parse(source.as_bytes(), &syntax("json")));
    assert_eq!(tree.tokens(), 2 * ITEMS + 1);
    let mut program = Program::new(tree.clone());
    let list = tree
        .nodes()
        .find(|node| tree.kind(*node) == Kind::List && tree.children(*node).nth(1).is_some())
        .expect("the list");
    let items: Vec<_> = tree
        .children(list)
        .filter(|item| tree.kind(*item) != Kind::Separator)
        .collect();
    assert_eq!(items.len(), ITEMS);
    for item in [items[0], items[ITEMS / 2], items[ITEMS - 1]] {
        let candidate = program.propose(&edit::remove(item)).expect("an item can go");
        assert_eq!(candidate.removed_tokens(), 2);
        program.accept(&candidate);
    }
    let most = items[1..ITEMS - 1]
        .iter()
        .copied()
        .filter(|item| *item != items[ITEMS / 2])
        .skip(1);
    let candidate = program.propose(&edit::remove_all(most)).expect("most items can go");
    assert_eq!(candidate.text(&program), b"[0]");
}

#[test]
fn long_lines_and_long_words_are_cut_finer_as_they_shrink() {
    let source: Arc<[u8]> = vec![b'a'; 5 << 20].into();
    assert_eq!(text::words(&source).tokens(), 1);
    assert_eq!(text::bytes(&source).tokens(), 1 << 20);
    let small: Arc<[u8]> = "aä\n".as_bytes().into();
    assert_eq!(text::bytes(&small).tokens(), 3);
    assert_eq!(text::bytes(&[1, 0, 255][..].into()).tokens(), 3);
}

#[test]
fn text_has_blocks_lines_brackets_and_words() {
    let source = "header one\n  child (a b) two\n  other\nfooter\n";
    let tree = Arc::new(parse(source.as_bytes(), &syntax("text")));
    let mut program = Program::new(tree.clone());
    let find = |text: &str| {
        tree.nodes()
            .find(|node| tree.text(*node) == text.as_bytes())
            .expect("there is such a node")
    };
    let remove = |program: &mut Program, text: &str| {
        let candidate = program.propose(&edit::remove(find(text))).expect("text can go");
        program.accept(&candidate);
    };
    assert_eq!(tree.name(find("header one\n  child (a b) two\n  other")), "block");
    let (brackets, inside) = (find("(a b)"), find("a b"));
    assert!(program.can_replace(brackets, inside));
    let candidate = program
        .propose(&edit::replace(brackets, inside))
        .expect("brackets can go");
    program.accept(&candidate);
    assert_eq!(program.text(), b"header one\n  child a b two\n  other\nfooter\n");
    remove(&mut program, "footer");
    remove(&mut program, "one");
    assert_eq!(program.text(), b"header\n  child a b two\n  other\n");
}

#[test]
fn a_parser_that_aborts_ends_nothing() {
    let delimiter = "A".repeat(256);
    let files = [
        ("yaml", format!("{}a\n", "- ".repeat(254))),
        ("ruby", format!("x = <<{delimiter}\nhello\n{delimiter}\nputs x\n")),
    ];
    for (language, source) in files {
        for _ in 0..3 {
            let tree = read(language, source.as_bytes());
            assert_eq!(tree.gave_up(), Some(GaveUp::Aborted), "{language}");
            assert_eq!(tree.syntax().name, "text");
            assert!(!is_valid(source.as_bytes(), &syntax(language)));
        }
    }
    // What the parser reads is read as before.
    assert_eq!(read("yaml", b"a: [1, 2]\n").gave_up(), None);
}

#[test]
fn aborts_in_several_threads_are_apart() {
    let nested = format!("{}a\n", "- ".repeat(254));
    std::thread::scope(|scope| {
        for number in 0..4 {
            let source = if number % 2 == 0 {
                nested.as_str()
            } else {
                "a: [1, 2]\n"
            };
            scope.spawn(move || {
                let syntax = syntax("yaml");
                for _ in 0..20 {
                    assert_eq!(parse(source.as_bytes(), &syntax).gave_up().is_some(), number % 2 == 0);
                }
            });
        }
    });
}

#[test]
fn a_parse_that_takes_too_much_is_given_up() {
    let source = "/*".repeat(2000);
    let tree = read("zig", source.as_bytes());
    assert_eq!(tree.gave_up(), Some(GaveUp::TooLarge));
    assert_eq!(tree.syntax().name, "text");
    assert!(!is_valid(source.as_bytes(), &syntax("zig")));
}

#[test]
fn long_stretches_that_a_grammar_can_split_in_many_ways_are_no_trouble() {
    let lines: String = (0..4000).map(|number| format!("word {number}, and more\n")).collect();
    let files = [
        format!("<div>\n{lines}</div>\n"),
        format!("```\n{lines}```\n"),
        lines,
        "> ".repeat(2000),
    ];
    for source in files {
        let tree = read("markdown", source.as_bytes());
        assert_eq!(tree.gave_up(), None, "{}", &source[..20]);
        // A match that takes too long costs the parts of its own node only.
        assert!(tree.unmatched() <= 1, "{}", &source[..20]);
    }
}

/// Found by `cargo lop-bench hammer`: a piece of a damaged file that begins with tokens without text was read into itself.
#[test]
fn a_piece_between_braces_has_its_place_once() {
    let source = r#"_[_

"^[a-z][a-z0-9-]*$"
"^[a-z][a-z0-9-]*$"
[{
[[
[
[[$
}[_]"^[a][9-]$-} {}
	...
	if $ {?
		_
	}
"#;
    let tree = read("cue", source.as_bytes());
    for format in [Format::Compact, Format::Pretty] {
        let printed = print(&tree, format);
        assert_eq!(parse(printed, tree.syntax()).tokens(), tree.tokens());
    }
}

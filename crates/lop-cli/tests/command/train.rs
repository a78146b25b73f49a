//! A model from a corpus, by hand.

use expect_test::expect;

use crate::case::Case;

/// A corpus of eight small programs, and a checker that takes any program in which something is returned for valid.
fn case() -> Case {
    let case = Case::new("");
    for number in 0..8 {
        let more = "    x += 1;\n".repeat(number);
        let program =
            format!("int a{number};\nint f(int x) {{\n{more}    if (x) {{ a{number} = 2; }}\n    return x;\n}}\n");
        case.write(&format!("corpus/{number}.c"), &program);
    }
    case.write("corpus/notes.txt", "not a program");
    case
}

const COLLECT: &[&str] = &[
    "train",
    "collect",
    "--language",
    "c",
    "--checker",
    "grep -q return {}",
    "--quiet",
];

fn collect(case: &Case, more: &[&str]) {
    let arguments = [COLLECT, more, &["corpus"]].concat();
    case.lop(&arguments).assert().success();
}

#[test]
fn a_corpus_becomes_a_model_that_can_be_judged() {
    let case = case();
    collect(&case, &["--tasks", "12", "-j", "2", "-o", "c.data"]);
    collect(&case, &["--tasks", "5", "-j", "1", "-o", "again.data"]);
    collect(&case, &["--tasks", "12", "-j", "1", "-o", "again.data"]);
    let bytes = |name: &str| std::fs::read(case.path(name)).expect("it was written");
    assert_eq!(bytes("c.data"), bytes("again.data"));

    case.lop(&["train", "fit", "c.data", "-o", "c.model"])
        .assert()
        .success();
    case.lop(&["train", "fit", "again.data", "-o", "again.model"])
        .assert()
        .success();
    assert_eq!(bytes("c.model"), bytes("again.model"));

    let output = case
        .lop(&["model", "eval", "c.model", "c.data"])
        .assert()
        .success()
        .get_output()
        .clone();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for set in ["node", "children", "path", "node+children", "all"] {
        assert!(said.lines().any(|line| line.starts_with(&format!("{set} "))), "{said}");
    }
}

#[test]
fn training_says_what_is_wrong() {
    let case = case();
    let collect = |options: &str, code, expected| {
        let mut arguments = vec!["train", "collect", "-o", "in.data", "corpus"];
        arguments.extend(options.split(' '));
        case.check(&arguments, code, &expected);
    };
    collect(
        "--seed 1",
        2,
        expect![[r#"
            error: a corpus has a language, but none is given
            hint: name it with --language; `lop languages` lists them all
        "#]],
    );
    collect(
        "--language wgsl",
        2,
        expect![[r#"
            error: no checker for wgsl comes with lop
            hint: give one with --checker or --checker-server
        "#]],
    );
    collect(
        "--language c --checker gcc",
        2,
        expect![[r#"
            error: the checker "gcc" does not say where the file goes
            hint: write {} in its place, as in 'gcc -fsyntax-only {}'
        "#]],
    );
    collect(
        "--language lua --checker {}",
        3,
        expect![[r#"
            error: there is no file in the corpus
            hint: check the paths; in a directory only files with names of the language count
        "#]],
    );
    collect(
        "--language c --checker false{}",
        5,
        expect![[r#"
            error: the checker accepts none of the 8 files of the corpus
            hint: try it by hand on one of them: false{}
        "#]],
    );
    collect(
        "--language c --checker-server true",
        3,
        expect![[r#"
            error: "in.data" was collected with another checker: false{}
            hint: give the same options to go on, or another file to start over
        "#]],
    );
    case.check(
        &["train", "fit", "corpus/0.c", "-o", "c.model"],
        3,
        &expect![[r#"
            error: "corpus/0.c" does not hold what `lop train collect` writes
            hint: collect anew into another file with `lop train collect -o`
        "#]],
    );
}

#[test]
fn what_is_no_model_is_told_apart() {
    let case = case();
    collect(&case, &["--tasks", "12", "-o", "c.data"]);
    case.check(
        &["model", "eval", "corpus/0.c", "c.data"],
        3,
        &expect![[r#"
            error: cannot use the model "corpus/0.c": it is no model of lop
            hint: without --model lop takes the one that comes with it; `lop train` makes others, --model none goes without
        "#]],
    );
    case.lop(&["train", "fit", "c.data", "-o", "c.model"])
        .assert()
        .success();
    let whole = std::fs::read(case.path("c.model")).expect("it was written");
    std::fs::write(case.path("cut.model"), &whole[..whole.len() / 2]).expect("our own folder");
    let said = case.stderr(&["model", "eval", "cut.model", "c.data"], 3);
    assert!(
        said.starts_with("error: cannot use the model \"cut.model\": it has "),
        "{said}"
    );
}

/// A model that cannot be used stops a reduction before it begins, and says why.
#[test]
fn a_reduction_with_a_model_that_is_broken_does_not_begin() {
    let case = Case::new("#!/bin/sh\ngrep -q int in.c\n");
    let whole = include_bytes!("../../../lop-syntax/models/c.model");
    let changed = |place: usize, byte: u8| {
        let mut model = whole.to_vec();
        model[place] = byte;
        model
    };
    let middle = whole.len() / 2;
    let broken = [
        ("cut.model", whole[..middle].to_vec(), "should have"),
        ("later.model", changed(4, 99), "version 99"),
        ("torn.model", changed(middle, !whole[middle]), "checksum"),
        (
            "foreign.model",
            include_bytes!("../../../lop-syntax/models/go.model").to_vec(),
            "it is for \"go\"",
        ),
        ("none.model", b"hello".to_vec(), "no model of lop"),
    ];
    for (name, model, reason) in broken {
        std::fs::write(case.path(name), model).expect("our own folder");
        let said = case.stderr(&["--model", name, "./test.sh", "in.c"], 3);
        assert!(
            said.contains("error: cannot use the model") && said.contains(reason),
            "{name}: {said}"
        );
        assert!(said.contains("hint: "), "{said}");
        assert!(!case.path("in.reduced.c").exists(), "{name}");
    }
}

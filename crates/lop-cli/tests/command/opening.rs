//! What is told before the first query.

use crate::case::{Case, FINDS_TARGET};

#[test]
fn the_language_and_the_test_s_answers_are_told_and_nothing_with_quiet() {
    let case = Case::new(FINDS_TARGET);
    let said = case.stderr(&["./test.sh", "in.c"], 0);
    let lines: Vec<&str> = said.lines().take(4).collect();
    assert_eq!(
        lines[..3],
        [
            "reading in.c",
            "in.c: c; 30 tokens, 93 bytes",
            "trying the test on the input"
        ]
    );
    assert!(
        lines[3].starts_with("interesting in ") && lines[3].contains("a run is ended after 5.0 s"),
        "{said}"
    );
    assert_eq!(case.stderr(&["-q", "--fresh", "./test.sh", "in.c"], 0), "");
}

#[test]
fn a_file_read_as_text_says_what_to_do_if_its_ending_is_a_language_s() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.f90\n");
    case.write("in.f90", "program p\n call target\nend program\n");
    let said = case.stderr(&["./test.sh", "in.f90"], 0);
    assert!(said.contains("in.f90: text, in lines and words"), "{said}");
    assert!(
        said.contains("no grammar of Fortran: --grammar tree-sitter-fortran"),
        "{said}"
    );
    case.write("in.f90", "target\n");
    let said = case.stderr(&["--language", "c", "./test.sh", "in.f90"], 0);
    assert!(said.contains("in.f90: c;") && !said.contains("Fortran"), "{said}");
}

#[test]
fn the_share_that_the_grammar_does_not_understand_is_told() {
    let case = Case::new(FINDS_TARGET);
    case.write("in.c", "int a;\nint f(void) { target(); }\n%%% @@ $$ ## ))) int b;\n");
    let said = case.stderr(&["./test.sh", "in.c"], 0);
    assert!(said.contains("warning: the grammar does not understand "), "{said}");
}

#[test]
fn several_files_are_told_with_their_languages() {
    let case = Case::new("#!/bin/sh\ngrep -rq target .\n");
    case.write("other.json", "[1]\n");
    let said = case.stderr(&["./test.sh", "in.c", "other.json"], 0);
    assert!(said.contains("2 files: c, json"), "{said}");
}

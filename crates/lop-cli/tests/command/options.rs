//! What the options do.

use std::fs;

use serde_json::Value;

use crate::case::{Case, FINDS_TARGET, SOURCE};

#[test]
fn a_line_for_the_shell_is_a_test() {
    let case = Case::new("");
    case.lop(&["-q", "--command", "grep -q target {} && test -f \"$1\"", "in.c"])
        .assert()
        .success();
    let reduced = case.read("in.reduced.c");
    assert!(reduced.contains("target") && !reduced.contains("int a"), "{reduced}");
}

#[test]
fn a_file_name_with_spaces_is_one_word() {
    let case = Case::new("");
    case.write("a b.c", SOURCE);
    case.lop(&["-q", "--command", "grep -q target {}", "a b.c"])
        .assert()
        .success();
    assert!(case.read("a b.reduced.c").contains("target"));
}

/// Prints how many times the function is mentioned and ends with 3 if it is, with a signal if there is a return.
const TOOL: &str = "grep -q return {} && kill -SEGV $$; grep -c target {} >&2 && exit 3";

#[test]
fn a_golden_command_ends_as_it_did() {
    let case = Case::new("");
    case.lop(&["-q", "--golden", TOOL, "in.c"]).assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(reduced.contains("return") && !reduced.contains("target"), "{reduced}");
    let tool = "grep -q target {} && exit 3; exit 0";
    case.lop(&["-q", "--golden", tool, "in.c"]).assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(reduced.contains("target") && !reduced.contains("return"), "{reduced}");
}

#[test]
fn a_golden_command_prints_what_matched_on_the_input() {
    let case = Case::new("");
    let golden = [
        "-q",
        "--golden",
        "cat {}; cat {} >&2",
        "--match-stdout",
        "in[t] b",
        "--match-stderr",
        "^int (a|z);",
    ];
    case.lop(&golden).arg("in.c").assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(
        reduced.contains("int a") && reduced.contains("int b") && !reduced.contains("target"),
        "{reduced}"
    );
}

#[test]
fn a_cross_check_keeps_what_another_command_makes_of_the_input() {
    let case = Case::new("");
    let golden = [
        "-q",
        "--golden",
        "! grep -q target {}",
        "--cross-check",
        "grep -q 'int b' {}",
        "in.c",
    ];
    case.lop(&golden).assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(
        reduced.contains("target") && reduced.contains("int b") && !reduced.contains("int a"),
        "{reduced}"
    );
}

#[test]
fn what_is_protected_stays() {
    let case = Case::new(FINDS_TARGET);
    let protect = [
        "-q",
        "--protect",
        "/\\* start \\*/",
        "--protect",
        "int b..end",
        "./test.sh",
        "in.c",
    ];
    case.lop(&protect).assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(reduced.contains("/* start */"), "{reduced}");
    assert!(reduced.contains("int b; // end"), "{reduced}");
    assert!(!reduced.contains("int a") && !reduced.contains("return"), "{reduced}");
    for algorithm in ["characters", "hdd", "waves"] {
        case.lop(&["-a", algorithm, "--format", "compact"])
            .args(protect)
            .assert()
            .success();
        assert!(case.read("in.reduced.c").contains("int b; // end"), "{algorithm}");
    }
}

#[test]
fn a_file_with_something_protected_stays() {
    let case = Case::new("#!/bin/sh\ngrep -rq target p\n");
    case.write("p/in.c", SOURCE);
    case.write("p/other.c", "int keep; int drop;\n");
    case.lop(&["-q", "--protect", "int keep;", "./test.sh", "p"])
        .assert()
        .success();
    assert_eq!(case.read("p.reduced/other.c").trim(), "int keep;");
}

#[test]
fn a_file_can_be_reduced_in_place_and_the_original_is_kept() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["-q", "--in-place", "./test.sh", "in.c"]).assert().success();
    let reduced = case.read("in.c");
    assert!(reduced.contains("target") && reduced.len() < SOURCE.len(), "{reduced}");
    assert_eq!(case.read("in.c.orig"), SOURCE);
    // A second run goes on from the result, and keeps that as well.
    let larger = format!("int more;\n{SOURCE}");
    case.write("in.c", &larger);
    case.lop(&["-q", "--in-place", "./test.sh", "in.c"]).assert().success();
    assert_eq!(case.read("in.c"), reduced);
    assert_eq!(case.read("in.c.orig"), SOURCE);
    assert_eq!(case.read("in.c.orig.2"), larger);
    case.lop(&["-q", "--in-place", "--fresh", "./test.sh", "in.c"])
        .assert()
        .success();
    assert_eq!(
        (case.read("in.c"), case.read("in.c.orig")),
        (reduced, SOURCE.to_owned())
    );
}

#[test]
fn a_reduction_in_place_continues_from_the_original() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["-q", "--in-place", "--max-queries", "3", "./test.sh", "in.c"])
        .assert()
        .code(8);
    assert!(case.read("in.c").contains("target") && case.path("in.c.lop-journal").exists());
    case.lop(&["-q", "--in-place", "./test.sh", "in.c"]).assert().success();
    let reduced = case.read("in.c");
    let other = Case::new(FINDS_TARGET);
    other.lop(&["-q", "./test.sh", "in.c"]).assert().success();
    assert_eq!(reduced, other.read("in.reduced.c"));
}

#[test]
fn several_files_are_reduced_in_place_once_the_run_is_done() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.c && grep -q keep sub/other.c\n");
    case.write("sub/other.c", "int keep; int drop;\n");
    case.write("more.c", "int more;\n");
    let run = [
        "-q",
        "-j",
        "1",
        "--in-place",
        "./test.sh",
        "in.c",
        "sub/other.c",
        "more.c",
    ];
    case.lop(&run[..]).args(["--max-queries", "2"]).assert().code(8);
    assert_eq!(
        (case.read("in.c"), case.path("in.c.orig").exists()),
        (SOURCE.to_owned(), false)
    );
    let output = case.lop(&run[1..]).assert().success().get_output().clone();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let by_hand = said.lines().find_map(|line| line.strip_prefix("to see it yourself: "));
    let tried = std::process::Command::new("sh")
        .args(["-c", by_hand.expect("a line")])
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&tried.stdout), "0\n", "{said}");
    let reduced = case.read("in.c");
    assert!(reduced.contains("target") && reduced.len() < SOURCE.len(), "{reduced}");
    let other = case.read("sub/other.c");
    assert!(other.contains("keep") && !other.contains("drop"), "{other}");
    assert!(!case.path("more.c").exists(), "the test does without it");
    let originals = ["in.c.orig", "sub/other.c.orig", "more.c.orig"].map(|name| case.read(name));
    assert_eq!(originals, [SOURCE, "int keep; int drop;\n", "int more;\n"]);
    // A second run goes on from the results.
    case.write("in.c", &format!("{reduced}\nint again;\n"));
    case.lop(&run[..7]).assert().success();
    assert_eq!(case.read("in.c").trim(), reduced.trim());
    assert_eq!(case.read("in.c.orig"), SOURCE);
    assert!(case.read("in.c.orig.2").contains("int again;"));
}

/// Ends with 77 for what has a return and no target.
const NOTICES: &str = "#!/bin/sh\ngrep -q target in.c && exit 0\ngrep -q return in.c && exit 77\nexit 1\n";

#[test]
fn candidates_that_are_also_interesting_are_kept() {
    let case = Case::new(NOTICES);
    let arguments = ["-j", "1", "--also-interesting", "77", "./test.sh", "in.c"];
    let run = || {
        let output = case.lop(&arguments).assert().success().get_output().clone();
        let copies = fs::read_dir(case.path("in.reduced.c.also"))
            .expect("a folder")
            .flatten();
        let mut names: Vec<_> = copies.map(|copy| copy.path()).collect();
        names.sort();
        (String::from_utf8_lossy(&output.stderr).into_owned(), names)
    };
    let (said, copies) = run();
    assert!(said.contains("the test ended with exit code 77 on"), "{said}");
    assert!(!copies.is_empty());
    for copy in &copies {
        let text = fs::read_to_string(copy.join("in.c")).expect("a copy");
        assert!(text.contains("return") && !text.contains("target"), "{text}");
    }
    assert!(case.read("in.reduced.c").contains("target"));
    // The same candidates are kept once.
    fs::remove_file(case.path("in.reduced.c")).expect("the result");
    let (said, again) = run();
    assert_eq!(again, copies);
    assert!(said.contains("on no new candidate"), "{said}");
}

#[test]
fn copies_of_candidates_need_a_place_that_is_free() {
    let case = Case::new(NOTICES);
    let asked = ["--also-interesting", "77", "./test.sh", "in.c"];
    case.write("in.reduced.c.also/mine", "by hand\n");
    case.lop(&asked).assert().code(3);
    assert_eq!(case.read("in.reduced.c.also/mine"), "by hand\n");
    case.lop(&asked).args(["-o", "-"]).assert().code(2);
    case.lop(&["--also-interesting", "0", "./test.sh", "in.c"])
        .assert()
        .code(2);
}

#[test]
fn standard_input_is_reduced_to_standard_output() {
    let case = Case::new("#!/bin/sh\ngrep -q target stdin.c\n");
    let mut lop = case.lop(&["--language", "c", "./test.sh", "-"]);
    let output = lop.write_stdin(SOURCE).assert().success().get_output().clone();
    let reduced = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(reduced.contains("target") && !reduced.contains("int a"), "{reduced}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
    let left = fs::read_dir(case.path(".")).expect("a folder").count();
    assert_eq!(left, 2, "nothing is left behind");
}

#[test]
fn figures_are_printed_as_json() {
    let case = Case::new(FINDS_TARGET);
    let output = case
        .lop(&["-q", "--json", "./test.sh", "in.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    let figures: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&figures["stopped"], &figures["tokens"]["before"]),
        (&"done".into(), &30.into())
    );
    let page = include_str!("../../../../docs/book/src/figures.md");
    for (field, value) in figures.as_object().expect("an object") {
        let inner = value.as_object().into_iter().flatten();
        let names = inner.map(|(name, _)| format!("{field}.{name}"));
        for name in names.chain((!value.is_object()).then(|| field.clone())) {
            assert!(page.contains(&format!("`{name}`")), "{name} is not in the book");
        }
    }
}

#[test]
fn options_that_do_nothing_are_pointed_out() {
    let case = Case::new(FINDS_TARGET);
    let idle = [
        (["-a", "perses", "--wave", "3"], "--wave does nothing here: perses"),
        (["-a", "pardis", "--list", "opdd"], "--list does nothing here: pardis"),
        (
            ["-a", "hdd", "--replacements", "off"],
            "--replacements does nothing here: hdd",
        ),
        // It does nothing even if it is what it would be anyway.
        (
            ["-a", "pardis", "--schedule", "varying"],
            "--schedule does nothing here: pardis",
        ),
        (
            ["--protect", "no such thing", "--time-limit", "99"],
            "--protect 'no such thing' protects nothing",
        ),
    ];
    for (arguments, expected) in idle {
        let output = case
            .lop(&arguments)
            .args(["./test.sh", "in.c"])
            .assert()
            .success()
            .get_output()
            .clone();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&format!("warning: {expected}")), "{said}");
        assert_eq!(said.matches("warning").count(), 1, "{said}");
    }
    let quiet = case
        .lop(&["-q", "-a", "perses", "--no-pruning", "./test.sh", "in.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    assert!(quiet.stderr.is_empty());
}

#[test]
fn the_manual_page_and_completions_know_the_options() {
    let case = Case::new("");
    for arguments in [
        &["man"][..],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["completions", "fish"],
    ] {
        let output = case.lop(arguments).assert().success().get_output().clone();
        let text = String::from_utf8_lossy(&output.stdout).replace('\\', "");
        assert!(text.contains("cross-check"), "{arguments:?}");
    }
}

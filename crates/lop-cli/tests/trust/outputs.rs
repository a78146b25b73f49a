//! The input and the test are never written, nor what a link leads to.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::case::{Case, FINDS_TARGET, SOURCE};
use crate::names;

/// Runs lop so that it is refused, and checks that it touched nothing.
fn refused(case: &Case, arguments: &[&str], reason: &str) {
    let all = [arguments, &["./test.sh", "in.c"]].concat();
    let output = case.lop(&all).assert().failure().get_output().clone();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(reason), "{arguments:?}: {said}");
    assert_eq!(case.read("in.c"), SOURCE, "{arguments:?}");
    assert_eq!(case.read("test.sh"), FINDS_TARGET, "{arguments:?}");
    let left = names(case);
    let is_litter = |name: &&String| name.contains("lop-journal") || name.contains("unfinished");
    assert_eq!(left.iter().find(is_litter), None, "{arguments:?}");
}

#[test]
fn no_output_is_the_input_or_the_test() {
    let case = Case::new(FINDS_TARGET);
    for option in ["-o", "--stats", "--events", "--trace", "--report"] {
        refused(&case, &[option, "in.c"], "would overwrite the input");
        refused(&case, &[option, "test.sh"], "would overwrite the test");
    }
    fs::hard_link(case.path("in.c"), case.path("hard.c")).expect("a link");
    fs::hard_link(case.path("test.sh"), case.path("hard.sh")).expect("a link");
    for option in ["-o", "--stats", "--events", "--trace", "--report"] {
        refused(&case, &[option, "hard.c"], "would overwrite the input");
        refused(&case, &[option, "hard.sh"], "would overwrite the test");
    }
    refused(&case, &["--stats", "x", "--trace", "x"], "are the same file");
    refused(&case, &["--stats", "in.reduced.c"], "are the same file");
}

#[test]
fn a_result_name_that_is_a_link_to_the_input_is_refused() {
    for is_hard in [true, false] {
        let case = Case::new(FINDS_TARGET);
        let (from, to) = (case.path("in.c"), case.path("in.reduced.c"));
        let made = if is_hard {
            fs::hard_link(from, to)
        } else {
            symlink(from, to)
        };
        made.expect("a link");
        refused(&case, &[], "would overwrite the input");
        refused(&case, &["--force"], "would overwrite the input");
    }
}

#[test]
fn a_planted_link_is_not_followed() {
    let names = [
        ("in.reduced.c", vec![]),
        ("in.reduced.c.lop-journal", vec![]),
        ("out", vec!["-o", "out"]),
        ("out", vec!["--stats", "out"]),
        ("out", vec!["--trace", "out"]),
        ("out", vec!["--events", "out"]),
        ("out", vec!["--report", "out"]),
    ];
    for (name, arguments) in names {
        for victim in ["precious", "nowhere"] {
            let case = Case::new(FINDS_TARGET);
            case.write("precious", "years of work");
            symlink(case.path(victim), case.path(name)).expect("a link");
            let said = case
                .lop(&[&arguments[..], &["./test.sh", "in.c"]].concat())
                .assert()
                .failure();
            let said = String::from_utf8_lossy(&said.get_output().stderr).into_owned();
            assert!(said.contains("is a link"), "{name} {arguments:?}: {said}");
            assert_eq!(case.read("precious"), "years of work", "{name} {arguments:?}");
            assert!(!case.path("nowhere").exists(), "{name} {arguments:?}");
        }
    }
}

#[test]
fn a_planted_link_among_the_logs_is_not_followed() {
    let case = Case::new(FINDS_TARGET);
    case.write("precious", "years of work");
    fs::create_dir(case.path("logs")).expect("a folder");
    for number in 0..40 {
        symlink(case.path("precious"), case.path(&format!("logs/{number:06}.log"))).expect("a link");
    }
    case.lop(&["--keep-logs", "logs", "./test.sh", "in.c"])
        .assert()
        .success();
    assert_eq!(case.read("precious"), "years of work");
}

#[test]
fn a_result_that_lop_did_not_make_is_kept_without_force() {
    let case = Case::new(FINDS_TARGET);
    case.write("in.reduced.c", "reduced by hand for hours: target");
    let said = case.stderr(&["./test.sh", "in.c"], 3);
    assert!(said.contains("lop did not make it\nhint: --force"), "{said}");
    assert_eq!(case.read("in.reduced.c"), "reduced by hand for hours: target");
    case.lop(&["--force", "./test.sh", "in.c"]).assert().success();
    assert!(case.read("in.reduced.c").starts_with("target"));
    // Its own result is replaced, unless it was changed.
    case.lop(&["--fresh", "./test.sh", "in.c"]).assert().success();
    case.write("in.reduced.c", "changed by hand: target");
    let said = case.stderr(&["./test.sh", "in.c"], 3);
    assert!(said.contains("lop did not make it"), "{said}");
}

#[test]
fn a_file_in_an_input_directory_is_no_output() {
    let case = Case::new("#!/bin/sh\ngrep -q target project/a.c\n");
    case.write("project/a.c", SOURCE);
    case.write("project/b.c", "int b;\n");
    for option in ["--stats", "--events", "--trace", "--report"] {
        let said = case.stderr(&[option, "project/b.c", "./test.sh", "project"], 3);
        assert!(said.contains("would overwrite a file of the input"), "{said}");
        assert_eq!(case.read("project/b.c"), "int b;\n");
    }
    // What lop itself wrote there is left out of the input, and written again.
    for _ in 0..2 {
        let arguments = ["--fresh", "--stats", "project/figures", "./test.sh", "project"];
        case.lop(&arguments).assert().success();
        assert!(!case.path("project.reduced/figures").exists());
    }
}

#[test]
fn what_is_made_of_a_private_input_is_private() {
    let case = Case::new(FINDS_TARGET);
    case.set_mode("in.c", 0o600);
    let outputs = [
        "--events",
        "events",
        "--trace",
        "trace",
        "--report",
        "page",
        "--keep-logs",
        "logs",
    ];
    case.lop(&[&outputs[..], &["./test.sh", "in.c"]].concat())
        .assert()
        .success();
    case.write("place.c", SOURCE);
    case.set_mode("place.c", 0o600);
    let line = ["--in-place", "--command", "grep -q target {}", "place.c"];
    case.lop(&line).assert().success();
    let log = fs::read_dir(case.path("logs"))
        .expect("logs")
        .flatten()
        .next()
        .expect("a log")
        .path();
    let made = ["in.reduced.c", "events", "trace", "page", "place.c", "place.c.orig"];
    for path in made.map(|name| case.path(name)).into_iter().chain([log]) {
        let mode = fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", path.display());
    }
}

#[test]
fn a_planted_link_under_the_name_of_an_unfinished_file_is_replaced() {
    let case = Case::new(FINDS_TARGET);
    case.write("precious", "years of work");
    symlink(case.path("precious"), case.path(".in.reduced.c.lop-unfinished")).expect("a link");
    case.lop(&["-q", "./test.sh", "in.c"]).assert().success();
    assert_eq!(case.read("precious"), "years of work");
    let is_link = |path: &str| case.path(path).symlink_metadata().expect("it is there").is_symlink();
    assert!(!is_link("in.reduced.c"));
}

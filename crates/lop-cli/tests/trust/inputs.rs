//! Inputs that were made to end, to fill or to stop a program that reads them.

use std::process::Command as Process;

use crate::case::Case;

#[test]
fn a_parser_that_aborts_costs_the_structure_and_not_the_run() {
    let case = Case::new("#!/bin/sh\ngrep -q target nested.yaml\n");
    case.write("nested.yaml", &format!("{}target\nother: 1\n", "- ".repeat(254)));
    let said = case.stderr(&["-a", "lines", "./test.sh", "nested.yaml"], 0);
    assert!(
        said.contains("warning: the parser of yaml aborts on this input"),
        "{said}"
    );
    assert!(said.contains("reduced as text"), "{said}");
    let result = case.read("nested.reduced.yaml");
    assert!(result.contains("target") && !result.contains("other"), "{result}");
    for command in ["tokens", "tree", "print"] {
        let said = case.stderr(&[command, "nested.yaml"], 0);
        assert!(said.contains("the parser of yaml aborts"), "{said}");
    }
}

#[test]
fn a_parse_that_takes_too_much_is_given_up_and_told() {
    let case = Case::new("#!/bin/sh\ngrep -q target open.zig\n");
    case.write("open.zig", &format!("{}\ntarget\n", "/*".repeat(2000)));
    let said = case.stderr(&["-a", "lines", "./test.sh", "open.zig"], 0);
    assert!(
        said.contains("warning: the parser of zig takes too much memory"),
        "{said}"
    );
    assert_eq!(case.read("open.reduced.zig"), "target\n");
}

#[test]
fn a_file_that_memory_does_not_suffice_for_is_refused_with_what_it_takes() {
    let case = Case::new("#!/bin/sh\ntrue\n");
    case.write("in.json", &format!("[{}0]", "0, ".repeat(10_000_000)));
    let lop = assert_cmd::cargo::cargo_bin("lop");
    for arguments in ["tokens in.json", "./test.sh in.json"] {
        let line = format!("ulimit -v 2000000 && exec '{}' {arguments}", lop.display());
        let output = Process::new("sh")
            .args(["-c", &line])
            .current_dir(case.path(""))
            .output();
        let output = output.expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains("takes about 2.4 GB of memory"), "{said}");
        assert!(said.contains("--language text"), "{said}");
    }
}

#[test]
fn a_test_that_misses_three_times_at_first_is_found_flaky() {
    let script = "#!/bin/sh\ngrep -q target in.c || exit 1\ncount=$(cat COUNT 2>/dev/null || echo 0)\n\
                  echo $((count + 1)) > COUNT\ntest $count -ge 3 && test $((count % 4)) -ne 0\n";
    let case = Case::new("");
    case.write(
        "test.sh",
        &script.replace("COUNT", &case.path("count").display().to_string()),
    );
    let said = case.stderr(
        &["-j", "1", "-a", "lines", "--max-queries", "3", "./test.sh", "in.c"],
        8,
    );
    assert!(said.contains("it is flaky"), "{said}");
    assert!(case.read("in.reduced.c").contains("target"));
}

/// Found by `cargo lop-bench hammer`.
#[test]
fn a_syntax_error_where_a_transformation_looks_ends_no_run() {
    let case = Case::new("");
    case.write("in.cue", "a: {\n\tif true {?\n\t\t_\n\t}\n}\n");
    let original = case.path("original").display().to_string();
    case.write("original", &case.read("in.cue"));
    case.write("test.sh", &format!("#!/bin/sh\ncmp -s in.cue {original}\n"));
    let said = case.stderr(&["--syntax", "free", "./test.sh", "in.cue"], 0);
    assert_eq!(case.read("in.reduced.cue"), case.read("in.cue"), "{said}");
}

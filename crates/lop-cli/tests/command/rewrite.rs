//! `--rewrite`, `--rewrite-file` and `lop algorithms --rewrites`.

use crate::case::Case;

/// Interesting as long as the target is there.
const TEST: &str = "#!/bin/sh\ngrep -q target \"$1\"\n";

#[test]
fn rules_on_the_command_line_and_in_files_are_applied_and_counted() {
    let case = Case::new(TEST);
    case.write("in.c", "int a = b ? f(1, target) : c;\n");
    case.write("rules", "# the last argument\n\nf($A, $B) => $B\n");
    let options = ["-a", "coupled", "--transforms", "array", "--stats", "figures"];
    let rules = ["--rewrite", "$A ? $B : $C => $B", "--rewrite-file", "rules"];
    case.lop(&[&options[..], &rules, &["./test.sh", "in.c"]].concat())
        .assert()
        .success();
    assert_eq!(case.read("in.reduced.c"), "int a = target;\n");
    let figures = case.read("figures");
    assert!(
        figures.contains("\"$A ? $B : $C => $B\"") && figures.contains("\"f($A, $B) => $B\""),
        "{figures}"
    );
}

#[test]
fn a_bad_rule_is_refused_before_the_first_test_run_with_its_place() {
    let case = Case::new("#!/bin/sh\ntouch \"$LOP_RAN\"\n");
    case.write("in.c", "int a;\n");
    let said = case.stderr(&["--rewrite", "return $A; => if (1", "./test.sh", "in.c"], 2);
    assert!(said.contains("for c: the replacement does not parse"), "{said}");
    assert!(
        said.contains("\n  return $A; => if (1\n                     ^\n"),
        "{said}"
    );
    case.write("rules", "f($A) => $A\nf($A) => $B\n");
    let said = case.stderr(&["--rewrite-file", "rules", "./test.sh", "in.c"], 2);
    assert!(
        said.contains("line 2 of \"rules\": cannot use a rewrite rule"),
        "{said}"
    );
    assert!(said.contains("\n           ^\n"), "{said}");
    assert!(!case.path("in.reduced.c").exists());
}

#[test]
fn a_rule_beside_the_input_is_data_and_is_used() {
    let case = Case::new(TEST);
    case.write("in.c", "int a = b ? target : c;\n");
    case.write(
        "lop.toml",
        "rewrite = ['$A ? $B : $C => $B']\nalgorithm = \"coupled\"\ntransforms = [\"array\"]\n",
    );
    case.set_mode("lop.toml", 0o600);
    case.lop(&["./test.sh", "in.c"]).assert().success();
    assert_eq!(case.read("in.reduced.c"), "int a = target;\n");
}

#[test]
fn rules_that_come_with_lop_are_listed_by_language() {
    let case = Case::new(TEST);
    let listed = case.lop(&["algorithms", "--rewrites"]).assert().success();
    let listed = String::from_utf8_lossy(&listed.get_output().stdout).into_owned();
    let rule = |line: &str| line.starts_with("go ") && line.ends_with("$A := $B => _ = $B");
    assert!(listed.lines().any(rule), "{listed}");
}

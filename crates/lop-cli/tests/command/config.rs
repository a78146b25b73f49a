//! Defaults from elsewhere.

use serde_json::Value;

use crate::case::{Case, FINDS_TARGET};

/// The algorithm that is used when lop is run so.
fn algorithm(case: &Case, arguments: &[&str], environment: Option<&str>) -> String {
    let mut lop = case.lop(arguments);
    lop.args(["-q", "--json", "./test.sh", "in.c"]);
    if let Some(name) = environment {
        lop.env("LOP_ALGORITHM", name);
    }
    let output = lop.assert().success().get_output().clone();
    let figures: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    figures["algorithm"].as_str().expect("a name").to_owned()
}

#[test]
fn the_command_line_comes_before_the_environment_before_the_files() {
    let case = Case::new(FINDS_TARGET);
    let default = algorithm(&case, &[], None);
    case.write("config/lop/lop.toml", "algorithm = \"hdd\"\n");
    assert_eq!(algorithm(&case, &[], None), "hdd");
    case.write("lop.toml", "algorithm = \"perses\"\n");
    assert_eq!(algorithm(&case, &[], None), "perses");
    assert_eq!(algorithm(&case, &[], Some("pardis")), "pardis");
    assert_eq!(algorithm(&case, &["-a", "tokens"], Some("pardis")), "tokens");
    assert_eq!(algorithm(&case, &["--no-config"], None), default);
}

#[test]
fn every_kind_of_value_can_be_a_default() {
    let case = Case::new(FINDS_TARGET);
    let defaults = "jobs = 1\ntimeout = 2.5\nquiet = true\nprotect = [\"int a;\", \"int b..end\"]\nlanguage = \"c\"\n";
    case.write("lop.toml", defaults);
    let said = case.stderr(&["./test.sh", "in.c"], 0);
    assert_eq!(said, "using lop.toml\n", "a file cannot keep its own use quiet");
    let reduced = case.read("in.reduced.c");
    assert!(
        reduced.contains("int a;") && reduced.contains("int b; // end"),
        "{reduced}"
    );
    let mut lop = case.lop(&["--language", "c", "./test.sh", "in.c"]);
    lop.env("LOP_GRAMMAR", "nowhere").assert().success();
    // What excludes a default takes its place.
    case.write("lop.toml", "language = \"c\"\nquiet = false\n");
    case.write("config/lop/lop.toml", "quiet = true\n");
    let said = case.stderr(&["--grammar", "nowhere", "./test.sh", "in.c"], 4);
    assert!(said.contains("nowhere"), "{said}");
    assert!(case.stderr(&["./test.sh", "in.c"], 0).contains("done"));
}

#[test]
fn switches_can_be_set_in_the_environment() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["./test.sh", "in.c"])
        .env("LOP_QUIET", "1")
        .assert()
        .success()
        .stderr("");
    let output = case
        .lop(&["./test.sh", "in.c"])
        .env("LOP_QUIET", "0")
        .assert()
        .success()
        .get_output()
        .clone();
    assert!(!output.stderr.is_empty());
}

#[test]
fn with_a_line_for_the_shell_the_file_beside_the_input_counts_too() {
    let case = Case::new("");
    case.write("lop.toml", "quiet = true\n");
    let said = case.stderr(&["--command", "grep -q target {}", "in.c"], 0);
    assert_eq!(said, "using lop.toml\n");
}

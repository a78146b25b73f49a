//! Tests that lop writes.

use std::process::Command;

use expect_test::expect;

use crate::case::Case;

/// Writes a test, reads it with a plain shell, reduces with it, and returns what is left.
fn reduce(case: &Case, arguments: &[&str]) -> String {
    let said = case.stderr(arguments, 0);
    assert!(said.contains("next: lop ./interesting.sh in.c"), "{said}");
    let script = case.path("interesting.sh");
    assert!(
        Command::new("/bin/sh")
            .arg("-n")
            .arg(script)
            .status()
            .expect("a shell")
            .success()
    );
    case.lop(&["-q", "./interesting.sh", "in.c"]).assert().success();
    case.read("in.reduced.c")
}

#[test]
fn a_crash_is_known_by_its_end_and_its_message() {
    let case = Case::new("");
    let crash = "grep -n target {} >&2 && { echo 'in.c:3:1: internal error: oh no' >&2; exit 7; }; exit 7";
    let reduced = reduce(&case, &["init", "--crash", crash, "in.c"]);
    assert!(reduced.contains("target") && !reduced.contains("int a"), "{reduced}");
    let script = case.read("interesting.sh");
    assert!(
        script.contains("[ \"$status\" -eq 7 ]") && script.contains("'internal error: oh no'"),
        "{script}"
    );
}

#[test]
fn a_tool_of_the_current_directory_is_named_with_its_full_path() {
    let case = Case::new("");
    let tool = "#!/bin/sh\ngrep -q target \"$1\" && { echo 'in.c:3:1: internal error: oh no' >&2; exit 7; }\nexit 0\n";
    case.write("tool.sh", tool);
    case.set_mode("tool.sh", 0o755);
    for command in ["sh tool.sh {}", "./tool.sh {}", "sh 'tool.sh' {} 2>&1"] {
        let said = case.stderr(&["init", "--force", "--crash", command, "in.c"], 0);
        assert!(said.contains("files here are named with their full path"), "{said}");
        case.lop(&["-q", "--fresh", "./interesting.sh", "in.c"])
            .assert()
            .success();
        let reduced = case.read("in.reduced.c");
        assert!(
            reduced.contains("target") && !reduced.contains("int a"),
            "{command}: {reduced}"
        );
    }
    // Not the input: a test that names it says the same of every candidate.
    let said = case.stderr(&["init", "--force", "--crash", "sh tool.sh ./in.c", "in.c"], 0);
    let full = case.path("in.c").display().to_string();
    assert!(!case.read("interesting.sh").contains(&full), "{said}");
}

#[test]
fn a_crash_can_be_described() {
    let case = Case::new("");
    let crash = [
        "init",
        "--crash",
        "cat",
        "--stdout",
        "int [b];",
        "--guard",
        "grep -q 'int a'",
        "in.c",
    ];
    let reduced = reduce(&case, &crash);
    assert!(
        reduced.contains("int b") && reduced.contains("int a") && !reduced.contains("target"),
        "{reduced}"
    );
}

#[test]
fn a_hang_is_known_by_its_time() {
    let case = Case::new("");
    case.write("in.c", "int a;\nint b;\n");
    let hang = [
        "init",
        "--hang",
        "grep -q 'int b' {} && sleep 60",
        "--seconds",
        "1",
        "in.c",
    ];
    // The command asks for no more, and the grammar for a semicolon.
    assert_eq!(reduce(&case, &hang).trim(), "int b;");
}

#[test]
fn wrong_code_is_known_by_what_two_programs_print() {
    let case = Case::new("");
    case.write("in.c", "#include <stdio.h>\nint unused;\nint main(void) {\n  int x = 2;\n  printf(\"%d\\n\", x + WRONG);\n  return 0;\n}\n");
    let reduced = reduce(
        &case,
        &["init", "--wrong-code", "cc -O0 -DWRONG=0", "cc -O1 -DWRONG=1", "in.c"],
    );
    assert!(reduced.contains("WRONG") && !reduced.contains("unused"), "{reduced}");
    let script = case.read("interesting.sh");
    assert!(
        script.contains("-Werror=return-type") && script.contains("2>&1 || exit 1"),
        "{script}"
    );
}

#[test]
fn a_disagreement_is_known_by_its_two_ends() {
    let case = Case::new("");
    let reduced = reduce(
        &case,
        &["init", "--disagree", "grep -c target", "grep -c xyzzy", "in.c"],
    );
    assert!(reduced.contains("target") && !reduced.contains("int a"), "{reduced}");
    let reduced = reduce(
        &case,
        &["init", "--force", "--disagree", "sed s/target/x/ {}", "cat {}", "in.c"],
    );
    assert!(
        reduced.contains("target") && case.read("interesting.sh").contains("cmp -s"),
        "{reduced}"
    );
}

#[test]
fn what_makes_no_test_is_explained_and_nothing_is_written() {
    let case = Case::new("");
    case.check(
        &["init", "in.c"],
        2,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            error: nothing says what goes wrong
            hint: --crash, --hang, --wrong-code or --disagree: see `lop init --help`
        "#]],
    );
    case.check(
        &["init", "--crash", "true"],
        2,
        &expect![[r#"
        error: no file is given
        hint: name the file that shows the problem: lop init --crash 'gcc -c {}' crash.c
    "#]],
    );
    case.check(
        &["init", "--crash", "true", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            error: the command ends with exit code 0 on the input
            hint: say what it prints with --stdout or --stderr, or choose another kind: see `lop init --help`
        "#]],
    );
    case.check(
        &["init", "--crash", "false", "in.c"],
        10,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            the command ended with exit code 1
            unsure: the command prints nothing, so every end with the same code counts
            another tool accepts the input: --guard 'gcc -fsyntax-only -w {}' would keep the result valid
            trying the test on the input, and on an empty one
            error: no test is written: the test says that an empty program is interesting
            hint: say more about what goes wrong, such as what is printed, or add a --guard; --force writes it nevertheless
        "#]],
    );
    case.check(
        &["init", "--crash", "cat", "--stdout", "klingon", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            another tool accepts the input: --guard 'gcc -fsyntax-only -w {}' would keep the result valid
            trying the test on the input, and on an empty one
            error: the script that comes of this does not find the input interesting
              the output does not match klingon:
              /* start */
              int a;
              int f(int x) {
                  if (x) { target(1, x); }
                  return 2;
              }
              int b; // end
            hint: what the command does may change from run to run; try it by hand
        "#]],
    );
    case.check(
        &["init", "--disagree", "cat", "cat", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            error: both commands end with exit code 0 and print the same
              /* start */
              int a;
              int f(int x) {
                  if (x) { target(1, x); }
                  return 2;
              }
              int b; // end
            hint: standard output is what is compared
        "#]],
    );
    case.check(
        &["init", "--crash", "false", "--guard", "false", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            trying the commands on the input
            error: the guard "false" does not accept the input
            hint: leave it out, or choose one that does
        "#]],
    );
    assert!(!case.path("interesting.sh").exists());
    case.write("interesting.sh", "mine");
    case.check(
        &["init", "--crash", "grep target {} >&2; exit 1", "in.c"],
        2,
        &expect![[r#"
        error: "interesting.sh" is there already
        hint: replace it with --force, or write elsewhere with -o
    "#]],
    );
    assert_eq!(case.read("interesting.sh"), "mine");
}

//! What `lop init` takes for the sign of a bug, says of it, and refuses.

use std::fs;

use crate::case::Case;

/// A command that crashes like a tool in Python as long as the input has the target.
const PYTHON: &str = "grep -q target {} && { echo 'Traceback (most recent call last):' >&2; \
     echo '  File \"/opt/tool/parse.py\", line 88, in parse' >&2; echo \"KeyError: 'x'\" >&2; exit 1; }; \
     echo 'Traceback (most recent call last):' >&2; echo '  File \"/opt/tool/other.py\", line 1, in f' >&2; \
     echo 'ValueError: oh' >&2; exit 1";

#[test]
fn the_sign_and_its_reason_are_told_and_are_what_the_test_asks_for() {
    let case = Case::new("");
    let said = case.stderr(&["init", "--crash", PYTHON, "in.c"], 0);
    assert!(
        said.contains("the sign of the bug: the exception and the innermost frame"),
        "{said}"
    );
    assert!(
        said.contains("File \"/opt/tool/parse.py\", line 88, in parse"),
        "{said}"
    );
    let script = case.read("interesting.sh");
    let checks: Vec<&str> = script.lines().filter(|line| line.starts_with("grep ")).collect();
    assert!(checks.len() == 2 && !checks.concat().contains("Traceback"), "{script}");
    case.lop(&["-q", "./interesting.sh", "in.c"]).assert().success();
    assert!(case.read("in.reduced.c").contains("target"));
}

#[test]
fn what_lop_is_unsure_of_is_told() {
    let case = Case::new("");
    let refuse = "grep -q target {} && { echo 'in.c:4: error: no such function' >&2; exit 1; }; exit 0";
    let said = case.stderr(&["init", "--crash", refuse, "in.c"], 0);
    assert!(
        said.contains("unsure: every program that is wrong in the same way counts"),
        "{said}"
    );
    let silent = "grep -q target {} && kill -9 $$; exit 0";
    let said = case.stderr(&["init", "--force", "--crash", silent, "in.c"], 0);
    assert!(said.contains("the command ended with signal 9"), "{said}");
    assert!(said.contains("unsure: the command prints nothing"), "{said}");
}

#[test]
fn a_command_that_cannot_be_run_is_no_bug() {
    let case = Case::new("");
    let said = case.stderr(&["init", "--crash", "no-such-compiler -c {}", "in.c"], 5);
    assert!(said.contains("exit code 127"), "{said}");
    case.write("plain", "no program");
    let said = case.stderr(&["init", "--crash", "./plain {}", "in.c"], 5);
    assert!(said.contains("exit code 126"), "{said}");
    assert!(!case.path("interesting.sh").exists());
}

#[test]
fn a_file_beside_the_input_is_asked_for_instead_of_locking_on_its_absence() {
    let case = Case::new("");
    case.write("crash.h", "#define target crash_in_header\n");
    case.write("in.c", "#include \"crash.h\"\nint a;\nint f(void) { return target; }\n");
    let crash = "cc -E {} 2>&1 | grep -q crash_in_header && { echo 'internal error: oh' >&2; exit 3; }; \
                 cc -E {} >/dev/null";
    let said = case.stderr(&["init", "--crash", crash, "in.c"], 5);
    assert!(
        said.contains("exit code 3 here, but with exit code 1 in an empty directory"),
        "{said}"
    );
    assert!(said.contains("--include crash.h"), "{said}");
    case.stderr(&["init", "--crash", crash, "--include", "crash.h", "in.c"], 0);
    case.lop(&["-q", "./interesting.sh", "in.c"]).assert().success();
    let reduced = case.read("in.reduced.c");
    assert!(reduced.contains("target") && !reduced.contains("int a"), "{reduced}");
    assert_eq!(case.read("crash.h"), "#define target crash_in_header\n");
    // It may come from elsewhere.
    fs::create_dir(case.path("lib")).expect("a folder");
    fs::rename(case.path("crash.h"), case.path("lib/crash.h")).expect("our own file");
    case.write("sub/in.c", &case.read("in.c"));
    case.stderr(
        &[
            "init",
            "--force",
            "--crash",
            crash,
            "--include",
            "lib/crash.h",
            "sub/in.c",
        ],
        0,
    );
}

#[test]
fn a_missing_file_is_no_bug() {
    let case = Case::new("");
    case.write("in.c", "#include \"nowhere.h\"\nint a;\n");
    let said = case.stderr(&["init", "--crash", "cc -fsyntax-only {}", "in.c"], 5);
    assert!(
        said.contains("does not find a file") && said.contains("nowhere.h"),
        "{said}"
    );
}

#[test]
fn directories_and_several_files_become_tests() {
    let case = Case::new("");
    case.write("project/main.c", "int a;\nint target;\n");
    case.write("project/util.h", "int b;\n");
    let crash = "grep -rq target {} && { echo 'internal error: oh' >&2; exit 3; }; exit 0";
    case.stderr(&["init", "--crash", crash, "project"], 0);
    case.lop(&["-q", "./interesting.sh", "project"]).assert().success();
    assert_eq!(case.read("project.reduced/main.c").trim(), "target;");
    assert!(!case.path("project.reduced/util.h").exists());
    let two = "grep -q target project/main.c && { echo 'internal error: oh' >&2; exit 3; }; exit 0";
    let two = two.replace("project/", "");
    let lop = |arguments: &[&str], code: i32| {
        let mut lop = case.lop(arguments);
        lop.current_dir(case.path("project")).assert().code(code);
    };
    lop(&["init", "--crash", &two, "main.c", "util.h"], 0);
    lop(&["-q", "./interesting.sh", "main.c", "util.h"], 0);
    assert_eq!(case.read("project/reduced/main.c").trim(), "target;");
}

#[test]
fn a_test_that_is_always_true_has_its_own_exit_code() {
    let case = Case::new("");
    let said = case.stderr(
        &["init", "--crash", "echo 'internal error: oh' >&2; exit 3;", "in.c"],
        10,
    );
    assert!(
        said.contains("an empty program is interesting") && said.contains("--force"),
        "{said}"
    );
    assert!(!case.path("interesting.sh").exists());
    let forced = [
        "init",
        "--force",
        "--crash",
        "echo 'internal error: oh' >&2; exit 3;",
        "in.c",
    ];
    assert!(case.stderr(&forced, 0).contains("AND on nothing"));
    assert!(case.path("interesting.sh").exists());
}

#[test]
fn a_tool_that_accepts_the_input_is_proposed_as_a_guard() {
    let case = Case::new("");
    case.write("in.c", "int a;\nint target(int x) { return x; }\n");
    let crash = "grep -q target {} && { echo 'internal error: oh' >&2; exit 3; }; exit 0";
    let said = case.stderr(&["init", "--crash", crash, "in.c"], 0);
    assert!(said.contains("another tool accepts the input: --guard '"), "{said}");
    case.write("in.c", "int target(;\n");
    let said = case.stderr(&["init", "--force", "--crash", crash, "in.c"], 0);
    assert!(!said.contains("--guard '"), "{said}");
}

#[test]
fn the_sanitizer_step_is_never_dropped_silently() {
    let case = Case::new("");
    let undefined = "#include <stdio.h>\nint main(void) {\n  int x = 2147483647;\n  volatile int y = 1;\n  \
                     printf(\"%d\\n\", x + y + WRONG);\n  return 0;\n}\n";
    case.write("in.c", undefined);
    let wrong = ["init", "--wrong-code", "cc -O0 -DWRONG=0", "cc -O0 -DWRONG=1", "in.c"];
    let defined = undefined.replace("2147483647", "7");
    let said = case.stderr(&wrong, 5);
    assert!(said.contains("a sanitizer complains about the input"), "{said}");
    assert!(said.contains("runtime error"), "{said}");
    let none = [&wrong[..4], &["--sanitize", "none", "in.c"]].concat();
    let said = case.stderr(&none, 0);
    assert!(said.contains("unsure: undefined behaviour is not looked for"), "{said}");
    assert!(case.read("interesting.sh").contains("# No sanitizer looks at it"));
    case.write("in.c", &defined);
    let said = case.stderr(&[&["init", "--force"], &wrong[1..]].concat(), 0);
    assert!(said.contains("undefined behaviour is looked for with "), "{said}");
}

#[test]
fn a_file_name_cannot_put_anything_into_the_script() {
    let case = Case::new("");
    let name = "a\ntouch owned\n'$(touch owned2)'.c";
    fs::write(case.path(name), "int target;\nint b;\n").expect("a name that the system takes");
    let crash = "grep -q target {} && { echo 'internal error: oh' >&2; exit 3; }; exit 0";
    case.stderr(&["init", "--crash", crash, name], 0);
    case.lop(&["-q", "-o", "small.c", "./interesting.sh", name])
        .assert()
        .success();
    assert_eq!(case.read("small.c").trim(), "target;");
    assert!(!case.path("owned").exists() && !case.path("owned2").exists());
    let script = case.read("interesting.sh");
    assert!(script.contains("# a touch owned '$(touch owned2)'.c, so"), "{script}");
}

#[test]
fn a_cpp_compiler_ends_at_the_first_error() {
    let case = Case::new("");
    case.write("in.cc", "int f() { return target; }\nint b;\n");
    let said = case.stderr(&["init", "--crash", "c++ -fsyntax-only {}", "in.cc"], 0);
    assert!(
        said.contains("was not declared") || said.contains("undeclared"),
        "{said}"
    );
    assert!(
        case.read("interesting.sh")
            .contains("c++ -Wfatal-errors -fsyntax-only in.cc")
    );
}

//! `lop init --from`: what tools leave behind, read without executing anything.

use crate::case::Case;

/// A program that crashes on files with the target, and what it would do for a stranger.
const TOOL: &str =
    "#!/bin/sh\nfor file; do :; done\ngrep -q target \"$file\" && { echo 'internal error: oh' >&2; exit 3; }\nexit 0\n";

fn case() -> Case {
    let case = Case::new("");
    case.write("bin/clang", TOOL);
    case.set_mode("bin/clang", 0o755);
    case.write("crash-6e5ffb.c", "int a;\nint target;\n");
    case
}

fn reproducer(case: &Case, words: &str) {
    let clang = case.path("bin/clang");
    let script = format!(
        "# Crash reproducer for clang version 14\n# Driver args: \"-c\"\n \"{}\" {words} \"crash-6e5ffb.c\"\n",
        clang.display()
    );
    case.write("crash-6e5ffb.sh", &script);
}

#[test]
fn nothing_is_executed_without_a_yes() {
    let case = case();
    reproducer(&case, "\"-cc1\"");
    case.write("bin/clang", "#!/bin/sh\ntouch \"$OWNED\"\nexit 3\n");
    let owned = case.path("owned");
    let run = |arguments: &[&str], code: i32| {
        let mut lop = case.lop(arguments);
        let output = lop.env("OWNED", &owned).assert().code(code).get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = run(&["init", "--from", "crash-6e5ffb.sh"], 2);
    assert!(said.contains("bin/clang -cc1 {}"), "{said}");
    assert!(
        said.contains("nothing was executed") && said.contains("--yes"),
        "{said}"
    );
    assert!(!owned.exists() && !case.path("interesting.sh").exists());
    run(&["init", "--from", "crash-6e5ffb.sh", "--yes"], 10);
    assert!(owned.exists());
}

#[test]
fn a_reproducer_of_clang_becomes_a_test() {
    let case = case();
    reproducer(&case, "\"-cc1\" \"-DX=\\\"; touch owned\\\"\" \"{}\"");
    let said = case.stderr(&["init", "--from", "crash-6e5ffb.sh", "--yes"], 0);
    assert!(said.contains("clang's crash reproducer"), "{said}");
    let script = case.read("interesting.sh");
    assert!(script.contains("-DX=\"; touch owned\""), "{script}");
    let input = case.path("crash-6e5ffb.c");
    let input = input.to_str().expect("a plain path");
    case.lop(&["-q", "-o", "small.c", "./interesting.sh", input])
        .assert()
        .success();
    assert_eq!(case.read("small.c").trim(), "target;");
    assert!(!case.path("owned").exists());
}

#[test]
fn what_would_need_a_shell_is_refused() {
    let case = case();
    for words in ["$(touch owned)", "\"`touch owned`\"", "; touch owned;", "& touch owned"] {
        reproducer(&case, words);
        let said = case.stderr(&["init", "--from", "crash-6e5ffb.sh", "--yes"], 2);
        assert!(said.contains("no plain command"), "{said}");
    }
    assert!(!case.path("owned").exists());
}

#[test]
fn a_bug_report_of_gcc_brings_its_source_along() {
    let case = case();
    let cc1 = case.path("cc1");
    case.write(
        "cc1",
        &TOOL.replace(
            "for file; do :; done",
            "for file; do case $file in *.i) break;; esac; done",
        ),
    );
    case.set_mode("cc1", 0o755);
    case.write(
        "ccAbc.out",
        &format!(
            "// Target: x86_64-linux-gnu\n// Configured with: x\n// gcc version 12\n// \n// a.c:1:1: internal compiler error: oh\n\n\
             // {} -quiet a.c -quiet -dumpbase x -O2 -o - -frandom-seed=0 -fdump-noaddr\n\n# 0 \"a.c\"\nint a;\nint target;\n",
            cc1.display()
        ),
    );
    let said = case.stderr(&["init", "--from", "ccAbc.out", "--yes"], 0);
    assert!(said.contains("wrote its input to ccAbc.i"), "{said}");
    assert_eq!(case.read("ccAbc.i"), "# 0 \"a.c\"\nint a;\nint target;\n");
    case.write("ccAbc.i", "mine");
    let said = case.stderr(&["init", "--from", "ccAbc.out", "--yes", "-o", "other.sh"], 2);
    assert!(said.contains("\"ccAbc.i\" is there already"), "{said}");
    assert_eq!(case.read("ccAbc.i"), "mine");
}

#[test]
fn a_compilation_database_and_a_log_become_tests() {
    let case = case();
    let (clang, source) = (case.path("bin/clang"), case.path("src/a.cc"));
    case.write("src/a.cc", "int target;\nint b;\n");
    case.set_mode("bin/clang", 0o755);
    case.write("bin/clang", "#!/bin/sh\nfor file; do case $file in *a.cc) grep -q target \"$file\" && { echo 'internal error: oh' >&2; exit 3; };; esac; done\nexit 0\n");
    let entry = format!(
        "[{{\"directory\": \"{}\", \"file\": \"src/a.cc\", \"command\": \"{} -Iinc -c src/a.cc -o a.o\"}}]",
        case.path("").canonicalize().expect("a folder").display(),
        clang.display()
    );
    case.write("compile_commands.json", &entry);
    let said = case.stderr(&["init", "--from", "compile_commands.json", "--yes", "src/a.cc"], 0);
    assert!(said.contains("a compilation database"), "{said}");
    let log = format!(
        "[1/2] {} -O2 -c {} -o a.o\nsrc/a.cc:1: error: oh\n",
        clang.display(),
        source.display()
    );
    case.write("ci.log", &log);
    let said = case.stderr(&["init", "--force", "--from", "ci.log", "--yes"], 0);
    assert!(said.contains("the log of a build"), "{said}");
    assert!(case.read("interesting.sh").contains("-O2 a.cc -iquote"));
}

#[test]
fn a_fuzzers_artefact_takes_its_target_from_the_user() {
    let case = case();
    case.write("crash-da39a3ee5e6b4b0d", "int a;\nint target;\n");
    let said = case.stderr(&["init", "--from", "crash-da39a3ee5e6b4b0d"], 2);
    assert!(said.contains("--crash COMMAND"), "{said}");
    case.stderr(
        &["init", "--from", "crash-da39a3ee5e6b4b0d", "--crash", "./bin/clang"],
        0,
    );
    case.lop(&["-q", "-o", "small", "./interesting.sh", "crash-da39a3ee5e6b4b0d"])
        .assert()
        .success();
    assert!(case.read("small").contains("target"));
}

#[test]
fn a_file_that_says_nothing_is_refused_with_what_is_known() {
    let case = case();
    case.write("notes.txt", "hello\n");
    let said = case.stderr(&["init", "--from", "notes.txt"], 2);
    assert!(
        said.contains("lop finds nothing") && said.contains("a compilation database"),
        "{said}"
    );
}

//! Tests that do harm, or change while they are used.

use crate::case::Case;

#[test]
fn a_test_that_changes_during_a_run_is_told() {
    for changed in ["test.sh", "tool"] {
        let case = Case::new("");
        case.write("tool", "#!/bin/sh\ngrep -q target in.c\n");
        case.set_mode("tool", 0o755);
        let mark = case.path("mark").display().to_string();
        let script = format!(
            "#!/bin/sh\n\"$(dirname \"$0\")/tool\" || exit 1\n\
             grep -q 'int a' in.c || test -e {mark} || {{ : > {mark}; echo >> \"$(dirname \"$0\")/{changed}\"; }}\n"
        );
        case.write("test.sh", &script);
        let said = case.stderr(&["-j", "1", "-a", "lines", "--flaky", "off", "./test.sh", "in.c"], 0);
        assert!(said.contains("which the test consists of, has changed"), "{said}");
        assert_eq!(said.matches("has changed").count(), 1, "{said}");
        assert!(case.read("in.reduced.c").contains("target"));
    }
}

#[test]
fn a_sandbox_says_which_it_is_and_what_it_does_not_cover() {
    let case = Case::new(crate::case::FINDS_TARGET);
    let output = case
        .lop(&["--sandbox", "-a", "lines", "./test.sh", "in.c"])
        .output()
        .expect("the binary is built");
    let said = String::from_utf8_lossy(&output.stderr);
    // Some systems have no means for it, and say so.
    if output.status.code() == Some(6) {
        assert!(said.contains("no means to confine"), "{said}");
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{said}");
    let is_first_choice = said.contains("the sandbox is bubblewrap; it does not cover");
    assert!(
        is_first_choice || said.contains("warning: the sandbox is Landlock, for bubblewrap"),
        "{said}"
    );
}

//! Tests that do harm, or change while they are used.

use crate::case::Case;

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

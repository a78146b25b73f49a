//! Inputs that were made to end, to fill or to stop a program that reads them.

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

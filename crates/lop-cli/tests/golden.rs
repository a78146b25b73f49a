//! Trees of the papers' examples, as `lop tree` shows them.
//!
//! Each file in `golden/` tells where its example comes from, holds the program, the nodes that the paper
//! names, and the whole tree. `UPDATE_GOLDEN=1 cargo test` rewrites the tree; the nodes are the paper's.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn lop(arguments: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("lop").expect("the binary is built");
    let output = command.args(arguments).write_stdin(input).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).expect("lop prints text")
}

/// The text between a line that opens a block and the line that closes it.
fn block<'a>(text: &'a str, opening: &str) -> &'a str {
    let start = text.find(opening).expect("the block is there") + opening.len();
    &text[start..start + text[start..].find("```\n").expect("the block ends")]
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let golden = std::fs::read_to_string(&path).expect("a readable golden file");
    let program = block(&golden, "```c\n");

    let nodes: Value = serde_json::from_str(&lop(&["tree", "--language=c", "--json", "-"], program)).expect("JSON");
    for row in golden
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, begin, tokens] = cells[..] else { panic!("{row}") };
        let start = program
            .find(begin.trim_matches('`'))
            .expect("the node's text is in the program");
        let tokens: usize = tokens.parse().expect("a number");
        let fits = |node: &&Value| node["removable"] == true && node["start"] == start && node["tokens"] == tokens;
        assert!(
            nodes.as_array().expect("an array").iter().any(|node| fits(&node)),
            "{name}: {row}"
        );
    }

    let shown = lop(&["tree", "--language=c", "-"], program);
    let known = block(&golden, "```text\n");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let updated = golden.replace(&format!("```text\n{known}```\n"), &format!("```text\n{shown}```\n"));
        std::fs::write(&path, updated).expect("a writable golden file");
    } else {
        assert_eq!(shown, known, "run UPDATE_GOLDEN=1 cargo test and read the difference");
    }
}

#[test]
fn gharachorlu2023batched_figure_1() {
    check("gharachorlu2023batched-figure-1.md");
}

#[test]
fn gharachorlu2023_figure_4_2() {
    check("gharachorlu2023-figure-4.2.md");
}

//! Pages that are made from the source say what the source says.

use std::path::Path;
use std::process::Command;

fn check(arguments: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the repository");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .arg("--check")
        .current_dir(root)
        .output();
    let output = output.expect("the binary is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_page_of_algorithms_is_up_to_date() {
    check(&["docs"]);
}

#[test]
fn the_table_of_the_readme_is_of_the_newest_results() {
    check(&["bench", "readme"]);
}

#[test]
fn every_algorithm_asks_and_leaves_what_is_written_down() {
    check(&["bench", "guard"]);
}

//! Pages that are made from results and algorithms say what these say.

use std::path::Path;
use std::process::Command;

fn check(job: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_lop-bench"))
        .args([job, "--check"])
        .current_dir(root)
        .output();
    let output = output.expect("the binary is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_table_of_the_readme_is_of_the_newest_results() {
    check("readme");
}

#[test]
fn every_algorithm_asks_and_leaves_what_is_written_down() {
    check("guard");
}

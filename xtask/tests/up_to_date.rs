//! Pages that are made from the source say what the source says.

use std::path::Path;
use std::process::Command;

#[test]
fn the_pages_of_algorithms_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the repository");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["docs", "--check"])
        .current_dir(root)
        .output();
    let output = output.expect("the binary is built");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

//! Chores of this repository: `cargo xtask help`.

mod validity;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask validity [--edits N] [--show N] [FILE|FOLDER]...
    matches every file against its grammar and counts random edits that still parse
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("validity") => validity::run(&arguments.collect::<Vec<_>>()),
        _ => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

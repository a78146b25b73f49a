//! Chores of this repository: `cargo xtask help`.

mod bench;
mod compilers;
mod docs;
mod generate;
mod property;
mod records;
mod scale;
mod usage;
mod validity;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask compilers [--edits N] [--show N] [FILE|FOLDER]...
    counts random edits after which real compilers still find the file well formed
cargo xtask docs [--check]
    makes the book's pages of algorithms, or says whether they are up to date
cargo xtask scale [--svg PATH]
    measures how time and memory of a parse grow with the size of a file
cargo xtask validity [--edits N] [--show N] [FILE|FOLDER]...
    matches every file against its grammar and counts random edits that still parse
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("bench") => bench::run(&arguments.collect::<Vec<_>>()),
        Some("compilers") => compilers::run(&arguments.collect::<Vec<_>>()),
        Some("docs") => docs::run(&arguments.collect::<Vec<_>>()),
        Some("scale") => scale::run(&arguments.collect::<Vec<_>>()),
        Some("validity") => validity::run(&arguments.collect::<Vec<_>>()),
        _ => {
            eprint!("{}{HELP}", bench::help());
            ExitCode::from(2)
        }
    }
}

//! Chores of this repository: `cargo xtask help`.

#[cfg(feature = "parsers")]
mod compilers;
mod docs;
#[cfg(feature = "parsers")]
mod generate;
mod languages;
mod matrix;
#[cfg(feature = "parsers")]
mod records;
#[cfg(feature = "parsers")]
mod scale;
#[cfg(feature = "parsers")]
mod usage;
#[cfg(feature = "parsers")]
mod validity;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask compilers [--edits N] [--show N] [FILE|FOLDER]...
    counts random edits after which real compilers still find the file well formed
cargo xtask docs [--check]
    makes the book's pages of algorithms, transformations and languages, or says whether they are up to date
cargo xtask scale [--svg PATH]
    measures how time and memory of a parse grow with the size of a file
cargo xtask validity [--edits N] [--show N] [FILE|FOLDER]...
    matches every file against its grammar and counts random edits that still parse
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((job, rest)) if job == "docs" => docs::run(rest),
        Some((job, rest)) if ["compilers", "scale", "validity"].contains(&&job[..]) => run_with_parsers(job, rest),
        _ => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

#[cfg(feature = "parsers")]
fn run_with_parsers(job: &str, arguments: &[String]) -> ExitCode {
    match job {
        "compilers" => compilers::run(arguments),
        "scale" => scale::run(arguments),
        _ => validity::run(arguments),
    }
}

/// Builds this package with all parsers, optimised because these jobs measure, and hands the job on to it.
#[cfg(not(feature = "parsers"))]
fn run_with_parsers(job: &str, arguments: &[String]) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "xtask", "--", job])
        .args(arguments)
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

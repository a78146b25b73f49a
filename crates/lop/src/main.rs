//! The command line of lop.

mod args;
mod commands;
mod exit_code;
mod input;

use std::error::Error as _;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::exit_code::ExitStatus;

/// This many lines of the test's output are shown when it fails on the input.
const SHOWN_LINES: usize = 10;

fn main() -> ExitCode {
    lop_exec::run_if_runner();
    let args = Args::parse();
    let mut code = ExitStatus::Done;
    let result = match &args.command {
        None => commands::reduce::run(&args.reduce).map(|status| code = status),
        Some(Command::Languages(args)) => commands::languages::run(args),
        Some(Command::Algorithms(args)) => commands::algorithms::run(args),
        Some(Command::Caches(args)) => commands::algorithms::run_caches(args),
        Some(Command::Tree(args)) => commands::tree::run(args),
        Some(Command::Tokens(args)) => commands::tokens::run(args),
        Some(Command::Print(args)) => commands::print::run(args),
    };
    match result {
        Ok(()) => code.into(),
        Err(error) if error.is_closed_pipe() => ExitStatus::Done.into(),
        Err(error) => {
            let mut message = error.to_string();
            let mut source = error.source();
            while let Some(cause) = source {
                message = format!("{message}: {cause}");
                source = cause.source();
            }
            anstream::eprintln!("error: {message}");
            let output = String::from_utf8_lossy(error.output().unwrap_or_default()).into_owned();
            let lines: Vec<&str> = output.lines().collect();
            for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
                anstream::eprintln!("  {line}");
            }
            if let Some(hint) = error.hint() {
                anstream::eprintln!("hint: {hint}");
            }
            error.status().into()
        }
    }
}

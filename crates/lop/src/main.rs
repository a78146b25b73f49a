//! The command line of lop.

mod args;
mod commands;
mod exit_code;
mod input;

use std::error::Error as _;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match &args.command {
        None => commands::reduce::run(&args.reduce),
        Some(Command::Languages(args)) => commands::languages::run(args),
        Some(Command::Algorithms(args)) => commands::algorithms::run(args),
        Some(Command::Caches(args)) => commands::algorithms::run_caches(args),
        Some(Command::Tree(args)) => commands::tree::run(args),
        Some(Command::Tokens(args)) => commands::tokens::run(args),
        Some(Command::Print(args)) => commands::print::run(args),
    };
    match result {
        Ok(()) => exit_code::ExitStatus::Done.into(),
        Err(error) if error.is_closed_pipe() => exit_code::ExitStatus::Done.into(),
        Err(error) => {
            let mut message = error.to_string();
            let mut source = error.source();
            while let Some(cause) = source {
                message = format!("{message}: {cause}");
                source = cause.source();
            }
            anstream::eprintln!("error: {message}");
            if let Some(hint) = error.hint() {
                anstream::eprintln!("hint: {hint}");
            }
            error.status().into()
        }
    }
}

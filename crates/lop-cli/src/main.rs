//! The command line of lop.

// They panic where nothing can be printed: `say!` does not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod args;
mod commands;
mod config;
mod events;
mod exit_code;
mod format;
mod input;
mod memory;
mod options;
mod say;
mod script;
mod suggest;

use std::error::Error as _;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::{Args, Command};
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::say::say;

/// This many lines of the test's output are shown when it fails on the input. By eye, not measured.
const SHOWN_LINES: usize = 10;
/// And this much of each.
const SHOWN_LETTERS: usize = 200;

fn main() -> ExitCode {
    lop_exec::run_if_runner();
    match run() {
        Ok(status) => status.into(),
        Err(error) if error.is_closed_pipe() => ExitStatus::Done.into(),
        Err(error) => {
            tell(&error);
            error.status().into()
        }
    }
}

fn run() -> Result<ExitStatus, Error> {
    let mut args = config::parse()?;
    match &args.command {
        None if args.reduce.help_research => commands::man::run_research(),
        None => {
            settle_positions(&mut args.reduce);
            return commands::reduce::run(&args.reduce);
        }
        Some(Command::Languages(args)) => commands::languages::run(args),
        Some(Command::Algorithms(args)) => commands::algorithms::run(args),
        Some(Command::Caches(args)) => commands::algorithms::run_caches(args),
        Some(Command::Tree(args)) => commands::tree::run(args),
        Some(Command::Tokens(args)) => commands::tokens::run(args),
        Some(Command::Print(args)) => commands::print::run(args),
        Some(Command::Report(args)) => commands::report::run(args),
        Some(Command::Explain(args)) => commands::explain::run(args),
        Some(Command::Train(args)) => commands::train::run(args),
        Some(Command::Model(args)) => commands::model::run(args),
        Some(Command::Init(args)) => commands::init::run(args),
        Some(Command::Man(args)) => commands::man::run(args),
        Some(Command::Completions(args)) => commands::man::run_completions(args),
    }?;
    Ok(ExitStatus::Done)
}

/// With `--command` or `--golden` there is no test, and the first argument is an input.
fn settle_positions(args: &mut args::Reduce) {
    if args.command.is_some() || args.golden.is_some() {
        args.inputs.splice(..0, args.test.take());
    }
    if args.inputs.is_empty() {
        let given = match &args.test {
            Some(test) => format!("there is \"{}\" and nothing else", test.display()),
            None => "no file is given".to_owned(),
        };
        let message = format!("a reduction takes a test and a file to reduce, but {given}");
        Args::command()
            .error(ErrorKind::MissingRequiredArgument, message)
            .exit();
    }
}

/// Prints the error with its causes, the output of the test, and the hint.
fn tell(error: &Error) {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message = format!("{message}: {cause}");
        source = cause.source();
    }
    say!("error: {message}");
    let output = String::from_utf8_lossy(error.output().unwrap_or_default()).into_owned();
    let lines: Vec<&str> = output.lines().collect();
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        let shown: String = line.chars().take(SHOWN_LETTERS).collect();
        let rest = if shown.len() < line.len() { "…" } else { "" };
        say!("  {shown}{rest}");
    }
    if let Some(hint) = error.hint() {
        say!("hint: {hint}");
    }
}

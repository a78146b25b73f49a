//! `lop man` and `lop completions`.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::input::Error;

/// Prints the manual page.
pub fn run() -> Result<(), Error> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command())
        .render(&mut page)
        .map_err(Error::Print)?;
    print(&page)
}

/// Prints what makes a shell complete words.
pub fn run_completions(args: &Completions) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "lop", &mut script);
    print(&script)
}

fn print(text: &[u8]) -> Result<(), Error> {
    std::io::stdout().lock().write_all(text).map_err(Error::Print)
}

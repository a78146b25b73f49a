//! One file for each subcommand.

pub mod algorithms;
pub mod explain;
pub mod init;
pub mod languages;
pub mod man;
pub mod model;
pub mod print;
pub mod reduce;
pub mod report;
pub mod tokens;
pub mod train;
pub mod tree;

use std::io::Write;

use serde::Serialize;

use crate::input::Error;

/// Prints a value as one line of JSON.
fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value).map_err(|error| Error::Print(error.into()))?;
    writeln!(out).map_err(Error::Print)
}

//! One file for each subcommand.

pub(crate) mod algorithms;
pub(crate) mod explain;
pub(crate) mod init;
pub(crate) mod languages;
pub(crate) mod man;
pub(crate) mod model;
pub(crate) mod print;
pub(crate) mod reduce;
pub(crate) mod report;
pub(crate) mod tokens;
pub(crate) mod train;
pub(crate) mod tree;

use std::io::Write;

use serde::Serialize;

use crate::input::Error;

/// Prints a value as one line of JSON.
fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value).map_err(|error| Error::Print(error.into()))?;
    writeln!(out).map_err(Error::Print)
}

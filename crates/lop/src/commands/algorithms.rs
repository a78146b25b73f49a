//! `lop algorithms` and `lop caches`.

use std::io::Write;

use lop_core::{cache, list, tree};
use serde::Serialize;

use super::print_json;
use crate::args;
use crate::input::Error;

#[derive(Serialize)]
struct Row {
    name: &'static str,
    kind: &'static str,
    summary: &'static str,
    reference: &'static str,
}

macro_rules! rows {
    ($table:expr, $kind:literal) => {
        $table.iter().map(|entry| Row {
            name: entry.name,
            kind: $kind,
            summary: entry.summary,
            reference: entry.reference,
        })
    };
}

/// Lists tree reducers and list reducers.
pub fn run(args: &args::Listing) -> Result<(), Error> {
    print(
        args,
        &rows!(tree::REDUCERS, "tree")
            .chain(rows!(list::LIST_REDUCERS, "list"))
            .collect::<Vec<_>>(),
    )
}

/// Lists caches.
pub fn run_caches(args: &args::Listing) -> Result<(), Error> {
    print(args, &rows!(cache::CACHES, "cache").collect::<Vec<_>>())
}

fn print(args: &args::Listing, rows: &[Row]) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    if args.json {
        return print_json(&mut out, &rows);
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for Row {
        name,
        kind,
        summary,
        reference,
    } in rows
    {
        writeln!(out, "{name:width$}  {kind:5}  {summary} ({reference})").map_err(Error::Print)?;
    }
    Ok(())
}

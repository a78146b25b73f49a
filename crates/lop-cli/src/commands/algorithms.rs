//! `lop algorithms`, `lop algorithms --heuristics` and `lop caches`.

use std::io::Write;

use lop_core::{cache, list, semantic, tree};
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

#[derive(Serialize)]
struct Heuristic {
    name: &'static str,
    languages: &'static [&'static str],
    may_grow: bool,
    summary: &'static str,
    reference: &'static str,
}

/// Lists tree reducers and list reducers, or heuristics.
pub fn run(args: &args::Algorithms) -> Result<(), Error> {
    if args.heuristics {
        return print_heuristics(&args.listing);
    }
    print(
        &args.listing,
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

fn print_heuristics(args: &args::Listing) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    let rows = semantic::HEURISTICS.iter().map(|entry| Heuristic {
        name: entry.name,
        languages: entry.languages,
        may_grow: entry.may_grow,
        summary: entry.summary,
        reference: entry.reference,
    });
    let rows: Vec<Heuristic> = rows.collect();
    if args.json {
        return print_json(&mut out, &rows);
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in rows {
        let languages = row.languages.join(", ");
        writeln!(
            out,
            "{:width$}  {languages}: {} ({})",
            row.name, row.summary, row.reference
        )
        .map_err(Error::Print)?;
    }
    Ok(())
}

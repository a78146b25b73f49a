//! `lop algorithms`, `lop algorithms --transforms`, `lop algorithms --rewrites` and `lop caches`.

use std::io::Write;

use lop_core::{REFERENCES, Reference, cache, list, transform, tree};
use lop_syntax::lang::LANGUAGES;
use lop_syntax::{Facts, rewrite};
use serde::Serialize;

use super::print_json;
use crate::args;
use crate::input::Error;
use crate::suggest;

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
struct Transformation {
    name: &'static str,
    languages: Vec<&'static str>,
    may_grow: bool,
    summary: &'static str,
    reference: &'static str,
}

#[derive(Serialize)]
struct Rewrite {
    language: &'static str,
    rule: &'static str,
}

/// Lists tree reducers and list reducers, or transformations, or rewrite rules; or says what one of them does, or a
/// stage of `auto`.
pub(crate) fn run(args: &args::Algorithms) -> Result<(), Error> {
    if args.transforms {
        return print_transforms(&args.listing);
    }
    if args.rewrites {
        return print_rewrites(&args.listing);
    }
    let algorithms = rows!(tree::REDUCERS, "tree").chain(rows!(list::LIST_REDUCERS, "list"));
    let Some(name) = &args.name else {
        return print(&args.listing, &algorithms.collect::<Vec<_>>());
    };
    let stages = tree::stages().map(|(name, summary)| Row {
        name,
        kind: "stage",
        summary,
        reference: "lop",
    });
    // Transformations are stages within stages.
    let transforms = transform::all().map(|transform| Row {
        name: transform.name,
        kind: "transformation",
        summary: transform.summary,
        reference: transform.reference,
    });
    let all: Vec<Row> = algorithms.chain(stages).chain(transforms).collect();
    let (found, others): (Vec<Row>, Vec<Row>) = all.into_iter().partition(|row| row.name == name);
    if found.is_empty() {
        return Err(Error::Usage {
            reason: format!("there is no algorithm, stage or transformation called \"{name}\""),
            hint: suggest::hint(
                name,
                others.iter().map(|row| row.name),
                "`lop algorithms` lists algorithms",
            ),
        });
    }
    print(&args.listing, &found)
}

/// Lists caches.
pub(crate) fn run_caches(args: &args::Listing) -> Result<(), Error> {
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
    print_references(&mut out, rows.iter().map(|row| row.reference))
}

/// Lists the works that these references name.
fn print_references<'a>(out: &mut impl Write, references: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let cited: Vec<&Reference> = references.flat_map(Reference::cited).collect();
    let cited: Vec<&Reference> = REFERENCES.iter().filter(|work| cited.contains(work)).collect();
    if cited.is_empty() {
        return Ok(());
    }
    let width = cited.iter().map(|work| work.key.len()).max().unwrap_or(0);
    writeln!(out, "\nReferences:").map_err(Error::Print)?;
    for Reference {
        key,
        authors,
        title,
        venue,
        year,
    } in cited
    {
        writeln!(out, "{key:width$}  {authors}: {title}, {venue}, {year}").map_err(Error::Print)?;
    }
    Ok(())
}

/// Lists the rewrite rules that come with lop.
fn print_rewrites(args: &args::Listing) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    let rows = LANGUAGES.iter().flat_map(|language| {
        rewrite::lines(language.rewrites).map(|(_, rule)| Rewrite {
            language: language.name,
            rule,
        })
    });
    let rows: Vec<Rewrite> = rows.collect();
    if args.json {
        return print_json(&mut out, &rows);
    }
    let width = rows.iter().map(|row| row.language.len()).max().unwrap_or(0);
    for Rewrite { language, rule } in &rows {
        writeln!(out, "{language:width$}  {rule}").map_err(Error::Print)?;
    }
    Ok(())
}

fn print_transforms(args: &args::Listing) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    let facts: Vec<(&str, Facts)> = LANGUAGES
        .iter()
        .map(|language| (language.name, language.facts()))
        .collect();
    let rows = transform::all().map(|transform| {
        let fitting = facts.iter().filter(|(_, facts)| (transform.needs)(facts));
        Transformation {
            name: transform.name,
            languages: fitting.map(|(language, _)| *language).collect(),
            may_grow: transform.may_grow,
            summary: transform.summary,
            reference: transform.reference,
        }
    });
    let rows: Vec<Transformation> = rows.collect();
    if args.json {
        return print_json(&mut out, &rows);
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    for row in &rows {
        let languages = match &row.languages[..] {
            [one] => (*one).to_owned(),
            several => format!("{} languages", several.len()),
        };
        writeln!(
            out,
            "{:width$}  {languages}: {} ({})",
            row.name, row.summary, row.reference
        )
        .map_err(Error::Print)?;
    }
    print_references(&mut out, rows.iter().map(|row| row.reference))
}

//! What every algorithm asks and leaves on made-up programs, to the last query.
//!
//! The figures are exact and the same on every machine. They are in the repository, so a change that makes one of
//! them larger shows its price.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use lop_core::{Inline, Limits, Oracle, Search, Verdict, cache, list, tree};
use lop_syntax::{Program, lang, parse};

use crate::property::Property;
use crate::{generate, records};

pub(crate) const HELP: &str = "\
cargo lop-bench guard [--check]
    writes what every algorithm asks and leaves on made-up programs to bench/guard.md, or says whether that is so
";

/// Where the figures are, from the root of the repository.
const PAGE: &str = "bench/guard.md";

const HEAD: &str = "\
# What every algorithm asks and leaves

Exact figures on made-up programs; `cargo lop-bench guard` makes them again, and a test compares. A change that
asks more or leaves more shows it here.
";

/// A program and what has to stay true of it.
struct Subject {
    name: &'static str,
    program: Program,
    property: Box<dyn Oracle>,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let page = page();
    let written = match arguments {
        [] => fs::write(path(), page).map_err(|error| format!("cannot write {PAGE}: {error}")),
        [check] if check == "--check" => check_page(&page),
        _ => Err(HELP.to_owned()),
    };
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE)
}

fn check_page(page: &str) -> Result<(), String> {
    let written = fs::read_to_string(path()).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    if written == page {
        return Ok(());
    }
    let mut message = format!("{PAGE} says something else; run `cargo lop-bench guard` if the change is meant:\n");
    for line in page.lines().filter(|line| !written.lines().any(|other| other == *line)) {
        let _ = writeln!(message, "  now: {line}");
    }
    Err(message)
}

fn page() -> String {
    let subjects = [c(), json()];
    let mut text = HEAD.to_owned();
    for subject in &subjects {
        let _ = writeln!(
            text,
            "\n## {}: {} tokens\n\n| reducer | asked | known | tokens | bytes |\n|---|--:|--:|--:|--:|",
            subject.name,
            subject.program.token_count()
        );
        for entry in tree::REDUCERS {
            let _ = writeln!(text, "| {} | {} |", entry.name, figures(subject, entry, entry.list));
        }
        let perses = tree::named("perses").expect("a reducer");
        for other in list::LIST_REDUCERS.iter().filter(|list| list.name != perses.list) {
            let _ = writeln!(
                text,
                "| perses, {} | {} |",
                other.name,
                figures(subject, perses, other.name)
            );
        }
        text.push_str(&caches(subject));
    }
    text
}

fn c() -> Subject {
    let source = generate::c(2_000).into_bytes();
    let property = Property::of(&source, 4);
    Subject {
        name: "C",
        program: program("c", source),
        property: Box::new(move |text: &[u8]| property.holds(text)),
    }
}

/// One record has to stay, and what is there has to be JSON.
fn json() -> Subject {
    let source = records::json(400).into_bytes();
    let is_whole = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).is_ok();
    let has_record = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.contains("\"id\"") && text.contains("e2") && text.contains("user")
    };
    Subject {
        name: "JSON",
        program: program("json", source),
        property: Box::new(move |text: &[u8]| is_whole(text) && has_record(text)),
    }
}

fn program(language: &str, source: Vec<u8>) -> Program {
    let syntax = lang::named(language).and_then(|language| language.syntax().ok());
    Program::new(Arc::new(parse(source, &syntax.expect("a shipped grammar compiles"))))
}

fn figures(subject: &Subject, entry: &tree::ReducerEntry, list: &str) -> String {
    let list = list::named(list).expect("a list reducer");
    let options = tree::Options {
        list: (list.make)().into(),
        ..entry.options()
    };
    reduce(subject, entry, options, cache::DEFAULT, |search| {
        let (counts, best) = (search.counts(), search.best());
        let (tokens, bytes) = (best.token_count(), best.text().len());
        format!("{} | {} | {tokens} | {bytes}", counts.asked, counts.cached)
    })
}

fn caches(subject: &Subject) -> String {
    let mut text =
        String::from("\n| cache, under perses | asked | known | entries | peak bytes |\n|---|--:|--:|--:|--:|\n");
    let entry = tree::named("perses").expect("a reducer");
    for cache in cache::CACHES {
        let row = reduce(subject, entry, entry.options(), cache.name, |search| {
            let (counts, usage) = (search.counts(), search.cache().usage());
            format!(
                "{} | {} | {} | {}",
                counts.asked, counts.cached, usage.entries, usage.peak_bytes
            )
        });
        let _ = writeln!(text, "| {} | {row} |", cache.name);
    }
    text
}

fn reduce(
    subject: &Subject,
    entry: &tree::ReducerEntry,
    options: tree::Options,
    cache: &str,
    tell: impl FnOnce(&Search<'_>) -> String,
) -> String {
    let mut executor = Inline::new(&*subject.property);
    let cache = (cache::named(cache).expect("a cache").make)();
    let mut search = Search::new(subject.program.clone(), &mut executor, cache, Limits::default());
    (entry.make)(options).reduce(&mut search).expect("nothing stops it");
    let verdict = subject.property.judge(search.best().text());
    assert_eq!(verdict, Verdict::Interesting, "{}", entry.name);
    tell(&search)
}

//! How queries, time and memory of a whole reduction grow with the size of a file.
//!
//! Every size is measured in a process of its own, so that its peak of memory is its own too. What has to stay is as
//! much in every size, so that queries tell what finding it costs.

use std::cell::Cell;
use std::fmt::Write;
use std::process::{Command, ExitCode};
use std::sync::Arc;

use lop_core::{Inline, Limits, Search, cache, tree};
use lop_syntax::{Program, lang, parse};

use crate::generate;
use crate::usage::{cpu_seconds, exponent, memory};

pub(crate) const HELP: &str = "\
cargo lop-bench sweep [--reducer NAME]... [--tokens N,N,...]
    how queries, time and memory of reductions grow with the size of a C program
    [default: pardis-hybrid and waves, 1000 to 5000000 tokens]
";

const REDUCERS: [&str; 2] = ["pardis-hybrid", "waves"];
const TOKENS: [usize; 6] = [1_000, 10_000, 100_000, 1_000_000, 2_000_000, 5_000_000];
/// A generated program has about so many bytes for ten tokens.
const BYTES_PER_TEN_TOKENS: usize = 33;
/// So many declarations have to stay, wherever they are.
const KEPT: usize = 16;

struct Measurement {
    tokens: f64,
    asked: f64,
    /// CPU time, without what the property took.
    seconds: f64,
    peak: f64,
    left: f64,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["--one", reducer, tokens] = words[..] {
        return one(reducer, tokens.parse().unwrap_or(0));
    }
    let Some((reducers, sizes)) = read(&words) else {
        eprint!("{HELP}");
        return ExitCode::from(2);
    };
    println!(
        "| reducer | tokens | asked | exponent | engine, CPU s | exponent | ms a query | peak, MB | exponent | left |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    for reducer in reducers {
        let mut before: Option<Measurement> = None;
        for tokens in &sizes {
            let Some(now) = measure_apart(reducer, *tokens) else {
                eprintln!("cannot measure {reducer} on {tokens} tokens");
                return ExitCode::FAILURE;
            };
            println!("{}", row(reducer, before.as_ref(), &now));
            before = Some(now);
        }
    }
    ExitCode::SUCCESS
}

fn read<'a>(words: &[&'a str]) -> Option<(Vec<&'a str>, Vec<usize>)> {
    let (mut reducers, mut sizes) = (Vec::new(), TOKENS.to_vec());
    for pair in words.chunks(2) {
        match pair {
            ["--reducer", name] => reducers.push(tree::named(name).map(|_| *name)?),
            ["--tokens", list] => sizes = list.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
            _ => return None,
        }
    }
    if reducers.is_empty() {
        reducers.extend(REDUCERS);
    }
    Some((reducers, sizes))
}

fn measure_apart(reducer: &str, tokens: usize) -> Option<Measurement> {
    let output = Command::new(std::env::current_exe().ok()?)
        .args(["bench", "sweep", "--one", reducer, &tokens.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let numbers: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let [tokens, asked, seconds, peak, left] = numbers[..] else {
        return None;
    };
    Some(Measurement {
        tokens,
        asked,
        seconds,
        peak,
        left,
    })
}

/// Measures one reduction in this process and prints the numbers.
fn one(reducer: &str, tokens: usize) -> ExitCode {
    let Some(entry) = tree::named(reducer) else {
        return ExitCode::from(2);
    };
    let source: Arc<[u8]> = program_with_marks(tokens * BYTES_PER_TEN_TOKENS / 10)
        .into_bytes()
        .into();
    let syntax = lang::named("c").and_then(|language| language.syntax().ok());
    let syntax = syntax.expect("a shipped grammar compiles");
    let oracle_seconds = Cell::new(0.0);
    let oracle = |text: &[u8]| {
        let start = cpu_seconds();
        let holds = marks(text) == KEPT;
        oracle_seconds.set(oracle_seconds.get() + cpu_seconds() - start);
        holds
    };
    let mut executor = Inline::new(&oracle);
    let start = cpu_seconds();
    let program = Program::new(Arc::new(parse(source, &syntax)));
    let tokens = program.token_count();
    let cache = (cache::named(cache::DEFAULT).expect("a cache").make)();
    let mut search = Search::new(program, &mut executor, cache, Limits::default());
    (entry.make)(entry.options())
        .reduce(&mut search)
        .expect("nothing stops it");
    let (asked, left) = (search.counts().asked, search.best().token_count());
    let seconds = cpu_seconds() - start - oracle_seconds.get();
    println!("{tokens} {asked} {seconds} {} {left}", memory("VmHWM:"));
    ExitCode::SUCCESS
}

/// A program with a mark, a declaration with a string, after every so many functions.
fn program_with_marks(bytes: usize) -> String {
    const END: &str = "\n}\n";
    let source = generate::c(bytes);
    let ends: Vec<usize> = source.match_indices(END).map(|(at, _)| at + END.len()).collect();
    let mut text = String::with_capacity(source.len() + 64 * KEPT);
    let mut from = 0;
    for mark in 0..KEPT {
        let to = ends.get(mark * ends.len() / KEPT).copied().unwrap_or(source.len());
        text.push_str(&source[from..to]);
        let _ = writeln!(text, "static const char *mark_{mark} = \"{mark}\";");
        from = to;
    }
    text.push_str(&source[from..]);
    text
}

/// How many marks a program has: nothing else in it is a string.
fn marks(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'"').count() / 2
}

fn row(reducer: &str, before: Option<&Measurement>, now: &Measurement) -> String {
    let growth = |of: fn(&Measurement) -> f64| {
        before.map_or(String::new(), |before| {
            format!("{:.2}", exponent((before.tokens, of(before)), (now.tokens, of(now))))
        })
    };
    format!(
        "| {reducer} | {} | {} | {} | {:.2} | {} | {:.3} | {:.0} | {} | {} |",
        now.tokens,
        now.asked,
        growth(|row| row.asked),
        now.seconds,
        growth(|row| row.seconds),
        1000.0 * now.seconds / now.asked,
        now.peak / 1e6,
        growth(|row| row.peak),
        now.left,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_all_marks() {
        for bytes in [3_000, 30_000] {
            let text = program_with_marks(bytes);
            assert_eq!(marks(text.as_bytes()), KEPT);
            assert!(text.contains("*mark_0 = \"0\";") && text.contains("*mark_15 = \"15\";"));
        }
    }

    #[test]
    fn growth_is_told_from_the_size_before() {
        let of = |tokens, asked| Measurement {
            tokens,
            asked,
            seconds: tokens / 1000.0,
            peak: 1e6,
            left: 5.0,
        };
        let row = row("pardis", Some(&of(1000.0, 10.0)), &of(2000.0, 40.0));
        assert_eq!(
            row,
            "| pardis | 2000 | 40 | 2.00 | 2.00 | 1.00 | 50.000 | 1 | 0.00 | 5 |"
        );
    }
}

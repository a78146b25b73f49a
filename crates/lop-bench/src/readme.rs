//! The README's table, made from the newest results that are kept.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::maths::geometric_mean;
use super::record::{Log, Outcome, Record};
use super::table::{self, RUNS, Row, TOKENS, mean_ratio, number, pairs, same_sizes};
use super::tools::PEERS;

pub(crate) const HELP: &str = "\
cargo lop-bench readme [--check]
    makes the README's table from the newest folder of bench/results, or says whether it is up to date
";

/// One folder for each day of a full run.
const RESULTS: &str = "bench/results";
const README: &str = "README.md";
const BEGIN: &str = "<!-- made by `cargo lop-bench readme` -->\n";
const END: &str = "<!-- end -->\n";
/// The configuration that is lop as it is.
const LOP: &str = "lop";

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    match update(arguments == ["--check"]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn update(is_check: bool) -> io::Result<()> {
    let readme = fs::read_to_string(README)?;
    let cut = readme.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = cut.ok_or_else(|| io::Error::other(format!("{README} has no place for the table")))?;
    let folder = newest(Path::new(RESULTS))?;
    let updated = format!("{before}{BEGIN}{}{END}{after}", section(&folder)?);
    if updated == readme {
        return Ok(());
    }
    if is_check {
        return Err(io::Error::other(format!(
            "{README} is out of date: run `cargo lop-bench readme`"
        )));
    }
    fs::write(README, updated)
}

fn newest(results: &Path) -> io::Result<PathBuf> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(results)? {
        folders.push(entry?.path());
    }
    folders.sort();
    folders.pop().ok_or_else(|| io::Error::other("there are no results"))
}

fn section(folder: &Path) -> io::Result<String> {
    let records = Log::open(folder)?.records;
    let day = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_run = |record: &&Record| !matches!(record.outcome, Outcome::Missing | Outcome::Skipped);
    let Some(first) = records.iter().find(is_run) else {
        return Err(io::Error::other(format!("{} has no runs", folder.display())));
    };
    let mut names = vec![LOP.to_owned()];
    names.extend(PEERS.iter().map(|peer| peer.name.to_owned()));
    let rows = table::rows(&records, &names, &[]);
    let mut text = format!(
        "{day}, one run after the other, cap {} s, {} test at a time; [all figures]({}).\n\n",
        first.cap_seconds,
        first.jobs,
        folder.join("table.md").display()
    );
    text.push_str(
        "| beside | cases | its tokens ÷ lop's | its time to the same size ÷ lop's | its test runs ÷ lop's | lop's result is smaller, equal, larger | stopped by the cap: it, lop |\n\
         |---|--:|--:|--:|--:|--:|--:|\n",
    );
    for peer in &names[1..] {
        text.push_str(&line(&rows, peer));
    }
    text.push('\n');
    Ok(text)
}

/// A peer beside lop, on the cases that both have; nothing where there are none.
fn line(rows: &[Row], peer: &str) -> String {
    let tokens = pairs(&rows.iter(), peer, LOP, TOKENS);
    if tokens.is_empty() {
        return String::new();
    }
    let count = |is: &dyn Fn(f64, f64) -> bool| tokens.iter().filter(|(theirs, ours)| is(*ours, *theirs)).count();
    let mut text = format!("| {peer} | {} |", tokens.len());
    let ratios = [
        mean_ratio(&tokens),
        geometric_mean(&same_sizes(&rows.iter(), peer, LOP)),
        mean_ratio(&pairs(&rows.iter(), peer, LOP, RUNS)),
    ];
    for ratio in ratios {
        let _ = write!(text, " {} |", number(ratio, 2));
    }
    let has_peer = |case: &str| rows.iter().any(|row| row.configuration == peer && row.case == case);
    let cut = |name: &str| {
        let cut = rows
            .iter()
            .filter(|row| row.configuration == name && row.outcome == Outcome::Cap);
        cut.filter(|row| has_peer(&row.case)).count()
    };
    let _ = writeln!(
        text,
        " {}, {}, {} | {}, {} |",
        count(&|ours, theirs| ours < theirs),
        count(&|ours, theirs| ours == theirs),
        count(&|ours, theirs| ours > theirs),
        cut(peer),
        cut(LOP)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::record;
    use super::*;

    #[test]
    fn a_peer_stands_beside_lop_on_the_cases_of_both() {
        let records = [
            record("a", LOP, 10, 10),
            record("a", "cvise", 40, 20),
            record("b", LOP, 10, 10),
            Record {
                outcome: Outcome::Cap,
                ..record("b", "cvise", 10, 5)
            },
            record("c", LOP, 10, 10),
        ];
        let names = [LOP.to_owned(), "cvise".to_owned()];
        let rows = table::rows(&records, &names, &[]);
        assert_eq!(
            line(&rows, "cvise"),
            "| cvise | 2 | 1.00 | 1.00 | 2.00 | 1, 0, 1 | 1, 0 |\n"
        );
        assert_eq!(line(&rows, "creduce"), "");
    }
}

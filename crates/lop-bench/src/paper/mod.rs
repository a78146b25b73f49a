//! The papers' claims beside our figures, paper by paper.
//!
//! A claim is a ratio between two configurations that a paper prints, or that follows from two figures that it prints. Ours
//! is the geometric mean of the same ratio over the cases that both configurations have. What has no counterpart here
//! is a row, too, which says why.

mod bointner2025;
mod claim;
mod configurations;
mod gharachorlu2021;
mod gharachorlu2023;
mod gharachorlu2023batched;
mod measures;
mod models;
mod tian2023;

use std::collections::BTreeSet;
use std::fmt::Write;

use lop_core::Reference;

use self::claim::{Claim, Figure};
use self::configurations::{RANDOM, configuration, members};
use super::record::Outcome;
use super::table::{ASKED, Measure, Row, SECONDS, TOKENS};
use super::tools::Configuration;

/// A paper and what it claims.
pub(crate) struct Paper {
    /// Its key in lop-core's table of references.
    pub key: &'static str,
    /// What it was called in earlier results.
    alias: &'static str,
    claims: fn() -> Vec<Claim>,
    /// Where it prints something that has no counterpart here, and why: the place, what it is, the reason.
    absent: &'static [(&'static str, &'static str, &'static str)],
    /// Drawings by their names.
    pictures: fn(&[Row]) -> Vec<(String, String)>,
    /// Tables of another form.
    more: fn(&[Row]) -> String,
}

/// All papers with claims that can be checked here.
pub(crate) const PAPERS: &[Paper] = &[
    gharachorlu2023batched::PAPER,
    gharachorlu2023::PAPER,
    bointner2025::PAPER,
    tian2023::PAPER,
    gharachorlu2021::PAPER,
];

const C: Option<&str> = Some("c");
const CUE: Option<&str> = Some("cue");
const GO: Option<&str> = Some("go");
const RUST: Option<&str> = Some("rust");
/// Where a paper draws a line that is lower, without a figure.
const SMALLER: f64 = 1.0;

/// A paper by its key, or by its alias.
pub(crate) fn named(name: &str) -> Option<&'static Paper> {
    let is_it = |paper: &&Paper| {
        [paper.key, paper.alias]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    PAPERS.iter().find(is_it)
}

impl Paper {
    /// The configurations that its claims are about.
    pub(crate) fn configurations(&self) -> Vec<Configuration> {
        let claims = (self.claims)();
        let names = claims.iter().flat_map(|claim| [claim.other, claim.one]);
        let mut seen = BTreeSet::new();
        names
            .filter(|name| !name.is_empty() && seen.insert(*name))
            .flat_map(members)
            .filter_map(|name| configuration(&name))
            .collect()
    }

    fn title(&self) -> &'static str {
        Reference::named(self.key).map_or("", |reference| reference.title)
    }

    /// The table of its claims.
    pub(crate) fn markdown(&self, rows: &[Row]) -> String {
        let mut text = format!(
            "### {} ({}): claims and counterparts\n\nRatios are one / other, geometric means over the cases that both have; p by \
             Wilcoxon's signed-rank test. Points are percent of the input that one removed and other did not, the mean; \
             *tokens more* is a median. Where there is no other, the figure is of one alone. Configurations with *off* \
             go without replacements. Runs that the cap stopped count for nothing.\n\n\
             | where | language | one | other | figure | printed, or aimed at | ours | cases | p | reproduced |\n\
             |---|---|---|---|---|--:|--:|--:|--:|---|\n",
            self.title(),
            self.key
        );
        let mut rows = done(rows);
        rows.extend(means(&rows, RANDOM));
        for claim in (self.claims)() {
            text.push_str(&claim.line(&rows));
        }
        for (place, what, why) in self.absent {
            let _ = writeln!(
                text,
                "| {place} |  |  |  | {what} |  |  |  |  | not reproduced: {why} |"
            );
        }
        text.push('\n');
        text.push_str(&(self.more)(&rows));
        text
    }

    /// What it draws, as SVG and by name.
    pub(crate) fn pictures(&self, rows: &[Row]) -> Vec<(String, String)> {
        (self.pictures)(&done(rows))
    }
}

/// The rows of runs that ended by themselves.
fn done(rows: &[Row]) -> Vec<Row> {
    let is_done = |row: &&Row| row.outcome == Outcome::Done;
    rows.iter().filter(is_done).cloned().collect()
}

/// For each case a row with the mean of what the members of a name asked and left, as far as they have run.
fn means(rows: &[Row], name: &str) -> Vec<Row> {
    let members = members(name);
    let own = rows.iter().filter(|row| members.contains(&row.configuration));
    let own: Vec<&Row> = own.collect();
    let cases = own.chunk_by(|one, other| one.case == other.case);
    cases
        .map(|runs| {
            let mean = |measure: Measure| {
                let figures: Vec<f64> = runs.iter().filter_map(|row| (measure.of)(row)).collect();
                (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
            };
            Row {
                configuration: name.to_owned(),
                asked: mean(ASKED),
                tokens: mean(TOKENS),
                seconds: mean(SECONDS),
                // There is no mean of these.
                improvements: Vec::new(),
                cache_course: Vec::new(),
                ..runs[0].clone()
            }
        })
        .collect()
}

/// For papers without further tables, or without pictures.
fn nothing<T: Default>(_: &[Row]) -> T {
    T::default()
}

#[cfg(test)]
mod tests {
    use super::configurations::{PARDIS, TYPE_BATCHED};
    use super::*;
    use crate::record::Record;
    use crate::record::testing::record;
    use crate::table::rows;

    #[test]
    fn papers_are_works_that_algorithms_refer_to() {
        for paper in PAPERS {
            assert!(!paper.title().is_empty(), "{}", paper.key);
            assert_eq!(named(paper.alias).map(|paper| paper.key), Some(paper.key));
        }
    }

    #[test]
    fn every_claim_has_its_configurations() {
        for paper in PAPERS {
            for claim in (paper.claims)() {
                let names = [claim.one, claim.other].into_iter().filter(|name| !name.is_empty());
                for name in names.flat_map(members) {
                    assert_eq!(configuration(&name).map(|found| found.name), Some(name));
                }
            }
        }
    }

    #[test]
    fn what_has_no_counterpart_is_a_row_that_says_why() {
        let text = named("tian2023").unwrap().markdown(&[]);
        let line = text
            .lines()
            .find(|line| line.starts_with("| Tables 5 and 7 |"))
            .unwrap();
        assert!(line.contains("not reproduced: "), "{line}");
    }

    #[test]
    fn every_row_has_as_many_columns_as_the_heading() {
        for paper in PAPERS {
            let text = paper.markdown(&[]);
            for table in text.split("\n\n").filter(|part| part.starts_with('|')) {
                let columns: BTreeSet<usize> = table.lines().map(|line| line.matches('|').count()).collect();
                assert_eq!(columns.len(), 1, "{table}");
            }
        }
    }

    #[test]
    fn what_the_cap_stopped_is_no_counterpart() {
        let paper = named("gharachorlu2023batched").unwrap();
        let names = [TYPE_BATCHED, PARDIS].map(str::to_owned);
        let stopped = Record {
            outcome: Outcome::Cap,
            ..record("a", PARDIS, 80, 50)
        };
        let text = paper.markdown(&rows(&[record("a", TYPE_BATCHED, 50, 10), stopped], &names, &[]));
        let line = text.lines().find(|line| line.contains("| pardis | asked |")).unwrap();
        assert!(line.ends_with("| – | 0 |  | too few cases |"), "{line}");
    }

    #[test]
    fn random_schedules_count_by_their_mean() {
        let paper = named("gharachorlu2023batched").unwrap();
        let names: Vec<String> = [TYPE_BATCHED.to_owned()].into_iter().chain(members(RANDOM)).collect();
        let records = [
            record("a", TYPE_BATCHED, 50, 10),
            record("a", &names[1], 80, 10),
            record("a", &names[20], 120, 10),
        ];
        let text = paper.markdown(&rows(&records, &names, &[]));
        let line = text.lines().find(|line| line.contains(RANDOM)).unwrap();
        assert!(line.ends_with("| 1.000 | 0.500 | 1 |  | yes |"), "{line}");
    }
}

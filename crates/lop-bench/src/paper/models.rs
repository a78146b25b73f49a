//! What the papers print of their forests, beside those that come with lop.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use lop_core::model::{Features, Model, shipped};
use lop_syntax::lang;

use crate::maths::geometric_mean;
use crate::table::{Row, number};

/// A language, a set of features, and what is printed: precision and recall in percent.
pub(super) type Accuracy = (&'static str, &'static str, u32, u32);

/// A language, and the milliseconds that are printed: of the slowest forest and of the test.
pub(super) type Times = (&'static str, f64, f64);

/// Answers that are timed.
const TIMED: u32 = 2_000;

/// Precision and recall, as printed and as the shipped models say of themselves.
pub(super) fn accuracy(place: &str, printed: &[Accuracy]) -> String {
    let mut text = format!(
        "Precision and recall in percent ({place}). Ours are those that `lop train fit` noted in the models that come with lop, \
         on files that it held back, half of the queries with the answer yes; `lop model show` prints them.\n\n\
         | language | features | precision, printed | ours | recall, printed | ours |\n|---|---|--:|--:|--:|--:|\n"
    );
    for (language, features, precision, recall) in printed {
        let ours = model(language).and_then(|model| noted(&model.provenance, features));
        let shown = |figure: Option<u32>| figure.map_or("–".to_owned(), |figure| figure.to_string());
        let _ = writeln!(
            text,
            "| {language} | {features} | {precision} | {} | {recall} | {} |",
            shown(ours.map(|ours| ours.0)),
            shown(ours.map(|ours| ours.1))
        );
    }
    text.push('\n');
    text
}

/// How long the slowest forest and the test take, as printed and here. The test's time is that of the runs of a
/// configuration.
pub(super) fn times(place: &str, printed: &[Times], configuration: &str, rows: &[Row]) -> String {
    let mut text = format!(
        "Milliseconds that an answer takes ({place}): of the slowest of the five forests, and of the test in the runs of \
         {configuration}; geometric means over the cases.\n\n\
         | language | forest, printed | ours | test, printed | ours | times as fast, printed | ours | cases |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    for (language, forest, test) in printed {
        let our_forest = model(language).map(|model| slowest(&model));
        let is_own = |row: &&Row| row.language == *language && row.configuration == configuration;
        let of_run = |row: &Row| Some(1000.0 * row.seconds? / row.runs?).filter(|figure| *figure > 0.0);
        let tests: Vec<f64> = rows.iter().filter(is_own).filter_map(of_run).collect();
        let our_test = geometric_mean(&tests);
        let our_ratio = our_test.zip(our_forest).map(|(test, forest)| test / forest);
        let _ = writeln!(
            text,
            "| {language} | {forest} | {} | {test} | {} | {:.0} | {} | {} |",
            number(our_forest, 4),
            number(our_test, 0),
            test / forest,
            number(our_ratio, 0),
            tests.len()
        );
    }
    text.push('\n');
    text
}

fn model(language: &str) -> Option<Model> {
    shipped(lang::named(language)?)?.ok()
}

/// What the text that a model comes with says of a forest.
fn noted(provenance: &str, features: &str) -> Option<(u32, u32)> {
    let line = provenance
        .lines()
        .find_map(|line| line.strip_prefix(features)?.strip_prefix(": precision "))?;
    let (precision, recall) = line.split_once(" %, recall ")?;
    Some((precision.parse().ok()?, recall.strip_suffix(" %")?.parse().ok()?))
}

/// The milliseconds that an answer of the slowest forest takes.
fn slowest(model: &Model) -> f64 {
    let types = model.chances.len();
    let nodes: Vec<Features> = (0..TIMED).map(|number| Features::made_up(number, types)).collect();
    let milliseconds = model.forests.iter().map(|forest| {
        let start = Instant::now();
        for node in &nodes {
            black_box(forest.chance(black_box(node)));
        }
        start.elapsed().as_secs_f64() * 1e3 / f64::from(TIMED)
    });
    milliseconds.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::testing::record;
    use crate::table::rows;

    #[test]
    fn every_printed_forest_has_one_that_ships() {
        let text = accuracy(
            "T",
            &[
                ("c", "node", 83, 94),
                ("rust", "node+children", 78, 88),
                ("go", "all", 83, 95),
            ],
        );
        assert!(!text.contains('–'), "{text}");
        assert_eq!(noted("node: precision 94 %, recall 93 %\n", "node"), Some((94, 93)));
        assert_eq!(noted("node: precision 94 %, recall 93 %\n", "path"), None);
    }

    #[test]
    fn the_time_of_a_test_is_that_of_a_run() {
        let runs = [record("a", "pardis off", 20, 10)];
        let rows = rows(&runs, &["pardis off".to_owned()], &[]);
        let text = times("T", &[("c", 2.0, 300.0), ("go", 1.0, 238.0)], "pardis off", &rows);
        let each = 1000.0 * rows[0].seconds.unwrap() / rows[0].runs.unwrap();
        assert!(text.contains(&format!("| 300 | {each:.0} | 150 |")), "{text}");
        assert!(text.contains("| 238 | – | 238 | – | 0 |"), "{text}");
    }
}

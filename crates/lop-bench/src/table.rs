//! Tables of runs: Markdown to read, CSV and JSON to go on with.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::maths::{geometric_mean, median, wilcoxon};
use super::record::{Outcome, Record};

/// The median of all runs of a configuration on a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    pub group: String,
    pub case: String,
    pub language: String,
    pub configuration: String,
    pub outcome: Outcome,
    pub note: String,
    pub repeats: usize,
    pub tokens_before: u64,
    pub asked: Option<f64>,
    pub cached: Option<f64>,
    pub runs: Option<f64>,
    pub tokens: Option<f64>,
    pub bytes: Option<f64>,
    pub seconds: Option<f64>,
    pub runs_per_second: Option<f64>,
    pub cache_bytes: Option<f64>,
    pub peak_answer_bytes: Option<f64>,
    pub mean_answer_bytes: Option<f64>,
    pub revisits: Option<f64>,
    /// Of the first run with a trace: how many removals were of one node, of two and so on.
    pub chunks: Option<Vec<u64>>,
    /// Of the first run: seconds since the start and bytes; where answers were kept, seconds of the test.
    #[serde(skip)]
    pub improvements: Vec<(f64, u64)>,
    /// Of the first run: queries so far, and the answers that the cache held then and their bytes.
    #[serde(skip)]
    pub cache_course: Vec<[u64; 3]>,
}

impl Row {
    /// Whether it tells how good a tool is: one that crashed or was wrong may have been quick about it.
    fn is_comparable(&self) -> bool {
        !matches!(self.outcome, Outcome::Crash | Outcome::Uninteresting)
    }

    /// How long it took to get as small as this.
    fn seconds_to(&self, bytes: u64) -> Option<f64> {
        let reached = self.improvements.iter().find(|(_, size)| *size <= bytes);
        reached.map(|(seconds, _)| *seconds)
    }

    /// The time to the same size, as a ratio to another's: to the larger of both results, so that neither is charged
    /// for what the other did not do.
    pub(crate) fn same_size(&self, other: &Row) -> Option<f64> {
        let last = |row: &Row| row.improvements.last().map(|(_, bytes)| *bytes);
        let bytes = last(self)?.max(last(other)?);
        Some(self.seconds_to(bytes)? / other.seconds_to(bytes)?).filter(|ratio| ratio.is_finite())
    }
}

/// A figure of a row that ratios are made of.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    pub name: &'static str,
    pub of: fn(&Row) -> Option<f64>,
    decimals: usize,
}

impl Measure {
    /// One that is not a column.
    pub(crate) const fn new(name: &'static str, of: fn(&Row) -> Option<f64>) -> Measure {
        Measure { name, of, decimals: 1 }
    }
}

pub(crate) const ASKED: Measure = Measure {
    name: "asked",
    of: |row| row.asked,
    decimals: 0,
};
pub(crate) const RUNS: Measure = Measure {
    name: "runs",
    of: |row| row.runs,
    decimals: 0,
};
pub(crate) const TOKENS: Measure = Measure {
    name: "tokens",
    of: |row| row.tokens,
    decimals: 0,
};
pub(crate) const BYTES: Measure = Measure {
    name: "bytes",
    of: |row| row.bytes,
    decimals: 0,
};
pub(crate) const SECONDS: Measure = Measure {
    name: "seconds",
    of: |row| row.seconds,
    decimals: 1,
};
pub(crate) const RATE: Measure = Measure {
    name: "runs/s",
    of: |row| row.runs_per_second,
    decimals: 1,
};
pub(crate) const CACHE_BYTES: Measure = Measure {
    name: "peak cache bytes",
    of: |row| row.cache_bytes,
    decimals: 0,
};

const COLUMNS: [Measure; 7] = [ASKED, RUNS, TOKENS, BYTES, SECONDS, RATE, CACHE_BYTES];
/// Of these the table gives the ratio to the first configuration.
const RATIOS: [Measure; 4] = [ASKED, RUNS, TOKENS, SECONDS];

/// The rows of a log. A record counts only if none with the same case, configuration and repeat came later, and it
/// was made with one of the configurations, which also give the order.
pub(crate) fn rows(records: &[Record], configurations: &[String], groups: &[String]) -> Vec<Row> {
    let mut newest: BTreeMap<(&str, usize, usize), &Record> = BTreeMap::new();
    for record in records {
        if let Some(place) = configurations.iter().position(|name| *name == record.configuration) {
            newest.insert((&record.case, place, record.repeat), record);
        }
    }
    let mut runs: BTreeMap<(&str, usize), Vec<&Record>> = BTreeMap::new();
    for ((case, place, _), record) in newest {
        runs.entry((case, place)).or_default().push(record);
    }
    let mut rows: Vec<Row> = runs.values().map(|records| row(records, groups)).collect();
    // What stands apart comes last.
    rows.sort_by_key(|row| {
        groups
            .iter()
            .position(|group| *group == row.group)
            .map_or(0, |place| place + 1)
    });
    rows
}

fn row(records: &[&Record], groups: &[String]) -> Row {
    let first = records[0];
    // What went wrong once has to be seen.
    let worst = |record: &&&Record| match record.outcome {
        Outcome::Done => 0,
        Outcome::Cap => 1,
        Outcome::Skipped => 2,
        Outcome::Missing => 3,
        Outcome::Crash => 4,
        Outcome::Uninteresting => 5,
    };
    let worst = records.iter().max_by_key(worst).unwrap_or(&records[0]);
    let has_run = |record: &&&Record| !matches!(record.outcome, Outcome::Missing | Outcome::Skipped);
    // A result that is not interesting has no size.
    let has_result = |record: &&&Record| matches!(record.outcome, Outcome::Done | Outcome::Cap | Outcome::Crash);
    let of_runs = |of: &dyn Fn(&Record) -> Option<f64>| {
        median(records.iter().filter(has_run).filter_map(|record| of(record)).collect())
    };
    let of_results = |of: &dyn Fn(&Record) -> Option<f64>| {
        median(
            records
                .iter()
                .filter(has_result)
                .filter_map(|record| of(record))
                .collect(),
        )
    };
    let short_name = first.case.rsplit('/').next().unwrap_or(&first.case);
    let group = groups.iter().find(|group| short_name.starts_with(&group[..]));
    Row {
        group: group.cloned().unwrap_or_default(),
        case: first.case.clone(),
        language: first.language.clone(),
        configuration: first.configuration.clone(),
        outcome: worst.outcome,
        note: worst.note.clone(),
        repeats: records.iter().filter(has_run).count(),
        tokens_before: first.before.tokens,
        asked: of_runs(&|record| record.asked.map(|asked| asked as f64)),
        cached: of_runs(&|record| record.cached.map(|cached| cached as f64)),
        runs: of_runs(&|record| Some(record.runs as f64)),
        tokens: of_results(&|record| record.after.map(|size| size.tokens as f64)),
        bytes: of_results(&|record| record.after.map(|size| size.bytes as f64)),
        seconds: of_runs(&|record| Some(record.duration())),
        // Answers that were kept come at a rate of their own.
        runs_per_second: of_runs(&|record| match record.oracle_seconds {
            None => Some(record.runs as f64 / record.seconds),
            Some(_) => None,
        }),
        cache_bytes: of_runs(&|record| record.cache_bytes.map(|bytes| bytes as f64)),
        peak_answer_bytes: of_runs(&|record| record.peak_answer_bytes.map(|bytes| bytes as f64)),
        mean_answer_bytes: of_runs(&|record| record.mean_answer_bytes.map(|bytes| bytes as f64)),
        revisits: of_runs(&|record| record.revisits.map(|revisits| revisits as f64)),
        chunks: records.iter().find_map(|record| record.chunks.clone()),
        improvements: if has_result(&&first) {
            first.improvements.clone()
        } else {
            Vec::new()
        },
        cache_course: first.cache_course.clone(),
    }
}

/// The figures of two configurations on the cases that both have.
pub(crate) fn pairs<'a>(
    rows: &(impl Iterator<Item = &'a Row> + Clone),
    one: &str,
    other: &str,
    measure: Measure,
) -> Vec<(f64, f64)> {
    let figures = |(one, other): (&Row, &Row)| Some(((measure.of)(one)?, (measure.of)(other)?));
    beside(rows, one, other).into_iter().filter_map(figures).collect()
}

/// The rows of two configurations, case by case. A tool that crashed or was wrong has a row, and nothing that others
/// are compared with.
fn beside<'a>(rows: &(impl Iterator<Item = &'a Row> + Clone), one: &str, other: &str) -> Vec<(&'a Row, &'a Row)> {
    let mut pairs = Vec::new();
    let rows = rows.clone().filter(|row| row.is_comparable());
    for row in rows.clone().filter(|row| row.configuration == one) {
        let there = rows
            .clone()
            .find(|there| there.configuration == other && there.case == row.case);
        pairs.extend(there.map(|there| (row, there)));
    }
    pairs
}

/// The ratios of the times to the same size of two configurations, case by case.
pub(crate) fn same_sizes<'a>(rows: &(impl Iterator<Item = &'a Row> + Clone), one: &str, other: &str) -> Vec<f64> {
    let cases = beside(rows, one, other).into_iter();
    cases.filter_map(|(one, other)| one.same_size(other)).collect()
}

/// The geometric mean of the ratios one / other.
pub(crate) fn mean_ratio(pairs: &[(f64, f64)]) -> Option<f64> {
    geometric_mean(&pairs.iter().map(|(one, other)| one / other).collect::<Vec<_>>())
}

/// All tables in Markdown: for each group its cases and the geometric means. Ratios refer to the first configuration.
pub(crate) fn markdown(rows: &[Row], first: &str) -> String {
    let mut text = String::new();
    for group in rows.chunk_by(|one, other| one.group == other.group) {
        let name = &group[0].group;
        let title = if name.is_empty() {
            "Cases".to_owned()
        } else {
            format!("Cases {name}*")
        };
        let _ = writeln!(
            text,
            "### {title}\n\n{}\n{}",
            cases_table(group, first),
            means_table(group, first)
        );
    }
    text
}

fn cases_table(rows: &[Row], first: &str) -> String {
    let mut text = String::from("| case | tokens before | configuration |");
    text.extend(COLUMNS.iter().map(|column| format!(" {} |", column.name)));
    text.extend(RATIOS.iter().map(|column| format!(" {} × |", column.name)));
    let _ = writeln!(
        text,
        " same size × | remarks |\n|---|--:|---|{}---|",
        "--:|".repeat(COLUMNS.len() + RATIOS.len() + 1)
    );
    for case in rows.chunk_by(|one, other| one.case == other.case) {
        let reference = case
            .iter()
            .find(|row| row.configuration == first && row.is_comparable());
        for row in case {
            let _ = write!(text, "| {} | {} | {} |", row.case, row.tokens_before, row.configuration);
            for column in COLUMNS {
                let _ = write!(text, " {} |", number((column.of)(row), column.decimals));
            }
            for column in RATIOS {
                let ratio = (column.of)(row)
                    .zip(reference.filter(|_| row.is_comparable()).and_then(column.of))
                    .map(|(one, other)| one / other);
                let _ = write!(text, " {} |", number(ratio.filter(|ratio| ratio.is_finite()), 2));
            }
            let same_size = reference.and_then(|reference| row.same_size(reference));
            let _ = writeln!(text, " {} | {} |", number(same_size, 2), remarks(row));
        }
    }
    text
}

fn remarks(row: &Row) -> String {
    let outcome = match row.outcome {
        Outcome::Done => "",
        Outcome::Cap => "stopped by the cap",
        Outcome::Crash => "CRASHED",
        Outcome::Uninteresting => "WRONG: the result is not interesting",
        Outcome::Missing => "LEFT OUT",
        Outcome::Skipped => "CASE LEFT OUT",
    };
    let note = row.note.replace('|', "\\|");
    match (outcome, &note[..]) {
        ("", note) => note.to_owned(),
        (outcome, "") => outcome.to_owned(),
        (outcome, note) => format!("{outcome}; {note}"),
    }
}

/// Ratios to the first configuration, over the cases that both have.
fn means_table(rows: &[Row], first: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.repeats > 0) {
        if !names.contains(&&row.configuration[..]) {
            names.push(&row.configuration);
        }
    }
    let mut text = format!(
        "Geometric means of the ratios to {first}; p by Wilcoxon's signed-rank test; *same size* is the time to the larger of \
         both results, in bytes:\n\n"
    );
    text.push_str("| configuration | cases |");
    text.extend(RATIOS.iter().map(|column| format!(" {} × | p |", column.name)));
    let _ = writeln!(text, " same size × |\n|---|--:|{}--:|", "--:|--:|".repeat(RATIOS.len()));
    for name in names {
        let cases = pairs(&rows.iter(), name, first, RUNS).len();
        let _ = write!(text, "| {name} | {cases} |");
        for column in RATIOS {
            let pairs = pairs(&rows.iter(), name, first, column);
            let p = wilcoxon(&pairs).map(|p| format!("{p:.3}")).unwrap_or_default();
            let _ = write!(text, " {} | {p} |", number(mean_ratio(&pairs), 2));
        }
        let same_size = geometric_mean(&same_sizes(&rows.iter(), name, first));
        let _ = writeln!(text, " {} |", number(same_size, 2));
    }
    text
}

/// A figure for a table; a dash where there is none.
pub(crate) fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.decimals$}"))
}

pub(crate) fn csv(rows: &[Row]) -> String {
    let mut text = String::from(
        "group,case,language,configuration,outcome,repeats,tokens_before,\
         asked,cached,runs,tokens,bytes,seconds,runs_per_second,cache_bytes,note\n",
    );
    for row in rows {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let figures = [
            row.asked,
            row.cached,
            row.runs,
            row.tokens,
            row.bytes,
            row.seconds,
            row.runs_per_second,
            row.cache_bytes,
        ];
        let figures: Vec<String> = figures
            .iter()
            .map(|figure| figure.map_or(String::new(), |x| x.to_string()))
            .collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{:?},{},{},{},{}",
            quoted(&row.group),
            quoted(&row.case),
            row.language,
            quoted(&row.configuration),
            row.outcome,
            row.repeats,
            row.tokens_before,
            figures.join(","),
            quoted(&row.note)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::record;
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn rows_hold_medians_and_the_newest_of_equal_runs() {
        let of = |repeat, runs, tokens| Record {
            repeat,
            ..record("one", "lop", runs, tokens)
        };
        let records = [of(0, 999, 999), of(0, 10, 5), of(1, 30, 7), of(2, 20, 9)];
        let rows = rows(&records, &names(&["lop"]), &[]);
        assert_eq!(rows.len(), 1);
        assert_eq!(
            (rows[0].repeats, rows[0].runs, rows[0].tokens),
            (3, Some(20.0), Some(7.0))
        );
    }

    #[test]
    fn ratios_refer_to_the_first_configuration() {
        let records = [
            record("a", "other", 40, 5),
            record("a", "lop", 10, 10),
            record("b", "lop", 10, 10),
            record("b", "other", 10, 20),
        ];
        let text = markdown(&rows(&records, &names(&["lop", "other"]), &[]), "lop");
        assert!(
            text.contains(
                "| a | 100 | other | 40 | 40 | 5 | 25 | 4.0 | 10.0 | – | 4.00 | 4.00 | 0.50 | 4.00 | 1.00 |  |"
            ),
            "{text}"
        );
        assert!(
            text.contains("| other | 2 | 2.00 |  | 2.00 |  | 1.00 |  | 2.00 |  | 1.00 |"),
            "{text}"
        );
    }

    #[test]
    fn the_same_size_is_the_larger_result() {
        let of = |configuration, improvements: &[(f64, u64)]| Record {
            improvements: improvements.to_vec(),
            ..record("a", configuration, 10, 10)
        };
        let records = [
            of("lop", &[(0.1, 100), (1.0, 50), (9.0, 20)]),
            of("other", &[(0.2, 100), (3.0, 60), (6.0, 45)]),
        ];
        let rows = rows(&records, &names(&["lop", "other"]), &[]);
        // The other one needs 6 s for its 45 bytes, lop 9 s for at most as many.
        assert_eq!(rows[1].same_size(&rows[0]), Some(6.0 / 9.0));
        assert_eq!(rows[0].same_size(&rows[0]), Some(1.0));
        assert_eq!(same_sizes(&rows.iter(), "other", "lop"), [6.0 / 9.0]);
    }

    #[test]
    fn groups_stand_apart_and_last() {
        let records = [record("c/hard-1", "lop", 10, 10), record("c/soft-1", "lop", 10, 10)];
        let rows = rows(&records, &names(&["lop"]), &names(&["hard-"]));
        let text = markdown(&rows, "lop");
        let (soft, hard) = (text.find("c/soft-1").unwrap(), text.find("### Cases hard-*").unwrap());
        assert!(soft < hard && hard < text.find("c/hard-1").unwrap(), "{text}");
    }

    #[test]
    fn a_wrong_result_is_a_row_without_a_size() {
        let wrong = Record {
            outcome: Outcome::Uninteresting,
            repeat: 1,
            ..record("one", "lop", 10, 0)
        };
        let rows = rows(&[record("one", "lop", 10, 10), wrong], &names(&["lop"]), &[]);
        assert_eq!((rows[0].outcome, rows[0].tokens), (Outcome::Uninteresting, Some(10.0)));
        assert!(markdown(&rows, "lop").contains("WRONG"));
    }

    #[test]
    fn what_crashed_is_said_and_not_compared_with() {
        let crashed = Record {
            outcome: Outcome::Crash,
            ..record("one", "other", 40, 100)
        };
        let rows = rows(&[record("one", "lop", 10, 10), crashed], &names(&["lop", "other"]), &[]);
        assert!(markdown(&rows, "lop").contains("CRASHED"));
        assert_eq!(pairs(&rows.iter(), "other", "lop", TOKENS), []);
    }

    #[test]
    fn what_is_missing_is_said_and_takes_no_part_in_means() {
        let missing = Record {
            outcome: Outcome::Missing,
            note: "not installed: get | it".to_owned(),
            after: None,
            ..record("one", "cvise", 0, 0)
        };
        let text = markdown(
            &rows(&[record("one", "lop", 10, 10), missing], &names(&["lop", "cvise"]), &[]),
            "lop",
        );
        assert!(text.contains("LEFT OUT; not installed: get \\| it |"), "{text}");
        assert_eq!(text.matches("cvise").count(), 1);
    }

    #[test]
    fn csv_quotes_what_has_commas() {
        let mut one = record("a,b", "l\"op", 10, 10);
        one.note = "x,y".to_owned();
        let text = csv(&rows(&[one], &names(&["l\"op"]), &[]));
        let line = text.lines().nth(1).unwrap();
        assert_eq!(
            line,
            "\"\",\"a,b\",c,\"l\"\"op\",Done,1,100,10,0,10,10,50,1,10,,\"x,y\""
        );
    }
}

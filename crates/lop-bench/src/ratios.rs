//! The papers' figures beside ours: algorithms, duplicates and caches.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::maths::wilcoxon;
use super::record::Outcome;
use super::table::{ASKED, Measure, Row, SECONDS, TOKENS, mean_ratio, number, pairs};
use super::tools::{Configuration, PAPERS};

/// What a configuration without replacements is called.
const OFF: &str = " off";

/// gharachorlu2023, Table 4.3: time of perses with ddmin divided by that of the algorithm, geometric means for C, Rust and Go; first
/// with replacements off, then on.
const SPEED_UPS: [(&str, [f64; 3], [f64; 3]); 5] = [
    ("perses+opdd", [1.16, 1.04, 1.20], [1.06, 1.02, 0.96]),
    ("perses-n", [0.88, 1.06, 1.03], [0.97, 1.08, 0.97]),
    ("pardis --no-pruning", [1.32, 1.12, 1.10], [1.13, 1.09, 0.99]),
    ("pardis", [1.71, 1.54, 1.78], [1.23, 1.14, 1.19]),
    ("pardis-hybrid", [2.13, 1.46, 1.78], [1.48, 1.19, 1.16]),
];
const LANGUAGES: [&str; 3] = ["c", "rust", "go"];

/// tian2023, sections 5.3.1 and 5.5: the share of candidates that were asked before.
const DUPLICATES: [(&str, &str, f64); 3] = [
    ("hdd", "--algorithm hdd --replacements off", 61.8),
    ("perses", "--algorithm perses --list ddmin --replacements on", 24.3),
    ("ddmin", "--algorithm tokens --list ddmin", 73.0),
];

/// tian2023, Tables 3 and 6: mean peak kilobytes under perses and under hdd, where they are given.
const CACHES: [(&str, Option<f64>, Option<f64>); 9] = [
    ("none", None, None),
    ("str", Some(145_561.7), Some(18_061_809.7)),
    ("zip", Some(24_553.9), Some(2_954_010.8)),
    ("sha", Some(679.3), Some(27_695.7)),
    ("cc", Some(1_387.0), None),
    ("rstr", Some(13_506.0), None),
    ("rcc", Some(50.4), Some(1_007.9)),
    ("rcc-size", None, None),
    ("delta", None, None),
];
/// The reducers under which the caches are measured.
const CACHED: [(&str, &str); 2] = [
    ("perses", "--algorithm perses --list ddmin --replacements on"),
    ("hdd", "--algorithm hdd --replacements off"),
];

/// Everything that has to run.
pub(crate) fn configurations() -> Vec<Configuration> {
    let mut all = Vec::new();
    for (name, arguments) in PAPERS {
        all.push(Configuration::lop(name, &format!("{arguments} --replacements on")));
        all.push(Configuration::lop(
            &format!("{name}{OFF}"),
            &format!("{arguments} --replacements off"),
        ));
    }
    for (name, arguments, _) in DUPLICATES {
        all.push(Configuration::lop(&duplicates_of(name), arguments));
    }
    for (reducer, arguments) in CACHED {
        for (cache, ..) in CACHES {
            all.push(Configuration::lop(
                &cached(reducer, cache),
                &format!("{arguments} --cache {cache}"),
            ));
        }
    }
    all
}

fn duplicates_of(name: &str) -> String {
    format!("duplicates {name}")
}

fn cached(reducer: &str, cache: &str) -> String {
    format!("{reducer} with {cache}")
}

/// All tables in Markdown.
pub(crate) fn markdown(rows: &[Row]) -> String {
    let mut text = String::new();
    for (title, suffix) in [("Replacements on", ""), ("Replacements off", OFF)] {
        let _ = writeln!(
            text,
            "### {title}: asked queries / final tokens\n\n{}",
            algorithms(rows, suffix)
        );
        let _ = writeln!(text, "{}", means(rows, suffix));
    }
    let _ = writeln!(text, "### Against the papers\n\n{}", speed_ups(rows));
    let _ = writeln!(text, "### Duplicates\n\n{}", duplicates(rows));
    let _ = writeln!(text, "### Peak bytes of the caches\n\n{}", caches(rows));
    text.push_str(&missing(rows));
    text
}

/// What could not be run, in a sentence.
fn missing(rows: &[Row]) -> String {
    let is_missing = |row: &&Row| row.outcome == Outcome::Missing;
    let reasons: BTreeSet<&str> = rows.iter().filter(is_missing).map(|row| &row.note[..]).collect();
    if reasons.is_empty() {
        return String::new();
    }
    let reasons: Vec<&str> = reasons.into_iter().collect();
    format!("Left out, shown as dashes: {}.\n\n", reasons.join("; "))
}

/// The cases of the rows, in their order.
fn cases(rows: &[Row]) -> Vec<&Row> {
    rows.chunk_by(|one, other| one.case == other.case)
        .map(|case| &case[0])
        .collect()
}

fn find<'a>(rows: &'a [Row], case: &str, configuration: &str) -> Option<&'a Row> {
    rows.iter()
        .find(|row| row.case == case && row.configuration == configuration)
}

fn algorithms(rows: &[Row], suffix: &str) -> String {
    let mut text = String::from("| case | tokens before |");
    text.extend(PAPERS.iter().map(|(name, _)| format!(" {name} |")));
    let _ = writeln!(text, "\n|---|--:|{}", "--:|".repeat(PAPERS.len()));
    for case in cases(rows) {
        let _ = write!(text, "| {} | {} |", case.case, case.tokens_before);
        for (name, _) in PAPERS {
            let row = find(rows, &case.case, &format!("{name}{suffix}"));
            let cell = row.map(|row| format!("{} / {}{}", number(row.asked, 0), number(row.tokens, 0), mark(row)));
            let _ = write!(text, " {} |", cell.unwrap_or("–".to_owned()));
        }
        text.push('\n');
    }
    text
}

/// A sign for what did not come to its end.
fn mark(row: &Row) -> &'static str {
    match row.outcome {
        Outcome::Done | Outcome::Missing | Outcome::Skipped => "",
        Outcome::Cap => " (cap)",
        Outcome::Crash => " (CRASH)",
        Outcome::Uninteresting => " (WRONG)",
    }
}

/// Ratios to the first algorithm, over all cases.
fn means(rows: &[Row], suffix: &str) -> String {
    let first = format!("{}{suffix}", PAPERS[0].0);
    let mut text = format!(
        "Geometric means of the ratios to {}:\n\n| algorithm | cases |",
        PAPERS[0].0
    );
    let measures = [ASKED, TOKENS, SECONDS];
    text.extend(measures.iter().map(|measure| format!(" {} × | p |", measure.name)));
    let _ = writeln!(text, "\n|---|--:|{}", "--:|--:|".repeat(measures.len()));
    for (name, _) in PAPERS {
        let configuration = format!("{name}{suffix}");
        let cases = pairs(&rows.iter(), &configuration, &first, ASKED).len();
        let _ = write!(text, "| {name} | {cases} |");
        for measure in measures {
            let pairs = pairs(&rows.iter(), &configuration, &first, measure);
            let _ = write!(text, " {} | {} |", number(mean_ratio(&pairs), 2), p(&pairs));
        }
        text.push('\n');
    }
    text
}

fn p(pairs: &[(f64, f64)]) -> String {
    wilcoxon(pairs).map(|p| format!("{p:.3}")).unwrap_or_default()
}

/// How much faster than perses with ddmin: the paper's figure and ours, in time and in queries.
fn speed_ups(rows: &[Row]) -> String {
    let mut text = String::from(
        "How many times as fast as perses+ddmin (gharachorlu2023, Table 4.3; above 1 is faster):\n\n\
         | algorithm | replacements | language | cases | paper, time | ours, time | p | ours, asked | p | ours, tokens |\n\
         |---|---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (name, off, on) in SPEED_UPS {
        for (replacements, suffix, paper) in [("off", OFF, off), ("on", "", on)] {
            for (language, paper) in LANGUAGES.iter().zip(paper) {
                let of_language = rows.iter().filter(|row| row.language == *language);
                let of = |measure: Measure| {
                    let (one, other) = (format!("{}{suffix}", PAPERS[0].0), format!("{name}{suffix}"));
                    pairs(&of_language, &one, &other, measure)
                };
                let (time, asked, tokens) = (of(SECONDS), of(ASKED), of(TOKENS));
                if time.is_empty() {
                    continue;
                }
                let _ = writeln!(
                    text,
                    "| {name} | {replacements} | {language} | {} | {paper:.2} | {} | {} | {} | {} | {} |",
                    time.len(),
                    number(mean_ratio(&time), 2),
                    p(&time),
                    number(mean_ratio(&asked), 2),
                    p(&asked),
                    number(mean_ratio(&tokens), 2),
                );
            }
        }
    }
    text
}

/// The share of candidates that the cache answered.
fn duplicates(rows: &[Row]) -> String {
    let mut text = String::from(
        "The share of candidates that had been asked before (tian2023, sections 5.3.1 and 5.5):\n\n\
         | reducer | cases | paper | ours, of all | ours, least … most |\n|---|--:|--:|--:|--:|\n",
    );
    for (name, _, paper) in DUPLICATES {
        let configuration = duplicates_of(name);
        let of_reducer = rows.iter().filter(|row| row.configuration == configuration);
        let figures: Vec<(f64, f64)> = of_reducer.filter_map(|row| row.cached.zip(row.asked)).collect();
        let share = |(cached, asked): &(f64, f64)| 100.0 * cached / (cached + asked).max(1.0);
        let sums = figures
            .iter()
            .fold((0.0, 0.0), |sum, figure| (sum.0 + figure.0, sum.1 + figure.1));
        let least = figures.iter().map(share).fold(f64::INFINITY, f64::min);
        let most = figures.iter().map(share).fold(0.0, f64::max);
        let ours = match figures.len() {
            0 => "– | –".to_owned(),
            _ => format!("{:.1} % | {least:.1} … {most:.1} %", share(&sums)),
        };
        let _ = writeln!(text, "| {name} | {} | {paper:.1} % | {ours} |", figures.len());
    }
    text
}

/// Mean peaks, over the cases that all measured schemes have, and their ratios to rcc.
fn caches(rows: &[Row]) -> String {
    let mut text = String::from(
        "Means in KB over the cases that all schemes have, and ratios to rcc (tian2023, Tables 3 and 6):\n\n\
         | reducer | cache | cases | paper, KB | paper ÷ rcc | ours, KB | ours ÷ rcc |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for (reducer, _) in CACHED {
        let peak = |case: &str, cache: &str| find(rows, case, &cached(reducer, cache)).and_then(|row| row.cache_bytes);
        let measured: Vec<&str> = CACHES
            .iter()
            .map(|(cache, ..)| *cache)
            .filter(|cache| cases(rows).iter().any(|row| peak(&row.case, cache).is_some()))
            .collect();
        let common: Vec<&Row> = cases(rows)
            .into_iter()
            .filter(|row| !measured.is_empty() && measured.iter().all(|cache| peak(&row.case, cache).is_some()))
            .collect();
        let mean = |cache: &str| -> Option<f64> {
            let peaks: Option<Vec<f64>> = common.iter().map(|row| peak(&row.case, cache)).collect();
            let peaks = peaks.filter(|peaks| !peaks.is_empty())?;
            Some(peaks.iter().sum::<f64>() / peaks.len() as f64 / 1024.0)
        };
        let paper_of =
            |(_, perses, hdd): (&str, Option<f64>, Option<f64>)| if reducer == "perses" { perses } else { hdd };
        let paper_rcc = CACHES.into_iter().find(|cache| cache.0 == "rcc").and_then(paper_of);
        for cache in CACHES {
            let ratio = |one: Option<f64>, rcc: Option<f64>| one.zip(rcc).map(|(one, rcc)| one / rcc);
            let (paper, ours) = (paper_of(cache), mean(cache.0));
            let _ = writeln!(
                text,
                "| {reducer} | {} | {} | {} | {} | {} | {} |",
                cache.0,
                ours.map_or(0, |_| common.len()),
                number(paper, 1),
                number(ratio(paper, paper_rcc), 1),
                number(ours, 1),
                number(ratio(ours, mean("rcc")).filter(|ratio| ratio.is_finite()), 2)
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::super::record::testing::record;
    use super::super::table::rows;
    use super::*;

    fn tables(records: &[Record]) -> String {
        let names: Vec<String> = configurations()
            .into_iter()
            .map(|configuration| configuration.name)
            .collect();
        markdown(&rows(records, &names, &[]))
    }

    #[test]
    fn speed_ups_divide_the_time_of_perses_with_ddmin() {
        let text = tables(&[
            record("a", "perses+ddmin off", 60, 10),
            record("a", "pardis off", 20, 5),
        ]);
        assert!(
            text.contains("| pardis | off | c | 1 | 1.71 | 3.00 |  | 3.00 |  | 2.00 |"),
            "{text}"
        );
        assert!(text.contains("| pardis | 1 | 0.33 |"), "{text}");
        assert!(text.contains("| a | 100 | 60 / 10 | – |"), "{text}");
    }

    #[test]
    fn duplicates_are_a_share_of_all_candidates() {
        let of = |case: &str, cached| Record {
            cached: Some(cached),
            ..record(case, "duplicates hdd", 30, 5)
        };
        let text = tables(&[of("a", 70), of("b", 30)]);
        assert!(text.contains("| hdd | 2 | 61.8 % | 62.5 % | 50.0 … 70.0 % |"), "{text}");
        assert!(text.contains("| perses | 0 | 24.3 % | – | – |"), "{text}");
    }

    #[test]
    fn caches_are_compared_on_common_cases() {
        let of = |case: &str, cache: &str, bytes| Record {
            cache_bytes: Some(bytes),
            ..record(case, &cached("perses", cache), 30, 5)
        };
        let text = tables(&[of("a", "rcc", 1024), of("a", "sha", 4096), of("b", "sha", 999_999)]);
        assert!(
            text.contains("| perses | sha | 1 | 679.3 | 13.5 | 4.0 | 4.00 |"),
            "{text}"
        );
        assert!(
            text.contains("| perses | str | 0 | 145561.7 | 2888.1 | – | – |"),
            "{text}"
        );
    }

    #[test]
    fn what_this_lop_does_not_know_is_said_once() {
        let of = |case: &str| Record {
            outcome: Outcome::Missing,
            note: "this lop does not know waves".to_owned(),
            ..record(case, "waves", 0, 0)
        };
        let text = tables(&[of("a"), of("b")]);
        assert!(
            text.ends_with("Left out, shown as dashes: this lop does not know waves.\n\n"),
            "{text}"
        );
    }

    #[test]
    fn names_of_configurations_are_unique() {
        let names: Vec<String> = configurations()
            .into_iter()
            .map(|configuration| configuration.name)
            .collect();
        let unique: BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
    }
}

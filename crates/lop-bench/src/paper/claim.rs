//! What a paper says of a configuration or two, and how ours compares.

use std::fmt::Write;

use crate::maths::{MIN_PAIRS, geometric_mean, median, slope, wilcoxon};
use crate::table::{ASKED, Measure, Row, SECONDS, TOKENS, mean_ratio, number, pairs, same_sizes};

/// What a paper says.
pub(super) struct Claim {
    /// Where it says so.
    pub place: &'static str,
    /// Of the cases in this language; of all, if none is named.
    pub language: Option<&'static str>,
    pub one: &'static str,
    /// Empty where the claim is about one alone.
    pub other: &'static str,
    pub figure: Figure,
    /// What it prints, or what follows from what it prints.
    pub printed: f64,
}

/// What is compared.
#[derive(Clone, Copy)]
pub(super) enum Figure {
    /// The geometric mean of one / other; less is better for one.
    Ratio(Measure),
    /// The geometric mean of the times to the same size, one / other; less is better for one.
    SameSize,
    /// The mean of how many more percent of the input one has removed.
    Points,
    /// The median of how many tokens one leaves more than other.
    Tokens,
    /// Of one alone: the mean; less is better.
    Mean(Measure),
    /// Of one alone: the sums of a part and of the whole, in percent; more is better.
    Share(&'static str, fn(&Row) -> Option<(f64, f64)>),
    /// Of one alone: the exponent by which it grows with the tokens of the input; less is better.
    Growth(Measure),
}

/// Ratios that differ by less are the same. Not measured.
const ABOUT: f64 = 0.03;

/// Ours: what it is called, the figure, of how many cases, and the p of Wilcoxon's test.
struct Ours {
    name: String,
    figure: Option<f64>,
    cases: usize,
    p: Option<f64>,
}

/// A claim about a ratio.
pub(super) const fn claim(
    place: &'static str,
    language: Option<&'static str>,
    one: &'static str,
    other: &'static str,
    measure: Measure,
    printed: f64,
) -> Claim {
    Claim {
        place,
        language,
        one,
        other,
        figure: Figure::Ratio(measure),
        printed,
    }
}

/// A claim about one configuration.
pub(super) const fn alone(
    place: &'static str,
    language: Option<&'static str>,
    one: &'static str,
    figure: Figure,
    printed: f64,
) -> Claim {
    Claim {
        place,
        language,
        one,
        other: "",
        figure,
        printed,
    }
}

/// The geometric means that a table prints of a configuration, for C, Rust and Go.
pub(super) struct Means {
    pub name: &'static str,
    pub tokens: [f64; 3],
    pub asked: [f64; 3],
    pub seconds: [f64; 3],
}

/// All ratios of the means of two configurations: over the same cases, they are the means of the ratios.
pub(super) fn beside(place: &'static str, one: &Means, other: &Means) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (place_of_language, language) in ["c", "rust", "go"].into_iter().enumerate() {
        for (measure, of) in [
            (ASKED, (|means| &means.asked) as fn(&Means) -> &[f64; 3]),
            (SECONDS, |means| &means.seconds),
            (TOKENS, |means| &means.tokens),
        ] {
            let printed = of(one)[place_of_language] / of(other)[place_of_language];
            claims.push(claim(place, Some(language), one.name, other.name, measure, printed));
        }
    }
    claims
}

impl Claim {
    /// Its row of the table.
    pub(super) fn line(&self, rows: &[Row]) -> String {
        let ours = self.ours(rows);
        let p = ours.p.map(|p| format!("{p:.3}")).unwrap_or_default();
        let mut line = String::new();
        let _ = writeln!(
            line,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {p} | {} |",
            self.place,
            self.language.unwrap_or("all"),
            self.one,
            self.other,
            ours.name,
            shown(Some(self.printed)),
            shown(ours.figure),
            ours.cases,
            self.verdict(ours.figure)
        );
        line
    }

    fn ours(&self, rows: &[Row]) -> Ours {
        let wanted = |row: &&Row| self.language.is_none_or(|language| row.language == language);
        let rows = rows.iter().filter(wanted);
        let own = rows.clone().filter(|row| row.configuration == self.one);
        match self.figure {
            Figure::Ratio(measure) => {
                let pairs = pairs(&rows, self.one, self.other, measure);
                Ours::of_pairs(measure.name, &pairs, mean_ratio(&pairs))
            }
            Figure::SameSize => {
                let ratios = same_sizes(&rows, self.one, self.other);
                Ours::of_one(
                    "time to the same size".to_owned(),
                    ratios.len(),
                    geometric_mean(&ratios),
                )
            }
            Figure::Points => {
                let rate = Measure::new("points", |row| Some(100.0 * row.tokens? / row.tokens_before as f64));
                let pairs = pairs(&rows, self.one, self.other, rate);
                Ours::of_pairs(rate.name, &pairs, mean(&gains(&pairs)))
            }
            Figure::Tokens => {
                let pairs = pairs(&rows, self.one, self.other, TOKENS);
                let more = pairs.iter().map(|(one, other)| one - other).collect();
                Ours::of_pairs("tokens more", &pairs, median(more))
            }
            Figure::Mean(measure) => {
                let figures: Vec<f64> = own.filter_map(measure.of).collect();
                Ours::of_one(format!("{}, mean", measure.name), figures.len(), mean(&figures))
            }
            Figure::Share(name, of) => {
                let parts: Vec<(f64, f64)> = own.filter_map(of).collect();
                let sum = |of: fn(&(f64, f64)) -> f64| parts.iter().map(of).sum::<f64>();
                let share = 100.0 * sum(|parts| parts.0) / sum(|parts| parts.1);
                Ours::of_one(
                    name.to_owned(),
                    parts.len(),
                    Some(share).filter(|share| share.is_finite()),
                )
            }
            Figure::Growth(measure) => {
                let point = |row: &Row| Some((row.tokens_before as f64, (measure.of)(row)?));
                let points: Vec<(f64, f64)> = own.filter_map(point).collect();
                let exponent = slope(&points).filter(|_| points.len() >= MIN_PAIRS);
                Ours::of_one(format!("{}, exponent", measure.name), points.len(), exponent)
            }
        }
    }

    /// Whether ours says the same: as much, in the same direction, or not.
    fn verdict(&self, ours: Option<f64>) -> &'static str {
        let Some(ours) = ours else { return "too few cases" };
        // What is better for the first one is positive.
        let gain = |figure: f64| match self.figure {
            Figure::Ratio(_) | Figure::SameSize => 1.0 - figure,
            Figure::Points | Figure::Share(..) => figure,
            Figure::Tokens | Figure::Mean(_) | Figure::Growth(_) => -figure,
        };
        let (printed, ours) = (gain(self.printed), gain(ours));
        let has_direction = !self.other.is_empty() && printed.abs() >= ABOUT;
        match (printed, ours) {
            _ if ours >= printed - ABOUT => "yes",
            _ if has_direction && (printed > 0.0) == (ours > 0.0) => "in part: the same direction",
            _ => "no",
        }
    }
}

impl Ours {
    fn of_pairs(name: &str, pairs: &[(f64, f64)], figure: Option<f64>) -> Ours {
        Ours {
            name: name.to_owned(),
            figure,
            cases: pairs.len(),
            p: wilcoxon(pairs),
        }
    }

    fn of_one(name: String, cases: usize, figure: Option<f64>) -> Ours {
        Ours {
            name,
            figure,
            cases,
            p: None,
        }
    }
}

/// How much less each first one is than its second.
fn gains(pairs: &[(f64, f64)]) -> Vec<f64> {
    pairs.iter().map(|(one, other)| other - one).collect()
}

fn mean(figures: &[f64]) -> Option<f64> {
    (!figures.is_empty()).then(|| figures.iter().sum::<f64>() / figures.len() as f64)
}

/// A figure with three decimals, or with as many as a small one needs.
fn shown(figure: Option<f64>) -> String {
    match figure {
        Some(figure) if figure != 0.0 && figure.abs() < 0.005 => format!("{figure:.6}"),
        figure => number(figure, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::super::configurations::{PARDIS, PERSES, SERU_PERSES};
    use super::super::measures::{CHUNKS, REVISITS};
    use super::super::{C, RUST};
    use super::*;
    use crate::record::Record;
    use crate::record::testing::record;
    use crate::table::{CACHE_BYTES, rows};

    fn line(records: &[Record], claim: &Claim) -> String {
        let names = [claim.one.to_owned(), claim.other.to_owned()];
        claim.line(&rows(records, &names, &[]))
    }

    #[test]
    fn a_ratio_that_is_as_good_is_reproduced_and_one_in_between_in_part() {
        let half = claim("T", C, PARDIS, PERSES, ASKED, 0.5);
        let runs = |asked| [record("a", PERSES, 100, 10), record("a", PARDIS, asked, 10)];
        assert!(line(&runs(40), &half).ends_with("| 0.500 | 0.400 | 1 |  | yes |\n"));
        assert!(line(&runs(80), &half).ends_with("| 0.800 | 1 |  | in part: the same direction |\n"));
        assert!(line(&runs(120), &half).ends_with("| 1.200 | 1 |  | no |\n"));
        assert!(line(&[], &half).ends_with("| – | 0 |  | too few cases |\n"));
        let other_language = claim("T", RUST, PARDIS, PERSES, ASKED, 0.5);
        assert!(line(&runs(40), &other_language).ends_with("| too few cases |\n"));
    }

    #[test]
    fn a_paper_that_lost_is_reproduced_by_losing_less() {
        let slower = claim("T", C, PARDIS, PERSES, ASKED, 1.2);
        let runs = |asked| [record("a", PERSES, 100, 10), record("a", PARDIS, asked, 10)];
        assert!(line(&runs(110), &slower).ends_with("| yes |\n"));
        assert!(line(&runs(150), &slower).ends_with("| in part: the same direction |\n"));
    }

    #[test]
    fn points_are_percent_of_the_input_and_tokens_their_median() {
        let of = |figure, printed| Claim {
            figure,
            ..claim("T", C, SERU_PERSES, PERSES, TOKENS, printed)
        };
        let runs = [
            record("a", PERSES, 10, 50),
            record("a", SERU_PERSES, 10, 40),
            record("b", PERSES, 10, 30),
            record("b", SERU_PERSES, 10, 27),
        ];
        let text = line(&runs[..2], &of(Figure::Points, 7.0));
        assert!(text.ends_with("| points | 7.000 | 10.000 | 1 |  | yes |\n"), "{text}");
        let text = line(&runs, &of(Figure::Tokens, -4.0));
        assert!(
            text.ends_with("| tokens more | -4.000 | -6.500 | 2 |  | yes |\n"),
            "{text}"
        );
    }

    #[test]
    fn chunks_are_a_share_of_all_and_revisits_a_mean() {
        let of = |case, chunks: &[u64], revisits| Record {
            chunks: Some(chunks.to_vec()),
            revisits: Some(revisits),
            ..record(case, PARDIS, 10, 10)
        };
        let runs = [of("a", &[3, 1, 0], 4), of("b", &[1, 0, 3], 1)];
        let several = alone("T", C, PARDIS, CHUNKS[0], 51.0);
        let text = line(&runs, &several);
        assert!(text.ends_with("| 51.000 | 50.000 | 2 |  | no |\n"), "{text}");
        let text = line(&runs, &alone("T", C, PARDIS, Figure::Mean(REVISITS), 7.0));
        assert!(
            text.ends_with("| revisits that succeed, mean | 7.000 | 2.500 | 2 |  | yes |\n"),
            "{text}"
        );
    }

    #[test]
    fn growth_is_the_slope_of_logarithms() {
        let of = |case, tokens: u64, bytes| {
            let mut run = record(case, PARDIS, 10, 10);
            run.before.tokens = tokens;
            run.cache_bytes = Some(bytes);
            run
        };
        let runs: Vec<Record> = ["a", "b", "c", "d", "e", "f"]
            .into_iter()
            .zip(1..)
            .map(|(case, power)| of(case, 100_u64.pow(power), 10_u64.pow(power)))
            .collect();
        let claim = alone("T", C, PARDIS, Figure::Growth(CACHE_BYTES), 0.8);
        let text = line(&runs, &claim);
        assert!(text.contains("exponent | 0.800 | 0.500 | 6 |  | yes |"), "{text}");
        let text = line(&runs[..5], &claim);
        assert!(text.contains("| – | 5 |  | too few cases |"), "{text}");
    }
}

//! The papers' claims beside our figures, paper by paper.
//!
//! A claim is a ratio between two configurations that a paper prints, or that follows from two figures that it prints. Ours
//! is the geometric mean of the same ratio over the cases that both configurations have.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::maths::wilcoxon;
use super::ratios;
use super::table::{ASKED, CACHE_BYTES, Measure, Row, SECONDS, TOKENS, mean_ratio, number, pairs};
use super::tools::Configuration;

/// What a paper says of two configurations.
pub struct Claim {
    /// Where it says so.
    pub place: &'static str,
    /// Of the cases in this language; of all, if none is named.
    pub language: Option<&'static str>,
    pub one: &'static str,
    pub other: &'static str,
    pub figure: Figure,
    /// What it prints.
    pub printed: f64,
}

/// What is compared.
#[derive(Clone, Copy)]
pub enum Figure {
    /// The geometric mean of one / other; less is better for one.
    Ratio(Measure),
    /// The mean of how many more percent of the input one has removed.
    Points,
}

/// A paper by its number, and what it claims.
pub struct Paper {
    pub name: &'static str,
    pub claims: &'static [Claim],
}

/// A paper by its name.
pub fn named(name: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.name.eq_ignore_ascii_case(name))
}

/// All papers with claims that can be checked here.
pub const PAPERS: &[Paper] = &[
    Paper {
        name: "S000",
        claims: &[
            claim("Table 2", C, TYPE_BATCHED, PERSES, ASKED, 1_261.0 / 3_315.0),
            claim("Table 2", C, TYPE_BATCHED, PERSES, SECONDS, 471.0 / 1_093.0),
            claim("Table 2", C, TYPE_BATCHED, PERSES, TOKENS, 249.0 / 243.0),
            claim("Table 2", C, TYPE_BATCHED, PARDIS, ASKED, 1_261.0 / 2_088.0),
            claim("Table 2", C, TYPE_BATCHED, PARDIS, SECONDS, 471.0 / 927.0),
            claim("Table 2", C, TYPE_BATCHED, PARDIS, TOKENS, 249.0 / 250.0),
            claim("Table 2", RUST, TYPE_BATCHED, PERSES, ASKED, 441.0 / 671.0),
            claim("Table 2", RUST, TYPE_BATCHED, PARDIS, ASKED, 441.0 / 544.0),
            claim("Table 2", RUST, TYPE_BATCHED, PERSES, TOKENS, 127.0 / 126.0),
            claim("Table 2", GO, TYPE_BATCHED, PERSES, ASKED, 237.0 / 295.0),
            claim("Table 2", GO, TYPE_BATCHED, PARDIS, ASKED, 237.0 / 252.0),
            claim("Table 2", GO, TYPE_BATCHED, PERSES, TOKENS, 105.0 / 102.0),
            claim("Table 2, C", None, TYPE_BATCHED, PERSES, ASKED, 1_261.0 / 3_315.0),
            claim("Table 2, C", None, TYPE_BATCHED, PERSES, TOKENS, 249.0 / 243.0),
            claim("Table 2, C", None, TYPE_BATCHED, PARDIS, ASKED, 1_261.0 / 2_088.0),
            claim("Table 2, C", None, TYPE_BATCHED, PARDIS, TOKENS, 249.0 / 250.0),
            claim("Figure 4", None, TYPE_BATCHED, CONSTANT, ASKED, SMALLER),
            claim("Figure 4", None, TYPE_BATCHED, RANDOM, ASKED, SMALLER),
            claim("lop's goal", None, ONLINE, PERSES, ASKED, 0.33),
            claim("lop's goal", None, ONLINE, PARDIS, ASKED, 0.50),
            claim("lop's goal", None, ONLINE, PERSES, TOKENS, 1.03),
        ],
    },
    Paper {
        name: "S001",
        claims: &[
            claim("Table 3.2", C, OPDD_OFF, PERSES_OFF, ASKED, 3_007.0 / 3_264.0),
            claim("Table 3.2", C, OPDD_OFF, PERSES_OFF, SECONDS, 1.0 / 1.16),
            claim("Table 3.2", RUST, OPDD_OFF, PERSES_OFF, SECONDS, 1.0 / 1.04),
            claim("Table 3.2", GO, OPDD_OFF, PERSES_OFF, SECONDS, 1.0 / 1.20),
            claim("Table 3.2", None, OPDD_OFF, PERSES_OFF, TOKENS, 1.0),
            claim("Table 3.3", C, OPDD, PERSES, ASKED, 3_093.0 / 3_315.0),
            claim("Table 3.3", C, OPDD, PERSES, SECONDS, 1.0 / 1.06),
            claim("Table 3.3", None, OPDD, PERSES, TOKENS, 1.0),
            claim("Table 4.1", C, PARDIS_OFF, PERSES_OFF, SECONDS, 1.0 / 1.71),
            claim("Table 4.1", C, HYBRID_OFF, PERSES_OFF, SECONDS, 1.0 / 2.13),
            claim("Table 4.1", RUST, PARDIS_OFF, PERSES_OFF, SECONDS, 1.0 / 1.54),
            claim("Table 4.1", RUST, HYBRID_OFF, PERSES_OFF, SECONDS, 1.0 / 1.46),
            claim("Table 4.1", GO, PARDIS_OFF, PERSES_OFF, SECONDS, 1.0 / 1.78),
            claim("Table 4.1", GO, HYBRID_OFF, PERSES_OFF, SECONDS, 1.0 / 1.78),
            claim("Table 4.2", C, PARDIS, PERSES, SECONDS, 1.0 / 1.23),
            claim("Table 4.2", C, HYBRID, PERSES, SECONDS, 1.0 / 1.48),
            claim("Table 4.2", RUST, PARDIS, PERSES, SECONDS, 1.0 / 1.14),
            claim("Table 4.2", RUST, HYBRID, PERSES, SECONDS, 1.0 / 1.19),
            claim("Table 4.2", GO, PARDIS, PERSES, SECONDS, 1.0 / 1.19),
            claim("Table 4.2", GO, HYBRID, PERSES, SECONDS, 1.0 / 1.16),
            claim("Table 4.3", C, UNPRUNED_OFF, PERSES_OFF, SECONDS, 1.0 / 1.32),
            claim("Table 4.3", C, PERSES_N_OFF, PERSES_OFF, SECONDS, 1.0 / 0.88),
            claim("Table 5.4", C, GUIDED_OFF, PARDIS_OFF, SECONDS, 1.0 / 1.29),
            claim("Table 5.4", RUST, GUIDED_OFF, PARDIS_OFF, SECONDS, 1.0 / 1.49),
            claim("Table 5.4", GO, GUIDED_OFF, PARDIS_OFF, SECONDS, 1.0 / 1.46),
            claim("Table 5.2", C, GUIDED_OFF, PARDIS_OFF, TOKENS, 648.0 / 587.0),
            claim("Table 5.4", C, GUIDED, PARDIS, SECONDS, 1.0 / 0.95),
            claim("Table 5.4", RUST, GUIDED, PARDIS, SECONDS, 1.0 / 1.57),
            claim("Table 5.4", GO, GUIDED, PARDIS, SECONDS, 1.0 / 1.08),
            claim("Table 5.11", C, TYPE_BATCHED, PERSES, ASKED, 1_219.0 / 3_315.0),
            claim("Table 5.11", C, TYPE_BATCHED, PERSES, TOKENS, 240.0 / 232.0),
            claim("Table 5.12", C, TYPE_BATCHED_OFF, PERSES_OFF, SECONDS, 1.0 / 2.42),
            claim("Table 5.12", RUST, TYPE_BATCHED_OFF, PERSES_OFF, SECONDS, 1.0 / 1.11),
            claim("Table 5.12", GO, TYPE_BATCHED_OFF, PERSES_OFF, SECONDS, 1.0 / 1.41),
            claim("Table 5.12", C, TYPE_BATCHED, PERSES, SECONDS, 1.0 / 2.51),
            claim("Table 5.12", RUST, TYPE_BATCHED, PERSES, SECONDS, 1.0 / 1.39),
            claim("Table 5.12", GO, TYPE_BATCHED, PERSES, SECONDS, 1.0 / 1.03),
            claim("Table 6.1", C, TYPE_BATCHED, CREDUCE, SECONDS, 445.0 / 2_367.0),
            claim("Table 6.1", C, TYPE_BATCHED, CREDUCE, TOKENS, 240.0 / 72.0),
            claim("Table 6.2", C, THEN_CREDUCE, CREDUCE, SECONDS, 1.0 / 1.72),
            claim("Table 6.2", C, THEN_CREDUCE, CREDUCE, TOKENS, 71.0 / 72.0),
        ],
    },
    Paper {
        name: "S002",
        claims: &[
            points("Table 5.3", SERU_PERSES, PERSES, 7.17),
            points("Table 5.3", SERU_VULCAN, VULCAN, 4.63),
            claim("Table 5.4", CUE, SERU_PERSES, PERSES, SECONDS, 19.213 / 4.999),
            claim("Table 5.4", CUE, SERU_VULCAN, VULCAN, SECONDS, 753.175 / 795.511),
        ],
    },
    Paper {
        name: "S003",
        claims: &[
            claim(
                "Table 5",
                None,
                "perses with rcc",
                "perses with none",
                ASKED,
                3_284.0 / 4_359.0,
            ),
            claim(
                "Table 5",
                None,
                "perses with rcc",
                "perses with none",
                SECONDS,
                1.0 - 0.182,
            ),
            claim(
                "Table 5",
                None,
                "hdd with rcc",
                "hdd with none",
                ASKED,
                115_827.0 / 303_529.0,
            ),
            claim("Table 5", None, "hdd with rcc", "hdd with none", SECONDS, 1.0 - 0.228),
            claim("Table 5", None, "perses with rcc", "perses with sha", ASKED, 1.0),
            claim(
                "Table 3",
                None,
                "perses with rcc",
                "perses with sha",
                CACHE_BYTES,
                50.4 / 679.3,
            ),
            claim(
                "Table 3",
                None,
                "perses with sha",
                "perses with str",
                CACHE_BYTES,
                679.3 / 145_561.7,
            ),
            claim(
                "Table 3",
                None,
                "perses with zip",
                "perses with str",
                CACHE_BYTES,
                24_553.9 / 145_561.7,
            ),
            claim(
                "Table 3",
                None,
                "hdd with rcc",
                "hdd with sha",
                CACHE_BYTES,
                1_007.9 / 27_695.7,
            ),
            claim(
                "Table 3",
                None,
                "hdd with sha",
                "hdd with str",
                CACHE_BYTES,
                27_695.7 / 18_061_809.7,
            ),
            claim(
                "Table 6",
                None,
                "perses with cc",
                "perses with str",
                CACHE_BYTES,
                1_387.0 / 145_561.7,
            ),
            claim(
                "Table 6",
                None,
                "perses with rstr",
                "perses with str",
                CACHE_BYTES,
                13_506.0 / 145_561.7,
            ),
            claim(
                "Table 7",
                None,
                "ddmin with rcc",
                "ddmin with none",
                ASKED,
                1_480_695.0 / 5_477_887.0,
            ),
            claim(
                "Table 7",
                None,
                "ddmin with rcc",
                "ddmin with str",
                CACHE_BYTES,
                208.0 / 17_641_803.0,
            ),
        ],
    },
    Paper {
        name: "S004",
        claims: &[
            claim("Table I", C, GUIDED_OFF, PARDIS_OFF, SECONDS, 714.0 / 996.0),
            claim("Table I", C, GUIDED_OFF, PARDIS_OFF, ASKED, 1_251.0 / 2_065.0),
            claim("Table I", C, GUIDED_OFF, PARDIS_OFF, TOKENS, 743.0 / 574.0),
            claim(
                "Table I",
                C,
                "model-guided children off",
                PARDIS_OFF,
                ASKED,
                1_294.0 / 2_065.0,
            ),
            claim(
                "Table I",
                C,
                "model-guided path off",
                PARDIS_OFF,
                ASKED,
                1_477.0 / 2_065.0,
            ),
            claim(
                "Table I",
                C,
                "model-guided node+children off",
                PARDIS_OFF,
                ASKED,
                1_245.0 / 2_065.0,
            ),
            claim(
                "Table I",
                C,
                "model-guided all off",
                PARDIS_OFF,
                ASKED,
                1_395.0 / 2_065.0,
            ),
            claim("Table II", C, GUIDED_THEN_CREDUCE, CREDUCE, SECONDS, 1_278.0 / 1_650.0),
            claim("Table II", C, GUIDED_THEN_CREDUCE, CREDUCE, TOKENS, 82.0 / 76.0),
        ],
    },
];

const C: Option<&str> = Some("c");
const CUE: Option<&str> = Some("cue");
const GO: Option<&str> = Some("go");
const RUST: Option<&str> = Some("rust");
/// Where a paper draws a line that is lower, without a figure.
const SMALLER: f64 = 1.0;

const PERSES: &str = "perses+ddmin";
const PERSES_OFF: &str = "perses+ddmin off";
const OPDD: &str = "perses+opdd";
const OPDD_OFF: &str = "perses+opdd off";
const PERSES_N_OFF: &str = "perses-n off";
const UNPRUNED_OFF: &str = "pardis --no-pruning off";
const PARDIS: &str = "pardis";
const PARDIS_OFF: &str = "pardis off";
const HYBRID: &str = "pardis-hybrid";
const HYBRID_OFF: &str = "pardis-hybrid off";
const GUIDED: &str = "model-guided node";
const GUIDED_OFF: &str = "model-guided node off";
const GUIDED_THEN_CREDUCE: &str = "model-guided, then creduce";
const TYPE_BATCHED: &str = "type-batched";
const TYPE_BATCHED_OFF: &str = "type-batched off";
const ONLINE: &str = "type-batched, online";
const CONSTANT: &str = "type-batched, constant schedule";
const RANDOM: &str = "type-batched, random schedule";
const THEN_CREDUCE: &str = "type-batched, then creduce";
const CREDUCE: &str = "creduce";
const VULCAN: &str = "vulcan";
const SERU_PERSES: &str = "seru+perses";
const SERU_VULCAN: &str = "seru+vulcan";

const fn claim(
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

const fn points(place: &'static str, one: &'static str, other: &'static str, printed: f64) -> Claim {
    Claim {
        place,
        language: CUE,
        one,
        other,
        figure: Figure::Points,
        printed,
    }
}

impl Paper {
    /// The configurations that its claims are about.
    pub fn configurations(&self) -> Vec<Configuration> {
        let names = self.claims.iter().flat_map(|claim| [claim.other, claim.one]);
        let mut seen = BTreeSet::new();
        names
            .filter(|name| seen.insert(*name))
            .flat_map(members)
            .filter_map(|name| configuration(&name))
            .collect()
    }

    /// The table of its claims.
    pub fn markdown(&self, rows: &[Row]) -> String {
        let mut text = format!(
            "### {}: claims and counterparts\n\nRatios are one / other, geometric means over the cases that both have; p by \
             Wilcoxon's signed-rank test. Points are percent of the input that one removed and other did not, the mean.\n\n\
             | where | language | one | other | figure | printed, or aimed at | ours | cases | p | reproduced |\n\
             |---|---|---|---|---|--:|--:|--:|--:|---|\n",
            self.name
        );
        let mut rows = rows.to_vec();
        rows.extend(means(&rows, RANDOM));
        for claim in self.claims {
            text.push_str(&claim.line(&rows));
        }
        text
    }
}

impl Claim {
    fn line(&self, rows: &[Row]) -> String {
        let wanted = |row: &&Row| self.language.is_none_or(|language| row.language == language);
        let rows = rows.iter().filter(wanted);
        let (name, pairs, ours) = match self.figure {
            Figure::Ratio(measure) => {
                let pairs = pairs(&rows, self.one, self.other, measure);
                let ours = mean_ratio(&pairs);
                (measure.name, pairs, ours)
            }
            Figure::Points => {
                let rate = Measure::new("points", |row| Some(100.0 * row.tokens? / row.tokens_before as f64));
                let pairs = pairs(&rows, self.one, self.other, rate);
                let sum: f64 = pairs.iter().map(|(one, other)| other - one).sum();
                let ours = (!pairs.is_empty()).then(|| sum / pairs.len() as f64);
                (rate.name, pairs, ours)
            }
        };
        let p = wilcoxon(&pairs).map(|p| format!("{p:.3}")).unwrap_or_default();
        let mut line = String::new();
        let _ = writeln!(
            line,
            "| {} | {} | {} | {} | {name} | {:.3} | {} | {} | {p} | {} |",
            self.place,
            self.language.unwrap_or("all"),
            self.one,
            self.other,
            self.printed,
            number(ours, 3),
            pairs.len(),
            self.verdict(ours)
        );
        line
    }

    /// Whether ours says the same: as much, in the same direction, or not.
    fn verdict(&self, ours: Option<f64>) -> &'static str {
        let Some(ours) = ours else { return "no cases" };
        // What is better for the first one is positive.
        let gain = |figure: f64| match self.figure {
            Figure::Ratio(_) => 1.0 - figure,
            Figure::Points => figure,
        };
        let (printed, ours) = (gain(self.printed), gain(ours));
        let is_about_none = printed.abs() < ABOUT;
        match (printed, ours) {
            _ if ours >= printed - ABOUT => "yes",
            _ if is_about_none => "no",
            _ if (printed > 0.0) == (ours > 0.0) => "in part: the same direction",
            _ => "no",
        }
    }
}

/// The configurations that a name stands for: of random schedules there are several.
fn members(name: &str) -> Vec<String> {
    if name == RANDOM {
        (1..=RANDOM_SCHEDULES).map(|seed| format!("{RANDOM} {seed}")).collect()
    } else {
        vec![name.to_owned()]
    }
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
                ..runs[0].clone()
            }
        })
        .collect()
}

/// A claim about random schedules is one about the mean of this many.
const RANDOM_SCHEDULES: usize = 20;

/// Ratios that differ by less are the same.
const ABOUT: f64 = 0.03;

/// A configuration by the name that claims and tables have for it: one of [`ratios`], or one of those that came later.
fn configuration(name: &str) -> Option<Configuration> {
    let known = ratios::configurations();
    if let Some(known) = known.into_iter().find(|known| known.name == name) {
        return Some(known);
    }
    let bare = name.strip_suffix(" off").unwrap_or(name);
    let replacements = if bare == name { "on" } else { "off" };
    let lop = |arguments: &str| {
        let flags = format!("--algorithm {arguments} --replacements {replacements}");
        Some(Configuration::lop(name, &flags))
    };
    if let Some(features) = bare.strip_prefix("model-guided ") {
        return lop(&format!("model-guided --features {features}"));
    }
    if let Some(cache) = bare.strip_prefix("ddmin with ") {
        return lop(&format!("tokens --list ddmin --cache {cache}"));
    }
    if let Some(seed) = bare.strip_prefix(RANDOM) {
        return lop(&format!("type-batched --online off --schedule random --seed{seed}"));
    }
    match bare {
        CREDUCE => Configuration::peer(CREDUCE),
        TYPE_BATCHED => lop("type-batched --online off"),
        ONLINE => lop("type-batched --online on"),
        CONSTANT => lop("type-batched --online off --schedule constant"),
        THEN_CREDUCE => lop("type-batched --online off --finish-with creduce"),
        GUIDED_THEN_CREDUCE => lop("model-guided --finish-with creduce"),
        VULCAN => lop("vulcan"),
        SERU_PERSES => lop("seru --syntactic perses --list ddmin"),
        SERU_VULCAN => lop("seru --syntactic vulcan"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::super::record::testing::record;
    use super::super::table::rows;
    use super::*;

    #[test]
    fn every_claim_has_its_configurations() {
        for paper in PAPERS {
            for claim in paper.claims {
                for name in [claim.one, claim.other].into_iter().flat_map(members) {
                    assert_eq!(configuration(&name).map(|found| found.name), Some(name));
                }
            }
        }
    }

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
        assert!(line(&[], &half).ends_with("| – | 0 |  | no cases |\n"));
        let other_language = claim("T", RUST, PARDIS, PERSES, ASKED, 0.5);
        assert!(line(&runs(40), &other_language).ends_with("| no cases |\n"));
    }

    #[test]
    fn a_paper_that_lost_is_reproduced_by_losing_less() {
        let slower = claim("T", C, PARDIS, PERSES, ASKED, 1.2);
        let runs = |asked| [record("a", PERSES, 100, 10), record("a", PARDIS, asked, 10)];
        assert!(line(&runs(110), &slower).ends_with("| yes |\n"));
        assert!(line(&runs(150), &slower).ends_with("| in part: the same direction |\n"));
    }

    #[test]
    fn random_schedules_count_by_their_mean() {
        let paper = named("S000").unwrap();
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

    #[test]
    fn points_are_percent_of_the_input() {
        let claim = points("T", SERU_PERSES, PERSES, 7.0);
        let of = |name, tokens| Record {
            language: "cue".to_owned(),
            ..record("a", name, 10, tokens)
        };
        let text = line(&[of(PERSES, 50), of(SERU_PERSES, 40)], &claim);
        assert!(text.ends_with("| points | 7.000 | 10.000 | 1 |  | yes |\n"), "{text}");
    }
}

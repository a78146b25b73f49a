//! tian2023: caches that forget.
//!
//! The tables print every subject, so that what stands here are geometric means over them, as ours are.

use super::claim::{Claim, Figure, alone, claim};
use super::measures::{ANSWER_BYTES, LAST_ANSWER_BYTES, MEAN_ANSWER_BYTES, MEAN_ANSWERS};
use super::{Paper, SMALLER, nothing};
use crate::plot;
use crate::table::{ASKED, CACHE_BYTES, Row};

pub(super) const PAPER: Paper = Paper {
    key: "tian2023",
    alias: "S003",
    claims,
    absent: &[(
        "Tables 5 and 7",
        "seconds with and without a cache",
        "lop remembers all answers of a run below its cache, so that no text is tested twice whatever the cache; queries \
         tell what a cache saves",
    )],
    pictures,
    more: nothing,
};

const HDD: [&str; 5] = [
    "hdd with none",
    "hdd with str",
    "hdd with zip",
    "hdd with sha",
    "hdd with rcc",
];
const PERSES: [&str; 5] = [
    "perses with none",
    "perses with str",
    "perses with zip",
    "perses with sha",
    "perses with rcc",
];

fn claims() -> Vec<Claim> {
    let mut claims: Vec<Claim> = [
        reducer(PERSES, [0.0713, 0.006_05, 0.166], 0.756),
        reducer(HDD, [0.0344, 0.002_22, 0.152], 0.382),
    ]
    .into_iter()
    .flatten()
    .collect();
    claims.extend([
        claim("Table 6", None, "perses with cc", PERSES[1], ANSWER_BYTES, 0.0112),
        claim("Table 6", None, "perses with rstr", PERSES[1], ANSWER_BYTES, 0.0262),
        claim("Table 6", None, PERSES[4], "perses with cc", ANSWER_BYTES, 0.0384),
        claim("Table 6", None, PERSES[4], "perses with rstr", ANSWER_BYTES, 0.0165),
    ]);
    let ddmin = |other, measure, printed| claim("Table 7", None, "ddmin with rcc", other, measure, printed);
    claims.extend([
        ddmin("ddmin with none", ASKED, 1_480_695.0 / 5_477_887.0),
        ddmin("ddmin with str", ASKED, 1.0),
        ddmin("ddmin with str", ANSWER_BYTES, 208.0 / 17_641_803.0),
    ]);
    // Figure 2 is drawn from Tables 2 and 3, of which these are the slopes.
    let growth = |one, printed| alone("Figure 2", None, one, Figure::Growth(ANSWER_BYTES), printed);
    let perses = PERSES[1..].iter().zip([0.819, 0.696, -0.041, -0.173]);
    let hdd = HDD[1..].iter().zip([0.802, 0.719, 0.011, -0.037]);
    claims.extend(perses.chain(hdd).map(|(one, printed)| growth(one, printed)));
    // Figures 3 and 4: what forgets is not at its peak in the end.
    let forgets = |place, one, other| claim(place, None, one, other, LAST_ANSWER_BYTES, SMALLER);
    claims.extend([
        claim("Table 4", None, PERSES[4], PERSES[3], MEAN_ANSWER_BYTES, 0.026_47),
        forgets("Figure 3", PERSES[4], PERSES[1]),
        forgets("Figure 3", PERSES[4], PERSES[2]),
        forgets("Figure 3", PERSES[4], PERSES[3]),
        forgets("Figure 4", PERSES[4], "perses with cc"),
        forgets("Figure 4", "perses with rstr", PERSES[1]),
    ]);
    for (rcc, rcc_size, entries) in [
        (HDD[4], "hdd with rcc-size", 0.6),
        (PERSES[4], "perses with rcc-size", SMALLER),
    ] {
        claims.extend([
            claim("Figure 5", None, rcc, rcc_size, MEAN_ANSWERS, entries),
            claim("Figure 5", None, rcc, rcc_size, MEAN_ANSWER_BYTES, SMALLER),
        ]);
    }
    claims
}

/// Tables 3 and 5 for one reducer without a cache, with str, zip, sha and rcc: peak bytes of rcc to sha, of sha and of zip
/// to str; the same with what rcc has to know of the program; queries with a cache.
fn reducer(names: [&'static str; 5], bytes: [f64; 3], asked: f64) -> Vec<Claim> {
    let [none, str, zip, sha, rcc] = names;
    let peak = |one, other, printed| claim("Table 3", None, one, other, ANSWER_BYTES, printed);
    let mut claims = vec![
        peak(rcc, sha, bytes[0]),
        peak(sha, str, bytes[1]),
        peak(zip, str, bytes[2]),
        claim("Table 3, all that it keeps", None, rcc, sha, CACHE_BYTES, bytes[0]),
        claim("Table 5", None, rcc, none, ASKED, asked),
    ];
    let same = [str, zip, sha].map(|other| claim("Table 5", None, rcc, other, ASKED, 1.0));
    claims.extend(same);
    claims
}

/// Figures 3 to 5, case by case: what the schemes keep while queries are asked.
fn pictures(rows: &[Row]) -> Vec<(String, String)> {
    let all: &[&str] = &["str", "zip", "sha", "cc", "rstr", "rcc-size", "rcc"];
    let forgetful: &[&str] = &["rcc-size", "rcc"];
    let bytes: fn([u64; 3]) -> u64 = |[_, _, bytes]| bytes;
    let number: fn([u64; 3]) -> u64 = |[_, number, _]| number;
    let mut pictures = Vec::new();
    for case in rows.chunk_by(|one, other| one.case == other.case) {
        for reducer in ["perses", "hdd"] {
            for (what, schemes, of) in [("bytes", all, bytes), ("number", forgetful, number)] {
                let course = |scheme: &&'static str| {
                    let name = format!("{reducer} with {scheme}");
                    let row = case.iter().find(|row| row.configuration == name);
                    let samples = row.iter().flat_map(|row| &row.cache_course);
                    let point = |sample: &[u64; 3]| (sample[0] as f64, of(*sample) as f64);
                    (*scheme, samples.map(point).collect())
                };
                let lines: Vec<(&str, Vec<(f64, f64)>)> = schemes.iter().map(course).collect();
                let case = &case[0].case;
                let name = format!("answers-{what}-{reducer}-{}", case.replace('/', "-"));
                let title = format!("{case}: {what} of the answers that are kept under {reducer}");
                pictures.extend(plot::courses(&title, what, &lines).map(|picture| (name, picture)));
            }
        }
    }
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::record::testing::record;
    use crate::table::rows;

    /// A run whose cache held so much after its first and its last query.
    fn run(configuration: &str, course: [[u64; 3]; 2]) -> Record {
        Record {
            peak_answer_bytes: course.iter().map(|[_, _, bytes]| *bytes).max(),
            mean_answer_bytes: Some(course.iter().map(|[_, _, bytes]| *bytes).sum::<u64>() / 2),
            cache_course: course.to_vec(),
            ..record("a/b", configuration, 20, 10)
        }
    }

    #[test]
    fn what_forgets_is_smaller_on_the_whole_and_in_the_end() {
        let records = [
            run(PERSES[3], [[1, 10, 400], [20, 20, 800]]),
            run(PERSES[4], [[1, 10, 200], [20, 4, 50]]),
            run("perses with rcc-size", [[1, 10, 200], [20, 18, 300]]),
        ];
        let names: Vec<String> = records.iter().map(|record| record.configuration.clone()).collect();
        let rows = rows(&records, &names, &[]);
        let text = PAPER.markdown(&rows);
        for line in [
            "| Table 4 | all | perses with rcc | perses with sha | mean bytes of answers | 0.026 | 0.208 | 1 |",
            "| Figure 3 | all | perses with rcc | perses with sha | bytes of answers at the end, of the peak | 1.000 | 0.250 | 1 |",
            "| Figure 5 | all | perses with rcc | perses with rcc-size | mean number of answers | 1.000 | 0.500 | 1 |",
            "| Figure 5 | all | perses with rcc | perses with rcc-size | mean bytes of answers | 1.000 | 0.500 | 1 |",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        let pictures = PAPER.pictures(&rows);
        let names: Vec<&str> = pictures.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(names, ["answers-bytes-perses-a-b", "answers-number-perses-a-b"]);
        assert_eq!(pictures[0].1.matches("r=\"4\"").count(), 3);
        assert_eq!(pictures[1].1.matches("r=\"4\"").count(), 2);
    }
}

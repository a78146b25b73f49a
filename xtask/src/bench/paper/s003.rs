//! S003: caches that forget.
//!
//! The tables print every subject, so that what stands here are geometric means over them, as ours are.

use super::claim::{Claim, Figure, alone, claim};
use super::measures::CACHE_ENTRIES;
use super::{Paper, SMALLER, nothing};
use crate::bench::table::{ASKED, CACHE_BYTES};

pub const PAPER: Paper = Paper {
    name: "S003",
    claims,
    absent: &[
        (
            "Table 4",
            "mean bytes over time",
            "lop notes the peak of a cache and not its course; the peaks are in the rows of Table 3",
        ),
        (
            "Figures 3 and 4",
            "bytes over time on one subject",
            "lop notes the peak of a cache and not its course; Tables 3 and 6 have the peaks of the same schemes",
        ),
        (
            "Figure 5",
            "bytes and entries over time",
            "for the same reason; the rows of Figure 5 compare peaks, and entries at the end",
        ),
        (
            "Tables 5 and 7",
            "seconds with and without a cache",
            "lop remembers all answers of a run below its cache, so that no text is tested twice whatever the cache; questions \
             tell what a cache saves",
        ),
    ],
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
        claim("Table 6", None, "perses with cc", PERSES[1], CACHE_BYTES, 0.0112),
        claim("Table 6", None, "perses with rstr", PERSES[1], CACHE_BYTES, 0.0262),
        claim("Table 6", None, PERSES[4], "perses with cc", CACHE_BYTES, 0.0384),
        claim("Table 6", None, PERSES[4], "perses with rstr", CACHE_BYTES, 0.0165),
    ]);
    let ddmin = |other, measure, printed| claim("Table 7", None, "ddmin with rcc", other, measure, printed);
    claims.extend([
        ddmin("ddmin with none", ASKED, 1_480_695.0 / 5_477_887.0),
        ddmin("ddmin with str", ASKED, 1.0),
        ddmin("ddmin with str", CACHE_BYTES, 208.0 / 17_641_803.0),
    ]);
    // Figure 2 is drawn from Tables 2 and 3, of which these are the slopes.
    let growth = |one, printed| alone("Figure 2", None, one, Figure::Growth(CACHE_BYTES), printed);
    let perses = PERSES[1..].iter().zip([0.819, 0.696, -0.041, -0.173]);
    let hdd = HDD[1..].iter().zip([0.802, 0.719, 0.011, -0.037]);
    claims.extend(perses.chain(hdd).map(|(one, printed)| growth(one, printed)));
    claims.extend([
        claim("Figure 5", None, HDD[4], "hdd with rcc-size", CACHE_ENTRIES, 0.6),
        claim(
            "Figure 5",
            None,
            PERSES[4],
            "perses with rcc-size",
            CACHE_ENTRIES,
            SMALLER,
        ),
        claim("Figure 5", None, HDD[4], "hdd with rcc-size", CACHE_BYTES, SMALLER),
        claim(
            "Figure 5",
            None,
            PERSES[4],
            "perses with rcc-size",
            CACHE_BYTES,
            SMALLER,
        ),
    ]);
    claims
}

/// Tables 3 and 5 for one reducer without a cache, with str, zip, sha and rcc: peak bytes of rcc to sha, of sha and of zip
/// to str; questions with a cache.
fn reducer(names: [&'static str; 5], bytes: [f64; 3], asked: f64) -> Vec<Claim> {
    let [none, str, zip, sha, rcc] = names;
    let peak = |one, other, printed| claim("Table 3", None, one, other, CACHE_BYTES, printed);
    let mut claims = vec![
        peak(rcc, sha, bytes[0]),
        peak(sha, str, bytes[1]),
        peak(zip, str, bytes[2]),
        claim("Table 5", None, rcc, none, ASKED, asked),
    ];
    let same = [str, zip, sha].map(|other| claim("Table 5", None, rcc, other, ASKED, 1.0));
    claims.extend(same);
    claims
}

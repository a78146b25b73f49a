//! gharachorlu2021: models that guide Pardis.

use super::claim::{Claim, claim};
use super::configurations::{CREDUCE, GUIDED_OFF, GUIDED_THEN_CREDUCE_OFF, GUIDED_THEN_PARDIS_OFF, PARDIS_OFF};
use super::models::{self, Accuracy};
use super::{C, Paper, nothing};
use crate::table::{ASKED, RUNS, Row, SECONDS, TOKENS};

pub(super) const PAPER: Paper = Paper {
    key: "gharachorlu2021",
    alias: "S004",
    claims,
    absent: &[(
        "Table III",
        "precision and recall on real bugs",
        "a test here is interesting or not; the paper's also says whether a program that is refused still compiles",
    )],
    pictures: nothing,
    more,
};

/// Table I: seconds, tests and tokens with each forest.
const TABLE_1: [(&str, [f64; 3]); 5] = [
    (GUIDED_OFF, [714.0, 1_251.0, 743.0]),
    ("model-guided children off", [729.0, 1_294.0, 750.0]),
    ("model-guided path off", [826.0, 1_477.0, 889.0]),
    ("model-guided node+children off", [722.0, 1_245.0, 947.0]),
    ("model-guided all off", [803.0, 1_395.0, 993.0]),
];

/// Section IV-B, synthetic tests: precision and recall in percent.
const ACCURACY: [Accuracy; 3] = [("c", "node", 75, 78), ("c", "children", 76, 61), ("c", "path", 72, 84)];

fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    for (one, [seconds, tests, tokens]) in TABLE_1 {
        let of = |measure, printed| claim("Table I", C, one, PARDIS_OFF, measure, printed);
        claims.extend([
            of(SECONDS, seconds / 996.0),
            of(ASKED, tests / 2_065.0),
            of(TOKENS, tokens / 574.0),
        ]);
    }
    claims.extend([
        claim("Table I", C, GUIDED_OFF, CREDUCE, SECONDS, 714.0 / 1_650.0),
        claim("Table I", C, GUIDED_OFF, CREDUCE, RUNS, 1_251.0 / 26_895.0),
        claim("Table I", C, GUIDED_OFF, CREDUCE, TOKENS, 743.0 / 76.0),
        claim(
            "Table II",
            C,
            GUIDED_THEN_CREDUCE_OFF,
            CREDUCE,
            SECONDS,
            1_278.0 / 1_650.0,
        ),
        claim(
            "Table II",
            C,
            GUIDED_THEN_CREDUCE_OFF,
            CREDUCE,
            RUNS,
            16_269.0 / 26_895.0,
        ),
        claim("Table II", C, GUIDED_THEN_CREDUCE_OFF, CREDUCE, TOKENS, 82.0 / 76.0),
        claim(
            "Table II",
            C,
            GUIDED_THEN_PARDIS_OFF,
            PARDIS_OFF,
            SECONDS,
            893.0 / 996.0,
        ),
        claim(
            "Table II",
            C,
            GUIDED_THEN_PARDIS_OFF,
            PARDIS_OFF,
            RUNS,
            2_316.0 / 2_065.0,
        ),
        claim("Table II", C, GUIDED_THEN_PARDIS_OFF, PARDIS_OFF, TOKENS, 560.0 / 574.0),
    ]);
    claims
}

fn more(_: &[Row]) -> String {
    models::accuracy("section IV-B, synthetic tests", &ACCURACY)
}

//! gharachorlu2023: one pass delta debugging, Pardis, model guided and type batched reduction.

use super::claim::{Claim, Figure, Means, alone, beside, claim};
use super::configurations::{
    CREDUCE, GUIDED, GUIDED_OFF, HYBRID, HYBRID_OFF, JOINT_1, ONE_BY_ONE, OPDD, OPDD_FORWARD_OFF, OPDD_OFF, PARDIS,
    PARDIS_OFF, PDD, PDD_W, PERSES, PERSES_N, PERSES_N_OFF, PERSES_OFF, REVISITED_OFF, THEN_CREDUCE, TYPE_BATCHED,
    TYPE_BATCHED_OFF, UNPRUNED, UNPRUNED_OFF,
};
use super::measures::REVISITS;
use super::models::{self, Accuracy};
use super::{C, GO, Paper, RUST, SMALLER, nothing};
use crate::table::{ASKED, RUNS, Row, SECONDS, TOKENS};

pub(super) const PAPER: Paper = Paper {
    key: "gharachorlu2023",
    alias: "S001",
    claims,
    absent: &[
        (
            "Table 3.1, backward",
            "revisits that succeed",
            "lop's ddmin visits the first subsets first, as in chapter 2, and there is no other; Tables 3.2 and 3.3 compare \
             two backward orders, and part of our gain may be the order's",
        ),
        (
            "Table 3.1",
            "unambiguity",
            "no run asks about every subset of a granularity alone and then about all that may go at once",
        ),
        (
            "Table 5.7",
            "precision and recall on real bugs",
            "a test here is interesting or not; the paper's also says whether a program that is refused still compiles",
        ),
    ],
    pictures: nothing,
    more,
};

/// Tables 3.2, 4.1, 4.3 and 5.10 to 5.12, without replacements.
const OFF: [Means; 7] = [
    means(
        PERSES_OFF,
        [654.0, 151.0, 138.0],
        [3_264.0, 401.0, 236.0],
        [1_013.0, 1_083.0, 39.0],
    ),
    means(
        OPDD_OFF,
        [654.0, 151.0, 138.0],
        [3_007.0, 396.0, 235.0],
        [876.0, 1_037.0, 33.0],
    ),
    means(
        PERSES_N_OFF,
        [605.0, 151.0, 138.0],
        [2_409.0, 348.0, 255.0],
        [1_156.0, 1_019.0, 38.0],
    ),
    means(
        UNPRUNED_OFF,
        [587.0, 150.0, 138.0],
        [2_114.0, 343.0, 255.0],
        [764.0, 971.0, 36.0],
    ),
    means(
        PARDIS_OFF,
        [587.0, 148.0, 138.0],
        [1_416.0, 254.0, 155.0],
        [595.0, 701.0, 22.0],
    ),
    means(
        HYBRID_OFF,
        [586.0, 150.0, 138.0],
        [1_490.0, 268.0, 158.0],
        [476.0, 739.0, 22.0],
    ),
    means(
        TYPE_BATCHED_OFF,
        [565.0, 150.0, 138.0],
        [1_314.0, 266.0, 194.0],
        [419.0, 975.0, 28.0],
    ),
];

/// Tables 3.3, 4.2, 4.3, 5.11 and 5.12, with replacements.
const ON: [Means; 7] = [
    means(
        PERSES,
        [232.0, 127.0, 106.0],
        [3_315.0, 571.0, 333.0],
        [1_119.0, 2_176.0, 49.0],
    ),
    means(
        OPDD,
        [232.0, 127.0, 106.0],
        [3_093.0, 550.0, 332.0],
        [1_058.0, 2_139.0, 50.0],
    ),
    means(
        PERSES_N,
        [234.0, 127.0, 108.0],
        [2_589.0, 518.0, 345.0],
        [1_158.0, 2_005.0, 50.0],
    ),
    means(
        UNPRUNED,
        [227.0, 127.0, 106.0],
        [2_288.0, 505.0, 340.0],
        [987.0, 1_995.0, 49.0],
    ),
    means(
        PARDIS,
        [207.0, 131.0, 102.0],
        [1_933.0, 401.0, 273.0],
        [912.0, 1_908.0, 41.0],
    ),
    means(
        HYBRID,
        [242.0, 128.0, 104.0],
        [1_967.0, 437.0, 277.0],
        [758.0, 1_831.0, 42.0],
    ),
    means(
        TYPE_BATCHED,
        [240.0, 129.0, 108.0],
        [1_219.0, 425.0, 320.0],
        [445.0, 1_568.0, 47.0],
    ),
];

/// Tables 5.2 to 5.4, the forest that looks at the node.
const BY_NODE_OFF: Means = means(
    GUIDED_OFF,
    [648.0, 200.0, 166.0],
    [837.0, 136.0, 79.0],
    [460.0, 471.0, 15.0],
);
const BY_NODE: Means = means(
    GUIDED,
    [252.0, 193.0, 123.0],
    [1_811.0, 408.0, 216.0],
    [965.0, 1_212.0, 38.0],
);

/// Table 5.4, the other forests: how many times as fast as Pardis, for C, Rust and Go. What a forest did not reduce at all
/// does not count there; for the rest the paper gives no other means that could be compared.
const SPEED_UPS: [(&str, &str, [Option<f64>; 3]); 8] = [
    ("model-guided children off", PARDIS_OFF, [Some(0.94), None, Some(5.48)]),
    ("model-guided path off", PARDIS_OFF, [Some(5.54), None, Some(1.32)]),
    (
        "model-guided node+children off",
        PARDIS_OFF,
        [Some(1.28), Some(0.92), Some(1.32)],
    ),
    (
        "model-guided all off",
        PARDIS_OFF,
        [Some(10.81), Some(7.86), Some(2.00)],
    ),
    ("model-guided children", PARDIS, [Some(1.04), Some(1.75), Some(2.01)]),
    ("model-guided path", PARDIS, [Some(0.81), Some(2.02), Some(1.75)]),
    (
        "model-guided node+children",
        PARDIS,
        [Some(0.99), Some(1.40), Some(2.14)],
    ),
    ("model-guided all", PARDIS, [Some(0.82), Some(1.91), Some(2.39)]),
];

/// Table 5.5: the slowest forest and the test, in milliseconds, geometric means.
const TIMES: [models::Times; 3] = [("c", 1.48, 323.0), ("rust", 1.53, 1_290.0), ("go", 1.0, 238.0)];

/// Table 5.6: precision and recall in percent.
const ACCURACY: [Accuracy; 15] = [
    ("c", "node", 83, 94),
    ("c", "children", 85, 91),
    ("c", "path", 85, 97),
    ("c", "node+children", 85, 91),
    ("c", "all", 86, 94),
    ("rust", "node", 78, 88),
    ("rust", "children", 77, 89),
    ("rust", "path", 81, 90),
    ("rust", "node+children", 78, 88),
    ("rust", "all", 80, 91),
    ("go", "node", 78, 96),
    ("go", "children", 78, 96),
    ("go", "path", 84, 95),
    ("go", "node+children", 79, 95),
    ("go", "all", 83, 95),
];

const fn means(name: &'static str, tokens: [f64; 3], asked: [f64; 3], seconds: [f64; 3]) -> Means {
    Means {
        name,
        tokens,
        asked,
        seconds,
    }
}

fn claims() -> Vec<Claim> {
    let mut claims = revisits();
    for (table, variants, means) in [
        ("Table 3.2", "Tables 4.1, 4.3", &OFF),
        ("Table 3.3", "Tables 4.2, 4.3", &ON),
    ] {
        let [perses, opdd, others @ .., _] = means;
        claims.extend(beside(table, opdd, perses));
        claims.extend(others.iter().flat_map(|other| beside(variants, other, perses)));
    }
    claims.extend(guided());
    for (place, means, by_node) in [
        ("Tables 5.10, 5.12", &OFF, &BY_NODE_OFF),
        ("Tables 5.11, 5.12", &ON, &BY_NODE),
    ] {
        claims.extend(beside(place, &means[6], &means[0]));
        claims.extend(beside(place, &means[6], &means[4]));
        claims.extend(beside(place, by_node, &means[0]));
    }
    for other in [ONE_BY_ONE, PDD, PDD_W, JOINT_1] {
        let below = |measure| claim("Figures 5.11, 5.12", None, TYPE_BATCHED, other, measure, SMALLER);
        claims.extend([below(ASKED), below(SECONDS)]);
    }
    claims.extend([
        claim("Table 6.1", C, TYPE_BATCHED, CREDUCE, RUNS, 1_219.0 / 17_254.0),
        claim("Table 6.1", C, TYPE_BATCHED, CREDUCE, SECONDS, 445.0 / 2_367.0),
        claim("Table 6.1", C, TYPE_BATCHED, CREDUCE, TOKENS, 240.0 / 72.0),
        claim("Table 6.2", C, THEN_CREDUCE, CREDUCE, RUNS, 10_155.0 / 17_254.0),
        claim("Table 6.2", C, THEN_CREDUCE, CREDUCE, SECONDS, 1.0 / 1.72),
        claim("Table 6.2", C, THEN_CREDUCE, CREDUCE, TOKENS, 71.0 / 72.0),
    ]);
    claims
}

/// Table 3.1: the mean over its nine cases, forward; and that backward is the better order.
fn revisits() -> Vec<Claim> {
    let forward = [5, 7, 13, 36, 0, 4, 0, 0, 0];
    let mean = f64::from(forward.iter().sum::<i32>()) / forward.len() as f64;
    let below = |measure| claim("Table 3.1", None, OPDD_OFF, OPDD_FORWARD_OFF, measure, SMALLER);
    vec![
        alone("Table 3.1, forward", None, REVISITED_OFF, Figure::Mean(REVISITS), mean),
        below(ASKED),
        below(TOKENS),
    ]
}

/// Tables 5.2 to 5.4.
fn guided() -> Vec<Claim> {
    let mut claims = beside("Tables 5.2, 5.4", &BY_NODE_OFF, &OFF[4]);
    claims.extend(beside("Tables 5.3, 5.4", &BY_NODE, &ON[4]));
    for (one, other, speed_ups) in SPEED_UPS {
        let printed = [C, RUST, GO].into_iter().zip(speed_ups);
        claims.extend(printed.filter_map(|(language, speed_up)| {
            Some(claim("Table 5.4", language, one, other, SECONDS, 1.0 / speed_up?))
        }));
    }
    claims.extend([
        claim(
            "Table 5.2",
            C,
            "model-guided node+children off",
            PARDIS_OFF,
            ASKED,
            882.0 / 1_416.0,
        ),
        claim(
            "Table 5.2",
            C,
            "model-guided node+children off",
            PARDIS_OFF,
            TOKENS,
            766.0 / 587.0,
        ),
        claim(
            "Table 5.2",
            C,
            "model-guided all off",
            PARDIS_OFF,
            ASKED,
            77.0 / 1_416.0,
        ),
        claim(
            "Table 5.2",
            C,
            "model-guided all off",
            PARDIS_OFF,
            TOKENS,
            5_245.0 / 587.0,
        ),
        claim(
            "Table 5.3",
            C,
            "model-guided node+children",
            PARDIS,
            ASKED,
            1_768.0 / 1_933.0,
        ),
        claim(
            "Table 5.3",
            C,
            "model-guided node+children",
            PARDIS,
            TOKENS,
            252.0 / 207.0,
        ),
        claim("Table 5.3", C, "model-guided all", PARDIS, ASKED, 1_960.0 / 1_933.0),
        claim("Table 5.3", C, "model-guided all", PARDIS, TOKENS, 1_512.0 / 207.0),
    ]);
    claims
}

fn more(rows: &[Row]) -> String {
    let times = models::times("Table 5.5", &TIMES, PARDIS_OFF, rows);
    times + &models::accuracy("Table 5.6", &ACCURACY)
}

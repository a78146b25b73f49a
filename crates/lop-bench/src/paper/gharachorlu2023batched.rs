//! gharachorlu2023batched: type batched program reduction.

use super::claim::{Claim, Figure, Means, alone, beside, claim};
use super::configurations::{
    AGNOSTIC, AGNOSTIC_BATCH_OFF, BATCHES_OFF, CONSTANT, ONE_BY_ONE, ONLINE, PARDIS, PDD, PERSES, RANDOM, TYPE_BATCHED,
};
use super::measures::{CHUNKS, PACE};
use super::{C, GO, Paper, RUST, SMALLER, nothing};
use crate::table::{ASKED, SECONDS, TOKENS};

pub(super) const PAPER: Paper = Paper {
    key: "gharachorlu2023batched",
    alias: "S000",
    claims,
    absent: &[],
    pictures: nothing,
    more: nothing,
};

/// Table 2.
const TABLE_2: [Means; 3] = [
    Means {
        name: PERSES,
        tokens: [243.0, 126.0, 102.0],
        asked: [3_315.0, 671.0, 295.0],
        seconds: [1_093.0, 1_625.0, 45.0],
    },
    Means {
        name: PARDIS,
        tokens: [250.0, 126.0, 102.0],
        asked: [2_088.0, 544.0, 252.0],
        seconds: [927.0, 1_520.0, 38.0],
    },
    Means {
        name: TYPE_BATCHED,
        tokens: [249.0, 127.0, 105.0],
        asked: [1_261.0, 441.0, 237.0],
        seconds: [471.0, 1_080.0, 41.0],
    },
];

/// Figure 6: of the successful chunks those with more than one node, with two, three, four and more than ten, in percent.
const FIGURE_6: [(&str, [f64; 5]); 2] = [
    (BATCHES_OFF, [51.0, 21.0, 10.0, 6.0, 4.0]),
    (AGNOSTIC_BATCH_OFF, [23.0, 12.0, 5.0, 2.0, 1.0]),
];

fn claims() -> Vec<Claim> {
    let [perses, pardis, type_batched] = &TABLE_2;
    let mut claims = beside("Table 2", type_batched, perses);
    claims.extend(beside("Table 2", type_batched, pardis));
    claims.extend([
        claim("Table 2, E", C, TYPE_BATCHED, PERSES, PACE, 27.0 / 63.0),
        claim("Table 2, E", C, TYPE_BATCHED, PARDIS, PACE, 32.0 / 63.0),
        claim("Table 2, E", RUST, TYPE_BATCHED, PERSES, PACE, 0.15 / 0.23),
        claim("Table 2, E", RUST, TYPE_BATCHED, PARDIS, PACE, 0.17 / 0.23),
        claim("Table 2, E", GO, TYPE_BATCHED, PERSES, PACE, 2.2 / 2.4),
        claim("Table 2, E", GO, TYPE_BATCHED, PARDIS, PACE, 2.6 / 2.4),
        claim("Table 2, C", None, TYPE_BATCHED, PERSES, ASKED, 1_261.0 / 3_315.0),
        claim("Table 2, C", None, TYPE_BATCHED, PERSES, TOKENS, 249.0 / 243.0),
        claim("Table 2, C", None, TYPE_BATCHED, PARDIS, ASKED, 1_261.0 / 2_088.0),
        claim("Table 2, C", None, TYPE_BATCHED, PARDIS, TOKENS, 249.0 / 250.0),
    ]);
    for (place, other) in [
        ("Figure 4", CONSTANT),
        ("Figure 4", RANDOM),
        ("Figure 5", AGNOSTIC),
        ("Figure 5", ONE_BY_ONE),
        ("Figure 5", PDD),
    ] {
        let below = |measure| claim(place, None, TYPE_BATCHED, other, measure, SMALLER);
        claims.extend([below(ASKED), below(SECONDS)]);
        // Of random schedules there is a mean, and no run.
        if other != RANDOM {
            claims.push(Claim {
                figure: Figure::SameSize,
                ..below(SECONDS)
            });
        }
    }
    for (one, shares) in FIGURE_6 {
        let shares = CHUNKS.into_iter().zip(shares);
        claims.extend(shares.map(|(figure, printed)| alone("Figure 6", None, one, figure, printed)));
    }
    claims.extend([
        claim("lop's goal", None, ONLINE, PERSES, ASKED, 0.33),
        claim("lop's goal", None, ONLINE, PARDIS, ASKED, 0.50),
        claim("lop's goal", None, ONLINE, PERSES, TOKENS, 1.03),
    ]);
    claims
}

//! bointner2025: semantic heuristics for CUE.

use super::claim::{Claim, Figure, claim};
use super::configurations::{PERSES, SERU_PERSES, SERU_VULCAN, VULCAN};
use super::measures::PACE;
use super::{CUE, Paper, nothing};
use crate::table::{ASKED, SECONDS, TOKENS};

pub(super) const PAPER: Paper = Paper {
    key: "bointner2025",
    alias: "S002",
    claims,
    absent: &[
        (
            "Tables 5.2 to 5.4",
            "its sixteen instances one by one",
            "they are issues of the CUE project that its artifact holds; bench/cases/cue is made of other bugs",
        ),
        (
            "Table 5.4, SET",
            "seconds in the heuristics",
            "answers are kept, so that the clock of a run is that of the test; `lop --stats` has the seconds of each stage",
        ),
    ],
    pictures: nothing,
    more: nothing,
};

/// Figure 5.2: the median of the tokens that one heuristic alone leaves more than perses. It is none for all that the
/// text does not name.
const ABLATION: [(&str, f64); 16] = [
    (SERU_PERSES, -4.0),
    ("seru+perses with cue-constant", -1.5),
    ("seru+perses with -cue-constant", -1.0),
    ("seru+perses with cue-declaration", -0.5),
    ("seru+perses with cue-package", 0.0),
    ("seru+perses with cue-import", 0.0),
    ("seru+perses with cue-ellipsis", 0.0),
    ("seru+perses with cue-nesting", 0.0),
    ("seru+perses with cue-list", 0.0),
    ("seru+perses with cue-let", 0.0),
    ("seru+perses with cue-if", 0.0),
    ("seru+perses with cue-if-trivial", 0.0),
    ("seru+perses with cue-union", 0.0),
    ("seru+perses with cue-interpolation", 0.0),
    ("seru+perses with cue-intersection", 0.0),
    ("seru+perses with cue-loop", 0.0),
];

fn claims() -> Vec<Claim> {
    let of = |place, one, other, figure, printed| Claim {
        figure,
        ..claim(place, CUE, one, other, TOKENS, printed)
    };
    let mut claims = vec![
        // Geometric means over its instances, from the tokens and queries of each.
        claim("Table 5.2", CUE, SERU_PERSES, PERSES, TOKENS, 0.849),
        claim("Table 5.2", CUE, SERU_VULCAN, VULCAN, TOKENS, 0.882),
        claim("Table 5.2", CUE, SERU_PERSES, PERSES, ASKED, 4.092),
        claim("Table 5.2", CUE, SERU_VULCAN, VULCAN, ASKED, 2.72),
        of("Table 5.3", SERU_PERSES, PERSES, Figure::Points, 7.17),
        of("Table 5.3", SERU_VULCAN, VULCAN, Figure::Points, 4.63),
        claim("Table 5.4", CUE, SERU_PERSES, PERSES, SECONDS, 19.213 / 4.999),
        claim("Table 5.4", CUE, SERU_VULCAN, VULCAN, SECONDS, 753.175 / 795.511),
        claim("Table 5.4, E", CUE, SERU_PERSES, PERSES, PACE, 9.361 / 3.133),
        claim("Table 5.4, E", CUE, SERU_VULCAN, VULCAN, PACE, 1.874 / 2.347),
    ];
    let ablation = ABLATION.into_iter();
    claims.extend(ablation.map(|(one, printed)| of("Figure 5.2", one, PERSES, Figure::Tokens, printed)));
    claims
}

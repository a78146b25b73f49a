//! Cascade: a definition with all that uses it, and all that only these need.
//!
//! **Idea.** A program that mentions a library needs most of it, however little of that matters. The library goes if its few
//! uses go at the same time. So a candidate removes a declaration, a member or a statement; everything that cannot do without
//! it, because it mentions a name that nothing else defines; and everything that only these needed.
//!
//! **Loop.**
//! ```text
//! until no fair share of the program goes:
//!     halves, quarters, eighths and sixteenths of the roots, which nothing else needs, with all that only they need
//!     of the units that dominate much of the program, the most tokens for the fewest uses that sink first:
//!         sink the next ones with their uses, and with all that nothing needs then
//!         twice as many at once after an interesting candidate, half as many after an uninteresting one
//!         stop after 16 single units in a row that have to stay
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** At most 30 queries for the roots; of the others, at most 16 about single units in a row are in vain.
//!
//! **Reference.** lop; binary reduction keeps what is needed, and this takes away what needs it.

use std::ops::Range;
use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::{Change, Edit};

use super::cuts;
use super::items::outermost;
use super::{Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::needs::Units;
use crate::search::{Search, Stop};
use crate::steps::{Places, Steps};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "cascade",
    summary: "A definition with all that uses it, and all that only these need.",
    reference: "lop",
    list: "opdd",
    heeds: &[],
    guarantees: &[
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |_| Box::new(Cascade),
};

/// Units that dominate most of the program, of which the edits are made and compared.
///
/// With the numbers here and one unit a query, 84 of 217 candidates were interesting on 97,000 tokens of libstdc++ and a small
/// client, and 70,228 tokens became 11,101. Other numbers were not measured.
const MAX_CANDIDATES: usize = 512;
/// A unit that dominates less than one token in this many is not worth a query while the program is large.
const MIN_SHARE: usize = 512;
/// A sweep ends after this many single units in a row that have to stay.
const PATIENCE: usize = 16;
/// Sweeps go on while more than one token in this many goes.
const FAIR_SHARE: usize = 16;
/// Every token that sinks and that the unit does not dominate is a risk, and so many are one in any case.
const RISK: usize = 8;

struct Cascade;

impl Reducer for Cascade {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        sweeps(search)
    }
}

/// Parts of the roots and sweeps, while a fair share of the program goes.
pub(super) fn sweeps(search: &mut Search<'_>) -> Result<(), Stop> {
    loop {
        let before = search.best().token_count();
        let units = Rc::new(Units::new(search.best()));
        cut_roots(search, &units)?;
        search.follow(Sweep::new(units, search.best()))?;
        search.parse_anew();
        if (before - search.best().token_count().min(before)) * FAIR_SHARE <= before {
            return Ok(());
        }
    }
}

/// Halves of the roots, then quarters, and so on, from the front.
fn cut_roots(search: &mut Search<'_>, units: &Rc<Units>) -> Result<(), Stop> {
    let parts: Vec<Range<usize>> = cuts::parts(units.roots.len(), &cuts::CUTS).collect();
    let units = units.clone();
    search.follow(Places::new(parts, move |best, part| {
        let is_gone = gone(&units, best);
        let left = units.roots[part.clone()].iter().copied();
        let left: Vec<usize> = left.filter(|unit| !is_gone[*unit]).collect();
        without(&units, &left, &is_gone, best).into_iter().collect()
    }))?;
    Ok(())
}

/// For each unit, whether a program is without it.
fn gone(units: &Units, best: &Program) -> Vec<bool> {
    units.nodes.iter().map(|node| !best.is_open(*node)).collect()
}

/// The edit that removes units with all that goes with them, if there are any.
fn without(units: &Units, sinking: &[usize], is_gone: &[bool], best: &Program) -> Option<Edit> {
    if sinking.is_empty() {
        return None;
    }
    let sunken = units.sink(sinking, is_gone, usize::MAX)?;
    let nodes = sunken.all.into_iter().map(|unit| units.nodes[unit]);
    let mut changes: Vec<Change> = nodes.filter(|node| best.is_open(*node)).map(Change::Remove).collect();
    changes.sort_unstable();
    let changes = outermost(&changes, best);
    (!changes.is_empty()).then_some(Edit { changes })
}

#[derive(Clone)]
struct Sweep {
    units: Rc<Units>,
    /// Units to sink, the most promising first.
    candidates: Rc<[usize]>,
    next: usize,
    /// Units that sink together.
    width: usize,
    /// Single units in a row that have to stay.
    failures: usize,
    is_gone: Vec<bool>,
}

impl Sweep {
    fn new(units: Rc<Units>, best: &Program) -> Self {
        let is_gone = gone(&units, best);
        Sweep {
            candidates: by_promise(&units, &is_gone, best.token_count()).into(),
            next: 0,
            width: 1,
            failures: 0,
            is_gone,
            units,
        }
    }

    /// The next units, as many as sink together.
    fn group(&self) -> Vec<usize> {
        let left = self.candidates[self.next..].iter().copied();
        left.filter(|unit| !self.is_gone[*unit]).take(self.width).collect()
    }
}

/// The units that dominate much of a program of so many tokens, those with the most tokens for the least risk first.
fn by_promise(units: &Units, is_gone: &[bool], tokens: usize) -> Vec<usize> {
    let dominated = units.dominated();
    let weight = |unit: &usize| dominated.weights[*unit];
    let left = (0..units.nodes.len()).filter(|unit| !is_gone[*unit]);
    let mut heavy: Vec<usize> = left.filter(|unit| weight(unit) > tokens / MIN_SHARE).collect();
    heavy.sort_by_key(|unit| std::cmp::Reverse(weight(unit)));
    heavy.truncate(MAX_CANDIDATES);
    let mut scored: Vec<(f64, usize)> = Vec::new();
    for unit in heavy {
        let Some(sunken) = units.sink(&[unit], is_gone, units.nodes.len() / 4 + 16) else {
            continue;
        };
        let gain: usize = sunken.all.iter().map(|unit| units.weight(*unit)).sum();
        let users = sunken.users.iter().filter(|user| !dominated.is_below(**user, unit));
        let risk: usize = users.map(|unit| units.weight(*unit)).sum();
        let score = gain as f64 / (RISK + risk) as f64;
        scored.push((score, unit));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    scored.into_iter().map(|(_, unit)| unit).collect()
}

impl Steps for Sweep {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        if self.failures == PATIENCE {
            return None;
        }
        without(&self.units, &self.group(), &self.is_gone, best)
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        if is_accepted {
            self.is_gone = gone(&self.units, best);
            self.failures = 0;
            self.width *= 2;
        } else if self.width > 1 {
            self.width /= 2;
        } else {
            let stays = self.group();
            let place = |unit: &usize| self.candidates.iter().position(|candidate| candidate == unit);
            self.next = stays
                .first()
                .and_then(place)
                .map_or(self.candidates.len(), |place| place + 1);
            self.failures += 1;
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

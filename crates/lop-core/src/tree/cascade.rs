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
//!     for each unit that dominates much of the program: the most tokens for the fewest uses that sink come first
//!         sink it with its uses, and with all that nothing needs then
//!         stop after 16 uninteresting candidates in a row
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** At most 16 queries in a row are in vain, and 30 for the roots.
//!
//! **Reference.** lop; binary reduction keeps what is needed, and this takes away what needs it.

use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::{Change, Edit};

use super::items::outermost;
use super::{Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::needs::Units;
use crate::search::{Search, Stop};
use crate::steps::Steps;

/// The table entry.
pub static ENTRY: ReducerEntry = ReducerEntry {
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

// With the numbers below, 84 of 217 candidates were interesting on 97,000 tokens of libstdc++ and a small client, and 70,228
// tokens became 11,101. Other numbers were not measured.

/// Units that dominate most of the program, of which the edits are made and compared.
const MAX_CANDIDATES: usize = 512;
/// A unit that dominates less than one token in this many is not worth a query while the program is large.
const MIN_SHARE: usize = 512;
/// A sweep ends after this many uninteresting candidates in a row.
const PATIENCE: usize = 16;
/// Sweeps go on while more than one token in this many goes.
const FAIR_SHARE: usize = 16;
/// Every token that sinks and that the unit does not dominate is a risk, and so many are one in any case.
const RISK: usize = 8;
/// The roots are cut into so many parts.
const CUTS: [usize; 4] = [2, 4, 8, 16];

struct Cascade;

impl Reducer for Cascade {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        sweeps(search)
    }
}

/// Sweeps, while a fair share of the program goes.
pub fn sweeps(search: &mut Search<'_>) -> Result<(), Stop> {
    loop {
        let before = search.best().token_count();
        search.follow(Sweep::new(search.best()))?;
        search.parse_anew();
        if (before - search.best().token_count().min(before)) * FAIR_SHARE <= before {
            return Ok(());
        }
    }
}

#[derive(Clone)]
struct Sweep {
    units: Rc<Units>,
    /// Units to sink together, the most promising first.
    candidates: Rc<[Vec<usize>]>,
    next: usize,
    /// Uninteresting candidates in a row.
    failures: usize,
    is_gone: Vec<bool>,
}

impl Sweep {
    fn new(program: &Program) -> Self {
        let units = Units::new(program);
        let mut candidates = parts(&units.roots);
        candidates.extend(by_promise(&units, program));
        Sweep {
            is_gone: vec![false; units.nodes.len()],
            units: Rc::new(units),
            candidates: candidates.into(),
            next: 0,
            failures: 0,
        }
    }

    /// The edit that removes units with all that goes with them.
    fn edit(&self, units: &[usize], best: &Program) -> Option<Edit> {
        let sunken = self.units.sink(units, &self.is_gone, usize::MAX)?;
        let nodes = sunken.all.into_iter().map(|unit| self.units.nodes[unit]);
        let mut changes: Vec<Change> = nodes.filter(|node| best.is_open(*node)).map(Change::Remove).collect();
        changes.sort_unstable();
        let changes = outermost(&changes, best);
        (!changes.is_empty()).then_some(Edit { changes })
    }
}

/// Halves of a row, then quarters, and so on, from the front.
fn parts(row: &[usize]) -> Vec<Vec<usize>> {
    let counts = CUTS.into_iter().filter(|count| *count <= row.len());
    let bound = |part: usize, count: usize| part * row.len() / count;
    counts
        .flat_map(|count| (0..count).map(move |index| (count, index)))
        .map(|(count, index)| row[bound(index, count)..bound(index + 1, count)].to_vec())
        .collect()
}

/// The units that dominate much of a program, those with the most tokens for the least risk first.
fn by_promise(units: &Units, program: &Program) -> Vec<Vec<usize>> {
    let dominated = units.dominated();
    let least = program.token_count() / MIN_SHARE;
    let weight = |unit: &usize| dominated.weights[*unit];
    let mut heavy: Vec<usize> = (0..units.nodes.len()).filter(|unit| weight(unit) > least).collect();
    heavy.sort_by_key(|unit| std::cmp::Reverse(weight(unit)));
    heavy.truncate(MAX_CANDIDATES);
    let is_gone = vec![false; units.nodes.len()];
    let mut scored: Vec<(f64, usize)> = Vec::new();
    for unit in heavy {
        let Some(sunken) = units.sink(&[unit], &is_gone, units.nodes.len() / 4 + 16) else {
            continue;
        };
        let gain: usize = sunken.all.iter().map(|unit| units.weight(*unit)).sum();
        let users = sunken.users.iter().filter(|user| !dominated.is_below(**user, unit));
        let risk: usize = users.map(|unit| units.weight(*unit)).sum();
        let score = gain as f64 / (RISK + risk) as f64;
        scored.push((score, unit));
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    scored.into_iter().map(|(_, unit)| vec![unit]).collect()
}

impl Steps for Sweep {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        while self.failures < PATIENCE {
            let candidate = self.candidates.get(self.next)?;
            let left = candidate.iter().copied().filter(|unit| !self.is_gone[*unit]);
            let left: Vec<usize> = left.collect();
            if let Some(edit) = self.edit(&left, best).filter(|_| !left.is_empty()) {
                return Some(edit);
            }
            self.next += 1;
        }
        None
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        self.next += 1;
        if is_accepted {
            self.failures = 0;
            let nodes = self.units.nodes.iter().zip(&mut self.is_gone);
            nodes.for_each(|(node, is_gone)| *is_gone |= !best.is_open(*node));
        } else if self.candidates[self.next - 1].len() == 1 {
            self.failures += 1;
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

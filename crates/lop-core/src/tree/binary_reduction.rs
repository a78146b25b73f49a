//! Binary reduction: a few definitions, with all that they need.
//!
//! **Idea.** Half of a program seldom compiles, because it uses what is defined in the other half. A definition with
//! everything that it needs, and all that those need, mostly does. Sort the definitions by the size of what they
//! bring along: a short run from the beginning of that list is a program of its own, and halving finds the shortest
//! interesting one. Its last definition is needed, the rest is searched again.
//!
//! **Loop.**
//! ```text
//! nothing is needed; all items are undecided, those that bring least along first
//! while the needed items, with what they bring along, are not interesting:
//!     by halving, from short runs that are cheap to test: the shortest run of undecided items that is interesting together with the needed ones
//!     its last item is needed, those after it go, those before it stay undecided
//!     less than one token in 64 went in this round, and it was not the first → stop
//! ```
//!
//! Items are those of the program's outermost list, of namespaces, and those inside an item that is most of the program.
//! [`needs`](crate::needs) says what they need.
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** log n queries for every needed item.
//!
//! **Reference.** kalhauge2019, where the items are Java's classes and what they need is certain. Here it is guessed from names, so a round may find nothing.

use std::ops::Range;
use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::{Change, Edit};

use super::items::outermost;
use super::{Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::needs::{Depth, Needs};
use crate::search::{Search, Stop};
use crate::steps::Steps;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "binary-reduction",
    summary: "A few definitions with all that they need, found by halving.",
    reference: "kalhauge2019",
    list: "opdd",
    heeds: &[],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |_| Box::new(BinaryReduction),
};

/// So many items are sorted by what they bring along. Of more, the last come first: what they bring along stands before them,
/// and runs that are interesting become shorter from query to query. Not measured.
const MAX_WEIGHED: usize = 1 << 10;
/// A round that finds a needed item goes on while one token in this many goes. Not measured.
const FAIR_SHARE: usize = 64;

/// Of more items than are weighed, a run is at most so many times as long as one that was too short.
const GALLOP: usize = 8;

struct BinaryReduction;

impl Reducer for BinaryReduction {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| {
            sweep(search, Depth::Declarations)?;
            members(search)
        })
    }
}

/// Once, with the members of records as items, where the language says what these are.
pub(super) fn members(search: &mut Search<'_>) -> Result<(), Stop> {
    let has_records = !search.best().tree().syntax().facts().member_scopes.is_empty();
    if has_records {
        sweep(search, Depth::Members)
    } else {
        Ok(())
    }
}

/// Once, for the items of the best program.
pub(super) fn sweep(search: &mut Search<'_>, depth: Depth) -> Result<(), Stop> {
    let needs = Needs::new(search.best(), depth);
    if needs.items.len() > 1 {
        search.follow(ShortestRun::new(needs, search.best()))?;
        search.parse_anew();
    }
    Ok(())
}

#[derive(Clone)]
struct ShortestRun {
    needs: Rc<Needs>,
    needed: Vec<usize>,
    /// Undecided items, those that bring least along first.
    undecided: Rc<[usize]>,
    /// Where the shortest interesting run ends: behind one of these, or nowhere yet while the needed items are tested.
    ends: Option<Range<usize>>,
    /// Tokens before this round, and now.
    before: usize,
    left: usize,
}

impl ShortestRun {
    fn new(needs: Needs, program: &Program) -> Self {
        let mut undecided: Vec<usize> = (0..needs.items.len()).collect();
        if undecided.len() <= MAX_WEIGHED {
            let weight = |item: usize| -> usize {
                let stays = needs.closure([item]).into_iter().zip(&needs.items);
                stays
                    .map(|(stays, item)| program.weight(*item) * usize::from(stays))
                    .sum()
            };
            undecided.sort_by_cached_key(|item| (weight(*item), *item));
        } else {
            let place = |item: usize| program.tree().span(needs.items[item]).start;
            undecided.sort_by_cached_key(|item| std::cmp::Reverse(place(*item)));
        }
        ShortestRun {
            needs: Rc::new(needs),
            needed: Vec::new(),
            undecided: undecided.into(),
            ends: None,
            before: usize::MAX,
            left: program.token_count(),
        }
    }

    /// The length of the run that is tested: half-way, or of many items a few times what is too short. Short runs are cheap to
    /// test: on 688,559 tokens of a JSON library and its client a run of one item left 525,720 after 2 queries.
    fn length(&self) -> usize {
        let is_large = self.undecided.len() > MAX_WEIGHED;
        let longest = |ends: &Range<usize>| if is_large { ends.start * GALLOP } else { usize::MAX };
        let middle = |ends: &Range<usize>| (ends.start + ends.len() / 2).min(longest(ends));
        self.ends.as_ref().map_or(0, middle)
    }

    /// The edit that keeps only the needed items and a run.
    fn edit(&self, best: &Program) -> Option<Edit> {
        let run = &self.undecided[..self.length()];
        let stays = self.needs.closure(self.needed.iter().chain(run).copied());
        let goes = stays.into_iter().zip(&self.needs.items).filter(|(stays, _)| !stays);
        let goes = goes.map(|(_, item)| *item).filter(|item| best.is_open(*item));
        let goes: Vec<Change> = goes.map(Change::Remove).collect();
        let changes = outermost(&goes, best);
        (!changes.is_empty()).then_some(Edit { changes })
    }

    /// Goes on by half, or to the next round.
    fn take(&mut self, is_interesting: bool) {
        let length = self.length();
        let ends = match self.ends.take() {
            None if is_interesting => return self.undecided = Rc::new([]),
            None => 1..self.undecided.len(),
            Some(ends) if is_interesting => ends.start..length,
            Some(ends) => length + 1..ends.end,
        };
        if ends.is_empty() {
            self.needed.push(self.undecided[ends.end - 1]);
            let is_fair = self.before - self.before.min(self.left) > self.left / FAIR_SHARE;
            self.before = self.left;
            let left = if is_fair { ends.end - 1 } else { 0 };
            self.undecided = self.undecided[..left].into();
        } else {
            self.ends = Some(ends);
        }
    }
}

impl Steps for ShortestRun {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        while !self.undecided.is_empty() {
            match self.edit(best) {
                Some(edit) => return Some(edit),
                None => self.take(true),
            }
        }
        None
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        self.left = best.token_count();
        self.take(is_accepted);
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

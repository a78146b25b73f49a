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
//!     by halving: the shortest run of undecided items that is interesting together with the needed ones
//!     its last item is needed, those after it go, those before it stay undecided
//!     nothing went in this round, and it was not the first → stop
//! ```
//!
//! Items are those of the program's outermost list, and those inside an item that is most of the program. An
//! item needs the one around it, and the items in which its names are defined; where a language's definitions are not known,
//! a name is defined where it first stands.
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** log n queries for every needed item.
//!
//! **Reference.** kalhauge2019, where the items are Java's classes and what they need is certain. Here it is guessed from names, so a round may find nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Kind, NodeId, Program, names};

use super::items::outermost;
use super::{Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::steps::Steps;

/// The table entry.
pub static ENTRY: ReducerEntry = ReducerEntry {
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

/// Programs with more items are skipped: the dependency graph would take longer than the queries. Not measured.
const MAX_ITEMS: usize = 1 << 13;

struct BinaryReduction;

impl Reducer for BinaryReduction {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(sweep)
    }
}

/// Once, for the items of the best program.
pub fn sweep(search: &mut Search<'_>) -> Result<(), Stop> {
    let items = items(search.best());
    if (2..=MAX_ITEMS).contains(&items.len()) {
        search.follow(ShortestRun::new(items, search.best()))?;
        search.parse_anew();
    }
    Ok(())
}

/// The items of the outermost list, and of those inside that are most of the program.
fn items(program: &Program) -> Vec<NodeId> {
    let tree = program.tree();
    let mut items = Vec::new();
    let mut around = Some(tree.root());
    while let Some(node) = around {
        let first = items.len();
        if let Some(list) = outermost_list(program, node) {
            let is_item = |item: &NodeId| tree.kind(*item) != Kind::Separator && program.is_removable(*item);
            items.extend(program.children(list).filter(is_item));
        }
        let is_most = |item: &NodeId| program.weight(*item) * 2 > program.token_count();
        around = items[first..].iter().copied().find(is_most);
    }
    items
}

/// The heaviest of the lists below a node that are in no other.
fn outermost_list(program: &Program, node: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let mut lists = Vec::new();
    let mut todo: Vec<NodeId> = program.children(node).collect();
    while let Some(node) = todo.pop() {
        if tree.kind(node) == Kind::List {
            lists.push(node);
        } else {
            todo.extend(program.children(node));
        }
    }
    lists
        .into_iter()
        .min_by_key(|list| (Reverse(program.weight(*list)), *list))
}

/// The dependency graph.
struct Needs {
    items: Vec<NodeId>,
    /// For every item those that it needs, by their places.
    of: Vec<Vec<usize>>,
}

impl Needs {
    fn new(items: Vec<NodeId>, program: &Program) -> Self {
        let places: BTreeMap<NodeId, usize> = items.iter().enumerate().map(|(place, item)| (*item, place)).collect();
        let item_of = |node: NodeId| {
            let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
            around.find_map(|node| places.get(&node).copied())
        };
        let mut of: Vec<BTreeSet<usize>> = items
            .iter()
            .map(|item| program.parent(*item).and_then(item_of).into_iter().collect())
            .collect();
        let has_definitions = program.tree().syntax().facts().has_names;
        for name in names::by_scope(program) {
            let first = name.tokens.first().filter(|_| !has_definitions).into_iter();
            let definitions = name.definitions.iter().chain(first);
            let definitions: BTreeSet<usize> = definitions.filter_map(|token| item_of(*token)).collect();
            for item in name.tokens.iter().filter_map(|token| item_of(*token)) {
                of[item].extend(&definitions);
            }
        }
        let of = of.into_iter().map(|needed| needed.into_iter().collect()).collect();
        Needs { items, of }
    }

    /// These items with all that they need, as marks on every item.
    fn with_needed(&self, mut todo: Vec<usize>) -> Vec<bool> {
        let mut stays = vec![false; self.items.len()];
        while let Some(item) = todo.pop() {
            if !std::mem::replace(&mut stays[item], true) {
                todo.extend(&self.of[item]);
            }
        }
        stays
    }

    /// How many tokens an item brings along.
    fn weight(&self, item: usize, program: &Program) -> usize {
        let stays = self.with_needed(vec![item]).into_iter();
        let stays = stays.zip(&self.items).filter(|(stays, _)| *stays);
        stays.map(|(_, item)| program.weight(*item)).sum()
    }
}

#[derive(Clone)]
struct ShortestRun {
    needs: Rc<Needs>,
    needed: Vec<usize>,
    /// Undecided items, those that bring least along first.
    in_query: Rc<[usize]>,
    /// Where the shortest interesting run ends: behind one of these, or nowhere yet while the needed items are tested.
    ends: Option<Range<usize>>,
    /// Whether something went in this round, or it is the first.
    has_shrunk: bool,
}

impl ShortestRun {
    fn new(items: Vec<NodeId>, program: &Program) -> Self {
        let needs = Needs::new(items, program);
        let weights: Vec<usize> = (0..needs.items.len()).map(|item| needs.weight(item, program)).collect();
        let mut in_query: Vec<usize> = (0..needs.items.len()).collect();
        in_query.sort_by_key(|item| (weights[*item], *item));
        ShortestRun {
            needs: Rc::new(needs),
            needed: Vec::new(),
            in_query: in_query.into(),
            ends: None,
            has_shrunk: true,
        }
    }

    /// The length of the run that is tested.
    fn length(&self) -> usize {
        self.ends.as_ref().map_or(0, |ends| ends.start + ends.len() / 2)
    }

    /// The edit that keeps only the needed items and a run.
    fn edit(&self, best: &Program) -> Option<Edit> {
        let run = &self.in_query[..self.length()];
        let stays = self.needs.with_needed(self.needed.iter().chain(run).copied().collect());
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
            None if is_interesting => return self.in_query = Rc::new([]),
            None => 1..self.in_query.len(),
            Some(ends) if is_interesting => ends.start..length,
            Some(ends) => length + 1..ends.end,
        };
        if ends.is_empty() {
            self.needed.push(self.in_query[ends.end - 1]);
            let has_shrunk = std::mem::take(&mut self.has_shrunk);
            let left = if has_shrunk { ends.end - 1 } else { 0 };
            self.in_query = self.in_query[..left].into();
        } else {
            self.ends = Some(ends);
        }
    }
}

impl Steps for ShortestRun {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        while !self.in_query.is_empty() {
            match self.edit(best) {
                Some(edit) => return Some(edit),
                None => self.take(true),
            }
        }
        None
    }

    fn answer(&mut self, is_accepted: bool, _best: &Program) {
        self.has_shrunk |= is_accepted;
        self.take(is_accepted);
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

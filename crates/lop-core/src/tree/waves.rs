//! Waves: many independent queries about the same program, then a merge of the interesting edits.
//!
//! **Idea.** A reducer that waits for each verdict keeps few workers busy, however well it speculates. Nodes in different
//! parts of the tree can be tried at once, all against the same best program,
//! and cuts that are interesting alone are nearly always interesting together (gharachorlu2023, Table 3.1). So run a wave
//! of queries whose number does not depend on the number of workers, then merge the interesting ones in a
//! fixed order: the result is the same for any number of workers.
//!
//! **Loop.**
//! ```text
//! queue = { the root's parts }
//! while the queue has items, take the WAVE heaviest:
//!     try each of them, all against the same best program
//!     make all that were interesting at once; if that fails, the first half of them, then the second
//!     of those that were not interesting: a chunk of siblings is halved; a single node is entered,
//!                                         and smaller nodes below it are hoisted into its place
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** As perses with halving, and one query for each wave in which more than one item succeeds.
//!
//! **Reference.** lop; merging concurrent successes is what Shrink Ray and C-Vise do, in the order of arrival.

use std::collections::BinaryHeap;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{Kind, NodeId, Program};

use super::walk::{Order, children, replacements};
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Outcome, Search, Stop};

/// How many queries make a wave unless told otherwise. Fewer are better for up to 32 workers, more for some hundred:
/// the book's page on many jobs has the figures.
pub(super) const WAVE: usize = 128;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "waves",
    summary: "Many independent queries at once, then a merge of the interesting ones: for many workers.",
    reference: "lop",
    list: "halving",
    heeds: &[Heeds::Replacements, Heeds::Waves],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| Box::new(Waves { options }),
};

struct Waves {
    options: Options,
}

impl Reducer for Waves {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| self.round(search))
    }
}

/// A candidate edit: heavy items first, among equals the last in the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    gain: usize,
    place: u32,
    what: Target,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// Siblings that go together.
    Chunk(Vec<NodeId>),
    /// A descendant hoisted into the place of a node.
    Replacement(NodeId, NodeId),
}

impl Waves {
    fn round(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let order = Order::of(search.best());
        let mut queue = BinaryHeap::new();
        self.enter(search.best(), &order, search.best().tree().root(), None, &mut queue);
        loop {
            let wave = self.wave(search.best(), &order, &mut queue);
            if wave.is_empty() {
                return Ok(());
            }
            let edits: Vec<Edit> = wave.iter().map(Item::edit).collect();
            let after = |best: &Program| {
                let wave = self.wave(best, &order, &mut queue.clone());
                wave.iter().map(Item::edit).collect()
            };
            let outcomes = search.attempt_all(&edits, after)?;
            let is_put_off = |outcome: &Outcome| *outcome == Outcome::PutOff && outcomes.contains(&Outcome::Made);
            let put_off = wave
                .into_iter()
                .zip(&outcomes)
                .filter(|(_, outcome)| is_put_off(outcome));
            queue.extend(put_off.map(|(item, _)| item));
        }
    }

    /// The heaviest items. The items that follow if they fail wait behind them, or are among them.
    fn wave(&self, best: &Program, order: &Order, queue: &mut BinaryHeap<Item>) -> Vec<Item> {
        let mut wave = Vec::new();
        while wave.len() < self.options.wave {
            let Some(item) = queue.pop() else { break };
            let Some(item) = item.refreshed(best) else { continue };
            if let Target::Chunk(nodes) = &item.what {
                self.divide(best, order, nodes.clone(), queue);
            }
            wave.push(item);
        }
        wave
    }

    /// The items that follow after a chunk failed.
    fn divide(&self, best: &Program, order: &Order, mut nodes: Vec<NodeId>, queue: &mut BinaryHeap<Item>) {
        nodes.retain(|node| best.is_live(*node));
        if let [node] = nodes[..] {
            self.enter(best, order, node, Some(best.weight(node)), queue);
        } else if !nodes.is_empty() {
            let half = nodes.split_off(nodes.len() / 2);
            queue.push(Item::chunk(best, order, half));
            queue.push(Item::chunk(best, order, nodes));
        }
    }

    /// Enqueues the items below a node; `tried` tokens together could not go.
    fn enter(&self, best: &Program, order: &Order, node: NodeId, tried: Option<usize>, queue: &mut BinaryHeap<Item>) {
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if self.options.replacements {
                let below = replacements(best, node, self.options.hoists).into_iter();
                queue.extend(below.map(|by| Item::replacement(best, order, node, by)));
            }
            let is_list = matches!(best.tree().kind(node), Kind::List | Kind::Error);
            let (removable, kept): (Vec<NodeId>, Vec<NodeId>) =
                children(best, node).partition(|child| best.is_removable(*child));
            todo.extend(kept);
            let chunks = if is_list && !removable.is_empty() {
                vec![removable]
            } else {
                removable.into_iter().map(|child| vec![child]).collect()
            };
            for chunk in chunks {
                let item = Item::chunk(best, order, chunk);
                match item.what {
                    Target::Chunk(nodes) if Some(item.gain) == tried => match nodes[..] {
                        [node] => todo.push(node),
                        _ => self.divide(best, order, nodes, queue),
                    },
                    _ => queue.push(item),
                }
            }
        }
    }
}

impl Item {
    fn chunk(best: &Program, order: &Order, nodes: Vec<NodeId>) -> Self {
        Item {
            gain: nodes.iter().map(|node| best.weight(*node)).sum(),
            place: order.place(*nodes.last().expect("a chunk has nodes")),
            what: Target::Chunk(nodes),
        }
    }

    fn replacement(best: &Program, order: &Order, node: NodeId, by: NodeId) -> Self {
        Item {
            gain: best.weight(node) - best.weight(by),
            place: order.place(node),
            what: Target::Replacement(node, by),
        }
    }

    /// The part of the item that can still be tried: nodes may have gone, or become irremovable.
    fn refreshed(mut self, best: &Program) -> Option<Self> {
        let is_open = match &mut self.what {
            Target::Chunk(nodes) => {
                nodes.retain(|node| best.is_live(*node) && best.is_removable(*node));
                !nodes.is_empty()
            }
            Target::Replacement(node, by) => best.is_live(*node) && best.is_live(*by) && best.can_replace(*node, *by),
        };
        is_open.then_some(self)
    }

    fn edit(&self) -> Edit {
        match &self.what {
            Target::Chunk(nodes) => edit::remove_all(nodes.iter().copied()),
            Target::Replacement(node, by) => edit::replace(*node, *by),
        }
    }
}

//! Waves: many independent questions about the same program, then all that may go together.
//!
//! **Idea.** A reducer that waits for each answer before it asks again keeps few workers busy, however well it
//! guesses. Nodes in different parts of the tree can be asked about at once, all against the same best program,
//! and cuts that are interesting alone are nearly always interesting together (gharachorlu2023, Table 3.1). So ask a wave
//! of questions whose number does not depend on the number of workers, then merge what was interesting in a
//! fixed order: the result is the same for any number of workers.
//!
//! **Loop.**
//! ```text
//! queue = { the root's parts }
//! while the queue has items, take the WAVE heaviest:
//!     ask about each of them, all against the same best program
//!     make all that were interesting at once; if that fails, the first half of them, then the second
//!     of what was not interesting: a chunk of siblings is halved; a single node is entered,
//!                                  and smaller nodes below it are tried in its place
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** As perses with halving, and one question for each wave in which more than one item succeeds.
//!
//! **Reference.** lop; merging concurrent successes is what Shrink Ray and C-Vise do, in the order of arrival.

use std::collections::BinaryHeap;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{Kind, NodeId, Program};

use super::walk::{Order, children, replacements};
use super::{Entry, Heeds, Options, Reducer};
use crate::guarantee::Guarantee;
use crate::search::{Outcome, Search, Stop};

/// How many questions make a wave unless told otherwise. Fewer are better for up to 32 workers, more for some hundred:
/// the book's page on many jobs has the figures.
pub const WAVE: usize = 128;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "waves",
    summary: "Many independent questions at once, then all that may go together: for many workers.",
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
        search.to_fix_point(|search| self.round(search))
    }
}

/// Something to ask about: heavy items first, among equals the last in the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    gain: usize,
    place: u32,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// Siblings that go together.
    Chunk(Vec<NodeId>),
    /// A node below another one in its place.
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

    /// The heaviest items; what would be asked about if they could not go waits behind them, or is among them.
    fn wave(&self, best: &Program, order: &Order, queue: &mut BinaryHeap<Item>) -> Vec<Item> {
        let mut wave = Vec::new();
        while wave.len() < self.options.wave {
            let Some(item) = queue.pop() else { break };
            let Some(item) = item.refreshed(best) else { continue };
            if let What::Chunk(nodes) = &item.what {
                self.divide(best, order, nodes.clone(), queue);
            }
            wave.push(item);
        }
        wave
    }

    /// What is asked about after a chunk could not go.
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

    /// Puts into the queue what can be asked about below a node; `asked` tokens together could not go.
    fn enter(&self, best: &Program, order: &Order, node: NodeId, asked: Option<usize>, queue: &mut BinaryHeap<Item>) {
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if self.options.replacements {
                let below = replacements(best, node).into_iter();
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
                    What::Chunk(nodes) if Some(item.gain) == asked => match nodes[..] {
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
            what: What::Chunk(nodes),
        }
    }

    fn replacement(best: &Program, order: &Order, node: NodeId, by: NodeId) -> Self {
        Item {
            gain: best.weight(node) - best.weight(by),
            place: order.place(node),
            what: What::Replacement(node, by),
        }
    }

    /// What is left of the item: nodes may have gone, or stand in places now that they cannot leave.
    fn refreshed(mut self, best: &Program) -> Option<Self> {
        let is_open = match &mut self.what {
            What::Chunk(nodes) => {
                nodes.retain(|node| best.is_live(*node) && best.is_removable(*node));
                !nodes.is_empty()
            }
            What::Replacement(node, by) => best.is_live(*node) && best.is_live(*by) && best.can_replace(*node, *by),
        };
        is_open.then_some(self)
    }

    fn edit(&self) -> Edit {
        match &self.what {
            What::Chunk(nodes) => edit::remove_all(nodes.iter().copied()),
            What::Replacement(node, by) => edit::replace(*node, *by),
        }
    }
}

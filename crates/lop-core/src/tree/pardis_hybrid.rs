//! Pardis Hybrid: the heaviest first, equal siblings together.
//!
//! **Idea.** As Pardis, but nodes of the same weight below the same parent are minimised as a list, so that
//! many light siblings can go with few queries.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has nodes, take all with the highest (tokens below, parent's place):
//!     minimise the removable ones among them as a list
//!     the children of what remains enter the queue
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** As Pardis at worst, less where siblings go together.
//!
//! **Replacements.** As in Perses, they come from at most 5 levels below a node, and at most 100 are tried, the smallest first. Before
//! them, a chain of nodes of one rule that begins at the node (`a + b + c`, `a.b().c()`, `else if`) is halved as a list in which each
//! gives its place to the next, and so is the node's own list if there are more than 8.
//!
//! **Reference.** gharachorlu2023, section 4.3: Algorithm 3.

use std::rc::Rc;

use lop_syntax::edit::Change;
use lop_syntax::{NodeId, Program};

use super::walk::{Fixpoint, Order, Plan, Priority, Visit, Waiting};
use super::{Heeds, Options, ReducerEntry};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "pardis-hybrid",
    summary: "The heaviest nodes first, siblings of the same weight together as a list.",
    reference: "gharachorlu2023, section 4.3",
    list: "opdd",
    heeds: &[Heeds::List, Heeds::Replacements, Heeds::Pruning],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| Box::new(Fixpoint(Rc::new(PardisHybrid { options }))),
};

struct PardisHybrid {
    options: Options,
}

impl Plan for PardisHybrid {
    fn options(&self) -> &Options {
        &self.options
    }

    fn priority(&self, program: &Program, order: &Order, node: NodeId, parent: &Waiting) -> Priority {
        (program.weight(node), order.place(parent.node), order.place(node))
    }

    fn is_together(&self, one: &Priority, other: &Priority) -> bool {
        (one.0, one.1) == (other.0, other.1)
    }

    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit> {
        let is_asked = |waiting: &Waiting| !waiting.is_pruned && program.is_removable(waiting.node);
        let asked = nodes.iter().filter(|waiting| is_asked(waiting));
        let mut visits = vec![Visit::Minimize(
            asked.map(|waiting| Change::Remove(waiting.node)).collect(),
        )];
        for waiting in nodes {
            if self.options.replacements {
                visits.push(Visit::Replace(waiting.node));
            }
            visits.push(Visit::Enter(*waiting, is_asked(waiting) || waiting.is_pruned));
        }
        visits
    }
}

//! Pardis: the heaviest node first, one node at a time.
//!
//! **Idea.** Perses spends its queries on all children of a heavy list, light ones too. Pardis orders
//! the nodes that can be removed by their own weights, so large cuts come first, and every cut makes the
//! program smaller for the queries to come.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has a node, take the one with the highest (tokens below, place in a search from right to left):
//!     it can be removed, and the program without it is interesting → it is gone
//!     else its children enter the queue
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** One query for each removable node and round; with pruning, one for each chain of nodes that
//! hold the same tokens.
//!
//! **Replacements.** As in Perses, they come from at most 5 levels below a node, and at most 100 are tried, the smallest first. Before
//! them, a chain of nodes of one rule that begins at the node (`a + b + c`, `a.b().c()`, `else if`) is halved as a list in which each
//! gives its place to the next, and so is the node's own list if there are more than 8.
//!
//! **Reference.** gharachorlu2023, chapter 4: Algorithm 2, and Algorithm 4 for pruning.

use std::rc::Rc;

use lop_syntax::{NodeId, Program};

use super::walk::{Fixpoint, Order, Plan, Priority, Visit, Waiting, steps};
use super::{Heeds, Options, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::steps::Steps;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "pardis",
    summary: "The heaviest node first, one node at a time.",
    reference: "gharachorlu2023, chapter 4",
    list: "opdd",
    heeds: &[Heeds::Replacements, Heeds::Pruning],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| Box::new(Fixpoint(Rc::new(Pardis { options }))),
};

struct Pardis {
    options: Options,
}

/// The steps of one walk over a program, without replacements. Training drives them by itself.
pub fn pardis_walk(program: &Program) -> impl Steps + use<> {
    let options = Options {
        replacements: false,
        ..ENTRY.options()
    };
    steps(program, Rc::new(Pardis { options }))
}

impl Plan for Pardis {
    fn options(&self) -> &Options {
        &self.options
    }

    fn priority(&self, program: &Program, order: &Order, node: NodeId, _parent: &Waiting) -> Priority {
        heaviest_first(program, order, node)
    }

    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit> {
        one_at_a_time(&self.options, program, nodes, |_| true)
    }
}

/// The order of Pardis.
pub(super) fn heaviest_first(program: &Program, order: &Order, node: NodeId) -> Priority {
    (program.weight(node), order.place(node), 0)
}

/// The visits of Pardis: each node alone, if `is_advised` accepts it. Of a chain only the topmost node is considered,
/// accepted or not.
pub(super) fn one_at_a_time(
    options: &Options,
    program: &Program,
    nodes: &[Waiting],
    is_worth_asking: impl Fn(NodeId) -> bool,
) -> Vec<Visit> {
    let mut visits = Vec::new();
    for waiting in nodes {
        let can_go = !waiting.is_pruned && program.is_removable(waiting.node);
        if can_go && is_worth_asking(waiting.node) {
            visits.push(Visit::Remove(waiting.node));
        }
        if options.replacements {
            visits.push(Visit::Replace(waiting.node));
        }
        visits.push(Visit::Enter(*waiting, can_go || waiting.is_pruned));
    }
    visits
}

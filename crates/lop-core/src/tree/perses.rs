//! Perses: list by list, the heaviest first.
//!
//! **Idea.** The grammar tells which parts can go: items of lists and what is optional. Visit the nodes from
//! the heaviest to the lightest, minimise the items of each list with a list algorithm, try each option
//! without its content, and put smaller compatible nodes in place of larger ones.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has a node, take the one with most tokens below:
//!     list     → all items at once, then minimise the list of its items
//!     optional → try without it
//!     regular  → try compatible nodes below it in its place, the smallest first
//!     what remains of its children enters the queue
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** That of the list algorithm for every list.
//!
//! **Replacements.** As in Perses, they come from at most 5 levels below a node, and at most 100 are tried, the smallest first. Before
//! them, a chain of nodes of one rule that begins at the node (`a + b + c`, `a.b().c()`, `else if`) is halved as a list in which each
//! gives its place to the next, and so is the node's own list if there are more than 8.
//!
//! **Reference.** gharachorlu2023, section 2.4.1. `perses-n` is the variant of section 4.2 that tries every removable child
//! once, alone.

use std::rc::Rc;

use lop_syntax::edit::Change;
use lop_syntax::{Kind, NodeId, Program};

use super::walk::{Fixpoint, Order, Plan, Priority, Visit, Waiting, children};
use super::{Heeds, Options, ReducerEntry};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "perses",
    summary: "List by list, the heaviest first, with a list algorithm for each.",
    reference: "gharachorlu2023, section 2.4.1",
    list: "ddmin",
    heeds: &[Heeds::List, Heeds::Replacements],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| make(options, false),
};

/// The table entry of the variant that asks about one node at a time.
pub(super) static NODES: ReducerEntry = ReducerEntry {
    name: "perses-n",
    summary: "As perses, but every removable child is tried once, alone.",
    reference: "gharachorlu2023, section 4.2",
    list: "ddmin",
    heeds: &[Heeds::Replacements],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| make(options, true),
};

fn make(options: Options, is_one_by_one: bool) -> Box<dyn super::Reducer> {
    Box::new(Fixpoint(Rc::new(Perses { options, is_one_by_one })))
}

struct Perses {
    options: Options,
    is_one_by_one: bool,
}

impl Plan for Perses {
    fn options(&self) -> &Options {
        &self.options
    }

    fn priority(&self, program: &Program, order: &Order, node: NodeId, _parent: &Waiting) -> Priority {
        (program.weight(node), order.place(node), 0)
    }

    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit> {
        let mut visits = Vec::new();
        for waiting in nodes {
            let node = waiting.node;
            match program.tree().kind(node) {
                Kind::List | Kind::Error => visits.extend(self.list(program, node)),
                Kind::Optional => visits.push(Visit::Remove(node)),
                _ if self.options.replacements => visits.push(Visit::Replace(node)),
                _ => {}
            }
            visits.push(Visit::Enter(*waiting, false));
        }
        visits
    }
}

impl Perses {
    fn list(&self, program: &Program, list: NodeId) -> Vec<Visit> {
        let items: Vec<NodeId> = children(program, list).collect();
        if self.is_one_by_one {
            items.into_iter().rev().map(Visit::Remove).collect()
        } else {
            vec![Visit::Minimize(items.into_iter().map(Change::Remove).collect())]
        }
    }
}

//! Hierarchical delta debugging: level by level.
//!
//! **Idea.** What is high in the tree holds much text, so start there: minimise the nodes of each level as
//! one list, from the root down.
//!
//! **Loop.**
//! ```text
//! level = 0
//! while the level has nodes:
//!     minimise the nodes of the level as a list: those that can go do, others become their rule's shortest text
//!     level = level + 1
//! hdd+: then try each node alone, level by level, until nothing goes
//! hdd*: again from the beginning, until nothing goes
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** That of the list algorithm for every level; levels are wide, so quadratic algorithms show.
//!
//! **Reference.** gharachorlu2023, section 2.3, Algorithm 1.

use std::rc::Rc;

use lop_syntax::edit::Change;
use lop_syntax::{NodeId, Program};

use super::walk::{Fixpoint, Order, Plan, Priority, Visit, Waiting, walk};
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "hdd",
    summary: "Level by level from the root, each level as one list.",
    reference: "gharachorlu2023, section 2.3",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[Guarantee::RemovesAll, Guarantee::Monotone, Guarantee::ValidCandidates],
    make: |options| Box::new(Once(levels(options, false))),
};

/// The table entry of the variant that ends with one node at a time.
pub(super) static PLUS: ReducerEntry = ReducerEntry {
    name: "hdd+",
    summary: "As hdd, then each node alone until nothing goes.",
    reference: "gharachorlu2023, section 2.3",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
    ],
    make: |options| {
        Box::new(Plus(
            Once(levels(options.clone(), false)),
            Fixpoint(levels(options, true)),
        ))
    },
};

/// The table entry of the variant that runs to a fixpoint.
pub(super) static STAR: ReducerEntry = ReducerEntry {
    name: "hdd*",
    summary: "hdd again and again until nothing goes.",
    reference: "gharachorlu2023, section 2.3",
    list: "ddmin",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
    ],
    make: |options| Box::new(Fixpoint(levels(options, false))),
};

struct Once(Rc<Levels>);

impl Reducer for Once {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        walk(search, &self.0)
    }
}

struct Plus(Once, Fixpoint<Levels>);

impl Reducer for Plus {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        self.0.reduce(search)?;
        self.1.reduce(search)
    }
}

struct Levels {
    options: Options,
    is_one_by_one: bool,
}

fn levels(options: Options, is_one_by_one: bool) -> Rc<Levels> {
    Rc::new(Levels { options, is_one_by_one })
}

impl Plan for Levels {
    fn options(&self) -> &Options {
        &self.options
    }

    fn priority(&self, _program: &Program, order: &Order, node: NodeId, parent: &Waiting) -> Priority {
        (parent.priority.0 - 1, order.place(node), 0)
    }

    fn is_together(&self, one: &Priority, other: &Priority) -> bool {
        one.0 == other.0
    }

    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit> {
        let changes: Vec<Change> = nodes
            .iter()
            .filter_map(|waiting| change(program, waiting.node))
            .collect();
        let mut visits = Vec::new();
        if self.is_one_by_one {
            visits.extend(changes.into_iter().rev().map(|change| Visit::Minimize(vec![change])));
        } else {
            visits.push(Visit::Minimize(changes));
        }
        visits.extend(nodes.iter().map(|waiting| Visit::Enter(*waiting, false)));
        visits
    }
}

/// The node goes, or becomes the shortest text of its rule if that has fewer tokens.
fn change(program: &Program, node: NodeId) -> Option<Change> {
    if program.is_removable(node) {
        return Some(Change::Remove(node));
    }
    let tree = program.tree();
    let shortest = tree.syntax().grammar()?.minimal_text(tree.rule(node)?)?;
    (most_tokens(shortest) < program.weight(node)).then(|| Change::Rewrite(node, shortest.as_bytes().into()))
}

/// A text has at most as many tokens as words and signs.
fn most_tokens(text: &str) -> usize {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let signs = text
        .chars()
        .filter(|character| !is_word(*character) && !character.is_whitespace());
    signs.count()
        + text
            .split(|character| !is_word(character))
            .filter(|word| !word.is_empty())
            .count()
}

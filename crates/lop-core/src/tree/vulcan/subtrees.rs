//! Sub-trees: a node is replaced by a smaller one of the program, or by the shortest text of its rule.
//!
//! **Idea.** What a node is may not matter as long as something of its kind is there. Another node of the program that
//! fits and is smaller is known to be valid somewhere; the shortest text of the node's own rule is valid by the grammar.
//!
//! **Loop.**
//! ```text
//! until no token goes:
//!     for each node, from the root down:
//!         try the shortest text of its rule, then smaller nodes of the program that its place allows
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** A few queries for each node.
//!
//! **Reference.** xu2023, "sub-tree replacement".

use std::collections::BTreeSet;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{Kind, NodeId, Program};

use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::steps::Places;
use crate::tree::spelling::parses;
use crate::tree::walk::breadth_first;
use crate::tree::{Reducer, ReducerEntry};

/// The table entry.
pub(crate) static ENTRY: ReducerEntry = ReducerEntry {
    name: "subtrees",
    summary: "Nodes replaced by smaller ones of the program, or by the shortest text of their rule.",
    reference: "xu2023",
    list: "opdd",
    heeds: &[],
    guarantees: &[Guarantee::Idempotent, Guarantee::Monotone, Guarantee::ValidCandidates],
    make: |_| Box::new(Subtrees),
};

/// How many other nodes are tried in one place. Not measured.
const MAX_CANDIDATES: usize = 8;

struct Subtrees;

impl Reducer for Subtrees {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(sweep)
    }
}

/// Every node once, from the root down.
pub(crate) fn sweep(search: &mut Search<'_>) -> Result<(), Stop> {
    let nodes = breadth_first(search.best(), search.best().tree().root());
    search.follow(Places::new(nodes, |best, node| candidates(best, *node)))?;
    Ok(())
}

/// Replaces one node by another, if that is interesting.
pub(crate) fn replace_one(search: &mut Search<'_>) -> Result<(), Stop> {
    let best = search.best();
    let nodes = breadth_first(best, best.tree().root());
    let edits: Vec<Edit> = nodes.into_iter().flat_map(|node| candidates(best, node)).collect();
    search.attempt_first(edits)?;
    Ok(())
}

fn candidates(program: &Program, node: NodeId) -> Vec<Edit> {
    let tree = program.tree();
    let (true, Some(slot), Some(grammar)) = (program.is_open(node), program.slot(node), tree.syntax().grammar()) else {
        return Vec::new();
    };
    let weight = program.weight(node);
    if tree.kind(node) != Kind::Regular || weight < 2 {
        return Vec::new();
    }
    let own = tree.rule(node).and_then(|rule| grammar.minimal_text(rule));
    let own = own.map(|text| text.as_bytes().to_vec());
    let fits = |other: &NodeId| {
        let is_smaller = program.weight(*other) < weight;
        is_smaller && program.is_open(*other) && tree.rule(*other).is_some_and(|rule| grammar.accepts(slot, rule))
    };
    let mut others: Vec<NodeId> = tree.nodes().filter(fits).collect();
    others.sort_by_key(|other| program.weight(*other));
    let others = others.into_iter().map(|other| program.text_of(other));
    let mut seen = BTreeSet::from([program.text_of(node)]);
    let texts = own
        .into_iter()
        .chain(others)
        .filter(|text| !text.is_empty() && seen.insert(text.clone()));
    let edits = texts.take(MAX_CANDIDATES).map(|text| edit::rewrite(node, text));
    edits
        .filter(|edit| parses(program, edit) && is_smaller(program, edit, weight))
        .collect()
}

/// Whether a node has fewer tokens once its text is read again: the shortest text of a rule has as many as it has.
fn is_smaller(program: &Program, edit: &Edit, weight: usize) -> bool {
    let Some(edit::Change::Rewrite(_, text)) = edit.changes.first() else {
        return false;
    };
    lop_syntax::parse(&text[..], program.tree().syntax()).tokens() < weight
}

//! Nodes waiting to be looked at, the heaviest first.

use std::collections::BinaryHeap;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{Kind, NodeId, Program};

use crate::search::{Search, Stop};

/// How far below a node its replacements are looked for.
const REPLACEMENT_DEPTH: usize = 5;

/// The place of every node in a breadth-first search from right to left, counted down: the root has the highest
/// number, its last child the next, and so on.
pub struct Order {
    places: Vec<u32>,
}

impl Order {
    /// The order of a program's nodes.
    pub fn of(program: &Program) -> Self {
        let tree = program.tree();
        let mut places = vec![0; tree.node_count()];
        let mut next = places.len() as u32;
        let mut level = vec![tree.root()];
        while !level.is_empty() {
            for node in &level {
                next -= 1;
                places[node.index()] = next;
            }
            let below = level.iter().flat_map(|node| {
                let mut children: Vec<NodeId> = tree.children(*node).collect();
                children.reverse();
                children
            });
            level = below.collect();
        }
        Order { places }
    }

    /// The node's place.
    pub fn place(&self, node: NodeId) -> u32 {
        self.places[node.index()]
    }
}

/// A node in the queue, with its priority first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting<P: Ord> {
    /// What decides when its turn is.
    pub priority: P,
    /// The node.
    pub node: NodeId,
    /// Whether removing it would remove what removing a node above it did.
    pub is_pruned: bool,
}

/// Nodes by priority, the highest first.
pub struct Queue<P: Ord> {
    heap: BinaryHeap<Waiting<P>>,
}

impl<P: Ord> Default for Queue<P> {
    fn default() -> Self {
        Queue {
            heap: BinaryHeap::new(),
        }
    }
}

impl<P: Ord> Queue<P> {
    /// Adds a node.
    pub fn push(&mut self, node: NodeId, priority: P, is_pruned: bool) {
        self.heap.push(Waiting {
            priority,
            node,
            is_pruned,
        });
    }

    /// Takes the next node.
    pub fn pop(&mut self) -> Option<Waiting<P>> {
        self.heap.pop()
    }

    /// Takes the next node if it fits.
    pub fn pop_if(&mut self, fits: impl Fn(&Waiting<P>) -> bool) -> Option<Waiting<P>> {
        if self.heap.peek().is_some_and(fits) {
            self.heap.pop()
        } else {
            None
        }
    }
}

/// The children of a node that reducers look at; with each whether it is all there is of the node.
pub fn children(program: &Program, node: NodeId) -> Vec<(NodeId, bool)> {
    let tree = program.tree();
    let weight = program.weight(node);
    let is_of_interest = |child: &NodeId| !matches!(tree.kind(*child), Kind::Separator | Kind::Extra);
    let children = program.children(node).filter(is_of_interest);
    children.map(|child| (child, program.weight(child) == weight)).collect()
}

/// Tries to put something smaller in a node's place, the smallest first; returns what stands there then.
pub fn attempt_replacements(search: &mut Search<'_>, node: NodeId) -> Result<NodeId, Stop> {
    let program = search.best();
    if !matches!(program.tree().kind(node), Kind::Regular) {
        return Ok(node);
    }
    let weight = program.weight(node);
    let mut below = program.replacements(node, REPLACEMENT_DEPTH);
    below.retain(|below| program.weight(*below) < weight);
    below.sort_by_key(|below| program.weight(*below));
    let edits: Vec<Edit> = below.into_iter().map(|below| edit::replace(node, below)).collect();
    search.attempt_first(edits)?;
    Ok(search.best().standing(node))
}

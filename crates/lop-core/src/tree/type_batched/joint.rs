//! Joint reduction: which nodes of a batch are removed together.
//!
//! Every node has a belief that it can go. Nodes are taken from the queue, in its order, while the expected gain of
//! all that are taken grows. A chunk that fails lowers the beliefs of its nodes by Bayes' rule, as in probabilistic
//! delta debugging.
//!
//! ```text
//! gain(chunk) = Π belief(n) · Σ worth(n)
//! after a failure: 1 - belief(n) = (1 - belief(n)) / (1 - Π belief over the chunk)
//! ```

use lop_syntax::{NodeId, Program};
use rustc_hash::FxHashMap;

use crate::tree::learning::Joint;
use crate::tree::walk::children;

/// Bounds of prior beliefs: no node is certain before it was tried. gharachorlu2023 starts at the upper one; the lower one
/// was not measured.
pub(super) const MOST_BELIEF: f64 = 0.99;
const LEAST_BELIEF: f64 = 0.001;
/// Larger doubts are not told apart: a bound against overflow.
const MOST_DOUBT: f64 = 1e9;

/// A node that may go.
#[derive(Debug, Clone, Copy)]
struct RemovableNode {
    node: NodeId,
    weight: usize,
    /// Where it begins in the text.
    start: usize,
    /// And where it ends.
    end: usize,
    /// The belief that it can go, from the verdicts on others.
    belief: f64,
    /// By how much chunks that failed with it raised the odds that it has to stay.
    doubt: f64,
    /// Whether it declares a name used outside of it, once that was looked up.
    is_used: Option<bool>,
}

impl RemovableNode {
    /// How likely it is to go.
    fn belief(&self) -> f64 {
        self.belief / (self.belief + (1.0 - self.belief) * self.doubt)
    }
}

/// The nodes that a query is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Chunk(Vec<RemovableNode>);

impl Chunk {
    /// Whether there is no node.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The nodes.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.0.iter().map(|open| open.node)
    }

    /// The nodes, and whether each declares a name used outside of it.
    pub(super) fn with_uses(&self) -> impl Iterator<Item = (NodeId, bool)> + '_ {
        self.0.iter().map(|open| (open.node, open.is_used.unwrap_or_default()))
    }

    /// How likely all of them are to go.
    pub(super) fn belief(&self) -> f64 {
        self.0.iter().map(RemovableNode::belief).product()
    }

    /// Whether a node holds one of these, or is below one.
    fn overlaps(&self, other: &RemovableNode) -> bool {
        let mut nodes = self.0.iter();
        nodes.any(|open| other.start < open.end && open.start < other.end)
    }

    /// The tokens that are expected to go.
    pub(super) fn gain(&self) -> f64 {
        let weight: usize = self.0.iter().map(|open| open.weight).sum();
        self.belief() * weight as f64
    }
}

/// The queue of a batch.
#[derive(Debug, Clone)]
pub(super) struct Queue {
    joint: Joint,
    /// Sorted with the first node last, unless new ones came.
    open: Vec<RemovableNode>,
}

impl Queue {
    /// No nodes.
    pub(super) fn new(joint: Joint) -> Self {
        Queue {
            joint,
            open: Vec::new(),
        }
    }

    /// Enqueues a node with a doubt: a factor on the odds that it has to stay.
    pub(super) fn insert(&mut self, program: &Program, node: NodeId, doubt: f64) {
        self.open.push(RemovableNode {
            node,
            weight: program.weight(node),
            start: program.tree().span(node).start,
            end: program.tree().span(node).end,
            belief: 0.0,
            doubt,
            is_used: None,
        });
    }

    /// Whether a node is in the queue.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.open.iter().any(|open| open.node == node)
    }

    /// Enqueues the nodes of a chunk that was not tried.
    pub(super) fn give_back(&mut self, chunk: Chunk) {
        self.open.extend(chunk.0);
    }

    /// Drops the look-ups of uses, because the program has changed.
    pub(super) fn forget_uses(&mut self) {
        self.open.iter_mut().for_each(|open| open.is_used = None);
    }

    /// Enqueues the nodes of a chunk that failed.
    pub(super) fn put_back(&mut self, chunk: Chunk) {
        let all_go = chunk.belief();
        self.open.extend(chunk.0.into_iter().map(|open| {
            let stays = 1.0 - open.belief();
            let raised = (stays / (1.0 - all_go)).min(1.0);
            let odds = |chance: f64| chance / (1.0 - chance);
            RemovableNode {
                doubt: (open.doubt * odds(raised) / odds(stays)).min(MOST_DOUBT),
                ..open
            }
        }));
    }

    /// The next chunk; none when the queue is empty. `chance` gives the belief of a node's type, by whether it declares a
    /// name used outside of it; it may have changed.
    pub(super) fn pop_chunk(
        &mut self,
        program: &Program,
        is_used: impl Fn(NodeId) -> bool,
        belief_of: impl Fn(NodeId, bool) -> f64,
    ) -> Chunk {
        self.open.retain(|open| program.is_live(open.node));
        for open in &mut self.open {
            let is_used = *open.is_used.get_or_insert_with(|| is_used(open.node));
            open.belief = belief_of(open.node, is_used).clamp(LEAST_BELIEF, MOST_BELIEF);
        }
        let joint = self.joint;
        self.open.sort_by_key(|open| priority(joint, open));
        let mut chunk = Chunk::default();
        let mut items_left: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut put_off = Vec::new();
        let (mut belief, mut worth) = (1.0, 0.0);
        while let Some(next) = self.open.last().copied() {
            let (with_next, worth_with) = (belief * next.belief(), worth + self.worth(&next));
            let is_gain = with_next * worth_with > belief * worth && joint != Joint::Off;
            if !chunk.is_empty() && !is_gain {
                break;
            }
            self.open.pop();
            if chunk.overlaps(&next) || takes_last_item(program, next.node, &mut items_left) && !chunk.is_empty() {
                put_off.push(next);
                continue;
            }
            (belief, worth) = (with_next, worth_with);
            chunk.0.push(next);
        }
        self.open.extend(put_off);
        chunk
    }

    fn worth(&self, open: &RemovableNode) -> f64 {
        match self.joint {
            Joint::Pdd | Joint::JointOne => 1.0,
            Joint::PddWeight | Joint::Joint | Joint::Off => open.weight as f64,
        }
    }
}

/// The highest comes first; of those that are alike, what is last in the text: uses stand after declarations.
fn priority(joint: Joint, open: &RemovableNode) -> (Ordered, usize, usize) {
    let first = match joint {
        Joint::Pdd | Joint::PddWeight => open.belief(),
        Joint::Joint | Joint::JointOne => open.belief() * open.weight as f64,
        Joint::Off => open.weight as f64,
    };
    (Ordered(first), open.start, open.node.index())
}

/// Whether removing a node as well would empty a list that has to keep an item.
fn takes_last_item(program: &Program, node: NodeId, left: &mut FxHashMap<NodeId, usize>) -> bool {
    let tree = program.tree();
    let Some(list) = program.parent(node).filter(|list| tree.is_plus(*list)) else {
        return false;
    };
    let items = left.entry(list).or_insert_with(|| children(program, list).count());
    *items = items.saturating_sub(1);
    *items == 0
}

/// A number in a total order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_syntax::{lang, parse};

    use super::*;

    /// A list of numbers, and the nodes of these.
    fn list(source: &str, items: &[&str]) -> (Program, Vec<NodeId>) {
        let syntax = lang::named("json").expect("a language").syntax().expect("a grammar");
        let program = Program::new(Arc::new(parse(source.as_bytes(), &syntax)));
        let tree = program.tree();
        let find = |item: &&str| tree.nodes().find(|node| tree.text(*node) == item.as_bytes());
        let nodes = items.iter().map(|item| find(item).expect("an item")).collect();
        (program, nodes)
    }

    #[test]
    fn a_failure_lowers_beliefs_by_equation_5_8() {
        let (program, nodes) = list("[1, 2, 3]", &["1", "2", "3"]);
        let mut queue = Queue::new(Joint::Joint);
        nodes.iter().for_each(|node| queue.insert(&program, *node, 1.0));
        let chunk = queue.pop_chunk(&program, |_| false, |_, _| 0.99);
        assert_eq!(chunk.len(), 3);
        queue.put_back(chunk);
        // 0.01 / (1 - 0.99³) = 0.01 / 0.029701 = 0.336689.
        assert!(
            queue
                .open
                .iter()
                .all(|open| (1.0 - open.belief() - 0.336_689).abs() < 1e-6)
        );
        // Now 0.6633² · 2 = 0.88 is more than 0.6633, and 0.6633³ · 3 = 0.8756 is less than 0.88.
        let chunk = queue.pop_chunk(&program, |_| false, |_, _| 0.99);
        assert_eq!(chunk.len(), 2);
        queue.put_back(chunk);
        // 0.336689 / (1 - 0.663311²) = 0.336689 / 0.560018 = 0.601211; the third is as it was.
        let stays: Vec<f64> = queue.open.iter().map(|open| 1.0 - open.belief()).collect();
        assert!((stays[0] - 0.336_689).abs() < 1e-6, "{stays:?}");
        assert!(
            stays[1..].iter().all(|stays| (stays - 0.601_211).abs() < 1e-6),
            "{stays:?}"
        );
    }

    #[test]
    fn chunks_are_made_in_four_ways() {
        // Of 1, 3 and 5 tokens, with beliefs that fall.
        let (program, nodes) = list("[1, [2], [3, 4]]", &["1", "[2]", "[3, 4]"]);
        let beliefs = [0.9, 0.7, 0.5];
        let sizes = |joint| {
            let mut queue = Queue::new(joint);
            nodes.iter().for_each(|node| queue.insert(&program, *node, 1.0));
            let place = |node| nodes.iter().position(|other| *other == node).expect("one of them");
            let chunk = queue.pop_chunk(&program, |_| false, |node, _| beliefs[place(node)]);
            chunk.nodes().map(place).collect::<Vec<usize>>()
        };
        // Gains: 0.9; 0.63 · 2 = 1.26; 0.315 · 3 = 0.945.
        assert_eq!(sizes(Joint::Pdd), [0, 1]);
        // 0.9; 0.63 · 4 = 2.52; 0.315 · 9 = 2.835.
        assert_eq!(sizes(Joint::PddWeight), [0, 1, 2]);
        // In the order of 2.5, 2.1 and 0.9: 2.5; 0.35 · 8 = 2.8; 0.315 · 9 = 2.835.
        assert_eq!(sizes(Joint::Joint), [2, 1, 0]);
        // 0.5; 0.35 · 2 = 0.7; 0.315 · 3 = 0.945.
        assert_eq!(sizes(Joint::JointOne), [2, 1, 0]);
        assert_eq!(sizes(Joint::Off), [2]);
    }
}

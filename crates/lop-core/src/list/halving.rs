//! Single-visit halving.
//!
//! **Idea.** Try without a block; if that fails, visit its two halves. No block is visited twice, and nothing is
//! ever tried alone: what stays is what failed by itself.
//!
//! **Loop.**
//! ```text
//! stack = the two halves of the list, the last on top
//! while the stack has a block:
//!     interesting without it → it is gone
//!     else if it has two elements or more → its halves go on the stack
//! ```
//!
//! **Guarantees.** 1-minimality comes from the fixpoint around it.
//!
//! **Cost.** At most 2n - 2 queries: the blocks are the nodes of a binary tree with n leaves.
//!
//! **Reference.** The depth-first list minimiser of Perses' newer releases.

use std::ops::Range;

use super::{ListEntry, ListReducer, ListSteps};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "halving",
    summary: "Single-visit halving: blocks that cannot go are halved; each is visited once, last ones first.",
    reference: "Perses, depth-first list minimiser",
    guarantees: &[Guarantee::LinearQueries],
    make: || Box::new(Halving),
};

struct Halving;

impl ListReducer for Halving {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        let mut state = HalvingState { stack: Vec::new() };
        state.push_halves(0..weights.len());
        Box::new(state)
    }
}

#[derive(Clone)]
struct HalvingState {
    stack: Vec<Range<usize>>,
}

impl HalvingState {
    fn push_halves(&mut self, block: Range<usize>) {
        let middle = block.start + block.len() / 2;
        let halves = [block.start..middle, middle..block.end];
        self.stack.extend(halves.into_iter().filter(|half| !half.is_empty()));
    }
}

impl ListSteps for HalvingState {
    fn next(&mut self) -> Option<Vec<usize>> {
        self.stack.last().map(|block| block.clone().collect())
    }

    fn answer(&mut self, is_accepted: bool) {
        let block = self.stack.pop().expect("an answer follows a query");
        if !is_accepted && block.len() > 1 {
            self.push_halves(block);
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

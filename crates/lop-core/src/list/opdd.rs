//! One pass delta debugging.
//!
//! **Idea.** As ddmin, but each subset is visited once at each granularity: after a successful complement the
//! next unvisited subset is tried on what is left. What a revisit would have found is found in two smaller
//! pieces at the next granularity.
//!
//! **Loop.**
//! ```text
//! n = 2
//! while the list has two elements or more:
//!     some subset of n is interesting → the list is that subset, n = 2
//!     else for each subset, in order: drop it if the list without it is interesting
//!          n < length → n = min(2n, length), else stop
//! ```
//!
//! **Guarantees.** 1-minimality comes from the fixpoint around it.
//!
//! **Cost.** Linear: at most 2n queries at the granularity of n subsets, one with each alone and one without
//! it; granularities double, so that there are fewer than five queries for each element.
//!
//! **Reference.** gharachorlu2023, section 3.2, Figure 3.6. Subsets are visited from the last to the first by default,
//! because uses come after declarations (section 3.1). They are equally long but for the last: the thesis
//! leaves this open, and so all that it says about Figure 4.3 comes out.
//!
//! **Example.** `tests/golden/gharachorlu2023-figure-3.4-3.5.md`, `gharachorlu2023-figure-4.3.md` and `gharachorlu2023-section-3.2.md`.

use std::sync::Arc;

use super::{ListEntry, ListReducer, ListSteps, without};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "opdd",
    summary: "One pass delta debugging: each subset is visited once at each granularity, last ones first.",
    reference: "gharachorlu2023, chapter 3",
    guarantees: &[Guarantee::LinearQueries],
    make: || {
        Box::new(Opdd {
            n: 2,
            is_backward: true,
        })
    },
};

/// The table entry of the other order.
pub(super) static FORWARD: ListEntry = ListEntry {
    name: "opdd-forward",
    summary: "One pass delta debugging, first subsets first.",
    reference: "gharachorlu2023, chapter 3",
    guarantees: &[Guarantee::LinearQueries],
    make: || {
        Box::new(Opdd {
            n: 2,
            is_backward: false,
        })
    },
};

/// One pass delta debugging.
pub struct Opdd {
    /// How many subsets there are at first.
    pub n: usize,
    /// Whether subsets are visited from the last to the first.
    pub is_backward: bool,
}

impl ListReducer for Opdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        let mut state = OpddState {
            is_backward: self.is_backward,
            whole: Arc::default(),
            n: 0,
            tried: 0,
            gone: Arc::default(),
            left: 0,
        };
        state.refine((0..weights.len()).collect(), self.n);
        Box::new(state)
    }
}

#[derive(Clone)]
struct OpddState {
    is_backward: bool,
    /// The list as it was when this granularity began: subsets are cut out of it.
    whole: Arc<Vec<usize>>,
    n: usize,
    /// Queries at this granularity: first the subsets, then the complements.
    tried: usize,
    /// Subsets that went at this granularity, and how many elements are left.
    gone: Arc<Vec<usize>>,
    left: usize,
}

impl OpddState {
    /// Subsets are equally long, but for the last, which may be shorter.
    fn subset(&self, visited: usize) -> &[usize] {
        let index = if self.is_backward {
            self.n - 1 - visited
        } else {
            visited
        };
        let mut subsets = self.whole.chunks(self.whole.len().div_ceil(self.n));
        subsets.nth(index).expect("there are n subsets")
    }

    /// Begins with `n` subsets, or fewer: six elements make three pairs, not four subsets.
    fn refine(&mut self, whole: Vec<usize>, n: usize) {
        let length = whole.len().div_ceil(n.max(1)).max(1);
        (self.left, self.n) = (whole.len(), whole.len().div_ceil(length));
        self.whole = Arc::new(whole);
        (self.tried, self.gone) = (0, Arc::default());
    }
}

impl ListSteps for OpddState {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.left < 2 {
            None
        } else if self.tried < self.n {
            Some(without(&self.whole, self.subset(self.tried)))
        } else if self.n > 2 && self.tried < 2 * self.n {
            Some(self.subset(self.tried - self.n).to_vec())
        } else if self.n < self.whole.len() {
            let mut gone = self.gone.to_vec();
            gone.sort_unstable();
            let left = without(&self.whole, &gone);
            self.refine(left, 2 * self.n);
            self.next()
        } else {
            None
        }
    }

    fn answer(&mut self, is_accepted: bool) {
        if is_accepted && self.tried < self.n {
            self.refine(self.subset(self.tried).to_vec(), 2);
            return;
        }
        if is_accepted {
            let subset = self.subset(self.tried - self.n).to_vec();
            self.left -= subset.len();
            Arc::make_mut(&mut self.gone).extend(subset);
        }
        self.tried += 1;
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

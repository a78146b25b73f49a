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
//! **Guarantees.** Interesting and never larger. 1-minimality comes from the fix-point around it.
//!
//! **Cost.** Linear: at most 2n questions at the granularity of n subsets, one with each alone and one without
//! it; granularities double, so that there are fewer than five questions for each element.
//!
//! **Reference.** S001, section 3.2, Figure 3.6. Subsets are visited from the last to the first by default,
//! because uses come after declarations (section 3.1).

use std::sync::Arc;

use super::{Entry, ListReducer, ListSteps, part, without};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "opdd",
    summary: "One pass delta debugging: each subset is visited once at each granularity, last ones first.",
    reference: "S001, chapter 3",
    make: || Box::new(Opdd { is_backward: true }),
};

/// The table entry of the other order.
pub static FORWARD: Entry = Entry {
    name: "opdd-forward",
    summary: "One pass delta debugging, first subsets first.",
    reference: "S001, chapter 3",
    make: || Box::new(Opdd { is_backward: false }),
};

struct Opdd {
    is_backward: bool,
}

impl ListReducer for Opdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        let whole: Arc<Vec<usize>> = Arc::new((0..weights.len()).collect());
        Box::new(Run {
            is_backward: self.is_backward,
            left: whole.len(),
            gone: Arc::default(),
            whole,
            n: 2,
            asked: 0,
        })
    }
}

#[derive(Clone)]
struct Run {
    is_backward: bool,
    /// The list as it was when this granularity began: subsets are cut out of it.
    whole: Arc<Vec<usize>>,
    n: usize,
    /// Questions at this granularity: first the subsets, then the complements.
    asked: usize,
    /// Subsets that went at this granularity, and how many elements are left.
    gone: Arc<Vec<usize>>,
    left: usize,
}

impl Run {
    fn subset(&self, visited: usize) -> &[usize] {
        let index = if self.is_backward {
            self.n - 1 - visited
        } else {
            visited
        };
        part(&self.whole, self.n, index)
    }

    fn refine(&mut self, whole: Vec<usize>, n: usize) {
        self.left = whole.len();
        (self.whole, self.n) = (Arc::new(whole), n);
        (self.asked, self.gone) = (0, Arc::default());
    }
}

impl ListSteps for Run {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.left < 2 {
            None
        } else if self.asked < self.n {
            Some(without(&self.whole, self.subset(self.asked)))
        } else if self.n > 2 && self.asked < 2 * self.n {
            Some(self.subset(self.asked - self.n).to_vec())
        } else if self.n < self.whole.len() {
            let mut gone = self.gone.to_vec();
            gone.sort_unstable();
            let left = without(&self.whole, &gone);
            let n = (2 * self.n).min(left.len());
            self.refine(left, n);
            self.next()
        } else {
            None
        }
    }

    fn answer(&mut self, is_accepted: bool) {
        if is_accepted && self.asked < self.n {
            self.refine(self.subset(self.asked).to_vec(), 2);
            return;
        }
        if is_accepted {
            let subset = self.subset(self.asked - self.n).to_vec();
            self.left -= subset.len();
            Arc::make_mut(&mut self.gone).extend(subset);
        }
        self.asked += 1;
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

//! Delta debugging.
//!
//! **Idea.** Cut the list into subsets. If one alone is interesting, go on with it; if the list without one
//! is, go on with that; else cut finer. Removing something may make other things removable, so after each
//! success all subsets are visited again.
//!
//! **Loop.**
//! ```text
//! n = 2
//! while the list has two elements or more:
//!     some subset of n is interesting      → the list is that subset, n = 2
//!     some complement of n is interesting  → the list is that complement, n = max(n - 1, 2)
//!     n < length                           → n = min(2n, length)
//!     else stop
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** Quadratic at worst, logarithmic at best.
//!
//! **Reference.** gharachorlu2023, section 2.2, Figure 2.2. At n = 2 the complements are the subsets and are not tried again.
//!
//! **Example.** `tests/golden/gharachorlu2023-figure-2.1.md` and `gharachorlu2023-figure-3.1.md`.

use std::sync::Arc;

use super::{ListEntry, ListReducer, ListSteps, part, without};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "ddmin",
    summary: "Delta debugging: subsets, complements, finer and finer, visiting all again after a success.",
    reference: "gharachorlu2023, section 2.2",
    guarantees: &[Guarantee::OneMinimal],
    make: || Box::new(Ddmin { n: 2 }),
};

/// Delta debugging.
pub struct Ddmin {
    /// How many subsets there are at first.
    pub n: usize,
}

impl ListReducer for Ddmin {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        Box::new(DdminState {
            elements: Arc::new((0..weights.len()).collect()),
            n: self.n.min(weights.len()),
            tried: 0,
        })
    }
}

#[derive(Clone)]
struct DdminState {
    elements: Arc<Vec<usize>>,
    n: usize,
    /// Queries at this granularity: first the subsets, then the complements.
    tried: usize,
}

impl DdminState {
    fn go_on_with(&mut self, elements: Vec<usize>, n: usize) {
        (self.elements, self.n, self.tried) = (Arc::new(elements), n, 0);
    }
}

impl ListSteps for DdminState {
    fn next(&mut self) -> Option<Vec<usize>> {
        let DdminState { elements, n, tried } = self;
        if elements.len() < 2 {
            None
        } else if *tried < *n {
            Some(without(elements, part(elements, *n, *tried)))
        } else if *n > 2 && *tried < 2 * *n {
            Some(part(elements, *n, *tried - *n).to_vec())
        } else if *n < elements.len() {
            (*n, *tried) = ((2 * *n).min(elements.len()), 0);
            self.next()
        } else {
            None
        }
    }

    fn answer(&mut self, is_accepted: bool) {
        let DdminState { elements, n, tried } = &*self;
        if !is_accepted {
            self.tried += 1;
        } else if tried < n {
            self.go_on_with(part(elements, *n, *tried).to_vec(), 2);
        } else {
            self.go_on_with(without(elements, part(elements, *n, *tried - *n)), (*n - 1).max(2));
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

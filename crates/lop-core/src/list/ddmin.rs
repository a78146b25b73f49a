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
//! **Reference.** gharachorlu2023, section 2.2, Figure 2.2. At n = 2 the complements are the subsets and are not asked again.
//!
//! **Example.** `tests/golden/gharachorlu2023-figure-2.1.md` and `gharachorlu2023-figure-3.1.md`.

use std::sync::Arc;

use super::{Entry, ListReducer, ListSteps, part, without};
use crate::guarantee::Guarantee;

/// The table entry.
pub static ENTRY: Entry = Entry {
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
        Box::new(Run {
            elements: Arc::new((0..weights.len()).collect()),
            n: self.n.min(weights.len()),
            asked: 0,
        })
    }
}

#[derive(Clone)]
struct Run {
    elements: Arc<Vec<usize>>,
    n: usize,
    /// Questions at this granularity: first the subsets, then the complements.
    asked: usize,
}

impl Run {
    fn go_on_with(&mut self, elements: Vec<usize>, n: usize) {
        (self.elements, self.n, self.asked) = (Arc::new(elements), n, 0);
    }
}

impl ListSteps for Run {
    fn next(&mut self) -> Option<Vec<usize>> {
        let Run { elements, n, asked } = self;
        if elements.len() < 2 {
            None
        } else if *asked < *n {
            Some(without(elements, part(elements, *n, *asked)))
        } else if *n > 2 && *asked < 2 * *n {
            Some(part(elements, *n, *asked - *n).to_vec())
        } else if *n < elements.len() {
            (*n, *asked) = ((2 * *n).min(elements.len()), 0);
            self.next()
        } else {
            None
        }
    }

    fn answer(&mut self, is_accepted: bool) {
        let Run { elements, n, asked } = &*self;
        if !is_accepted {
            self.asked += 1;
        } else if asked < n {
            self.go_on_with(part(elements, *n, *asked).to_vec(), 2);
        } else {
            self.go_on_with(without(elements, part(elements, *n, *asked - *n)), (*n - 1).max(2));
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

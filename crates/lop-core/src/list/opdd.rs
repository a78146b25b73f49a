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
//! **Cost.** Linear: at most two questions for each subset of each granularity.
//!
//! **Reference.** S001, section 3.2, Figure 3.6. Subsets are visited from the last to the first by default,
//! because uses come after declarations (section 3.1).

use super::{Entry, ListReducer, split, without};
use crate::search::{ListSearch, Stop};

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
    fn reduce(&self, list: &mut dyn ListSearch) -> Result<Vec<usize>, Stop> {
        let mut elements: Vec<usize> = (0..list.len()).collect();
        let mut n = 2;
        'granularity: while elements.len() >= 2 {
            let mut subsets = split(&elements, n);
            if self.is_backward {
                subsets.reverse();
            }
            for subset in &subsets {
                if list.keep(subset)? {
                    (elements, n) = (subset.clone(), 2);
                    continue 'granularity;
                }
            }
            let is_finest = n >= elements.len();
            if n > 2 {
                for subset in &subsets {
                    let complement = without(&elements, subset);
                    if !complement.is_empty() && list.keep(&complement)? {
                        elements = complement;
                    }
                }
            }
            if is_finest {
                break;
            }
            n = (2 * n).min(elements.len());
        }
        Ok(elements)
    }
}

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
//! **Guarantees.** The result is 1-minimal: no single element can go.
//!
//! **Cost.** Quadratic at worst, logarithmic at best.
//!
//! **Reference.** S001, section 2.2, Figure 2.2. At n = 2 the complements are the subsets and are not asked again.

use super::{Entry, ListReducer, split, without};
use crate::search::{ListSearch, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "ddmin",
    summary: "Delta debugging: subsets, complements, finer and finer, visiting all again after a success.",
    reference: "S001, section 2.2",
    make: || Box::new(Ddmin),
};

struct Ddmin;

impl ListReducer for Ddmin {
    fn reduce(&self, list: &mut dyn ListSearch) -> Result<Vec<usize>, Stop> {
        let mut elements: Vec<usize> = (0..list.len()).collect();
        let mut n = 2;
        while elements.len() >= 2 {
            let subsets = split(&elements, n);
            let complements = if n > 2 { &subsets[..] } else { &[] };
            if let Some(subset) = first(list, subsets.iter().cloned())? {
                (elements, n) = (subset, 2);
            } else if let Some(complement) = first(list, complements.iter().map(|subset| without(&elements, subset)))? {
                (elements, n) = (complement, (n - 1).max(2));
            } else if n < elements.len() {
                n = (2 * n).min(elements.len());
            } else {
                break;
            }
        }
        Ok(elements)
    }
}

/// The first of several selections that is interesting.
fn first(list: &mut dyn ListSearch, selections: impl Iterator<Item = Vec<usize>>) -> Result<Option<Vec<usize>>, Stop> {
    for selection in selections {
        if list.keep(&selection)? {
            return Ok(Some(selection));
        }
    }
    Ok(None)
}

//! Probabilistic delta debugging.
//!
//! **Idea.** Every element has a probability that it has to stay. Ask about removing the elements that are
//! the least likely to be needed, as many at once as promise the largest gain; learn from each failure.
//!
//! **Loop.**
//! ```text
//! p(e) = 0.01 for every element e
//! while some p(e) < 1:
//!     S = elements in order of p while |S| · Π over S of (1 - p) grows
//!     the list without S is interesting → S is gone
//!     S is a single element             → p = 1
//!     else p(e) = p(e) / (1 - Π over S of (1 - p)) for e in S
//! ```
//!
//! **Guarantees.** Interesting and never larger; every element that stays was asked about.
//!
//! **Cost.** Linear.
//!
//! **Reference.** S000, section 2.3, and S001, section 5.2, which start at 0.01; the original paper at 0.1.

use super::{Entry, ListReducer};
use crate::search::{ListSearch, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "probdd",
    summary: "Probabilistic delta debugging: learns from failures which elements are needed.",
    reference: "S000, section 2.3",
    make: || Box::new(Probdd { start: 0.01 }),
};

struct Probdd {
    /// How likely an element is to be needed, before anything is known.
    start: f64,
}

impl ListReducer for Probdd {
    fn reduce(&self, list: &mut dyn ListSearch) -> Result<Vec<usize>, Stop> {
        // Elements that may still go, with the probability that each has to stay.
        let mut open: Vec<(usize, f64)> = (0..list.len()).map(|element| (element, self.start)).collect();
        let mut needed: Vec<usize> = Vec::new();
        while !open.is_empty() {
            open.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            let size = best_size(&open);
            let all_go: f64 = open[..size].iter().map(|(_, p)| 1.0 - p).product();
            let mut kept: Vec<usize> = open[size..]
                .iter()
                .map(|(element, _)| *element)
                .chain(needed.iter().copied())
                .collect();
            kept.sort_unstable();
            if list.keep(&kept)? {
                open.drain(..size);
            } else if size == 1 {
                needed.push(open.remove(0).0);
            } else {
                for (_, p) in &mut open[..size] {
                    *p = (*p / (1.0 - all_go)).min(1.0);
                }
            }
        }
        needed.sort_unstable();
        Ok(needed)
    }
}

/// How many elements, taken in order, promise the largest gain.
fn best_size(open: &[(usize, f64)]) -> usize {
    let (mut best, mut best_gain, mut all_go) = (1, 0.0, 1.0);
    for (index, (_, p)) in open.iter().enumerate() {
        all_go *= 1.0 - p;
        let gain = all_go * (index + 1) as f64;
        if gain <= best_gain {
            break;
        }
        (best, best_gain) = (index + 1, gain);
    }
    best
}

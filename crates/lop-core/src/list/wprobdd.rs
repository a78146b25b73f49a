//! Weighted probabilistic delta debugging.
//!
//! **Idea.** As probdd, but an element's gain is its weight: the next subset is the one that is expected to take
//! most tokens away, not most elements.
//!
//! **Loop.**
//! ```text
//! p(e) = 0.1 for every element
//! while some element is open:
//!     S = the prefix of the elements, by falling (1 - p) · weight, with the largest Σ weight · Π (1 - p)
//!     interesting without S → S is gone
//!     else if S is one element → it stays; else p(e) = p(e) / (1 - Π (1 - p)) for each of S
//! ```
//!
//! **Guarantees.** 1-minimality comes from the fixpoint around it.
//!
//! **Cost.** Linear, as probdd.
//!
//! **Reference.** zhou2025.

use super::probdd::suspect;
use super::{ListEntry, ListReducer, ListSteps};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "wprobdd",
    summary: "Weighted probabilistic delta debugging: as probdd, for the largest expected weight.",
    reference: "zhou2025",
    guarantees: &[Guarantee::LinearQueries],
    make: || Box::new(Wprobdd { start: 0.1 }),
};

struct Wprobdd {
    /// Prior probability that an element is needed.
    start: f64,
}

impl ListReducer for Wprobdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        let elements = weights.iter().enumerate().map(|(place, weight)| Element {
            place,
            weight: *weight as f64,
            p: self.start,
        });
        Box::new(WprobddState {
            open: elements.collect(),
            size: 0,
        })
    }
}

#[derive(Clone)]
struct Element {
    place: usize,
    weight: f64,
    /// The probability that it has to stay.
    p: f64,
}

#[derive(Clone)]
struct WprobddState {
    /// Elements that may still go.
    open: Vec<Element>,
    /// How many of them the current query removes.
    size: usize,
}

impl ListSteps for WprobddState {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.open.is_empty() {
            return None;
        }
        let order = |element: &Element| ((element.p - 1.0) * element.weight, element.p);
        self.open.sort_by(|a, b| {
            let ((a_gain, a_p), (b_gain, b_p)) = (order(a), order(b));
            let by_gain = a_gain.total_cmp(&b_gain);
            by_gain.then(a_p.total_cmp(&b_p)).then(a.place.cmp(&b.place))
        });
        self.size = best_size(&self.open);
        let mut asked: Vec<usize> = self.open[..self.size].iter().map(|element| element.place).collect();
        asked.sort_unstable();
        Some(asked)
    }

    fn answer(&mut self, is_accepted: bool) {
        if is_accepted || self.size == 1 {
            self.open.drain(..self.size);
        } else {
            suspect(self.open[..self.size].iter_mut().map(|element| &mut element.p));
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

/// How many elements, taken in order, promise the largest weight.
fn best_size(open: &[Element]) -> usize {
    let (mut best, mut best_gain, mut weight, mut all_go) = (1, 0.0, 0.0, 1.0);
    for (index, element) in open.iter().enumerate() {
        weight += element.weight;
        all_go *= 1.0 - element.p;
        if weight * all_go > best_gain {
            (best, best_gain) = (index + 1, weight * all_go);
        }
    }
    best
}

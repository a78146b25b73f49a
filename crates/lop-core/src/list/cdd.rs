//! Counter-based delta debugging.
//!
//! **Idea.** What probabilistic delta debugging learns from failures depends almost only on how often an element
//! was part of one. So a counter for each element is enough, and the size of the next subset follows from it.
//!
//! **Loop.**
//! ```text
//! r(e) = 0 for every element
//! while some element is open:
//!     r = the least counter; p = p0 / (1 - 1/e)^r; s = the size with the largest s · (1 - p)^s
//!     try without the first s elements of counter r
//!     interesting → they are gone; else if s = 1 → it stays; else r(e) grows by one for each of them
//! ```
//!
//! **Guarantees.** 1-minimality comes from the fixpoint around it.
//!
//! **Cost.** Linear: sizes fall by a factor of about 1.6 with every counter.
//!
//! **Reference.** zhang2025.

use super::{ListEntry, ListReducer, ListSteps};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "cdd",
    summary: "Counter-based delta debugging: as probdd, with a counter of failures for each element.",
    reference: "zhang2025",
    guarantees: &[Guarantee::LinearQueries],
    make: || Box::new(Cdd { start: 0.1 }),
};

struct Cdd {
    /// Prior probability that an element is needed.
    start: f64,
}

impl ListReducer for Cdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        Box::new(CddState {
            start: self.start,
            counter: 0,
            open: (0..weights.len()).collect(),
            failed: Vec::new(),
        })
    }
}

#[derive(Clone)]
struct CddState {
    start: f64,
    /// The least counter, and the elements that have it.
    counter: i32,
    open: Vec<usize>,
    /// Elements whose counter is one higher.
    failed: Vec<usize>,
}

impl CddState {
    fn size(&self) -> usize {
        subset_size(self.start, self.counter).min(self.open.len())
    }
}

impl ListSteps for CddState {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.open.is_empty() {
            self.open = std::mem::take(&mut self.failed);
            self.counter += 1;
        }
        (!self.open.is_empty()).then(|| self.open[..self.size()].to_vec())
    }

    fn answer(&mut self, is_accepted: bool) {
        let size = self.size();
        let asked = self.open.drain(..size);
        if !is_accepted && size > 1 {
            self.failed.extend(asked);
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

/// The size s with the largest s · (1 - p)^s, which is next to -1 / ln(1 - p).
fn subset_size(start: f64, counter: i32) -> usize {
    let p = start / (1.0 - (-1.0_f64).exp()).powi(counter);
    if p >= 1.0 {
        return 1;
    }
    let gain = |size: f64| size * (1.0 - p).powf(size);
    let below = (-1.0 / (1.0 - p).ln()).floor().max(1.0);
    let size = if gain(below + 1.0) > gain(below) {
        below + 1.0
    } else {
        below
    };
    size as usize
}

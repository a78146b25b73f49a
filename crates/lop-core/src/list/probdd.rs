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
//! **Guarantees.** Every element that stays was tried alone.
//!
//! **Cost.** Linear.
//!
//! **Reference.** gharachorlu2023batched, section 2.3, and gharachorlu2023, section 5.2, which start at 0.01; wang2021, where it comes from,
//! at 0.1.

use super::{ListEntry, ListReducer, ListSteps};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "probdd",
    summary: "Probabilistic delta debugging: learns from failures which elements are needed.",
    reference: "gharachorlu2023batched, section 2.3",
    guarantees: &[Guarantee::LinearQueries],
    make: || Box::new(Probdd { start: 0.01 }),
};

struct Probdd {
    /// Prior probability that an element is needed.
    start: f64,
}

impl ListReducer for Probdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        Box::new(ProbddState {
            open: (0..weights.len()).map(|element| (element, self.start)).collect(),
            size: 0,
        })
    }
}

#[derive(Clone)]
struct ProbddState {
    /// Elements that may still go, with the probability that each has to stay.
    open: Vec<(usize, f64)>,
    /// How many of them the current query removes.
    size: usize,
}

impl ListSteps for ProbddState {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.open.is_empty() {
            return None;
        }
        self.open.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        self.size = best_size(&self.open);
        let mut asked: Vec<usize> = self.open[..self.size].iter().map(|(element, _)| *element).collect();
        asked.sort_unstable();
        Some(asked)
    }

    fn answer(&mut self, is_accepted: bool) {
        if is_accepted || self.size == 1 {
            self.open.drain(..self.size);
        } else {
            suspect(self.open[..self.size].iter_mut().map(|(_, p)| p));
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

/// Bayes' rule: a failure makes each of the removed elements likelier to be needed.
pub(super) fn suspect<'a>(probabilities: impl Iterator<Item = &'a mut f64>) {
    let probabilities: Vec<&mut f64> = probabilities.collect();
    let all_go: f64 = probabilities.iter().map(|p| 1.0 - **p).product();
    for p in probabilities {
        *p = (*p / (1.0 - all_go)).min(1.0);
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

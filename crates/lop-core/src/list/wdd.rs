//! Weighted delta debugging.
//!
//! **Idea.** As ddmin, but a part is cut where its weight halves, not its number of elements: elements of very
//! different size are common in programs, and a heavy one is less likely to go.
//!
//! **Loop.**
//! ```text
//! parts = the list, cut in two by weight
//! while there are two parts or more:
//!     some part alone is interesting        → the list is that part, cut in two
//!     the list without some part is         → that part is gone; all parts are visited again
//!     some part has two elements or more    → each such part is cut in two
//!     else stop
//! ```
//!
//! **Guarantees.** At the end all parts are single elements, and none of them can go.
//!
//! **Cost.** Quadratic at worst.
//!
//! **Reference.** zhou2025.

use std::sync::Arc;

use super::{ListEntry, ListReducer, ListSteps};
use crate::guarantee::Guarantee;

/// The table entry.
pub(super) static ENTRY: ListEntry = ListEntry {
    name: "wdd",
    summary: "Weighted delta debugging: as ddmin, with parts cut where their weight halves.",
    reference: "zhou2025",
    guarantees: &[Guarantee::OneMinimal],
    make: || Box::new(Wdd),
};

struct Wdd;

impl ListReducer for Wdd {
    fn start(&self, weights: &[usize]) -> Box<dyn ListSteps> {
        let whole = (0..weights.len()).collect();
        Box::new(WddState::of(weights.into(), whole))
    }
}

#[derive(Clone)]
struct WddState {
    weights: Arc<[usize]>,
    parts: Vec<Vec<usize>>,
    /// Queries about these parts: first each alone, then without each.
    asked: usize,
    /// Parts are tried alone only once at each granularity.
    is_alone_over: bool,
}

impl WddState {
    fn of(weights: Arc<[usize]>, whole: Vec<usize>) -> Self {
        let mut state = WddState {
            weights,
            parts: vec![whole],
            asked: 0,
            is_alone_over: false,
        };
        state.refine();
        state
    }

    fn refine(&mut self) {
        let weights = &self.weights;
        let parts = self.parts.drain(..).flat_map(|part| halves(weights, part));
        self.parts = parts.collect();
        (self.asked, self.is_alone_over) = (0, false);
    }

    fn others(&self, index: usize) -> Vec<usize> {
        let others = self.parts.iter().enumerate().filter(|(other, _)| *other != index);
        others.flat_map(|(_, part)| part.iter().copied()).collect()
    }
}

impl ListSteps for WddState {
    fn next(&mut self) -> Option<Vec<usize>> {
        if self.parts.len() < 2 && self.parts.iter().all(|part| part.len() < 2) {
            return None;
        }
        // Of two parts, one alone is the list without the other.
        if self.asked == self.parts.len() && !self.is_alone_over && self.parts.len() > 2 {
            (self.asked, self.is_alone_over) = (0, true);
        }
        if self.asked < self.parts.len() && self.parts.len() > 1 {
            return Some(match self.is_alone_over {
                true => self.parts[self.asked].clone(),
                false => self.others(self.asked),
            });
        }
        if self.parts.iter().all(|part| part.len() < 2) {
            return None;
        }
        self.refine();
        self.next()
    }

    fn answer(&mut self, is_accepted: bool) {
        match (is_accepted, self.is_alone_over) {
            (false, _) => self.asked += 1,
            (true, true) => {
                self.parts.remove(self.asked);
                self.asked = 0;
            }
            (true, false) => *self = WddState::of(self.weights.clone(), self.parts.swap_remove(self.asked)),
        }
    }

    fn fork(&self) -> Box<dyn ListSteps> {
        Box::new(self.clone())
    }
}

/// Cuts a part where its weight halves; a single element stays as it is.
fn halves(weights: &[usize], mut part: Vec<usize>) -> Vec<Vec<usize>> {
    if part.len() < 2 {
        return vec![part];
    }
    let total: usize = part.iter().map(|element| weights[*element]).sum();
    let mut sum = 0;
    let heavier = part.iter().position(|element| {
        sum += weights[*element];
        2 * sum >= total
    });
    let middle = heavier.map_or(1, |at| at + 1).clamp(1, part.len() - 1);
    let second = part.split_off(middle);
    vec![part, second]
}

//! Intervals of the original program.
//!
//! **Idea.** A candidate is what is left of the program that the search began with; the intervals that are left say
//! which.
//!
//! **Loop.**
//! ```text
//! at the start : original = tokens of the program
//! known        = encode(original, candidate) ∈ encodings
//! remember     : encodings = encodings ∪ { encode(original, candidate) }
//! ```
//!
//! **Guarantees.** Exact for candidates that are made of the original's tokens; others are missed. Nothing is
//! forgotten.
//!
//! **Cost.** One pass over the original for each query. The further the search gets, the more intervals an
//! encoding has.
//!
//! **Reference.** tian2023, section 5.4: scheme CC.

use lop_syntax::Program;

use super::encoded::Encoded;
use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "cc",
    summary: "Remembers each candidate as intervals of the original program.",
    reference: "tian2023, section 5.4",
    make: || Box::new(Cc::default()),
};

#[derive(Clone, Default)]
struct Cc(Encoded);

impl QueryCache for Cc {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        self.0.contains(query)
    }

    fn insert(&mut self, query: &Query<'_>) {
        self.0.insert(query);
    }

    fn improved(&mut self, best: &Program) {
        // The tree may be another, but intervals are those of the program that the search began with.
        if !self.0.has_base() {
            self.0.refresh(best);
        }
    }

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        self.0.usage
    }
}

//! Refreshable compact caching: intervals of the best program.
//!
//! **Idea.** A candidate is what is left of the best program, and the intervals that are left are few while the two
//! are close. Whenever there is a new best, every answer is written anew as intervals of that; what cannot be
//! written so is no subsequence of it, cannot become a query again, and is forgotten.
//!
//! **Loop.**
//! ```text
//! known     = encode(minimum, candidate) ∈ encodings
//! remember  : encodings = encodings ∪ { encode(minimum, candidate) }
//! new best  : encodings = { encode(best, s) | e ∈ encodings, s = decode(minimum, e), s is a subsequence of best }
//!             minimum = best
//! ```
//!
//! **Guarantees.** Exact for candidates that are made of the best program's tokens; others are missed. What is
//! forgotten comes again only if new text is put in.
//!
//! **Cost.** Four bytes for each end of an interval; one pass over the best program for each query, and two for
//! each answer whenever there is a new best.
//!
//! **Reference.** tian2023, section 4.3: scheme RCC.

use lop_syntax::Program;

use super::encoded::Encoded;
use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "rcc",
    summary: "Remembers each candidate as intervals of the best program until it cannot come again.",
    reference: "tian2023, section 4.3",
    make: || Box::new(Rcc::default()),
};

#[derive(Clone, Default)]
struct Rcc(Encoded);

impl QueryCache for Rcc {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        self.0.contains(query)
    }

    fn insert(&mut self, query: &Query<'_>) {
        self.0.insert(query);
    }

    fn improved(&mut self, best: &Program) {
        self.0.refresh(best);
    }

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        self.0.usage
    }
}

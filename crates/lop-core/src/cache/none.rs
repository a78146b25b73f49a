//! No cache.
//!
//! **Idea.** Every query is a test run: the baseline of all schemes.
//!
//! **Reference.** tian2023, section 2.2.2, Algorithm 1.

use lop_syntax::Program;

use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "none",
    summary: "Remembers nothing.",
    reference: "tian2023, section 2.2.2",
    make: || Box::new(None),
};

struct None;

impl QueryCache for None {
    fn contains(&mut self, _query: &Query<'_>) -> bool {
        false
    }

    fn insert(&mut self, _query: &Query<'_>) {}

    fn improved(&mut self, _best: &Program) {}

    fn usage(&self) -> Usage {
        Usage::default()
    }
}

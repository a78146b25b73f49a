//! No cache.
//!
//! **Idea.** Every query is a test run: the baseline of all schemes.
//!
//! **Reference.** tian2023, section 2.2.2, Algorithm 1.

use lop_syntax::Program;

use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(crate) static ENTRY: CacheEntry = CacheEntry {
    name: "none",
    summary: "Remembers nothing.",
    reference: "tian2023, section 2.2.2",
    make: || Box::new(None),
};

#[derive(Clone)]
struct None;

impl QueryCache for None {
    fn contains(&mut self, _query: &Query<'_>) -> bool {
        false
    }

    fn insert(&mut self, _query: &Query<'_>) {}

    fn improved(&mut self, _best: &Program) {}

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        Usage::default()
    }
}

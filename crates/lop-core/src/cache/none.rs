//! No cache.
//!
//! **Idea.** Every question is asked: what the others are measured against.
//!
//! **Reference.** tian2023, section 2.2.2, Algorithm 1.

use lop_syntax::Program;

use super::{Entry, QueryCache, Usage};
use crate::question::Question;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "none",
    summary: "Remembers nothing.",
    reference: "tian2023, section 2.2.2",
    make: || Box::new(None),
};

struct None;

impl QueryCache for None {
    fn contains(&mut self, _question: &Question<'_>) -> bool {
        false
    }

    fn insert(&mut self, _question: &Question<'_>) {}

    fn improved(&mut self, _best: &Program) {}

    fn usage(&self) -> Usage {
        Usage::default()
    }
}

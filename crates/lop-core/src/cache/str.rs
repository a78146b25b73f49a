//! The texts themselves.
//!
//! **Idea.** A candidate is known by its text, and the text is kept.
//!
//! **Loop.**
//! ```text
//! known     = text ∈ texts
//! remember  : texts = texts ∪ { text }
//! ```
//!
//! **Guarantees.** Exact: no two candidates are taken for each other, and none is forgotten.
//!
//! **Cost.** A whole program for each answer; one pass over the text for each query.
//!
//! **Reference.** tian2023, section 2.2.3, Algorithm 2: scheme STR.

use super::{CacheEntry, QueryCache, Usage, table_bytes};
use crate::query::Query;
use lop_syntax::Program;
use rustc_hash::FxHashSet;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "str",
    summary: "Remembers each text.",
    reference: "tian2023, section 2.2.3",
    make: || Box::new(Texts::new(|text| text.into())),
};

/// A set of texts, each kept the way that a function writes it.
#[derive(Clone)]
pub(super) struct Texts {
    write: fn(&[u8]) -> Box<[u8]>,
    known: FxHashSet<Box<[u8]>>,
    text_bytes: usize,
    usage: Usage,
}

impl Texts {
    /// An empty set.
    pub(super) fn new(write: fn(&[u8]) -> Box<[u8]>) -> Self {
        Texts {
            write,
            known: FxHashSet::default(),
            text_bytes: 0,
            usage: Usage::default(),
        }
    }
}

impl QueryCache for Texts {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        self.known.contains(&(self.write)(query.text()))
    }

    fn insert(&mut self, query: &Query<'_>) {
        let text = (self.write)(query.text());
        let length = text.len();
        if self.known.insert(text) {
            self.text_bytes += length;
        }
        let bytes = self.text_bytes + table_bytes::<Box<[u8]>>(self.known.capacity());
        self.usage.note(self.known.len(), bytes, 0);
    }

    fn improved(&mut self, _best: &Program) {}

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}

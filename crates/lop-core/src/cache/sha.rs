//! The SHA-512 of each text.
//!
//! **Idea.** A candidate is known by the 64 bytes of its digest, however long it is.
//!
//! **Loop.**
//! ```text
//! known     = sha(text) ∈ digests
//! remember  : digests = digests ∪ { sha(text) }
//! ```
//!
//! **Guarantees.** Exact for all purposes; nothing is forgotten.
//!
//! **Cost.** One digest of the whole text for each query; 64 bytes and a place in a table for each answer.
//!
//! **Reference.** tian2023, section 4.2: scheme SHA.

use lop_syntax::Program;
use rustc_hash::FxHashSet;
use sha2::{Digest, Sha512};

use super::{CacheEntry, QueryCache, Usage, table_bytes};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "sha",
    summary: "Remembers the SHA-512 of each text.",
    reference: "tian2023, section 4.2",
    make: || Box::new(Sha::default()),
};

#[derive(Clone, Default)]
struct Sha {
    known: FxHashSet<[u8; 64]>,
    usage: Usage,
}

fn digest(text: &[u8]) -> [u8; 64] {
    Sha512::digest(text).into()
}

impl QueryCache for Sha {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        self.known.contains(&digest(query.text()))
    }

    fn insert(&mut self, query: &Query<'_>) {
        self.known.insert(digest(query.text()));
        let bytes = table_bytes::<[u8; 64]>(self.known.capacity());
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

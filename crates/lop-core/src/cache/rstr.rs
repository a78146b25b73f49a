//! Token sequences, refreshed.
//!
//! **Idea.** A search only ever takes away. What is no subsequence of the best program cannot become a query
//! again and is forgotten, so that token sequences, long as they are, stay few.
//!
//! **Loop.**
//! ```text
//! known     = tokens ∈ sequences
//! remember  : sequences = sequences ∪ { tokens }
//! new best  : sequences = { s ∈ sequences | s is a subsequence of the best program }
//! ```
//!
//! **Guarantees.** Exact; what is forgotten comes again only if new text is put in.
//!
//! **Cost.** Four bytes a token for each answer; one pass over the best program for each query, and for each
//! answer whenever there is a new best.
//!
//! **Reference.** tian2023, section 5.4: scheme RSTR.

use lop_syntax::Program;

use super::intervals::encode;
use super::tokens::{Sequences, Tokens};
use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "rstr",
    summary: "Remembers each candidate's tokens until they cannot come again.",
    reference: "tian2023, section 5.4",
    make: || Box::new(Rstr::default()),
};

#[derive(Clone, Default)]
struct Rstr {
    tokens: Tokens,
    known: Sequences,
    usage: Usage,
}

impl Rstr {
    fn note_usage(&mut self) {
        self.usage
            .note(self.known.len(), self.known.bytes(), self.tokens.bytes());
    }
}

impl QueryCache for Rstr {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        let (sequence, gaps) = self.tokens.of_candidate(query);
        self.known.contains(sequence.into(), gaps)
    }

    fn insert(&mut self, query: &Query<'_>) {
        let (sequence, gaps) = self.tokens.of_candidate(query);
        self.known.insert(sequence.into(), gaps);
        self.note_usage();
    }

    fn improved(&mut self, best: &Program) {
        let minimum = self.tokens.of_program(best);
        for (sequence, gaps) in self.known.take() {
            if encode(&minimum, &sequence).is_some() {
                self.known.insert(sequence, gaps);
            }
        }
        self.note_usage();
    }

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}

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
//! **Cost.** One pass over the original for each question. The further the search gets, the more intervals an
//! encoding has.
//!
//! **Reference.** S003, section 5.4: scheme CC.

use lop_syntax::Program;

use super::intervals::encode;
use super::tokens::{Sequences, Tokens};
use super::{Entry, QueryCache, Usage};
use crate::question::Question;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "cc",
    summary: "Remembers each candidate as intervals of the original program.",
    reference: "S003, section 5.4",
    make: || Box::new(Cc::default()),
};

#[derive(Default)]
struct Cc {
    tokens: Tokens,
    original: Option<Vec<u32>>,
    known: Sequences,
    usage: Usage,
}

impl Cc {
    fn encode(&mut self, question: &Question<'_>) -> Option<(Box<[u32]>, u64)> {
        let (sequence, gaps) = self.tokens.of_candidate(question);
        Some((encode(self.original.as_deref()?, &sequence)?, gaps))
    }

    fn note_usage(&mut self) {
        let original = self.original.as_ref().map_or(0, Vec::capacity) * size_of::<u32>();
        self.usage
            .note(self.known.len(), self.known.bytes() + original + self.tokens.bytes());
    }
}

impl QueryCache for Cc {
    fn contains(&mut self, question: &Question<'_>) -> bool {
        let encoding = self.encode(question);
        encoding.is_some_and(|(intervals, gaps)| self.known.contains(intervals, gaps))
    }

    fn insert(&mut self, question: &Question<'_>) {
        if let Some((intervals, gaps)) = self.encode(question) {
            self.known.insert(intervals, gaps);
        }
        self.note_usage();
    }

    fn improved(&mut self, best: &Program) {
        let sequence = self.tokens.of_program(best);
        self.original.get_or_insert(sequence);
        self.note_usage();
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}

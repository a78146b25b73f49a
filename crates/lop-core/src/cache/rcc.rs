//! Refreshable compact caching: intervals of the best program.
//!
//! **Idea.** A candidate is what is left of the best program, and the intervals that are left are few while the two
//! are close. Whenever there is a new best, every answer is written anew as intervals of that; what cannot be
//! written so is no subsequence of it, cannot become a question again, and is forgotten.
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
//! **Cost.** Four bytes for each end of an interval; one pass over the best program for each question, and two for
//! each answer whenever there is a new best.
//!
//! **Reference.** S003, section 4.3: scheme RCC.

use lop_syntax::Program;

use super::intervals::{decode, encode};
use super::tokens::{Sequences, Tokens};
use super::{Entry, QueryCache, Usage};
use crate::question::Question;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "rcc",
    summary: "Remembers each candidate as intervals of the best program until it cannot come again.",
    reference: "S003, section 4.3",
    make: || Box::new(Rcc::default()),
};

#[derive(Default)]
struct Rcc {
    tokens: Tokens,
    minimum: Vec<u32>,
    known: Sequences,
    usage: Usage,
}

impl Rcc {
    fn encode(&mut self, question: &Question<'_>) -> Option<(Box<[u32]>, u64)> {
        let (sequence, gaps) = self.tokens.of_candidate(question);
        Some((encode(&self.minimum, &sequence)?, gaps))
    }

    fn note_usage(&mut self) {
        let minimum = self.minimum.capacity() * size_of::<u32>();
        self.usage
            .note(self.known.len(), self.known.bytes() + minimum + self.tokens.bytes());
    }
}

impl QueryCache for Rcc {
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
        let before = std::mem::replace(&mut self.minimum, self.tokens.of_program(best));
        if before == self.minimum {
            return self.note_usage();
        }
        for (intervals, gaps) in self.known.take() {
            let sequence = decode(&before, &intervals);
            if let Some(intervals) = encode(&self.minimum, &sequence) {
                self.known.insert(intervals, gaps);
            }
        }
        self.note_usage();
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}

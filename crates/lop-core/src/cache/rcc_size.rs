//! Intervals of the best program, refreshed by size.
//!
//! **Idea.** As `rcc`, but an answer is forgotten only when it is no smaller than the best program, which is quickly
//! seen.
//!
//! **Loop.**
//! ```text
//! new best  : for each encoding e:
//!                 s = decode(minimum, e)
//!                 |s| ≥ |best| → forgotten
//!                 else         → encode(best, s), or s itself where it is no subsequence of best
//! ```
//!
//! **Guarantees.** As `rcc`. It keeps more candidates, none of which comes again unless new text is put in.
//!
//! **Cost.** As `rcc`, with more answers, some of them spelled out at four bytes a token: the paper's algorithm
//! leaves open how to write what is no subsequence.
//!
//! **Reference.** tian2023, section 6.2, Algorithm 5: scheme RCC with size-based refreshing.

use lop_syntax::Program;

use super::intervals::{decode, encode};
use super::tokens::{Sequences, Tokens};
use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "rcc-size",
    summary: "As rcc, but forgets only what is no smaller than the best program.",
    reference: "tian2023, section 6.2",
    make: || Box::new(RccSize::default()),
};

#[derive(Clone, Default)]
struct RccSize {
    tokens: Tokens,
    minimum: Vec<u32>,
    encoded: Sequences,
    /// What is no subsequence of the minimum.
    spelled: Sequences,
    usage: Usage,
}

impl RccSize {
    fn note_usage(&mut self) {
        let known = self.encoded.bytes() + self.spelled.bytes();
        let minimum = self.minimum.capacity() * size_of::<u32>();
        self.usage.note(
            self.encoded.len() + self.spelled.len(),
            known,
            minimum + self.tokens.bytes(),
        );
    }

    fn keep(&mut self, sequence: Vec<u32>, gaps: u64) {
        if sequence.len() >= self.minimum.len() {
            return;
        }
        match encode(&self.minimum, &sequence) {
            Some(intervals) => self.encoded.insert(intervals, gaps),
            None => self.spelled.insert(sequence.into(), gaps),
        }
    }
}

impl QueryCache for RccSize {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        let (sequence, gaps) = self.tokens.of_candidate(query);
        match encode(&self.minimum, &sequence) {
            Some(intervals) => self.encoded.contains(intervals, gaps),
            None => self.spelled.contains(sequence.into(), gaps),
        }
    }

    fn insert(&mut self, query: &Query<'_>) {
        let (sequence, gaps) = self.tokens.of_candidate(query);
        if let Some(intervals) = encode(&self.minimum, &sequence) {
            self.encoded.insert(intervals, gaps);
        }
        self.note_usage();
    }

    fn improved(&mut self, best: &Program) {
        let before = std::mem::replace(&mut self.minimum, self.tokens.of_program(best));
        if before == self.minimum {
            return self.note_usage();
        }
        for (intervals, gaps) in self.encoded.take() {
            self.keep(decode(&before, &intervals), gaps);
        }
        for (sequence, gaps) in self.spelled.take() {
            self.keep(sequence.into(), gaps);
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

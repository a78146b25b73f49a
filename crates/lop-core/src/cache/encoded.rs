//! Candidates as intervals of another program, whichever that is.

use lop_syntax::Program;

use super::Usage;
use super::intervals::{decode, encode};
use super::tokens::{Sequences, Tokens};
use crate::query::Query;

/// A set of candidates, each as intervals of a base. What is no subsequence of it is never in the set.
#[derive(Clone, Default)]
pub(super) struct Encoded {
    tokens: Tokens,
    base: Option<Vec<u32>>,
    known: Sequences,
    /// How much is kept.
    pub usage: Usage,
}

impl Encoded {
    /// Whether there is a program to count intervals in.
    pub(super) fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// Whether a candidate is in the set.
    pub(super) fn contains(&mut self, query: &Query<'_>) -> bool {
        let encoding = self.encode(query);
        encoding.is_some_and(|(intervals, gaps)| self.known.contains(intervals, gaps))
    }

    /// Adds a candidate, if it can be written so.
    pub(super) fn insert(&mut self, query: &Query<'_>) {
        if let Some((intervals, gaps)) = self.encode(query) {
            self.known.insert(intervals, gaps);
        }
        self.note_usage();
    }

    /// Counts intervals in another program from now on. What is no subsequence of it is dropped.
    pub(super) fn refresh(&mut self, program: &Program) {
        let base = self.tokens.of_program(program);
        if let Some(before) = self.base.take().filter(|before| *before != base) {
            for (intervals, gaps) in self.known.take() {
                if let Some(intervals) = encode(&base, &decode(&before, &intervals)) {
                    self.known.insert(intervals, gaps);
                }
            }
        }
        self.base = Some(base);
        self.note_usage();
    }

    fn encode(&mut self, query: &Query<'_>) -> Option<(Box<[u32]>, u64)> {
        let (sequence, gaps) = self.tokens.of_candidate(query);
        Some((encode(self.base.as_deref()?, &sequence)?, gaps))
    }

    fn note_usage(&mut self) {
        let base = self.base.as_ref().map_or(0, Vec::capacity) * size_of::<u32>();
        let other = base + self.tokens.bytes();
        self.usage.note(self.known.len(), self.known.bytes(), other);
    }
}

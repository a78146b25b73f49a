//! Answers that are known from before.
//!
//! Only candidates that were not interesting are kept: an interesting one becomes the best and is not asked
//! about again. All schemes answer alike and differ in memory and time.

mod none;
mod sha;

use lop_syntax::Program;

use crate::question::Question;

/// A memory of candidates that were not interesting.
pub trait QueryCache {
    /// Whether this candidate is known not to be interesting.
    fn contains(&mut self, question: &Question<'_>) -> bool;

    /// Remembers that a candidate is not interesting.
    fn insert(&mut self, question: &Question<'_>);

    /// Takes notice of a new best program, or of the same one read anew.
    fn improved(&mut self, best: &Program);

    /// How much is kept.
    fn usage(&self) -> Usage;
}

/// How much a cache keeps, and kept at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Answers.
    pub entries: usize,
    /// Bytes.
    pub bytes: usize,
    /// The most bytes at any time.
    pub peak_bytes: usize,
}

/// A cache that can be chosen by name.
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn QueryCache>,
}

/// All caches.
pub static CACHES: &[&Entry] = &[&none::ENTRY, &sha::ENTRY];

/// A cache by its name.
pub fn named(name: &str) -> Option<&'static Entry> {
    CACHES.iter().copied().find(|entry| entry.name == name)
}

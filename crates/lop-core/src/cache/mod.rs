//! Answers that are known from before.
//!
//! Only candidates that were not interesting are kept: an interesting one becomes the best and is not asked
//! about again. All schemes answer alike and differ in memory and time.

mod none;
mod sha;

/// A memory of candidates that were not interesting.
pub trait QueryCache {
    /// Whether this text is known not to be interesting.
    fn contains(&self, text: &[u8]) -> bool;

    /// Remembers that a text is not interesting.
    fn insert(&mut self, text: &[u8]);

    /// Takes notice of a new best program.
    fn improved(&mut self, best: &[u8]);

    /// How many answers are kept.
    fn entries(&self) -> usize;
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

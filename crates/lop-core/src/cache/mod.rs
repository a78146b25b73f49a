//! Answers that are known from before.
//!
//! Only candidates that were not interesting are kept: an interesting one becomes the best and is not asked
//! about again. A candidate is its text, so all schemes answer alike and differ in memory and time, with one
//! exception: those that spell a candidate in tokens of the best program have no name for text that was never
//! there, or was read as other tokens, and miss it. A miss costs a question and changes no result.
//!
//! | knows a candidate by | never forgets | forgets what cannot come again |
//! |---|---|---|
//! | its text | `str`, `zip`, `sha` | `delta` |
//! | its tokens | `cc` | `rstr`, `rcc`, `rcc-size` |

mod cc;
mod course;
mod delta;
mod encoded;
mod fingerprint;
pub mod intervals;
mod none;
mod rcc;
mod rcc_size;
mod rstr;
mod runs;
mod sha;
mod tokens;
#[path = "str.rs"]
mod whole;
mod zip;

use lop_syntax::Program;

pub use self::course::{Course, Sample};
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
    /// Bytes on the heap: the answers, their tables, and what the scheme has to know of the best program.
    pub bytes: usize,
    /// Those of the answers and their tables alone, which is what papers count.
    pub answer_bytes: usize,
    /// The most bytes at any time.
    pub peak_bytes: usize,
}

impl Usage {
    /// Takes notice of what is kept now.
    fn note(&mut self, entries: usize, answer_bytes: usize, other_bytes: usize) {
        self.entries = entries;
        self.bytes = answer_bytes + other_bytes;
        self.answer_bytes = answer_bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
    }
}

/// The heap that a hash table of the standard library takes: a power of two of places, of which seven in eight
/// are used, with a byte of its own each.
fn table_bytes<T>(capacity: usize) -> usize {
    match capacity {
        0 => 0,
        capacity => (capacity * 8 / 7).next_power_of_two() * (size_of::<T>() + 1),
    }
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

/// The scheme that works unless told otherwise.
pub const DEFAULT: &str = delta::ENTRY.name;

/// All caches.
pub static CACHES: &[&Entry] = &[
    &cc::ENTRY,
    &delta::ENTRY,
    &none::ENTRY,
    &rcc::ENTRY,
    &rcc_size::ENTRY,
    &rstr::ENTRY,
    &sha::ENTRY,
    &whole::ENTRY,
    &zip::ENTRY,
];

/// A cache by its name.
pub fn named(name: &str) -> Option<&'static Entry> {
    CACHES.iter().copied().find(|entry| entry.name == name)
}

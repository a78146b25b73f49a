//! Query caches: verdicts of earlier queries.
//!
//! Only uninteresting candidates are kept: an interesting one becomes the best and does not come again. A candidate is
//! its text, so all schemes return the same verdicts and differ in memory and time, with one exception: schemes that
//! encode a candidate as tokens of the best program cannot encode new text, or text that parses as other tokens, and miss
//! it. A miss costs a query and changes no result.
//!
//! | the key of a candidate | keeps all | drops candidates that cannot come again |
//! |---|---|---|
//! | its text | `str`, `zip`, `sha` | `delta` |
//! | its tokens | `cc` | `rstr`, `rcc`, `rcc-size` |

mod cc;
mod course;
mod delta;
mod encoded;
mod fingerprint;
pub mod intervals;
pub(crate) mod none;
mod rcc;
mod rcc_size;
mod rstr;
mod runs;
mod sha;
mod tokens;
// A module of the name `str` would hide the type.
#[path = "str.rs"]
mod whole;
mod zip;

use lop_syntax::Program;

pub use self::course::{Course, Sample};
pub(crate) use self::fingerprint::{Fingerprint, spliced};
use crate::query::Query;

/// A set of uninteresting candidates.
pub trait QueryCache {
    /// Whether the candidate is in the set.
    fn contains(&mut self, query: &Query<'_>) -> bool;

    /// Adds an uninteresting candidate.
    fn insert(&mut self, query: &Query<'_>);

    /// Takes a new best program, or the same one parsed anew.
    fn improved(&mut self, best: &Program);

    /// How much is kept.
    fn usage(&self) -> Usage;

    /// A copy, for foresight.
    fn fork(&self) -> Box<dyn QueryCache>;
}

/// How much a cache keeps, and kept at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Candidates.
    pub entries: usize,
    /// Bytes on the heap: the candidates, their tables, and what the scheme keeps of the best program.
    pub bytes: usize,
    /// Those of the candidates and their tables alone, which is what papers count.
    pub answer_bytes: usize,
    /// The most bytes at any time.
    pub peak_bytes: usize,
}

impl Usage {
    /// Updates the figures.
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
pub struct CacheEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn QueryCache>,
}

/// The default.
pub const DEFAULT: &str = delta::ENTRY.name;

/// All caches.
pub static CACHES: &[&CacheEntry] = &[
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
pub fn named(name: &str) -> Option<&'static CacheEntry> {
    CACHES.iter().copied().find(|entry| entry.name == name)
}

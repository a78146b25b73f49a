//! The texts, compressed.
//!
//! **Idea.** As `str`, but each text is kept as zlib writes it.
//!
//! **Loop.**
//! ```text
//! known     = zip(text) ∈ texts
//! remember  : texts = texts ∪ { zip(text) }
//! ```
//!
//! **Guarantees.** Exact: equal texts, and only they, are compressed alike.
//!
//! **Cost.** About a sixth of `str`'s memory (tian2023, Table 3); a compression for each query, the slowest way there
//! is to look something up.
//!
//! **Reference.** tian2023, section 4.1: scheme ZIP.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::CacheEntry;
use super::whole::Texts;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "zip",
    summary: "Remembers each text, compressed.",
    reference: "tian2023, section 4.1",
    make: || Box::new(Texts::new(compress)),
};

fn compress(text: &[u8]) -> Box<[u8]> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let compressed = encoder.write_all(text).and_then(|()| encoder.finish());
    compressed.expect("memory takes every byte").into()
}

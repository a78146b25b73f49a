//! The SHA-512 of each text.
//!
//! **Idea.** A candidate is known by the 64 bytes of its digest, however long it is.
//!
//! **Cost.** One digest for each question; 64 bytes for each answer.
//!
//! **Reference.** S003, section 3: scheme SHA.

use std::collections::HashSet;

use sha2::{Digest, Sha512};

use super::{Entry, QueryCache};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "sha",
    summary: "Remembers the SHA-512 of each text.",
    reference: "S003, section 3",
    make: || Box::new(Sha::default()),
};

#[derive(Default)]
struct Sha {
    known: HashSet<[u8; 64]>,
}

fn digest(text: &[u8]) -> [u8; 64] {
    Sha512::digest(text).into()
}

impl QueryCache for Sha {
    fn contains(&self, text: &[u8]) -> bool {
        self.known.contains(&digest(text))
    }

    fn insert(&mut self, text: &[u8]) {
        self.known.insert(digest(text));
    }

    fn improved(&mut self, _best: &[u8]) {}

    fn entries(&self) -> usize {
        self.known.len()
    }
}

//! The SHA-512 of each text.
//!
//! **Idea.** A candidate is known by the 64 bytes of its digest, however long it is.
//!
//! **Cost.** One digest for each question; 64 bytes for each answer.
//!
//! **Reference.** S003, section 3: scheme SHA.

use std::collections::HashSet;

use lop_syntax::Program;
use sha2::{Digest, Sha512};

use super::{Entry, QueryCache, Usage};
use crate::question::Question;

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
    fn contains(&mut self, question: &Question<'_>) -> bool {
        self.known.contains(&digest(question.text()))
    }

    fn insert(&mut self, question: &Question<'_>) {
        self.known.insert(digest(question.text()));
    }

    fn improved(&mut self, _best: &Program) {}

    fn usage(&self) -> Usage {
        let bytes = self.known.len() * size_of::<[u8; 64]>();
        Usage {
            entries: self.known.len(),
            bytes,
            peak_bytes: bytes,
        }
    }
}

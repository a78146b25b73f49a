//! What was rejected, by the text around it.
//!
//! An edit that was rejected is likely to be rejected again as long as nothing near it has changed, and each word that it takes
//! away is still used elsewhere, or still is not: a definition can go once its last use has gone. A memory knows such edits by
//! their texts, by the text around them and by that, whatever the rest of the program, and answers them without a query. It may
//! be wrong, so it is for work that is done again and again, and what has to be sure is asked without it at the end.

use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{Search, Stop};
use crate::query::Query;

/// So many bytes on both sides of an edit have to be the same. Not measured: about a line.
const AROUND: usize = 32;
/// Edits that change places further apart than this are not remembered. Not measured: about ten lines.
const MAX_EXTENT: usize = 512;

/// Edits that were rejected.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    is_active: bool,
    known: FxHashSet<u64>,
    /// Those of the work under way: equal places of one program are asked about each.
    fresh: Vec<u64>,
    words: RefCell<Words>,
}

/// How often each word stands in the last text that was asked about, by its hash.
#[derive(Clone, Debug, Default)]
struct Words {
    text: Option<Arc<[u8]>>,
    counts: FxHashMap<u64, usize>,
}

impl Words {
    /// Counts the words of a text, unless they are known.
    fn count(&mut self, text: &Arc<[u8]>) {
        if self.text.as_ref().is_some_and(|known| Arc::ptr_eq(known, text)) {
            return;
        }
        self.text = Some(text.clone());
        self.counts.clear();
        words(text).for_each(|word| *self.counts.entry(hash(word)).or_default() += 1);
    }

    /// The words of some parts of the text, each with whether it stands elsewhere, too.
    fn elsewhere(&self, parts: &[&[u8]]) -> Vec<(u64, bool)> {
        let mut inside: FxHashMap<u64, usize> = FxHashMap::default();
        let mut found = Vec::new();
        for word in parts.iter().flat_map(|part| words(part)).map(hash) {
            match inside.entry(word) {
                Entry::Occupied(mut known) => *known.get_mut() += 1,
                Entry::Vacant(new) => {
                    new.insert(1);
                    found.push(word);
                }
            }
        }
        let is_elsewhere = |word: u64| self.counts.get(&word).is_some_and(|count| *count > inside[&word]);
        found.into_iter().map(|word| (word, is_elsewhere(word))).collect()
    }
}

/// The words of a text.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)));
    parts.filter(|word| word.first().is_some_and(|byte| !byte.is_ascii_digit()))
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish()
}

impl Memory {
    /// Whether a query was rejected where the text around it was the same.
    pub(super) fn rejects(&self, query: &Query<'_>) -> bool {
        self.is_active && self.key(query).is_some_and(|key| self.known.contains(&key))
    }

    /// Notes that a query was rejected.
    pub(super) fn note_rejected(&mut self, query: &Query<'_>) {
        if self.is_active {
            self.fresh.extend(self.key(query));
        }
    }

    /// From now on, what was rejected in the work under way is known, too.
    pub(super) fn settle(&mut self) {
        self.known.extend(self.fresh.drain(..));
    }

    /// The edit of a query with the text around it.
    fn key(&self, query: &Query<'_>) -> Option<u64> {
        let text = query.program.shared_text();
        let splices = query.candidate.splices();
        let (start, end) = (splices.first()?.0.start, splices.last()?.0.end);
        if end - start > MAX_EXTENT {
            return None;
        }
        let mut hasher = FxHasher::default();
        text[start.saturating_sub(AROUND)..(end + AROUND).min(text.len())].hash(&mut hasher);
        for (range, new) in splices {
            (range.start - start, range.end - start, new).hash(&mut hasher);
        }
        let removed: Vec<&[u8]> = splices.iter().map(|(range, _)| &text[range.clone()]).collect();
        let mut words = self.words.borrow_mut();
        words.count(text);
        words.elsewhere(&removed).hash(&mut hasher);
        Some(hasher.finish())
    }
}

impl Search<'_> {
    /// Does `work` with edits answered that were rejected in work of this kind before.
    pub fn remembering(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let was_active = std::mem::replace(&mut self.memory.is_active, true);
        let result = work(self);
        self.memory.is_active = was_active;
        self.memory.settle();
        result
    }
}

//! What was rejected, by the text around it.
//!
//! An edit that was rejected is likely to be rejected again as long as nothing near it has changed. A memory knows such edits
//! by their texts and by the text around them, whatever the rest of the program, and answers them without a query. It may be
//! wrong, so it is for work that is done again and again; what it has answered is asked once more at the end.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use super::{Search, Stop};
use crate::query::Query;

/// So many bytes on both sides of an edit have to be the same. Not measured: about two lines.
const AROUND: usize = 64;
/// Edits that change places further apart than this are not remembered. Not measured: about ten lines.
const MAX_EXTENT: usize = 512;

/// Edits that were rejected.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    is_active: bool,
    known: FxHashSet<u64>,
    /// Those of the work under way: equal places of one program are asked about each.
    fresh: Vec<u64>,
    has_answered: bool,
}

impl Memory {
    /// Whether a query was rejected where the text around it was the same.
    pub(super) fn rejects(&self, query: &Query<'_>) -> bool {
        self.is_active && key(query).is_some_and(|key| self.known.contains(&key))
    }

    /// Notes that it answered a query.
    pub(super) fn note_answer(&mut self) {
        self.has_answered = true;
    }

    /// Notes that a query was rejected.
    pub(super) fn note_rejected(&mut self, query: &Query<'_>) {
        if self.is_active {
            self.fresh.extend(key(query));
        }
    }
}

/// The edit of a query with the text around it.
fn key(query: &Query<'_>) -> Option<u64> {
    let text = query.program.text();
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
    Some(hasher.finish())
}

impl Search<'_> {
    /// Does `work` with edits answered that were rejected in work of this kind before.
    pub fn remembering(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.memory.is_active = true;
        let result = work(self);
        self.memory.is_active = false;
        let fresh = std::mem::take(&mut self.memory.fresh);
        self.memory.known.extend(fresh);
        result
    }

    /// Does `work` inside of other work without that.
    pub fn not_remembering(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let was_active = std::mem::replace(&mut self.memory.is_active, false);
        let result = work(self);
        self.memory.is_active = was_active;
        result
    }

    /// Forgets all rejected edits; whether one was answered.
    pub fn forget(&mut self) -> bool {
        std::mem::take(&mut self.memory).has_answered
    }
}

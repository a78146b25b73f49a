//! A number for each text, with what it lacks of the best program.
//!
//! **Idea.** A candidate differs little from the best program, so its fingerprint is worked out from the
//! difference, without writing or reading the text. Beside the fingerprint stands, in a few bytes, which runs of the
//! best program the candidate lacks: enough to tell, whenever there is a new best, whether it can still come out
//! of that by taking away, and to forget it if not.
//!
//! **Loop.**
//! ```text
//! known     = fingerprint(best, splices) ∈ answers
//! remember  : answers = answers ∪ { fingerprint ↦ K }          K: the runs that the candidate lacks
//! new best  : X = the runs that went from the last best to this
//!             for each answer:
//!                 X ⊆ K                                    → K ∖ X, in places of the new best
//!                 best ∖ K is a subsequence of the new best → its runs there
//!                 else                                     → forgotten
//! ```
//! Runs are runs of *ink*, bytes that are no whitespace: their places are the same however the text is laid out,
//! whether it is read as tokens, lines or characters, and after it was parsed anew.
//!
//! **Guarantees.** Two texts of up to 2 MB share a fingerprint with a chance below 2⁻⁸⁰, unless they are built to. What can come again by taking away is never forgotten. A candidate with text that is new is kept as long
//! as the rest of it can come again: a reducer that puts text in, such as `hdd*`, may on rare occasions run
//! a query that `sha` would have saved. Programs other than the best, which occur in speculative execution, have
//! fingerprints as well, at the price of reading them.
//!
//! **Cost.** For each query, what the difference touches and at most two strides of the best program at either
//! end of a splice, whatever the length of the file. For each answer 12 bytes of fingerprint, about 6 for its place
//! in the table, and 4 to 6 for each of at most four runs. A new best costs one pass over its text, and a look
//! at the runs of each answer. Besides, an outline of the best program takes a twentieth of its text; the text
//! itself is shared with the program.
//!
//! **Reference.** Our own. From tian2023 comes the insight that only subsequences of the best program can come again.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::sync::Arc;

use lop_syntax::Program;

use super::fingerprint::{self, Change, Fingerprint, Outline};
use super::runs::{self, Run};
use super::{CacheEntry, QueryCache, Usage};
use crate::query::Query;

/// The table entry.
pub(super) static ENTRY: CacheEntry = CacheEntry {
    name: "delta",
    summary: "Remembers a fingerprint of each candidate, worked out from its difference to the best program, until it \
              cannot come again.",
    reference: "lop",
    make: || Box::new(Delta::default()),
};

/// Queries that are kept until their verdicts come; older ones are dropped. More are in flight only with more than 64 jobs.
/// Not measured.
const MAX_OPEN: usize = 64;
/// A candidate has at most so many runs; those closest to each other become one. It may then be kept longer than
/// necessary. Not measured.
const MAX_RUNS: usize = 4;

#[derive(Clone, Default)]
struct Delta {
    best: Outline,
    answers: FingerprintTable,
    /// Queries about the best program without a verdict: one of them may become the best.
    open: VecDeque<(Fingerprint, Box<[Change]>)>,
    usage: Usage,
}

impl Delta {
    /// Whether a query is about the best program.
    fn is_about_best(&self, query: &Query<'_>) -> bool {
        Arc::ptr_eq(self.best.text(), query.program.shared_text())
    }

    fn fingerprint(&self, query: &Query<'_>) -> Fingerprint {
        let splices = query.candidate.splices();
        match self.is_about_best(query) {
            true => self.best.spliced(splices),
            false => fingerprint::spliced(query.program.text(), splices),
        }
    }

    /// What is different in the new best program's ink.
    fn difference(&mut self, before: &[u8]) -> Box<[Change]> {
        let fingerprint = self.best.fingerprint();
        let asked = self.open.iter_mut().find(|(asked, _)| Some(*asked) == fingerprint);
        match asked {
            Some((_, changes)) => std::mem::take(changes),
            None => middle(before, self.best.text()).into_iter().collect(),
        }
    }

    fn note_usage(&mut self) {
        let open: usize = self.open.iter().map(|(_, changes)| size_of_val(&**changes)).sum();
        let places = self.open.capacity() * size_of::<(Fingerprint, Box<[Change]>)>();
        let other = self.best.bytes() + open + places;
        self.usage.note(self.answers.len, self.answers.bytes(), other);
    }
}

impl QueryCache for Delta {
    fn contains(&mut self, query: &Query<'_>) -> bool {
        let fingerprint = self.fingerprint(query);
        if self.answers.contains(fingerprint) {
            return true;
        }
        if self.is_about_best(query) && self.open.iter().all(|(asked, _)| *asked != fingerprint) {
            if self.open.len() == MAX_OPEN {
                self.open.pop_front();
            }
            let changes = self.best.changes(query.candidate.splices());
            self.open.push_back((fingerprint, changes.into()));
        }
        false
    }

    fn insert(&mut self, query: &Query<'_>) {
        let fingerprint = self.fingerprint(query);
        let asked = self.open.iter().position(|(asked, _)| *asked == fingerprint);
        let asked = asked.and_then(|index| self.open.remove(index));
        if self.answers.contains(fingerprint) {
            return;
        }
        let changes = match asked {
            Some((_, changes)) => changes,
            None if self.is_about_best(query) => self.best.changes(query.candidate.splices()).into(),
            // Encoded as an edit of the best program: the part that differs goes, another text comes.
            None => middle(self.best.text(), query.text()).into_iter().collect(),
        };
        self.answers.insert(fingerprint, runs::removed(&changes));
        self.note_usage();
    }

    fn improved(&mut self, best: &Program) {
        let before = self.best.text().clone();
        self.best.update(best.shared_text().clone());
        if before != *self.best.text() {
            let changes = self.difference(&before);
            self.answers.refresh(&before, self.best.text(), &changes);
        }
        self.open.clear();
        self.note_usage();
    }

    fn fork(&self) -> Box<dyn QueryCache> {
        Box::new(self.clone())
    }

    fn usage(&self) -> Usage {
        self.usage
    }
}

/// The ink from the first to the last place where two texts differ, as one change.
fn middle(before: &[u8], after: &[u8]) -> Option<Change> {
    let (before, after) = (only_ink(before), only_ink(after));
    let same = before.iter().zip(&after).take_while(|(one, other)| one == other);
    let at = same.count();
    let ends = before[at..].iter().rev().zip(after[at..].iter().rev());
    let tail = ends.take_while(|(one, other)| one == other).count();
    let (removed, inserted) = (before.len() - at - tail, after.len() - at - tail);
    (removed + inserted > 0).then_some(Change {
        at: at as u32,
        removed: removed as u32,
        inserted: inserted as u32,
    })
}

fn only_ink(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| fingerprint::is_ink(*byte)).collect()
}

/// Fingerprints with their runs, one after the other in a row of bytes, and a table that finds them there.
#[derive(Clone, Default)]
struct FingerprintTable {
    len: usize,
    /// Of each answer: 12 bytes of fingerprint, then the runs.
    bytes: Vec<u8>,
    /// Where answers begin, plus one; zero is a free place. An answer is at or after the place that its fingerprint
    /// points to, with no free place between.
    places: Vec<u32>,
}

/// The bytes of a fingerprint that are kept.
const FINGERPRINT_BYTES: usize = 12;

impl FingerprintTable {
    fn bytes(&self) -> usize {
        self.bytes.capacity() + self.places.capacity() * size_of::<u32>()
    }

    fn contains(&self, fingerprint: Fingerprint) -> bool {
        !self.places.is_empty() && self.places[self.find(fingerprint)] != 0
    }

    fn insert(&mut self, fingerprint: Fingerprint, runs: impl Iterator<Item = Run>) {
        let mut answer = to_bytes(fingerprint).to_vec();
        let mut runs: Vec<Run> = runs.collect();
        runs::coarsen(&mut runs, MAX_RUNS);
        runs::write(&runs, &mut answer);
        self.append(&answer);
        // Three in four places are taken at most.
        if (self.len + 1) * 4 > self.places.len() * 3 {
            self.len += 1;
            return self.rebuild_places();
        }
        let place = self.find(fingerprint);
        self.places[place] = (self.bytes.len() - answer.len()) as u32 + 1;
        self.len += 1;
    }

    /// A row that doubled would be half empty when it is at its longest.
    fn append(&mut self, answer: &[u8]) {
        if self.bytes.len() + answer.len() > self.bytes.capacity() {
            self.bytes.reserve_exact(answer.len() + self.bytes.len() / 8 + 64);
        }
        self.bytes.extend_from_slice(answer);
    }

    /// The place of an answer, or the free one where it belongs.
    fn find(&self, fingerprint: Fingerprint) -> usize {
        let count = self.places.len();
        let wanted = to_bytes(fingerprint);
        let mut place = ((u128::from(fingerprint.spread) * count as u128) >> 64) as usize;
        loop {
            match self.places[place] as usize {
                0 => return place,
                start if self.bytes[start - 1..][..FINGERPRINT_BYTES] == wanted => return place,
                _ => place = if place + 1 == count { 0 } else { place + 1 },
            }
        }
    }

    /// Five in eight places are taken then.
    fn rebuild_places(&mut self) {
        let count = self.len * 8 / 5 + 8;
        self.places.clear();
        self.places.shrink_to(count);
        self.places.reserve_exact(count);
        self.places.resize(count, 0);
        let mut runs = Vec::new();
        let mut start = 0;
        while start < self.bytes.len() {
            let place = self.find(from_bytes(&self.bytes[start..]));
            self.places[place] = start as u32 + 1;
            start += FINGERPRINT_BYTES;
            start += runs::read(&self.bytes[start..], &mut runs);
        }
    }

    /// Writes all answers anew as what they lack of another text, and forgets those that are no subsequence of it.
    fn refresh(&mut self, before: &[u8], after: &[u8], changes: &[Change]) {
        let (ink_before, ink_after) = (OnceCell::new(), OnceCell::new());
        let (mut runs, mut fresh) = (Vec::new(), Vec::new());
        let mut answer = Vec::new();
        let mut longer = Vec::new();
        let (mut from, mut to) = (0, 0);
        self.len = 0;
        while from < self.bytes.len() {
            answer.clear();
            answer.extend_from_slice(&self.bytes[from..from + FINGERPRINT_BYTES]);
            from += FINGERPRINT_BYTES;
            from += runs::read(&self.bytes[from..], &mut runs);
            let is_kept = runs::rebase(&runs, changes, &mut fresh).is_some() || {
                let before = ink_before.get_or_init(|| only_ink(before));
                let after = ink_after.get_or_init(|| only_ink(after));
                runs::embed(before, &runs, after, ends(before, changes), &mut fresh).is_some()
            };
            if !is_kept {
                continue;
            }
            self.len += 1;
            runs::coarsen(&mut fresh, MAX_RUNS);
            runs::write(&fresh, &mut answer);
            // An answer mostly gets shorter and fits where it was, or where forgotten ones were.
            if to + answer.len() <= from {
                self.bytes[to..to + answer.len()].copy_from_slice(&answer);
                to += answer.len();
            } else {
                longer.extend_from_slice(&answer);
            }
        }
        self.bytes.truncate(to);
        self.append(&longer);
        if self.bytes.capacity() > 2 * self.bytes.len() {
            self.bytes.shrink_to(self.bytes.len() + self.bytes.len() / 8);
        }
        self.rebuild_places();
    }
}

/// How much is untouched at the beginning and at the end of a text.
fn ends(before: &[u8], changes: &[Change]) -> (usize, usize) {
    let first = changes.first().map_or(before.len(), |change| change.at as usize);
    let last = changes
        .last()
        .map_or(before.len(), |change| (change.at + change.removed) as usize);
    (first, before.len() - last)
}

fn to_bytes(fingerprint: Fingerprint) -> [u8; FINGERPRINT_BYTES] {
    let mut bytes = [0; FINGERPRINT_BYTES];
    bytes[..8].copy_from_slice(&fingerprint.spread.to_le_bytes());
    bytes[8..].copy_from_slice(&fingerprint.check.to_le_bytes());
    bytes
}

fn from_bytes(bytes: &[u8]) -> Fingerprint {
    let (spread, rest) = bytes
        .split_first_chunk()
        .expect("an answer begins with its fingerprint");
    let check = rest.first_chunk().expect("an answer begins with its fingerprint");
    Fingerprint {
        spread: u64::from_le_bytes(*spread),
        check: u32::from_le_bytes(*check),
    }
}

//! Candidates as sequences of tokens.
//!
//! Equal texts of tokens get equal numbers, whichever tree they stand in, so that sequences outlive a parse.
//! Comments are tokens here. Whitespace is in no sequence, yet part of a candidate's text: a hash of it tells apart
//! candidates that differ in nothing else.

use std::hash::Hasher;
use std::sync::Arc;

use lop_syntax::{LivePiece, Program, Tree};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::table_bytes;
use crate::query::Query;

/// A number for every text of a token.
#[derive(Clone, Default)]
pub(super) struct Tokens {
    numbers: FxHashMap<Box<[u8]>, u32>,
    text_bytes: usize,
    /// The tree of the best program, and the number of each of its pieces.
    tree: Option<Arc<Tree>>,
    pieces: Vec<u32>,
}

/// A set of sequences of numbers, each with a number for its whitespace.
#[derive(Clone, Default)]
pub(super) struct Sequences {
    known: FxHashSet<(Box<[u32]>, u64)>,
    length: usize,
}

impl Tokens {
    /// The sequence of a program.
    pub(super) fn of_program(&mut self, best: &Program) -> Vec<u32> {
        if !self.tree.as_ref().is_some_and(|tree| Arc::ptr_eq(tree, best.tree())) {
            let tree = best.tree().clone();
            self.pieces = tree.pieces().map(|text| self.number(text)).collect();
            self.tree = Some(tree);
        }
        let mut sequence = Vec::with_capacity(self.pieces.len());
        sequence.extend(best.pieces().map(|piece| self.number_of(&piece)));
        sequence.shrink_to_fit();
        sequence
    }

    /// The sequence of a candidate, and the number of its whitespace.
    pub(super) fn of_candidate(&mut self, query: &Query<'_>) -> (Vec<u32>, u64) {
        let is_known = self
            .tree
            .as_ref()
            .is_some_and(|tree| Arc::ptr_eq(tree, query.program.tree()));
        let mut sequence = Vec::with_capacity(self.pieces.len());
        let mut gaps = FxHasher::default();
        for piece in query.candidate.pieces(query.program) {
            gaps.write(piece.gap);
            sequence.push(if is_known {
                self.number_of(&piece)
            } else {
                self.number(piece.text)
            });
        }
        gaps.write(query.candidate.tail(query.program));
        (sequence, gaps.finish())
    }

    /// How many bytes the numbers take.
    pub(super) fn bytes(&self) -> usize {
        self.text_bytes
            + table_bytes::<(Box<[u8]>, u32)>(self.numbers.capacity())
            + self.pieces.capacity() * size_of::<u32>()
    }

    fn number_of(&mut self, piece: &LivePiece<'_>) -> u32 {
        match piece.is_rewritten {
            true => self.number(piece.text),
            false => self.pieces[piece.index],
        }
    }

    fn number(&mut self, text: &[u8]) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.text_bytes += text.len();
        self.numbers.insert(text.into(), number);
        number
    }
}

impl Sequences {
    /// Whether a sequence is in the set.
    pub(super) fn contains(&self, sequence: Box<[u32]>, gaps: u64) -> bool {
        self.known.contains(&(sequence, gaps))
    }

    /// Adds a sequence.
    pub(super) fn insert(&mut self, sequence: Box<[u32]>, gaps: u64) {
        let length = sequence.len();
        if self.known.insert((sequence, gaps)) {
            self.length += length;
        }
    }

    /// All that is in the set, which is empty afterwards.
    pub(super) fn take(&mut self) -> impl Iterator<Item = (Box<[u32]>, u64)> + use<> {
        std::mem::take(self).known.into_iter()
    }

    /// How many sequences there are.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.length * size_of::<u32>() + table_bytes::<(Box<[u32]>, u64)>(self.known.capacity())
    }
}

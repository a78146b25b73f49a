//! What happens during a search, for whoever wants to know.

use lop_syntax::{Edit, Program};

use crate::oracle::Verdict;
use crate::search::{Counts, Stop};

/// A step of the search.
#[derive(Debug)]
pub enum Event<'a> {
    /// A candidate was judged, or known from before.
    Judged {
        /// What it changes.
        edit: &'a Edit,
        /// How many tokens it removes.
        removed_tokens: usize,
        /// The answer.
        verdict: Verdict,
        /// Whether the answer was known.
        was_cached: bool,
    },
    /// There is a new best program.
    Improved {
        /// The program.
        best: &'a Program,
        /// How many questions it took so far.
        counts: &'a Counts,
    },
    /// A reducer starts over on what is left.
    Round {
        /// Which round this is, from one.
        round: usize,
    },
}

/// Somebody who is told of every step, and may end the search.
pub trait Observer {
    /// Takes notice of a step.
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop>;
}

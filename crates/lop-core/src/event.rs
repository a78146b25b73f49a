//! What happens during a search, for whoever wants to know.

use std::ops::Range;

use lop_syntax::{Edit, Program};

use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::search::{Counts, Stop};

/// A step of the search.
#[derive(Debug)]
pub enum Event<'a> {
    /// A candidate was judged, or known from before.
    Judged {
        /// The program that it is an edit of: the best, or one on a detour from it.
        program: &'a Program,
        /// What it changes.
        edit: &'a Edit,
        /// The same in the program's text: ranges in order and apart, each with what comes in its place.
        splices: &'a [(Range<usize>, Box<[u8]>)],
        /// How many tokens it removes.
        removed_tokens: usize,
        /// The answer.
        verdict: Verdict,
        /// Whether the answer was known.
        was_cached: bool,
        /// What the executor was asked under, if it was.
        ticket: Option<Ticket>,
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
    /// A stage begins.
    StageBegun {
        /// What it is called.
        name: &'a str,
        /// The program that it begins with.
        best: &'a Program,
        /// How many questions there were before it.
        counts: &'a Counts,
    },
    /// A stage is over.
    StageEnded {
        /// What it is called.
        name: &'a str,
        /// The program that it leaves.
        best: &'a Program,
        /// How many questions there were with it.
        counts: &'a Counts,
        /// Why it ended before it was done.
        stop: Option<Stop>,
    },
}

/// Somebody who is told of every step, and may end the search.
pub trait Observer {
    /// Takes notice of a step.
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop>;
}

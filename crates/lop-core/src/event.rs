//! What happens during a search, for whoever wants to know.

use std::ops::Range;

use lop_syntax::{Edit, Program};

use crate::cache::{Course, Usage};
use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::search::{Counts, Stop};

/// A step of a reduction, which is one search or several, one after the other.
#[derive(Debug)]
pub enum Event<'a> {
    /// A search begins.
    SearchBegun {
        /// The file that is reduced; none if the program is an archive whose files are dropped.
        file: Option<&'a str>,
        /// The program that it begins with.
        best: &'a Program,
    },
    /// A search is over.
    SearchEnded {
        /// The program that it leaves.
        best: &'a Program,
        /// How many queries it made.
        counts: &'a Counts,
        /// How much its cache keeps.
        cache: &'a Usage,
        /// How much its cache kept after one query and another.
        course: &'a Course,
    },
    /// The best program is another one that no search found: an earlier one, because the last one is not interesting
    /// often enough, or one that something else than a search made of it.
    BestReplaced {
        /// The text of all that is reduced.
        text: &'a [u8],
        /// Why.
        reason: &'a str,
    },
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

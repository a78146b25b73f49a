//! The events of a search, for its observers.

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
        /// The queries that it made.
        counts: &'a Counts,
        /// The size of its cache.
        cache: &'a Usage,
        /// The size of its cache over its course.
        course: &'a Course,
    },
    /// The best program was replaced by one that no search found: by an earlier best, because the last one is not
    /// interesting often enough, or by the result of a formatter or of another reducer.
    BestReplaced {
        /// The text of all that is reduced.
        text: &'a [u8],
        /// Why.
        reason: &'a str,
    },
    /// A candidate has a verdict, of a test run or from the cache.
    Judged {
        /// The program that it is an edit of: the best, or one on a detour from it.
        program: &'a Program,
        /// What it changes.
        edit: &'a Edit,
        /// The same in the program's text: disjoint ranges in order, each with its replacement.
        splices: &'a [(Range<usize>, Box<[u8]>)],
        /// How many tokens it removes.
        removed_tokens: usize,
        /// The verdict.
        verdict: Verdict,
        /// Whether it came from the cache.
        was_cached: bool,
        /// The ticket of the test run, if there was one.
        ticket: Option<Ticket>,
    },
    /// There is a new best program.
    Improved {
        /// The program.
        best: &'a Program,
        /// The queries so far.
        counts: &'a Counts,
    },
    /// A reducer starts another round on its own result.
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
        /// The queries before it.
        counts: &'a Counts,
    },
    /// A stage is over.
    StageEnded {
        /// What it is called.
        name: &'a str,
        /// The program that it leaves.
        best: &'a Program,
        /// The queries so far.
        counts: &'a Counts,
        /// Why it ended before it was done.
        stop: Option<Stop>,
    },
}

/// Receives every event, and may end the search.
pub trait Observer {
    /// Takes an event.
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop>;
}

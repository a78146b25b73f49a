//! A query: whether a candidate is interesting.

use std::cell::OnceCell;
use std::sync::Arc;

use lop_syntax::{Candidate, Program};

/// A candidate and the program that it is an edit of.
pub struct Query<'a> {
    /// The program that the candidate is an edit of.
    pub program: &'a Program,
    /// The edited program.
    pub candidate: &'a Candidate,
    text: OnceCell<Arc<[u8]>>,
}

impl<'a> Query<'a> {
    /// The query whether `candidate`, an edit of `program`, is interesting.
    pub fn new(program: &'a Program, candidate: &'a Candidate) -> Self {
        Query {
            program,
            candidate,
            text: OnceCell::new(),
        }
    }

    /// The candidate's text, written out on the first call.
    pub fn text(&self) -> &Arc<[u8]> {
        self.text.get_or_init(|| self.candidate.text(self.program).into())
    }
}

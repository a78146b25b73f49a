//! A question about a candidate, as caches and executors see it.

use std::cell::OnceCell;
use std::sync::Arc;

use lop_syntax::{Candidate, Program};

/// A candidate and the program that it is an edit of.
pub struct Question<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is changed of it.
    pub candidate: &'a Candidate,
    text: OnceCell<Arc<[u8]>>,
}

impl<'a> Question<'a> {
    /// The question whether a candidate is interesting.
    pub fn new(program: &'a Program, candidate: &'a Candidate) -> Self {
        Question {
            program,
            candidate,
            text: OnceCell::new(),
        }
    }

    /// The candidate's text, written out when first asked for.
    pub fn text(&self) -> &Arc<[u8]> {
        self.text.get_or_init(|| self.candidate.text(self.program).into())
    }
}

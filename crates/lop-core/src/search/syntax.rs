//! Syntax: a candidate with more errors than the input is not kept.
//!
//! A candidate that is quick to parse is parsed first, and refused without a query. A larger one is parsed only if its test
//! run finds it interesting: few are, and most candidates follow the grammar. Either way the verdict depends on the text
//! alone, so trace, cache and result are the same for every number of jobs, and when verdicts come from a journal.

use std::collections::HashMap;
use std::sync::Arc;

use lop_syntax::{Candidate, ErrorLimit, Program};

use crate::executor::Ticket;
use crate::oracle::Verdict;

/// Candidates of programs of at most this many bytes are parsed before their test run. A text of this size takes 2 ms, or
/// less if it has an error, a test run 10 ms and more.
const MAX_PARSED_FIRST: usize = 1 << 14;

/// What is refused for its errors; nothing without a limit.
#[derive(Default)]
pub(super) struct SyntaxCheck {
    limit: Option<ErrorLimit>,
    /// The texts in flight.
    submitted: HashMap<Ticket, Arc<[u8]>>,
}

impl SyntaxCheck {
    /// Refuses texts with more errors than the limit.
    pub(super) fn new(limit: Option<ErrorLimit>) -> Self {
        SyntaxCheck {
            limit,
            submitted: HashMap::new(),
        }
    }

    /// Whether a candidate is refused without a query.
    pub(super) fn refuses(&self, program: &Program, candidate: &Candidate) -> bool {
        let limit = self.limit.as_ref();
        let limit = limit.filter(|_| program.text().len() <= MAX_PARSED_FIRST);
        limit.is_some_and(|limit| !limit.allows(&candidate.text(program)))
    }

    /// Takes notice of a query that is in flight.
    pub(super) fn submitted(&mut self, ticket: Ticket, text: &Arc<[u8]>) {
        if self.limit.is_some() {
            self.submitted.insert(ticket, text.clone());
        }
    }

    /// Forgets a query that was cancelled.
    pub(super) fn cancelled(&mut self, ticket: Ticket) {
        self.submitted.remove(&ticket);
    }

    /// The verdict of a query, given what the test says.
    pub(super) fn verdict(&mut self, ticket: Ticket, said: Verdict) -> Verdict {
        let text = self.submitted.remove(&ticket);
        match (&self.limit, text) {
            (Some(limit), Some(text)) if said == Verdict::Interesting && !limit.allows(&text) => Verdict::Uninteresting,
            _ => said,
        }
    }
}

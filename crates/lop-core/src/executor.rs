//! Where questions are answered: in this thread, by processes, or far away.
//!
//! The search submits texts and waits for answers; how many it may have under way at once, and how an answer
//! comes about, is the executor's business. So the search itself needs no clock, no thread and no process.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::oracle::{Oracle, Verdict};
use crate::search::Stop;

/// Names a question that was submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// Where candidates are judged: several at once, answered in any order.
pub trait Executor {
    /// How many questions can be under way at once.
    fn slots(&self) -> usize {
        1
    }

    /// Starts judging a text. Never called while `slots` questions are under way.
    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>);

    /// Waits for any answer; an error means that the search has to stop.
    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop>;

    /// The answer is not wanted any more: the run is ended, and no answer comes for it.
    fn cancel(&mut self, ticket: Ticket);
}

/// One question at a time, answered here and now.
pub struct Inline<'a> {
    oracle: &'a dyn Oracle,
    submitted: VecDeque<(Ticket, Arc<[u8]>)>,
}

impl<'a> Inline<'a> {
    /// Asks this oracle.
    pub fn new(oracle: &'a dyn Oracle) -> Self {
        Inline {
            oracle,
            submitted: VecDeque::new(),
        }
    }
}

impl Executor for Inline<'_> {
    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.submitted.push_back((ticket, text));
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, text) = self
            .submitted
            .pop_front()
            .expect("nobody waits for an answer without a question");
        Ok((ticket, self.oracle.judge(&text)))
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.submitted.retain(|(submitted, _)| *submitted != ticket);
    }
}

//! Running the interestingness test: in this thread, in processes, or on remote machines.
//!
//! The search submits texts and waits for verdicts; the executor decides how many may be in flight at once, and how they are
//! run. So the search needs no clock, no thread and no process.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::oracle::{Oracle, Verdict};
use crate::search::Stop;

/// The name of a submitted query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// Runs the test on candidates: several at once, with verdicts in any order.
pub trait Executor {
    /// How many queries may be in flight at once.
    fn slots(&self) -> usize {
        1
    }

    /// Starts a test run on a text. Never called while `slots` queries are in flight.
    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>);

    /// Waits for any verdict; an error means that the search has to stop.
    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop>;

    /// Cancels an in-flight run; `wait` never returns it.
    fn cancel(&mut self, ticket: Ticket);
}

/// Runs an oracle in this thread, one query at a time.
pub struct Inline<'a> {
    oracle: &'a dyn Oracle,
    submitted: VecDeque<(Ticket, Arc<[u8]>)>,
}

impl<'a> Inline<'a> {
    /// An executor of this oracle.
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
            .expect("`wait` called with nothing in flight");
        Ok((ticket, self.oracle.judge(&text)))
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.submitted.retain(|(submitted, _)| *submitted != ticket);
    }
}

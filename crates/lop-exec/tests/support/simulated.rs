//! An executor without processes.

use std::collections::VecDeque;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

/// Verdicts by a function, in the order of the queries.
pub(crate) struct Simulated<F> {
    judge: F,
    slots: usize,
    asked: VecDeque<(Ticket, Arc<[u8]>)>,
}

impl<F: FnMut(&[u8]) -> Verdict> Simulated<F> {
    pub(crate) fn new(slots: usize, judge: F) -> Self {
        Simulated {
            judge,
            slots,
            asked: VecDeque::new(),
        }
    }
}

impl<F: FnMut(&[u8]) -> Verdict> Executor for Simulated<F> {
    fn slots(&self) -> usize {
        self.slots
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.asked.push_back((ticket, text));
        assert!(self.asked.len() <= self.slots, "there is a slot for each query");
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, text) = self.asked.pop_front().expect("there is something to wait for");
        Ok((ticket, (self.judge)(&text)))
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.asked.retain(|(asked, _)| *asked != ticket);
    }
}

/// The verdict of one query.
pub(crate) fn judge(executor: &mut impl Executor, text: &[u8]) -> Verdict {
    try_to_judge(executor, text).unwrap()
}

/// The verdict of one query, or why there is none.
pub(crate) fn try_to_judge(executor: &mut impl Executor, text: &[u8]) -> Result<Verdict, Stop> {
    executor.submit(Ticket(1), text.into());
    let (ticket, verdict) = executor.wait().inspect_err(|_| executor.cancel(Ticket(1)))?;
    assert_eq!(ticket, Ticket(1));
    Ok(verdict)
}

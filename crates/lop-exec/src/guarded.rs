//! An executor around another that is not asked about everything.

use std::collections::VecDeque;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

/// Tells what may be asked.
type Guard<'a> = &'a dyn Fn(&[u8]) -> bool;

/// Says no to what a guard turns down, and asks another executor about the rest.
pub struct Guarded<'a> {
    inner: &'a mut dyn Executor,
    guard: Guard<'a>,
    /// Questions that the guard turned down.
    refused: VecDeque<Ticket>,
}

impl<'a> Guarded<'a> {
    /// Lets a guard look at every text first.
    pub fn new(inner: &'a mut dyn Executor, guard: Guard<'a>) -> Self {
        Guarded {
            inner,
            guard,
            refused: VecDeque::new(),
        }
    }
}

impl Executor for Guarded<'_> {
    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        if (self.guard)(&text) {
            self.inner.submit(ticket, text);
        } else {
            self.refused.push_back(ticket);
        }
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        match self.refused.pop_front() {
            Some(ticket) => Ok((ticket, Verdict::Uninteresting)),
            None => self.inner.wait(),
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        match self.refused.iter().position(|refused| *refused == ticket) {
            Some(place) => drop(self.refused.remove(place)),
            None => self.inner.cancel(ticket),
        }
    }
}

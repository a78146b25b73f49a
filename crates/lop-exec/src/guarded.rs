//! An executor that refuses some texts without a test run.

use std::collections::VecDeque;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

/// Says whether a text may be passed on to the executor below.
type Guard<'a> = Box<dyn Fn(&[u8]) -> bool + 'a>;

/// Texts that the guard refuses are uninteresting; the executor below judges all others.
pub struct Guarded<'a, E> {
    inner: E,
    guard: Guard<'a>,
    /// Refused texts whose verdict was not fetched yet.
    refused: VecDeque<Ticket>,
}

impl<'a, E: Executor> Guarded<'a, E> {
    /// A guard in front of an executor.
    pub fn new(inner: E, guard: impl Fn(&[u8]) -> bool + 'a) -> Self {
        Guarded {
            inner,
            guard: Box::new(guard),
            refused: VecDeque::new(),
        }
    }

    /// Whether the guard lets a text pass.
    pub fn allows(&self, text: &[u8]) -> bool {
        (self.guard)(text)
    }

    pub(crate) fn inner(&self) -> &E {
        &self.inner
    }

    pub(crate) fn inner_mut(&mut self) -> &mut E {
        &mut self.inner
    }
}

impl<E: Executor> Executor for Guarded<'_, E> {
    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        if self.allows(&text) {
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

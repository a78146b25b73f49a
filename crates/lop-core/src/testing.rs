//! An executor without processes, for tests and for simulations: virtual time, any number of slots, seeded.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::Random;

use crate::executor::{Executor, Ticket};
use crate::oracle::{Oracle, Verdict};
use crate::search::Stop;

/// The duration of a test run on a text.
type Latency<'a> = Box<dyn FnMut(&[u8]) -> u64 + 'a>;

/// Runs an oracle in virtual time.
pub struct Simulated<'a> {
    oracle: &'a dyn Oracle,
    slots: usize,
    latency: Latency<'a>,
    running: Vec<Running>,
    now: Rc<Cell<u64>>,
    busy: u64,
    lost: Option<Random>,
}

struct Running {
    end: u64,
    ticket: Ticket,
    text: Arc<[u8]>,
}

impl<'a> Simulated<'a> {
    /// An executor with so many slots; every run takes one unit of time.
    pub fn new(oracle: &'a dyn Oracle, slots: usize) -> Self {
        Simulated {
            oracle,
            slots,
            latency: Box::new(|_| 1),
            running: Vec::new(),
            now: Rc::default(),
            busy: 0,
            lost: None,
        }
    }

    /// Runs take 1 to `most` units of time, so that verdicts come in another order for every seed.
    pub fn with_latency(self, seed: u64, most: usize) -> Self {
        let mut random = Random(seed);
        self.with_latencies(move |_| 1 + random.below(most) as u64)
    }

    /// Sets the duration of a run on a text.
    pub fn with_latencies(mut self, latency: impl FnMut(&[u8]) -> u64 + 'a) -> Self {
        self.latency = Box::new(latency);
        self
    }

    /// One run in four is unresolved when other queries are in flight.
    pub fn with_lost_answers(mut self, seed: u64) -> Self {
        self.lost = Some(Random(seed));
        self
    }

    /// Whether nothing is in flight.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// How much time has passed.
    pub fn now(&self) -> u64 {
        self.now.get()
    }

    /// A clock that goes on with the executor, for observers.
    pub fn clock(&self) -> Rc<Cell<u64>> {
        self.now.clone()
    }

    /// How much time all slots together spent on runs, cancelled ones among them.
    pub fn busy(&self) -> u64 {
        self.busy
    }
}

impl Executor for Simulated<'_> {
    fn slots(&self) -> usize {
        self.slots
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        assert!(self.running.len() < self.slots, "there is no slot left");
        let latency = (self.latency)(&text);
        self.busy += latency;
        let end = self.now() + latency;
        self.running.push(Running { end, ticket, text });
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let first = self
            .running
            .iter()
            .enumerate()
            .min_by_key(|(_, it)| (it.end, it.ticket));
        let (index, _) = first.expect("`wait` called with nothing in flight");
        let Running { end, ticket, text } = self.running.swap_remove(index);
        self.now.set(self.now().max(end));
        let is_crowded = !self.running.is_empty();
        if is_crowded && self.lost.as_mut().is_some_and(|random| random.below(4) == 0) {
            return Ok((ticket, Verdict::Unresolved));
        }
        Ok((ticket, self.oracle.judge(&text)))
    }

    fn cancel(&mut self, ticket: Ticket) {
        let found = self.running.iter().position(|running| running.ticket == ticket);
        let running = self
            .running
            .swap_remove(found.expect("`cancel` called with a ticket that is not in flight"));
        self.busy -= running.end - self.now();
    }
}

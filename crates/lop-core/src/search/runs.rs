//! The test runs that are in flight, or have a verdict that is not committed yet, by text.
//!
//! A run is found by its text whatever submitted it: steps, a wave, or foresight. So no text runs twice at a time, and a run
//! that was submitted early is there when its query comes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;

use crate::executor::Ticket;
use crate::oracle::Verdict;

/// A test run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub ticket: Ticket,
    /// None while it is in flight.
    pub verdict: Option<Verdict>,
}

/// The runs of a search.
#[derive(Default)]
pub(super) struct Runs {
    in_flight: BTreeMap<Ticket, Arc<[u8]>>,
    by_text: HashMap<Arc<[u8]>, Run, FxBuildHasher>,
}

impl Runs {
    /// How many are in flight.
    pub(super) fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Those in flight.
    pub(super) fn tickets(&self) -> Vec<Ticket> {
        self.in_flight.keys().copied().collect()
    }

    /// The one in flight that was submitted last.
    pub(super) fn youngest(&self) -> Option<Ticket> {
        self.in_flight.keys().next_back().copied()
    }

    /// The run on a text.
    pub(super) fn of(&self, text: &[u8]) -> Option<Run> {
        self.by_text.get(text).copied()
    }

    /// Notes that a run is in flight.
    pub(super) fn begin(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.in_flight.insert(ticket, text.clone());
        self.by_text.insert(text, Run { ticket, verdict: None });
    }

    /// Notes the verdict of a run; `judge` may change it, given the text.
    pub(super) fn end(&mut self, ticket: Ticket, judge: impl FnOnce(&[u8]) -> Verdict) -> Verdict {
        let text = self.in_flight.remove(&ticket).expect("verdicts are of runs in flight");
        let verdict = judge(&text);
        let verdict_of_run = Some(verdict);
        self.by_text.insert(
            text,
            Run {
                ticket,
                verdict: verdict_of_run,
            },
        );
        verdict
    }

    /// Forgets a run in flight.
    pub(super) fn cancel(&mut self, ticket: Ticket) {
        if let Some(text) = self.in_flight.remove(&ticket) {
            self.by_text.remove(&text);
        }
    }

    /// Forgets the run on a text, whose verdict is committed.
    pub(super) fn commit(&mut self, text: &[u8]) {
        if self.by_text.get(text).is_some_and(|run| run.verdict.is_some()) {
            self.by_text.remove(text);
        }
    }

    /// Forgets verdicts that were not committed.
    pub(super) fn forget_verdicts(&mut self) {
        self.by_text.retain(|_, run| run.verdict.is_none());
    }
}

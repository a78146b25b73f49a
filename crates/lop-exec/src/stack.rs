//! The executor stack of a reduction.
//!
//! From the top: a guard that refuses texts without what has to stay, the journal, the flakiness filter, local and remote
//! runners. A search submits its candidates at the top. A text that is made outside a search has one way to become the
//! result: [`ExecutorStack::judge_result`], which is as strict as the check of a search's own result. No layer can be
//! reached from outside, so no verdict can bypass the layers above it.

use std::path::Path;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

use crate::{Activity, Error, Flaky, Guarded, History, Journal, Mixed, RemoteCounts, RunCounts, Settled, sanity};

/// Which texts may be results.
type TextFilter<'a> = dyn Fn(&[u8]) -> bool + 'a;

/// The executors of a reduction, one over the other.
pub struct ExecutorStack<'a, E = Mixed> {
    top: Guarded<'a, Journal<Flaky<E>>>,
    /// What else a text has to be that no search made.
    is_allowed: Box<TextFilter<'a>>,
}

impl<'a, E: Executor> ExecutorStack<'a, E> {
    /// A journal with what is below it, and a guard that says whether a text holds what has to stay.
    pub fn new(journal: Journal<Flaky<E>>, guard: impl Fn(&[u8]) -> bool + 'a) -> Self {
        ExecutorStack {
            top: Guarded::new(journal, guard),
            is_allowed: Box::new(|_| true),
        }
    }

    /// Sets a further condition for texts that no search made, such as the syntax rule that a search applies to its
    /// candidates.
    pub fn allow_results(&mut self, is_allowed: impl Fn(&[u8]) -> bool + 'a) {
        self.is_allowed = Box::new(is_allowed);
    }

    /// Whether a text may be a result, if the test finds it interesting.
    pub fn allows_result(&self, text: &[u8]) -> bool {
        self.top.allows(text) && (self.is_allowed)(text)
    }

    /// Judges a text as strictly as a result: by the guard and [`allow_results`](Self::allow_results), by the journal if it has the verdict, else by as many test
    /// runs as the flakiness filter wants for a result.
    pub fn judge_result(&mut self, text: &Arc<[u8]>) -> Result<bool, Stop> {
        if !self.allows_result(text) {
            return Ok(false);
        }
        self.journal_mut().judge_result(text)
    }

    /// The test contradicted itself on the input before the search began.
    pub fn distrust(&mut self) -> Result<(), Stop> {
        self.flaky_mut().distrust()
    }

    /// Whether the last program of a history is a result: see [`Flaky::settle`]. If the search has to go on, it does not
    /// get the verdicts of the one before.
    pub fn settle(&mut self, history: &mut History) -> Result<Settled, Stop> {
        let settled = self.flaky_mut().settle(history)?;
        if settled == Settled::Again {
            self.journal_mut().begin_epoch();
        }
        Ok(settled)
    }

    /// The reduction is finished: there is nothing to continue, and the journal is removed.
    pub fn finish(&mut self) {
        self.journal_mut().finish();
    }

    /// How many verdicts the journal holds.
    pub fn known(&self) -> usize {
        self.top.inner().len()
    }

    /// How many verdicts of an earlier process were used again.
    pub fn replayed(&self) -> usize {
        self.top.inner().replayed()
    }

    /// Why verdicts are not recorded any more. The search goes on without.
    pub fn take_journal_error(&mut self) -> Option<Error> {
        self.journal_mut().take_error()
    }

    fn journal_mut(&mut self) -> &mut Journal<Flaky<E>> {
        self.top.inner_mut()
    }

    fn flaky_mut(&mut self) -> &mut Flaky<E> {
        self.journal_mut().inner_mut()
    }
}

impl ExecutorStack<'_> {
    /// Sets a callback for all that runners do.
    pub fn watch_with(&mut self, watcher: impl FnMut(Activity<'_>) + 'static) {
        self.mixed_mut().runners().watch_with(watcher);
    }

    /// Sets what is called with messages about remote workers.
    pub fn notify_with(&mut self, notifier: impl FnMut(&str) + 'static) {
        self.mixed_mut().notify_with(notifier);
    }

    /// Test runs so far, local and remote.
    pub fn counts(&self) -> RunCounts {
        self.mixed().counts()
    }

    /// Queries to remote workers, if there are any.
    pub fn remote_counts(&self) -> Option<RemoteCounts> {
        self.mixed().remote_counts()
    }

    /// A command that runs the test on a result by hand.
    pub fn by_hand(&mut self, result: &Path) -> String {
        sanity::by_hand(self.mixed_mut().runners().setup(), result)
    }

    /// Why the test cannot be run any more.
    pub fn take_error(&mut self) -> Option<Error> {
        self.mixed_mut().runners().take_error()
    }

    fn mixed(&self) -> &Mixed {
        self.top.inner().inner().inner()
    }

    fn mixed_mut(&mut self) -> &mut Mixed {
        self.flaky_mut().inner_mut()
    }
}

impl<E: Executor> Executor for ExecutorStack<'_, E> {
    fn slots(&self) -> usize {
        self.top.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.top.submit(ticket, text);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        self.top.wait()
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.top.cancel(ticket);
    }
}

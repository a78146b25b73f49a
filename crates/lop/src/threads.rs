//! An executor that calls a function in several threads.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use lop_core::{Executor, Stop, Ticket, Verdict};

type Query = (Ticket, Arc<[u8]>);
/// A panic of the function is passed on to the thread that waits.
type Answer = (Ticket, Result<bool, Box<dyn Any + Send>>);

/// Threads that judge candidates.
pub(crate) struct Threads {
    slots: usize,
    queries: Sender<Query>,
    answers: Receiver<Answer>,
    /// Cancelled queries: a function cannot be interrupted, so their verdicts still come, and are dropped.
    cancelled: BTreeSet<Ticket>,
}

/// Runs `work` with an executor of several threads, which end with it.
pub(crate) fn with_threads<R>(
    slots: usize,
    is_interesting: &(impl Fn(&[u8]) -> bool + Sync),
    work: impl FnOnce(&mut Threads) -> R,
) -> R {
    let (queries, to_answer) = channel::<Query>();
    let (to_report, answers) = channel::<Answer>();
    let to_answer = Mutex::new(to_answer);
    thread::scope(|scope| {
        for _ in 0..slots {
            let (to_answer, to_report) = (&to_answer, to_report.clone());
            scope.spawn(move || {
                while let Some((ticket, text)) = next(to_answer) {
                    let answer = catch_unwind(AssertUnwindSafe(|| is_interesting(&text)));
                    if to_report.send((ticket, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        // Dropping the sender here ends the threads.
        let mut threads = Threads {
            slots,
            queries,
            answers,
            cancelled: BTreeSet::new(),
        };
        work(&mut threads)
    })
}

fn next(queries: &Mutex<Receiver<Query>>) -> Option<Query> {
    queries.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl Executor for Threads {
    fn slots(&self) -> usize {
        self.slots
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        // If all threads are gone, `wait` reports it.
        let _ = self.queries.send((ticket, text));
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        loop {
            let (ticket, answer) = self.answers.recv().map_err(|_| Stop::Executor)?;
            if self.cancelled.remove(&ticket) {
                continue;
            }
            let verdict = match answer {
                Ok(true) => Verdict::Interesting,
                Ok(false) => Verdict::Uninteresting,
                Err(panic) => resume_unwind(panic),
            };
            return Ok((ticket, verdict));
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.cancelled.insert(ticket);
    }
}

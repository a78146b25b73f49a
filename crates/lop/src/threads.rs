//! A function asked in several threads at once.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use lop_core::{Executor, Stop, Ticket, Verdict};

type Question = (Ticket, Arc<[u8]>);
/// A function that panics does so for whoever asked.
type Answer = (Ticket, Result<bool, Box<dyn Any + Send>>);

/// Threads that judge candidates.
pub struct Threads {
    slots: usize,
    questions: Sender<Question>,
    answers: Receiver<Answer>,
    /// Nobody waits for these any more; a function cannot be ended, so they come nevertheless.
    cancelled: BTreeSet<Ticket>,
}

/// Lets something ask a function in several threads, which end with it.
pub fn with_threads<R>(
    slots: usize,
    is_interesting: &(impl Fn(&[u8]) -> bool + Sync),
    work: impl FnOnce(&mut Threads) -> R,
) -> R {
    let (questions, to_answer) = channel::<Question>();
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
        // Dropped here, the threads notice that no more questions come.
        let mut threads = Threads {
            slots,
            questions,
            answers,
            cancelled: BTreeSet::new(),
        };
        work(&mut threads)
    })
}

fn next(questions: &Mutex<Receiver<Question>>) -> Option<Question> {
    questions.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl Executor for Threads {
    fn slots(&self) -> usize {
        self.slots
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        // If all threads are gone, whoever waits for the answer learns of it.
        let _ = self.questions.send((ticket, text));
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

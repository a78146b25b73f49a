//! The seam to machines that are elsewhere.
//!
//! Whoever runs tests elsewhere gets orders and reports news, from threads of its own. A report rings a bell that the
//! one who waits for local runs hears as well, so there is one wait for all answers, and nothing here knows
//! what lies between the machines.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use lop_core::Ticket;

use crate::setup::Run;

/// What somebody elsewhere is told.
#[derive(Debug, Clone)]
pub enum Order {
    /// Answer a question.
    Ask(Inquiry),
    /// The answer is not wanted any more; there must not be one.
    Cancel(Ticket),
}

/// A question for somebody elsewhere.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// Its name.
    pub ticket: Ticket,
    /// The candidate.
    pub text: Arc<[u8]>,
    /// How long a run of the test may take.
    pub limit: Duration,
    /// Whether the test has to be run for it: no answer of an earlier run will do, nor is this one kept.
    pub is_fresh: bool,
    /// Whether the end of what the run prints is wanted.
    pub keeps_output: bool,
    /// The address of a server that is not to answer, as long as there is another one.
    pub not_at: Option<Arc<str>>,
}

/// What somebody elsewhere reports.
#[derive(Debug, Clone)]
pub enum News {
    /// A question has its answer.
    Answered {
        /// The question.
        ticket: Ticket,
        /// The run of the test.
        run: Run,
        /// Whether it was run earlier.
        is_cached: bool,
        /// How long it took from the order to the answer.
        round_trip: Duration,
        /// The address of the server that answered.
        server: Arc<str>,
    },
    /// A question has no answer.
    Lost {
        /// The question.
        ticket: Ticket,
        /// Whether it is in vain to ask there again.
        is_final: bool,
        /// Why.
        reason: String,
    },
    /// So many questions can be under way from now on.
    Slots {
        /// How many; none while nobody can be reached.
        slots: usize,
        /// What the user should know about it.
        notice: Option<String>,
    },
}

/// Takes orders.
type Taker = Box<dyn FnMut(Order)>;

/// Machines elsewhere, as seen from here.
pub struct Remote {
    take: Taker,
    news: Receiver<News>,
    bell: UnixStream,
}

/// The other end: reports news from any thread.
#[derive(Clone)]
pub struct Reporter {
    news: Sender<News>,
    bell: Arc<UnixStream>,
}

impl Reporter {
    /// Reports something. Nobody listens any more at the end, which is fine.
    pub fn report(&self, news: News) {
        let _ = self.news.send(news);
        // A full socket rings already.
        let _ = (&*self.bell).write(&[0]);
    }
}

impl Remote {
    /// Both ends, with somebody who takes orders without waiting.
    pub fn new(take: impl FnMut(Order) + 'static, news: Receiver<News>, bell: UnixStream) -> Self {
        Remote {
            take: Box::new(take),
            news,
            bell,
        }
    }

    /// What reports travel through.
    pub fn line() -> io::Result<(Reporter, Receiver<News>, UnixStream)> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_nonblocking(true)?;
        theirs.set_nonblocking(true)?;
        let (sender, news) = mpsc::channel();
        let bell = Arc::new(theirs);
        Ok((Reporter { news: sender, bell }, news, ours))
    }

    /// Gives an order.
    pub(crate) fn order(&mut self, order: Order) {
        (self.take)(order);
    }

    /// What was reported since, one after the other.
    pub(crate) fn news(&mut self) -> Option<News> {
        // Reports are sent before the bell is rung, so none is missed.
        while matches!((&self.bell).read(&mut [0; 64]), Ok(64)) {}
        self.news.try_recv().ok()
    }
}

impl AsFd for Remote {
    /// Can be read from when there are news.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }
}

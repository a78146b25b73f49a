//! The interface to remote executors.
//!
//! A remote executor gets orders and reports news, from threads of its own. Each report writes to a socket, the bell,
//! that the wait for local runs polls as well, so there is one wait for all verdicts. This crate does not know the
//! protocol between the machines.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use lop_core::Ticket;

use crate::setup::Run;

/// An order to the remote executor.
#[derive(Debug, Clone)]
pub enum Order {
    /// Run a query.
    Ask(Inquiry),
    /// Cancel a query; no answer to it may follow.
    Cancel(Ticket),
}

/// A query for the remote executor.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// Its number.
    pub ticket: Ticket,
    /// The candidate.
    pub text: Arc<[u8]>,
    /// The time limit of the test run.
    pub limit: Duration,
    /// Whether the test has to be run: the server may neither use nor keep a cached result.
    pub is_fresh: bool,
    /// Whether to return the end of what the run prints.
    pub keeps_output: bool,
    /// The address of a server that must not answer, as long as there is another one.
    pub not_at: Option<Arc<str>>,
}

/// A report of the remote executor.
#[derive(Debug, Clone)]
pub enum News {
    /// A query has its verdict.
    Answered {
        /// The query.
        ticket: Ticket,
        /// The run of the test.
        run: Run,
        /// Whether the server had it cached.
        is_cached: bool,
        /// The time from the order to the answer.
        round_trip: Duration,
        /// The address of the server that answered.
        server: Arc<str>,
    },
    /// A query came back without a verdict.
    Lost {
        /// The query.
        ticket: Ticket,
        /// Whether sending it again would be in vain.
        is_final: bool,
        /// Why.
        reason: String,
    },
    /// The number of queries that can be in flight changed.
    Slots {
        /// The number; 0 while no server can be reached.
        slots: usize,
        /// A message for the user.
        notice: Option<String>,
    },
}

/// Takes an order, without waiting.
type Taker = Box<dyn FnMut(Order)>;

/// The local end: gives orders and takes news.
pub struct Remote {
    take: Taker,
    news: Receiver<News>,
    bell: UnixStream,
}

/// The remote end: reports news from any thread.
#[derive(Clone)]
pub struct Reporter {
    news: Sender<News>,
    bell: Arc<UnixStream>,
}

impl Reporter {
    /// Reports news. At the end the receiver is gone, which is fine.
    pub fn report(&self, news: News) {
        let _ = self.news.send(news);
        // A full socket rings already.
        let _ = (&*self.bell).write(&[0]);
    }
}

impl Remote {
    /// The local end. `take` gets orders and must not wait.
    pub fn new(take: impl FnMut(Order) + 'static, news: Receiver<News>, bell: UnixStream) -> Self {
        Remote {
            take: Box::new(take),
            news,
            bell,
        }
    }

    /// The channel of reports and its bell.
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

    /// The next report, in order.
    pub(crate) fn news(&mut self) -> Option<News> {
        // Reports are sent before the bell is rung, so none is missed.
        while matches!((&self.bell).read(&mut [0; 64]), Ok(64)) {}
        self.news.try_recv().ok()
    }
}

impl AsFd for Remote {
    /// Readable when there are reports.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }
}

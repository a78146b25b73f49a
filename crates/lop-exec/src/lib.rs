//! Executes the interestingness test: processes, scratch directories, time-outs.
//!
//! The crate knows how to put a candidate where the user's script finds it, how to run the script, and how to end it.
//! It does not know the edits or the algorithm.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod bundle;
mod descendants;
mod error;
mod filter;
mod flaky;
mod group;
mod guarded;
mod interrupt;
mod journal;
mod made;
mod mixed;
mod protocol;
pub mod remote;
mod runner;
mod runners;
mod sandbox;
pub mod sanity;
mod save;
mod scratch;
mod setup;
mod stack;
// Its failures are those of a test.
#[allow(clippy::unwrap_used)]
pub mod testing;
mod time_out;

pub use crate::error::{Error, describe, quote};
pub use crate::filter::filter;
pub use crate::flaky::{Flakiness, Flaky, History, Settled, Tally};
pub use crate::guarded::Guarded;
pub use crate::interrupt::{Deaf, Interrupt, stop_for_now};
pub use crate::journal::{Fingerprint, Journal, JournalLock, Part};
pub use crate::made::{FileId, Mark, Subject};
pub use crate::mixed::{Mixed, RemoteCounts};
pub use crate::protocol::Outcome;
pub use crate::runner::run_if_runner;
pub use crate::runners::Runners;
pub use crate::sandbox::{Confinement, Sandbox};
pub use crate::save::{Manner, check_no_link, check_writable, create, refused, save};
pub use crate::setup::{Activity, Run, RunCounts, Setup, Step};
pub use crate::stack::ExecutorStack;
pub use crate::time_out::TimeOut;

//! Models from a corpus: removals that a checker judged, and the models that are fitted to them.
//!
//! No bug is needed to learn what can be removed from programs of a language. A task takes an ordinary file, chooses a
//! token to keep, and reduces the file as long as a compiler accepts it. Every query becomes a sample, the
//! features of the node and the verdict, in a file; a model is fitted to such files. Nothing here prints.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod checker;
mod collect;
pub mod data;
mod error;
mod evaluate;
mod fit;
mod task;

pub use crate::collect::{End, Plan, collect, corpus};
pub use crate::error::Error;
pub use crate::evaluate::{Counts, Evaluation, Row, evaluate, judged};
pub use crate::fit::{Fitted, HoldBack, Options, fit};
pub use crate::task::{TaskSamples, run as run_task};

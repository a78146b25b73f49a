//! Models from a corpus: questions asked of a checker, and what can be learnt from the answers.
//!
//! No bug is needed to learn what can be removed from programs of a language. A task takes an ordinary file, chooses a
//! token to keep, and reduces the file as long as a compiler accepts it. Every question goes into a file with what was
//! known of the node and with its answer; a model is made of such files. Nothing here prints.

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
pub use crate::task::{Answers, run as run_task};

//! The search, the reducers and the query caches.
//!
//! A reducer proposes edits of the best program; the search runs the test on them; an interesting candidate becomes the
//! best; observers receive events. The crate is a function of tree, verdicts and order: it has no clocks, threads, files or
//! processes.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod cache;
mod event;
mod executor;
mod guarantee;
pub mod list;
pub mod model;
pub mod needs;
mod oracle;
mod query;
mod reference;
mod search;
mod steps;
pub mod testing;
pub mod transform;
pub mod tree;

pub use crate::event::{Event, Observer};
pub use crate::executor::{Executor, Inline, Ticket};
pub use crate::guarantee::Guarantee;
pub use crate::oracle::{Oracle, Verdict};
pub use crate::query::Query;
pub use crate::reference::{REFERENCES, Reference};
pub use crate::search::{Counts, Limits, Search, StageResult, Stop};
pub use crate::steps::{FirstOf, Places, Steps};

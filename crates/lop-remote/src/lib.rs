//! Runs the test on build farms that speak the Remote Execution API, version 2.
//!
//! A query becomes an *action*: a command and a directory, both known by the digest of their content. The
//! directory holds the test and what it needs, which is uploaded once, and the candidate, which is one batch. The servers'
//! action cache answers actions that were executed before, in earlier runs or by other users.
//!
//! Remote execution fails in many ways, and none of them is a verdict. A small script around the test prints how the test
//! ended; any other result, be it an exit code, a broken stream or silence, is a reason to retry, on another server or later,
//! and in the end to hand the query back to local runners.
//!
//! The crate is a client. It knows of the search no more than [`lop_exec::remote`] says, and hides its threads and its
//! waiting behind that.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod action;
mod blob;
mod error;
mod farm;
mod folder;
mod outcome;
mod server;
mod settings;

pub use crate::action::{Include, Job, Program};
pub use crate::error::Error;
pub use crate::farm::connect;
pub use crate::settings::{Patience, Settings, Tls, Token};

//! Runs the test on build farms that speak the Remote Execution API, version 2.
//!
//! A question becomes an *action*: a command and a directory, both known by the digest of their content. The
//! directory holds the test and what it needs, which is uploaded once, and the candidate, which is one batch. Whoever has
//! run the same action before has the answer already: a colleague, or you yesterday.
//!
//! What is far away fails in many ways, and none of them is an answer. A small script around the test says how the test ended in
//! words of its own; whatever else comes back, be it an exit code, a broken stream or silence, is a reason to ask again,
//! elsewhere or later, and in the end to give the question back.
//!
//! The crate is a client. It knows of the search no more than [`lop_exec::remote`] says, and hides its threads and its
//! waiting behind that.

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

//! Runs the test: processes, scratch directories, time-outs.
//!
//! The crate knows how to put a candidate where the user's script finds it, how to run the script, and how
//! to end it. It does not know what is being reduced or why.

mod command;
mod save;

pub use crate::command::{Failure, Run, Test, TestError};
pub use crate::save::save;

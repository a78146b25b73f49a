//! lop as a library: a program reduced with a function as its test.
//!
//! ```
//! use lop::Reduction;
//!
//! # fn main() -> Result<(), lop::Error> {
//! let reduced = Reduction::new("one two\nthree target four\nfive\n")
//!     .language("text")
//!     .run(|candidate| String::from_utf8_lossy(candidate).contains("target"))?;
//! assert_eq!(reduced.text, b"target");
//! # Ok(())
//! # }
//! ```
//!
//! A [`Reduction`] is what the command does without processes and files: the same algorithms, the same order of
//! queries, the same result for any number of jobs. Running a script, continuing after an interrupt and flaky tests
//! are the command's (package `lop-cli`) and that of the crates it is made of: `lop-syntax` knows text, trees and
//! edits, `lop-core` the search and the algorithms, `lop-exec` how to run a test.
//!
//! A [`Driver`] is the part of it that the command drives as well: a [`Strategy`] in names becomes searches, with any
//! executor and any observers.
//!
//! Nothing here prints.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod driver;
mod error;
mod language;
mod protect;
mod reduction;
mod strategy;
mod threads;

pub use crate::driver::{Driver, Searched, Subject};
pub use crate::error::Error;
pub use crate::language::{PLAIN, syntax_for, syntax_named};
pub use crate::protect::{Protect, Protected};
pub use crate::reduction::{Reduced, Reduction, Step};
pub use crate::strategy::{ModelSource, Strategy};
pub use lop_core::tree::Hoists;

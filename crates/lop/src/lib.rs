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
//! questions, the same result for any number of jobs. Whoever wants to run a script, continue after an interrupt or
//! treat flaky tests uses the command, or the crates below this one: `lop-syntax` knows text, trees and edits,
//! `lop-core` the search and the algorithms, `lop-exec` how to run a test.
//!
//! Nothing here prints.

mod reduction;
mod threads;

pub use crate::reduction::{Error, Reduced, Reduction, Step};

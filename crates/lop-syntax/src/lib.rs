//! Any file as a reduction tree whose every edit still parses.
//!
//! ```
//! use lop_syntax::{Program, edit, lang, parse};
//! use std::sync::Arc;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # if lang::named("json").is_none() { return Ok(()); }
//! let syntax = lang::named("json").unwrap().syntax()?;
//! let tree = Arc::new(parse(&b"[1, 2, 3]"[..], &syntax));
//! let mut program = Program::new(tree.clone());
//! let one = tree.nodes().find(|node| tree.text(*node) == b"1").unwrap();
//! let candidate = program.propose(&edit::remove(one))?;
//! assert_eq!(candidate.text(&program), b"[2, 3]");
//! program.accept(&candidate);
//! # Ok(())
//! # }
//! ```
//!
//! The crate knows text, grammars and trees. It does not know what makes a program interesting, and it
//! starts no process but a C compiler, when a user brings a grammar of their own.

#![deny(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

pub mod edit;
pub mod facts;
mod gap;
pub mod grammar;
pub mod lang;
mod lexical;
pub mod load;
pub mod names;
mod parse;
mod parts;
pub mod print;
mod program;
mod random;
pub mod rewrite;
mod stated;
mod sums;
mod syntax;
pub mod testing;
mod tree;

pub use crate::edit::{Change, Edit, Refusal};
pub use crate::facts::Facts;
pub use crate::lexical::may_touch;
pub use crate::parse::errors::{ErrorLimit, is_valid};
pub use crate::parse::mask::Masked;
pub use crate::parse::{GaveUp, parse, text};
pub use crate::program::{Candidate, LivePiece, Program};
pub use crate::random::Random;
pub use crate::syntax::{Layout, Read, Syntax};
pub use crate::tree::{Kind, NodeId, Tree};

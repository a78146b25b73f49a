//! Heuristics that are written once, over the roles that languages assign to their rules.
//!
//! What a syntactic reducer finds by itself is left out: an operator's operand in its place, a branch in place of
//! its `if`, a body in place of its loop, fewer items of a list, no qualifiers.

pub mod array;
pub mod condition;
pub mod constant;
mod level;
pub mod loop_unrolling;
pub mod other_branch;
pub mod plain_type;
pub mod pointer;
pub mod result;
pub mod value;

use lop_syntax::roles::{self, Roles};

use super::View;

/// The languages with roles.
const LANGUAGES: &[&str] = &[
    "c",
    "cpp",
    "go",
    "java",
    "javascript",
    "python",
    "rust",
    "tsx",
    "typescript",
];

/// The roles in what a heuristic sees.
fn of(view: &View<'_>) -> Option<&'static Roles> {
    roles::named(&view.tree.syntax().name)
}

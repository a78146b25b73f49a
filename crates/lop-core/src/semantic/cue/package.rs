//! Drops the package clause.
//!
//! **Idea.** A file that is evaluated alone needs no package.
//!
//! **Example.**
//! ```text
//! package main      →   a: 1
//! a: 1
//! ```
//!
//! **Reference.** S002, section 4.4.3.

use lop_syntax::Edit;
use lop_syntax::edit::remove;

use super::super::node::Node;
use super::super::{Entry, View};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "cue-package",
    summary: "Drops the package clause.",
    reference: "S002, section 4.4.3",
    languages: &["cue"],
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    let clauses = Node::named(view.tree, "package_clause");
    clauses.filter_map(Node::removable).map(remove).collect()
}

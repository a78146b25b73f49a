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
//! **Reference.** bointner2025, section 4.4.3.

use lop_syntax::Edit;
use lop_syntax::edit::remove;

use super::super::node::Node;
use super::super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-package",
    summary: "Drops the package clause.",
    reference: "bointner2025, section 4.4.3",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let clauses = Node::named(view.tree, "package_clause");
    clauses.filter_map(Node::removable).map(remove).collect()
}

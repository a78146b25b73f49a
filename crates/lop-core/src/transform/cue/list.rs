//! Empties lists.
//!
//! **Idea.** If a list matters at all, often only as a list.
//!
//! **Example.**
//! ```text
//! a: [1, 2, {b: 3}]    →   a: []
//! ```
//!
//! **Reference.** bointner2025, section 4.2.4.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};
use super::syntax::elements;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-list",
    summary: "Empties list literals.",
    reference: "bointner2025, section 4.2.4",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let lists = Node::named(view.tree, "list").filter(|list| !elements(*list).is_empty());
    lists.map(|list| rewrite(list.id, *b"[]")).collect()
}

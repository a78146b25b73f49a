//! Drops ellipses.
//!
//! **Idea.** Structs that are no definitions are open without one, and most lists are as long as they are.
//!
//! **Example.**
//! ```text
//! a: {b: 1, ...}    →   a: {b: 1}
//! c: [...int]       →   c: [...]      →   c: []
//! ```
//!
//! **Reference.** bointner2025, section 4.4.3.

use lop_syntax::Edit;
use lop_syntax::edit::{remove, remove_all, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-ellipsis",
    summary: "Drops ellipses, all at once and one by one, and their types.",
    reference: "bointner2025, section 4.4.3",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let is_ellipsis = |node: &Node<'_>| ["struct_ellipsis", "list_ellipsis"].contains(&node.name());
    let ellipses: Vec<Node<'_>> = Node::all(view.tree).filter(is_ellipsis).collect();
    let removable = || ellipses.iter().filter_map(|ellipsis| ellipsis.removable());
    let mut edits = vec![remove_all(removable())];
    edits.extend(removable().map(remove));
    let typed = ellipses.iter().filter(|ellipsis| ellipsis.parts().len() > 1);
    edits.extend(typed.map(|ellipsis| rewrite(ellipsis.id, *b"...")));
    edits
}

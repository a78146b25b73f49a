//! Puts a plain type in place of others.
//!
//! **Idea.** What a thing is rarely matters, and a plain type needs no definition: all that have the same type get the
//! plain one together, and each alone.
//!
//! **Example.**
//! ```text
//! struct list a; struct list f(struct list b);    →   int a; int f(int b);
//! ```
//!
//! **Reference.** bointner2025, section 4.3.2; C-Reduce does so for C.

use std::collections::BTreeMap;

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};

use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "plain-type",
    summary: "Puts a plain type in place of others.",
    reference: "bointner2025, section 4.3.2",
    needs: |facts| !facts.types.is_empty() && !facts.plain_types.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View { tree, facts, .. } = *view;
    let mut alike: BTreeMap<&str, Vec<Node<'_>>> = BTreeMap::new();
    for node in view.all().filter(|node| facts.types.contain(tree, node.id)) {
        if !facts.plain_types.contains(&node.text()) && !view.is_definition(node.id) {
            alike.entry(node.text()).or_default().push(node);
        }
    }
    let mut edits = Vec::new();
    for nodes in alike.into_values() {
        for plain in facts.plain_types {
            let change = |node: &Node<'_>| Change::Rewrite(node.id, plain.as_bytes().into());
            edits.push(Edit {
                changes: nodes.iter().map(change).collect(),
            });
            edits.extend(nodes.iter().map(|node| rewrite(node.id, plain.as_bytes())));
        }
    }
    edits
}

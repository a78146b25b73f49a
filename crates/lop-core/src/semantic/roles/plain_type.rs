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
//! **Reference.** S002, section 4.3.2; C-Reduce does so for C.

use std::collections::BTreeMap;

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};

use super::super::node::Node;
use super::super::{Entry, View};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "plain-type",
    summary: "Puts a plain type in place of others.",
    reference: "S002, section 4.3.2",
    languages: super::LANGUAGES,
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    let Some(roles) = super::of(view) else {
        return Vec::new();
    };
    let mut alike: BTreeMap<&str, Vec<Node<'_>>> = BTreeMap::new();
    for node in Node::all(view.tree).filter(|node| roles.types.contains(&node.name())) {
        if !roles.plain_types.contains(&node.text()) {
            alike.entry(node.text()).or_default().push(node);
        }
    }
    let mut edits = Vec::new();
    for nodes in alike.into_values() {
        for plain in roles.plain_types {
            let change = |node: &Node<'_>| Change::Rewrite(node.id, plain.as_bytes().into());
            edits.push(Edit {
                changes: nodes.iter().map(change).collect(),
            });
            edits.extend(nodes.iter().map(|node| rewrite(node.id, plain.as_bytes())));
        }
    }
    edits
}

//! Removes a member of a record with its values and uses.
//!
//! **Idea.** A field of a structure goes together with the value at its place in every list of as many values, and with
//! whatever used it.
//!
//! **Example.**
//! ```text
//! struct S { int a; int b; } s = {1, 2}; f(s.b);    →   struct S { int a; } s = {1};
//! ```
//!
//! **Reference.** C-Reduce's `remove-unused-field` does so for fields that nothing uses.

use lop_syntax::{Edit, NodeId};

use super::calls::{single_items, uses_of, whole_item};
use super::name::without;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "member",
    summary: "Removes a member, its place in lists of values, and what used it.",
    reference: "C-Reduce",
    needs: |facts| !facts.records.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    let mut edits = Vec::new();
    for record in view.nodes() {
        for members in facts.records.of(tree, record) {
            let members = members.of(program, record).into_iter();
            let members: Vec<NodeId> = members.flat_map(|member| single_items(view, member)).collect();
            for (index, member) in members.iter().enumerate() {
                let mut nodes = vec![whole_item(program, *member)];
                nodes.extend(values(view, members.len(), index));
                let uses = uses_of(view, *member).into_iter();
                nodes.extend(uses.filter_map(|token| view.removable_around(token)));
                edits.push(without(nodes));
            }
        }
    }
    edits
}

/// The `index`-th value of every list of `count` values.
fn values(view: &View<'_>, count: usize, index: usize) -> Vec<NodeId> {
    let is_list = |node: &NodeId| view.facts.value_lists.contain(view.tree, *node);
    let value = |list: NodeId| {
        let items: Vec<NodeId> = view.program.named_parts(list).collect();
        (items.len() == count).then(|| items[index])
    };
    view.nodes().filter(is_list).filter_map(value).collect()
}

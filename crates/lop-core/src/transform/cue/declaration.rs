//! Drops declarations that say nothing, or nothing new.
//!
//! **Idea.** `null`, `_` or a name that stands in a struct by itself is mostly left over from a reduction, and what is
//! declared twice is declared. Such declarations may hold each other in place, so they go together too.
//!
//! **Example.** bointner2025, figure 4.11.
//! ```text
//! a: {null, null}    →   a: {null}
//! b: {x, x}          →   b: {x}
//! c: {_, _}          →   c: {_}
//! ```
//! Two declarations of a field also become one, of both values: `d: 1, d: int` becomes `d: 1 & int`.
//!
//! **Reference.** bointner2025, section 4.4.3.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::Edit;
use lop_syntax::edit::{Change, remove, remove_all};

use super::super::node::Node;
use super::super::{Transform, View};
use super::syntax::{declarations, labels, operands, value};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-declaration",
    summary: "Drops declarations that are there twice or say nothing, and merges those of one field.",
    reference: "bointner2025, section 4.4.3",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let is_scope = |node: &Node<'_>| ["struct", "source_file"].contains(&node.name());
    let mut edits = Vec::new();
    for scope in Node::all(view.tree).filter(is_scope) {
        let mut known = BTreeSet::new();
        let (mut again, mut idle) = (Vec::new(), Vec::new());
        for declaration in declarations(scope) {
            if !known.insert(declaration.text()) {
                again.extend(declaration.removable());
            } else if ["null", "top", "identifier"].contains(&declaration.name()) {
                idle.extend(declaration.removable());
            }
        }
        let both = again.iter().chain(&idle).copied();
        edits.push(remove_all(both.clone()));
        edits.push(remove_all(again.iter().copied()));
        edits.extend(both.map(remove));
        edits.extend(merged(scope));
    }
    edits.retain(|edit| !edit.changes.is_empty());
    edits
}

/// Two declarations of the same field as one.
fn merged(scope: Node<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut known: BTreeMap<&str, Node<'_>> = BTreeMap::new();
    for field in declarations(scope) {
        let [label] = labels(field)[..] else { continue };
        let Some(first) = known.get(label.text()) else {
            known.insert(label.text(), field);
            continue;
        };
        let (Some(one), Some(two), Some(gone)) = (value(*first), value(field), field.removable()) else {
            continue;
        };
        let text = format!("{} & {}", as_term(one), as_term(two));
        let changes = vec![Change::Rewrite(one.id, text.into_bytes().into()), Change::Remove(gone)];
        edits.push(Edit { changes });
    }
    edits
}

/// A value as a term of a chain: in brackets if the operator would take it apart.
fn as_term(value: Node<'_>) -> String {
    let is_apart = value.is("binary_expression") && operands(value, "&").len() == 1;
    if is_apart {
        format!("({})", value.text())
    } else {
        value.text().to_owned()
    }
}

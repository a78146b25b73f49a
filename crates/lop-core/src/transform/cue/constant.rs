//! Puts values in place of the names that refer to them.
//!
//! **Idea.** What refers to a field holds the field in place, and all that the field refers to. With the value in the
//! name's place, the field can go. Values come from the innermost scope that has the name, also from other files of the
//! package.
//!
//! **Example.** bointner2025, figure 4.3, over several steps.
//! ```text
//! foo: 3             foo: 3
//! bar: foo           bar: 3
//! x: {y: bar}   →    x: {y: 3}
//! z: x               z: {y: 3}
//! ```
//!
//! **Reference.** bointner2025, section 4.2.1. There, each use is a candidate; here all uses of a name together are another,
//! with and without what gives the name, and so is the value of an expression, with and without what only the
//! expression needs.

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};
use super::evaluate::Evaluator;
use super::naming::{Naming, removal};
use super::scope::{Meaning, Place};
use super::syntax::{fitted, is_operation, is_use};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-constant",
    summary: "Puts values in place of the names that refer to them.",
    reference: "bointner2025, section 4.2.1",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let evaluator = Evaluator::of(view);
    let naming = Naming::of(&evaluator.package, view.tree);
    let mut edits = Vec::new();
    let mut by_value: Vec<(Place<'_>, Vec<Change>)> = Vec::new();
    for user in Node::named(view.tree, "identifier").filter(|node| is_use(*node)) {
        for place in values(&evaluator, user) {
            let text = fitted(user, &place.text(), is_operation(place.node));
            let change = Change::Rewrite(user.id, text.into_bytes().into());
            edits.push(Edit {
                changes: vec![change.clone()],
            });
            match by_value.iter_mut().find(|(known, _)| *known == place) {
                Some((_, changes)) => changes.push(change),
                None => by_value.push((place, vec![change])),
            }
        }
        for whole in selections(user) {
            edits.extend(selected(&evaluator, &naming, whole));
        }
    }
    let is_folded =
        |node: &Node<'_>| ["binary_expression", "call_expression", "slice_expression"].contains(&node.name());
    for node in Node::all(view.tree).filter(is_folded) {
        edits.extend(evaluated(&evaluator, &naming, node));
    }
    edits.extend(
        by_value
            .into_iter()
            .flat_map(|(_, changes)| together(view, &naming, changes)),
    );
    edits
}

/// A value in place of all uses of a name, where there are several; and without what gives the name.
fn together<'a>(view: &View<'a>, naming: &Naming<'a>, mut changes: Vec<Change>) -> Vec<Edit> {
    let user = |change: &Change| Node {
        tree: view.tree,
        id: change.subject(),
    };
    let giver = changes.first().and_then(|change| naming.giver(user(change)));
    let all = Edit {
        changes: changes.clone(),
    };
    let mut edits: Vec<Edit> = Some(all).filter(|all| all.changes.len() > 1).into_iter().collect();
    if let Some(removal) = giver.and_then(removal) {
        changes.push(removal);
        edits.push(Edit { changes });
    }
    edits
}

/// The value of an expression in its place; and without what only the expression needs.
fn evaluated<'a>(evaluator: &Evaluator<'a>, naming: &Naming<'a>, node: Node<'a>) -> Vec<Edit> {
    let Some(value) = evaluator.value(node) else {
        return Vec::new();
    };
    let text = value.text();
    let text = fitted(node, &text, text.starts_with('-'));
    let mut edits = vec![rewrite(node.id, text.as_bytes())];
    let unneeded = naming.only_for(node);
    if !unneeded.is_empty() {
        let mut edit = edits[0].clone();
        edit.changes.extend(unneeded);
        edits.push(edit);
    }
    edits
}

/// The values that a name refers to, but for those that it is part of.
fn values<'a>(evaluator: &Evaluator<'a>, user: Node<'a>) -> Vec<Place<'a>> {
    let meanings = evaluator.package.meanings(user).into_iter();
    meanings
        .filter_map(|meaning| match meaning {
            Meaning::Value(place) if !user.is_inside(place.node) => Some(place),
            _ => None,
        })
        .collect()
}

/// What is selected from a name: `a.b` and `a.b[0]` of `a.b[0]`.
fn selections(user: Node<'_>) -> Vec<Node<'_>> {
    let mut at = user;
    let around = user.above().take_while(|around| {
        let is_base = around.parts().first() == Some(&at);
        at = *around;
        is_base && ["selector_expression", "index_expression"].contains(&around.name())
    });
    around.collect()
}

/// The places that a selection leads to in its place; and its value, if it is known.
fn selected<'a>(evaluator: &Evaluator<'a>, naming: &Naming<'a>, whole: Node<'a>) -> Vec<Edit> {
    evaluator.package.begin();
    let places = evaluator.package.locate(Place::of(whole), 0).into_iter();
    let others = places.filter(|place| place.node != whole && !whole.is_inside(place.node));
    let texts = others.map(|place| fitted(whole, &place.text(), is_operation(place.node)));
    let written = texts.map(|text| rewrite(whole.id, text.as_bytes()));
    written.chain(evaluated(evaluator, naming, whole)).collect()
}

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
//! **Reference.** bointner2025, section 4.2.1. There, each use is a candidate; here all uses of a name together are another, and
//! so is the value of an operation on what is known.

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};
use super::evaluate::Evaluator;
use super::scope::{Meaning, Place, in_field};
use super::syntax::{fitted, is_operation, is_use, label_alias, labels, without_alias};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
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
    let mut edits = Vec::new();
    let mut by_value: Vec<(Place<'_>, Vec<Change>)> = Vec::new();
    let mut named: Vec<(Node<'_>, Vec<Change>)> = Vec::new();
    for user in Node::named(view.tree, "identifier").filter(|node| is_use(*node)) {
        let places = values(&evaluator, user);
        let name = naming(&evaluator, user).filter(|_| places.len() == 1);
        for place in places {
            let text = fitted(user, &place.text(), is_operation(place.node));
            edits.push(rewrite(user.id, text.as_bytes()));
            let change = Change::Rewrite(user.id, text.into_bytes().into());
            if let Some(name) = name {
                match named.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, changes)) => changes.push(change.clone()),
                    None => named.push((name, vec![change.clone()])),
                }
            }
            match by_value.iter_mut().find(|(known, _)| *known == place) {
                Some((_, changes)) => changes.push(change),
                None => by_value.push((place, vec![change])),
            }
        }
        for whole in selections(user) {
            edits.extend(selected(&evaluator, whole));
        }
    }
    let is_folded =
        |node: &Node<'_>| ["binary_expression", "call_expression", "slice_expression"].contains(&node.name());
    edits.extend(
        Node::all(view.tree)
            .filter(is_folded)
            .filter_map(|node| folded(&evaluator, node)),
    );
    let together = by_value.into_iter().filter(|(_, changes)| changes.len() > 1);
    edits.extend(together.map(|(_, changes)| Edit { changes }));
    edits.extend(named.into_iter().filter_map(without_name));
    edits
}

/// What gives a name its value, if that is in this file and in one place: a `let` clause, a field, or a label with an alias.
fn naming<'a>(evaluator: &Evaluator<'a>, user: Node<'a>) -> Option<Node<'a>> {
    let (scope, _) = evaluator.package.scope_of(user)?;
    if scope.is("field") {
        let label = labels(scope)
            .into_iter()
            .find(|label| label_alias(*label) == Some(user.text()));
        return label;
    }
    let is_naming = |declaration: &Node<'a>| match declaration.name() {
        "let_clause" => declaration
            .parts()
            .get(1)
            .is_some_and(|name| name.text() == user.text()),
        "field" => in_field(*declaration, user.text()).is_some(),
        _ => false,
    };
    let mut found = scope.parts().into_iter().filter(is_naming);
    let only = found.next().filter(|_| found.next().is_none())?;
    let label = labels(only).first().copied();
    label
        .filter(|label| label_alias(*label) == Some(user.text()))
        .or(Some(only))
}

/// Values in place of all uses of a name, without what gives the name: CUE rejects a `let` clause or an alias that nothing
/// refers to.
fn without_name((name, mut changes): (Node<'_>, Vec<Change>)) -> Option<Edit> {
    changes.push(match name.name() {
        "label" => Change::Rewrite(name.id, without_alias(name).into_bytes().into()),
        _ => Change::Remove(name.removable()?),
    });
    Some(Edit { changes })
}

/// The value of an operation in its place.
fn folded<'a>(evaluator: &Evaluator<'a>, node: Node<'a>) -> Option<Edit> {
    let text = evaluator.value(node)?.text();
    Some(rewrite(node.id, fitted(node, &text, text.starts_with('-')).as_bytes()))
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
fn selected<'a>(evaluator: &Evaluator<'a>, whole: Node<'a>) -> Vec<Edit> {
    evaluator.package.begin();
    let places = evaluator.package.locate(Place::of(whole), 0).into_iter();
    let others = places.filter(|place| place.node != whole && !whole.is_inside(place.node));
    let texts = others.map(|place| fitted(whole, &place.text(), is_operation(place.node)));
    let known = evaluator.value(whole).map(|value| value.text());
    texts
        .chain(known)
        .map(|text| rewrite(whole.id, text.as_bytes()))
        .collect()
}

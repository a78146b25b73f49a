//! Writes out the iterations of loops.
//!
//! **Idea.** A loop over something known is its iterations, written out, with values in place of its variables. Most of
//! them can go then. Each iteration alone is a candidate too.
//!
//! **Example.** bointner2025, figure 4.4.
//! ```text
//! foo: {a: 2, b: 0}            foo: {a: 2, b: 0}
//! bar: {                       bar: {
//!     for k, v in foo {            a: 10 / 2
//!         "\(k)": 10 / v   →       b: 10 / 0
//!     }                        }
//! }
//! ```
//!
//! **Reference.** bointner2025, section 4.2.2.

use std::ops::Range;

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::{Node, replaced};
use super::super::{Transform, View};
use super::comprehension::without_clauses;
use super::evaluate::{Binding, Evaluator};
use super::scope::Place;
use super::syntax::{as_label, elements, fitted, is_operation, is_use};
use super::value::{Number, Value};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "cue-loop",
    summary: "Writes out the iterations of loops, all of them or one.",
    reference: "bointner2025, section 4.2.2",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

/// Loops that run longer stay loops.
const MOST_ITERATIONS: usize = 32;

fn propose(view: &View<'_>) -> Vec<Edit> {
    let mut evaluator = Evaluator::of(view);
    let mut edits = Vec::new();
    for comprehension in Node::named(view.tree, "comprehension") {
        let first = comprehension.parts().first().copied();
        let Some(clause) = first.filter(|clause| clause.is("for_clause")) else {
            continue;
        };
        let Some(written) = iterations(&mut evaluator, comprehension, clause) else {
            continue;
        };
        let separator = match comprehension.parent() {
            Some(parent) if parent.is("list") => ", ",
            _ => "\n",
        };
        let mut texts = vec![written.join(separator)];
        texts.extend(written);
        edits.extend(texts.into_iter().map(|text| rewrite(comprehension.id, text.as_bytes())));
    }
    edits
}

/// The texts of all iterations of a loop.
fn iterations<'a>(evaluator: &mut Evaluator<'a>, comprehension: Node<'a>, clause: Node<'a>) -> Option<Vec<String>> {
    let source = *clause.parts().last()?;
    let mut written = Vec::new();
    for (key, place) in runs_through(evaluator, source)? {
        let bindings = [bound_key(clause, key), bound_value(evaluator, clause, place)];
        evaluator.bindings = bindings.into();
        let text = without_clauses(comprehension, 1, |node| substituted(evaluator, node));
        evaluator.bindings.clear();
        written.push(text?);
    }
    Some(written).filter(|written| !written.is_empty())
}

/// What a loop runs through: names or indices, and values.
fn runs_through<'a>(evaluator: &Evaluator<'a>, source: Node<'a>) -> Option<Vec<(Value, Place<'a>)>> {
    let package = &evaluator.package;
    package.begin();
    let places = package.locate(Place::of(source), 0);
    let items: Vec<(Value, Place<'a>)> = match &places[..] {
        [list] if list.node.is("list") => {
            let items = elements(list.node);
            let is_open = |item: &Node<'a>| ["comprehension", "list_ellipsis"].contains(&item.name());
            if items.iter().any(is_open) {
                return None;
            }
            let index = |at| Value::Number(Number::integer(at));
            (0..).map(index).zip(items.into_iter().map(Place::of)).collect()
        }
        _ => {
            let fields = package.fields(Place::of(source), 0)?.into_iter();
            fields.map(|(name, place)| (Value::Text(name), place)).collect()
        }
    };
    (items.len() <= MOST_ITERATIONS).then_some(items)
}

fn bound_key(clause: Node<'_>, key: Value) -> Binding<'_> {
    Binding {
        clause,
        is_key: true,
        text: key.text(),
        value: Some(key),
        is_operation: false,
    }
}

fn bound_value<'a>(evaluator: &Evaluator<'a>, clause: Node<'a>, place: Place<'a>) -> Binding<'a> {
    Binding {
        clause,
        is_key: false,
        value: evaluator.value_at(place),
        text: place.text(),
        is_operation: is_operation(place.node),
    }
}

/// A node's text with the values of an iteration in place of the loop's variables.
fn substituted<'a>(evaluator: &Evaluator<'a>, node: Node<'a>) -> String {
    let mut places: Vec<(Range<usize>, String)> = Vec::new();
    for below in node.below() {
        let text = match below.name() {
            "dynamic_label" => label(evaluator, below),
            "string" if below.part("interpolation").is_some() => string(evaluator, below),
            "identifier" if is_use(below) => variable(evaluator, below),
            _ => None,
        };
        places.extend(text.map(|text| (below.span(), text)));
    }
    replaced(node, places)
}

/// A label that has to be worked out: `(k)`.
fn label<'a>(evaluator: &Evaluator<'a>, label: Node<'a>) -> Option<String> {
    let expression = *label.parts().get(1)?;
    Some(as_label(&evaluator.value(expression)?.interpolated()?))
}

/// A string that has to be worked out, also as a label.
fn string<'a>(evaluator: &Evaluator<'a>, string: Node<'a>) -> Option<String> {
    let value = evaluator.value(string)?;
    let is_label = string.parent().is_some_and(|parent| parent.is("label"));
    match value {
        Value::Text(name) if is_label => Some(as_label(&name)),
        value => Some(value.text()),
    }
}

/// What stands for a variable of the loop.
fn variable<'a>(evaluator: &Evaluator<'a>, user: Node<'a>) -> Option<String> {
    let binding = evaluator.binding(user)?;
    Some(fitted(user, &binding.text, binding.is_operation))
}

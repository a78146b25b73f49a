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
use super::evaluate::{Evaluator, Item};
use super::literal;
use super::scope::{Meaning, Place};
use super::syntax::{as_label, fitted, is_operation, is_use};
use super::value::Value;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-loop",
    summary: "Writes out the iterations of loops, all of them or one.",
    reference: "bointner2025, section 4.2.2",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

/// Loops that run longer are not written out as a whole. Not measured.
const MOST_ITERATIONS: usize = 32;
/// Of loops that run longer only so many iterations are candidates, each of which costs a query. Not measured.
const MOST_SINGLES: usize = 1024;

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
        let whole = Some(written.join(separator)).filter(|_| written.len() <= MOST_ITERATIONS);
        let texts = whole.into_iter().chain(written);
        edits.extend(texts.map(|text| rewrite(comprehension.id, text.as_bytes())));
    }
    edits
}

/// The texts of the iterations of a loop.
fn iterations<'a>(evaluator: &mut Evaluator<'a>, comprehension: Node<'a>, clause: Node<'a>) -> Option<Vec<String>> {
    let source = *clause.parts().last()?;
    let mut written = Vec::new();
    for item in evaluator.items(source)?.iter().take(MOST_SINGLES) {
        evaluator.iterate(Some((clause, item)));
        let text = iteration(evaluator, comprehension, clause, item);
        evaluator.iterate(None);
        written.push(text?);
    }
    Some(written).filter(|written| !written.is_empty())
}

/// The text of one iteration.
fn iteration<'a>(evaluator: &Evaluator<'a>, comprehension: Node<'a>, clause: Node<'a>, item: &Item) -> Option<String> {
    let mut settled = Settled {
        evaluator,
        clause,
        item,
        lets: Vec::new(),
    };
    let parts = comprehension.parts();
    let lets = parts[1..].iter().take_while(|part| part.is("let_clause")).count();
    let is_last = parts.get(lets + 1).is_some_and(|part| part.is("struct"));
    if is_last {
        return without_clauses(comprehension, 1, |node| settled.substituted(node));
    }
    // Before other clauses a name cannot be declared, so that its value takes its place.
    for clause in &parts[1..=lets] {
        if let [_, _, _, value] = clause.parts()[..] {
            let text = settled.substituted(value);
            settled.lets.push((Place::of(value), text, is_operation(value)));
        }
    }
    without_clauses(comprehension, 1 + lets, |node| settled.substituted(node))
}

/// What is known in one iteration.
struct Settled<'e, 'a> {
    evaluator: &'e Evaluator<'a>,
    clause: Node<'a>,
    item: &'e Item,
    /// The values of `let` clauses, as they are written here, and whether they are operations.
    lets: Vec<(Place<'a>, String, bool)>,
}

impl<'a> Settled<'_, 'a> {
    /// A node's text with values in place of the names that are known.
    fn substituted(&self, node: Node<'a>) -> String {
        let mut places: Vec<(Range<usize>, String)> = Vec::new();
        for below in node.below() {
            let text = match below.name() {
                "dynamic_label" => self.label(below),
                "identifier" if is_use(below) => self.name(below),
                rule if literal::RULES.contains(&rule) => self.literal(below),
                _ => None,
            };
            places.extend(text.map(|text| (below.span(), text)));
        }
        replaced(node, places)
    }

    /// A label that has to be evaluated: `(k)`.
    fn label(&self, label: Node<'a>) -> Option<String> {
        let expression = *label.parts().get(1)?;
        Some(as_label(self.evaluator.value(expression)?.as_name()?))
    }

    /// A literal that has to be evaluated, also as a label.
    fn literal(&self, literal: Node<'a>) -> Option<String> {
        literal.below().iter().find(|part| part.is("interpolation"))?;
        let is_label = literal.parent().is_some_and(|parent| parent.is("label"));
        match self.evaluator.value(literal)? {
            Value::Text(name) if is_label => Some(as_label(&name)),
            value => Some(value.text()),
        }
    }

    /// What a name stands for: a variable of the loop, or the value of a `let` clause.
    fn name(&self, user: Node<'a>) -> Option<String> {
        match *self.evaluator.package.meanings(user).first()? {
            Meaning::Variable { clause, is_key: true } if clause == self.clause => Some(self.item.key.text()),
            Meaning::Variable { clause, is_key: false } if clause == self.clause => {
                Some(fitted(user, &self.item.text, self.item.is_operation))
            }
            Meaning::Value(place) => {
                let (_, text, is_operation) = self.lets.iter().find(|(known, ..)| *known == place)?;
                Some(fitted(user, text, *is_operation))
            }
            _ => None,
        }
    }
}

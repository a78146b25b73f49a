//! Settles conditions that can be worked out.
//!
//! **Idea.** If a condition is known to hold, what it guards is there without it; if it is known not to, all of it goes.
//!
//! **Example.** bointner2025, section 4.3.1.
//! ```text
//! foo: 1                 foo: 1
//! if foo < 2 {a: 2}  →   a: 2
//! if foo > 2 {b: 2}
//! ```
//!
//! **Reference.** bointner2025, section 4.3.1.

use lop_syntax::Edit;
use lop_syntax::edit::{remove, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};
use super::comprehension::{instead, without_clauses};
use super::evaluate::Evaluator;
use super::value::Value;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-if",
    summary: "Settles conditions that can be worked out.",
    reference: "bointner2025, section 4.3.1",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let evaluator = Evaluator::of(view);
    let mut edits = Vec::new();
    for clause in Node::named(view.tree, "if_clause") {
        let (Some(condition), Some(comprehension)) = (clause.parts().pop(), clause.parent()) else {
            continue;
        };
        match evaluator.value(condition) {
            Some(Value::Boolean(true)) => edits.extend(held(comprehension, clause)),
            Some(Value::Boolean(false)) => edits.extend(failed(comprehension)),
            _ => {}
        }
    }
    edits
}

/// What a comprehension yields with a condition that does not hold.
fn failed(comprehension: Node<'_>) -> Option<Edit> {
    match comprehension.part("else_clause") {
        Some(otherwise) => {
            let text = instead(comprehension, otherwise.part("struct")?, |node| node.text().to_owned())?;
            Some(rewrite(comprehension.id, text.as_bytes()))
        }
        None => comprehension.removable().map(remove),
    }
}

/// The comprehension without a condition that holds.
fn held(comprehension: Node<'_>, clause: Node<'_>) -> Option<Edit> {
    let at = comprehension.parts().iter().position(|part| *part == clause)?;
    if at > 0 {
        return clause.removable().map(remove);
    }
    let text = without_clauses(comprehension, 1, |node| node.text().to_owned())?;
    Some(rewrite(comprehension.id, text.as_bytes()))
}

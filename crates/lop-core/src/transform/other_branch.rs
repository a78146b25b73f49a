//! Has the other branch stand alone, under the opposite of its condition.
//!
//! **Idea.** A branch that does nothing cannot go while the other one needs it. With the condition turned round, the other
//! one takes its place.
//!
//! **Example.**
//! ```text
//! if (*c) ; else g();    →   if (!*c) g();
//! ```
//!
//! **Reference.** lop.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::condition::rewritten_condition;
use super::node::{Node, text_at};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "other-branch",
    summary: "Has the other branch stand alone, under the opposite of its condition.",
    reference: "lop",
    needs: |facts| !facts.choices.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let of_node = |node: Node<'_>| {
        let choices = view.facts.choices.of(view.tree, node.id).iter();
        let edits = choices.filter_map(|choice| {
            let condition = view.part(node, &choice.condition)?;
            let branches = (view.part(node, &choice.first)?, view.part(node, &choice.other)?);
            turned_round(node, condition, branches, view.facts.negation)
        });
        edits.collect::<Vec<Edit>>()
    };
    view.all().flat_map(of_node).collect()
}

/// The node with its other branch in place of the first one.
fn turned_round<'a>(
    node: Node<'a>,
    condition: Node<'a>,
    (first, alternative): (Node<'a>, Node<'a>),
    negation: &str,
) -> Option<Edit> {
    let parts = alternative.parts();
    let other = match parts.first().map(|part| part.text()) {
        // A clause around its branch: a block, or statements.
        Some("else") => {
            let branch = parts.iter().find(|part| part.tree.is_named(part.id))?;
            text_at(node.tree, branch.span().start..alternative.span().end)
        }
        // A clause with a condition of its own.
        Some("elif" | "elsif" | "elseif") => return None,
        _ => alternative.text(),
    };
    let opposite = rewritten_condition(condition.text(), |text| opposite(text, negation));
    let start = node.span().start;
    let until = |part: Node<'_>| part.span().start - start;
    let before = node.text().get(..until(condition))?;
    let between = node
        .text()
        .get(until(condition) + condition.text().len()..until(first))?;
    // A word may close the whole.
    let end = node.text().get(until(alternative) + alternative.text().len()..)?;
    let text = format!("{before}{opposite}{between}{other}{end}");
    Some(rewrite(node.id, text.as_bytes()))
}

/// The opposite of what a condition says.
fn opposite(text: &str, negation: &str) -> String {
    match text.strip_prefix(negation) {
        Some(rest) if !rest.contains(' ') => rest.to_owned(),
        _ if text.contains(' ') => format!("{negation}({text})"),
        _ => format!("{negation}{text}"),
    }
}

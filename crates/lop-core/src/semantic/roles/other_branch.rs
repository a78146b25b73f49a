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

use super::super::node::Node;
use super::super::{Entry, View};
use super::{at_each_node, rewritten_condition};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "other-branch",
    summary: "Has the other branch stand alone, under the opposite of its condition.",
    reference: "lop",
    languages: super::LANGUAGES,
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    at_each_node(view, |roles, node| {
        let part = roles.conditions.iter().find(|part| node.is(part.rule))?;
        turned_round(node, node.field(part.field)?, roles.negation)
    })
}

/// The node with its other branch in place of the first one.
fn turned_round(node: Node<'_>, condition: Node<'_>, negation: &str) -> Option<Edit> {
    let (first, alternative) = (node.field("consequence")?, node.field("alternative")?);
    let other = match alternative.text() {
        text if text.starts_with("elif") => return None,
        // A clause around its branch.
        text if text.starts_with("else") => *alternative.parts().last()?,
        _ => alternative,
    };
    let opposite = rewritten_condition(condition.text(), |text| opposite(text, negation));
    let start = node.span().start;
    let until = |part: Node<'_>| part.span().start - start;
    let before = node.text().get(..until(condition))?;
    let between = node
        .text()
        .get(until(condition) + condition.text().len()..until(first))?;
    let text = format!("{before}{opposite}{between}{}", other.text());
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

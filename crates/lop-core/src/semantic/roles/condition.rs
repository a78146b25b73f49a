//! Makes conditions true or false.
//!
//! **Idea.** What a condition says rarely matters; whether it holds may. A loop's condition is made false only: a loop
//! that never ends is of no use to a test.
//!
//! **Example.**
//! ```text
//! if (x->next && f(x)) g();    →   if (1) g();
//! ```
//!
//! **Reference.** S002, section 4.3.1.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;
use lop_syntax::roles::Part;

use super::super::node::Node;
use super::super::{Entry, View};
use super::{at_each_node, rewritten_condition};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "condition",
    summary: "Makes conditions true or false.",
    reference: "S002, section 4.3.1",
    languages: super::LANGUAGES,
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    at_each_node(view, |roles, node| {
        let at = |parts: &[Part]| {
            let part = parts.iter().find(|part| node.is(part.rule))?;
            node.field(part.field)
        };
        if let Some(condition) = at(roles.conditions) {
            settled(condition, roles.truth, &roles.truth)
        } else if let Some(condition) = at(roles.loop_conditions) {
            settled(condition, roles.truth, &roles.truth[1..])
        } else {
            Vec::new()
        }
    })
}

/// A condition made one or the other, unless it is.
fn settled(condition: Node<'_>, truth: [&str; 2], wanted: &[&str]) -> Vec<Edit> {
    let is_settled = truth
        .iter()
        .any(|truth| rewritten_condition(condition.text(), |_| (*truth).to_owned()) == condition.text());
    let wanted = wanted.iter().filter(|_| !is_settled);
    let text = |wanted: &&str| rewritten_condition(condition.text(), |_| (*wanted).to_owned());
    wanted
        .map(|wanted| rewrite(condition.id, text(wanted).as_bytes()))
        .collect()
}

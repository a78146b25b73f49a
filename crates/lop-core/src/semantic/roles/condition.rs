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

use super::super::node::Node;
use super::super::{Entry, View};

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
    let Some(roles) = super::of(view) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for node in Node::all(view.tree) {
        let at = |parts: &[lop_syntax::roles::Part]| {
            let part = parts.iter().find(|part| node.is(part.rule))?;
            node.field(part.field)
        };
        if let Some(condition) = at(roles.conditions) {
            edits.extend(settled(condition, roles.truth, &roles.truth));
        } else if let Some(condition) = at(roles.loop_conditions) {
            edits.extend(settled(condition, roles.truth, &roles.truth[1..]));
        }
    }
    edits
}

/// A condition made one or the other, unless it is; its brackets stay where they belong to it.
fn settled(condition: Node<'_>, truth: [&str; 2], wanted: &[&str]) -> Vec<Edit> {
    let inner = condition
        .text()
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let is_settled = truth.contains(&inner.unwrap_or(condition.text()).trim());
    let wanted = wanted.iter().filter(|_| !is_settled);
    let text = |wanted: &&str| match inner {
        Some(_) => format!("({wanted})"),
        None => (*wanted).to_owned(),
    };
    wanted
        .map(|wanted| rewrite(condition.id, text(wanted).as_bytes()))
        .collect()
}

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
//! **Reference.** bointner2025, section 4.3.1.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "condition",
    summary: "Makes conditions true or false.",
    reference: "bointner2025, section 4.3.1",
    needs: |facts| !facts.choices.is_empty() || !facts.loop_conditions.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View { tree, facts, .. } = *view;
    let of_node = |node: Node<'_>| {
        let choices = facts.choices.of(tree, node.id).iter();
        let choices = choices.filter_map(|choice| view.part(node, &choice.condition));
        let loops = facts.loop_conditions.of(tree, node.id).iter();
        let loops = loops.filter_map(|condition| view.part(node, condition));
        let choices = choices.flat_map(|condition| settled(condition, facts.truth, &facts.truth));
        let loops = loops.flat_map(|condition| settled(condition, facts.truth, &facts.truth[1..]));
        choices.chain(loops).collect::<Vec<Edit>>()
    };
    view.all().flat_map(of_node).collect()
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

/// A condition with something else in it; the brackets around it stay.
pub(super) fn rewritten_condition(condition: &str, rewritten: impl Fn(&str) -> String) -> String {
    match condition.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => format!("({})", rewritten(inner.trim())),
        None => rewritten(condition),
    }
}

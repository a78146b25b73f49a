//! Moves an assignment to the next use of the variable.
//!
//! **Idea.** A value that is assigned and then used can be used at once: the value alone, or the whole assignment where it
//! is an expression.
//!
//! **Example.**
//! ```text
//! a = g(); f(a);    →   f(g());    or   f(a = g());
//! ```
//!
//! **Reference.** lop.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::facts::Valued;
use lop_syntax::{Kind, NodeId, Program, names};

use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "assignment",
    summary: "Moves an assignment to the next use of the variable: the value alone, or all of it.",
    reference: "lop",
    needs: |facts| !facts.assignments.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let of_node = |node| {
        let facts = view.facts.assignments.of(view.tree, node).iter();
        facts.flat_map(move |fact| moved(view, node, fact))
    };
    view.nodes().flat_map(of_node).collect()
}

fn moved(view: &View<'_>, node: NodeId, fact: &Valued) -> Vec<Edit> {
    let program = view.program;
    let parts = fact.name.first(program, node).zip(fact.value.first(program, node));
    let (Some((target, value)), Some(statement)) = (parts, view.statement_around(node)) else {
        return Vec::new();
    };
    let is_all = program.weight(statement) <= program.weight(node) + 1;
    let Some(token) = names::first_name(program, target).filter(|_| is_all && is_plain(program, node)) else {
        return Vec::new();
    };
    let later = view.name_of(token).into_iter().flat_map(|name| &name.tokens);
    let next = later
        .skip_while(|other| **other != token)
        .find(|other| !program.is_within(**other, node));
    let Some(next) = next.map(|next| view.whole_name(*next)) else {
        return Vec::new();
    };
    let parent = program.parent(view.whole_item(next));
    let is_item = parent.is_some_and(|parent| view.tree.kind(parent) == Kind::List);
    let alone = program.text_of(value);
    let alone = if is_item { alone } else { view.grouped(value, alone) };
    let edits = [alone, program.text_of(node)].map(|text| Edit {
        changes: vec![Change::Remove(statement), Change::Rewrite(next, text.into())],
    });
    edits.into()
}

/// Whether an assignment has a single name on its left and overwrites it, as `+=` does not.
fn is_plain(program: &Program, assignment: NodeId) -> bool {
    let mut tokens = program.tokens_of(assignment).take(3);
    tokens.any(|token| [&b"="[..], b":="].contains(&&program.text_of(token)[..]))
}

//! Puts the statements of a function in front of its only call.
//!
//! **Idea.** Parameters become variables, the statements stand in front of the statement with the call, and the call becomes what is returned at the end.
//!
//! **Example.**
//! ```text
//! int f(int a) { g(a); return a; }  h(f(2));    →   int a = 2; g(a); h(a);
//! ```
//!
//! **Reference.** C-Reduce's `simple-inliner`.

use lop_syntax::{Kind, NodeId};

use super::unfold::{Unfolding, can_unfold, unfolded};
use super::{Transform, View};
use crate::tree::spelling::joined;

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "inline-function",
    summary: "Puts a function's statements in front of its only call; the function goes.",
    reference: "C-Reduce",
    needs: |facts| can_unfold(facts) && facts.variable_keyword.is_some() && facts.braces.is_some(),
    may_grow: true,
    repeats: false,
    propose: |view: &View<'_>| {
        unfolded(view, |unfolding| {
            let place = innermost_statement(view, unfolding.call.node).filter(|_| unfolding.is_only_call)?;
            let text = joined(&statements(view, unfolding, place)?);
            let parent = view.program.parent(place);
            let is_item = parent.is_some_and(|parent| view.tree.kind(parent) == Kind::List);
            let (open, close) = view.facts.braces.filter(|_| !is_item).unwrap_or_default();
            Some((place, [open.as_bytes(), &text, close.as_bytes()].concat()))
        })
    },
};

/// The smallest statement or declaration around a node.
fn innermost_statement(view: &View<'_>, node: NodeId) -> Option<NodeId> {
    let mut around = view.program.around(node);
    around.find(|node| view.facts.statements.contain(view.tree, *node))
}

/// The statements that replace the one with the call.
fn statements(view: &View<'_>, unfolding: &Unfolding<'_>, place: NodeId) -> Option<Vec<Box<[u8]>>> {
    let program = view.program;
    let (open, close) = view.facts.braces?;
    let body: Vec<NodeId> = program.tokens_of(unfolding.definition.body).collect();
    let [first, inside @ .., last] = &body[..] else {
        return None;
    };
    if program.text_of(*first) != open.as_bytes() || program.text_of(*last) != close.as_bytes() {
        return None;
    }
    let result = unfolding.result();
    let is_last = |node| inside.last().is_some_and(|last| program.is_within(*last, node));
    // A result in the middle would leave the rest of the body behind.
    if result.as_ref().is_some_and(|result| !is_last(result.node)) || (result.is_none() && unfolding.returns_early()) {
        return None;
    }
    let keyword = view.facts.variable_keyword?;
    let mut texts: Vec<Box<[u8]>> = Vec::new();
    for (parameter, argument) in unfolding.function.items.iter().zip(&unfolding.call.items) {
        texts.push(keyword.as_bytes().into());
        texts.extend(program.tokens_of(*parameter).map(|token| unfolding.spelt(token)));
        texts.push((*b"=").into());
        texts.push(unfolding.text_of(*argument).into());
        texts.push((*b";").into());
    }
    let end = result.as_ref().map(|result| result.node);
    let is_kept = |token: &&NodeId| end.is_none_or(|end| !program.is_within(**token, end));
    texts.extend(inside.iter().filter(is_kept).map(|token| unfolding.spelt(*token)));
    match result.and_then(|result| result.value) {
        Some(value) => texts.extend(with_value(view, unfolding, place, &unfolding.grouped(value))),
        None if program.weight(place) > program.weight(unfolding.call.node) + 1 => return None,
        None => {}
    }
    Some(texts)
}

/// The statement around the call with a value in place of the call.
fn with_value(view: &View<'_>, unfolding: &Unfolding<'_>, place: NodeId, value: &[u8]) -> Vec<Box<[u8]>> {
    let (mut texts, mut is_put) = (Vec::new(), false);
    for token in view.program.tokens_of(place) {
        if !view.program.is_within(token, unfolding.call.node) {
            texts.push(unfolding.spelt(token));
        } else if !std::mem::replace(&mut is_put, true) {
            texts.push(value.into());
        }
    }
    texts
}

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

use super::layout::{as_block, in_a_row, inside, laid_out, moved};
use super::unfold::{Unfolding, can_unfold, unfolded};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "inline-function",
    summary: "Puts a function's statements in front of its only call; the function goes.",
    reference: "C-Reduce",
    needs: |facts| can_unfold(facts) && facts.variable_keyword.is_some(),
    may_grow: true,
    repeats: false,
    propose: |view: &View<'_>| {
        unfolded(view, |unfolding| {
            let place = innermost_statement(view, unfolding.call.node).filter(|_| unfolding.is_only_call)?;
            let text = in_a_row(view, place, statements(view, unfolding, place)?);
            let parent = view.program.parent(place);
            let is_item = parent.is_some_and(|parent| view.tree.kind(parent) == Kind::List);
            Some((place, if is_item { text } else { as_block(view, text) }))
        })
    },
};

/// The smallest statement or declaration around a node.
pub(super) fn innermost_statement(view: &View<'_>, node: NodeId) -> Option<NodeId> {
    let View {
        program, tree, facts, ..
    } = *view;
    // Where expressions are statements, these have no rule of their own.
    let listed = view.statement_around(node);
    let is_statement = |node: &NodeId| facts.statements.contain(tree, *node) || Some(*node) == listed;
    let innermost = program.around(node).find(is_statement)?;
    Some(view.whole_item(innermost))
}

/// The statements that replace the one with the call.
fn statements(view: &View<'_>, unfolding: &Unfolding<'_>, place: NodeId) -> Option<Vec<Vec<u8>>> {
    let program = view.program;
    let inside = inside(view, unfolding.definition.body)?;
    let result = unfolding.result();
    let is_last = |node| inside.last().is_some_and(|last| program.is_within(*last, node));
    // A result in the middle would leave the rest of the body behind.
    if result.as_ref().is_some_and(|result| !is_last(result.node)) || (result.is_none() && unfolding.returns_early()) {
        return None;
    }
    let parameters = unfolding.function.items.iter().zip(&unfolding.call.items);
    let mut statements: Vec<Vec<u8>> = Vec::new();
    for (parameter, argument) in parameters {
        statements.push(variable(view, unfolding, *parameter, *argument)?);
    }
    let end = result.as_ref().map(|result| result.node);
    let is_kept = |token| end.is_none_or(|end| !program.is_within(token, end));
    let first = inside.first().copied().unwrap_or(place);
    let body = laid_out(view, inside, |token| is_kept(token).then(|| unfolding.spelt(token)));
    statements.push(moved(view, body, first, place));
    match result.and_then(|result| result.value) {
        Some(value) => statements.push(with_value(view, unfolding, place, &unfolding.grouped(value))),
        None if program.weight(place) > program.weight(unfolding.call.node) + 1 => return None,
        None => {}
    }
    Some(statements)
}

/// The declaration that makes a variable of a parameter, with the argument as its value in place of a default.
fn variable(view: &View<'_>, unfolding: &Unfolding<'_>, parameter: NodeId, argument: NodeId) -> Option<Vec<u8>> {
    let keyword = view.facts.variable_keyword?;
    // A name with a sign is a variable without a declaration.
    let name = unfolding.name_of(parameter).map(|name| (name, view.whole_name(name)));
    let signed = name.and_then(|(name, whole)| (name != whole).then_some(whole));
    let tokens = view.program.tokens_of(signed.unwrap_or(parameter));
    let declared = tokens.take_while(|token| view.program.text_of(*token) != b"=");
    let declared = laid_out(view, declared, |token| Some(unfolding.spelt(token)));
    let space: &[u8] = if keyword.is_empty() { b"" } else { b" " };
    let end = view.facts.statement_end.as_bytes();
    let value = unfolding.text_of(argument);
    Some([keyword.as_bytes(), space, &declared, b" = ", &value, end].concat())
}

/// The statement around the call with a value in place of the call.
fn with_value(view: &View<'_>, unfolding: &Unfolding<'_>, place: NodeId, value: &[u8]) -> Vec<u8> {
    let mut is_put = false;
    laid_out(view, view.program.tokens_of(place), |token| {
        if !view.program.is_within(token, unfolding.call.node) {
            return Some(unfolding.spelt(token));
        }
        (!std::mem::replace(&mut is_put, true)).then(|| value.into())
    })
}

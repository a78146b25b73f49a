//! Puts a variable's value in place of the variable.
//!
//! **Idea.** With its value at every use, the variable can go. All uses change together and the definition goes along.
//!
//! **Example.**
//! ```text
//! int n = 3; f(n); g(n);    →   f(3); g(3);
//! ```
//!
//! **Reference.** bointner2025, section 4.2.1; C-Reduce has no such pass for C.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Facts, NodeId, Program, names};

use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "inline-variable",
    summary: "Puts a variable's value in place of the variable, which goes.",
    reference: "bointner2025, section 4.2.1",
    needs: has_variables,
    may_grow: true,
    repeats: false,
    propose: |view| {
        let variables = variables(view).into_iter();
        let edits = variables.filter_map(|Variable { node, name, text }| substitution(view, node, name, &text));
        edits.collect()
    },
};

/// Whether a language has names with values.
pub(super) fn has_variables(facts: &Facts) -> bool {
    !facts.variables.is_empty()
}

/// A name that was given a value.
pub(super) struct Variable {
    /// The node that introduces it.
    pub node: NodeId,
    /// The token of its name.
    pub name: NodeId,
    /// The value as it can stand in the name's place.
    pub text: Vec<u8>,
}

/// The variables of a program.
pub(super) fn variables(view: &View<'_>) -> Vec<Variable> {
    let View {
        program, tree, facts, ..
    } = *view;
    let mut found = Vec::new();
    for node in view.nodes() {
        let parts = facts.variables.of(tree, node).iter().find_map(|fact| {
            let name = fact.name.first(program, node)?;
            Some((plain_name(program, name)?, fact.value.first(program, node)?))
        });
        // A variable with parameters is a function, unless they are those of its value.
        let is_function = |value: NodeId| {
            let mut signatures = facts.signatures.of(tree, node).iter();
            let list = signatures.find_map(|fact| fact.list.first(program, node));
            list.is_some_and(|list| !program.is_within(list, value))
        };
        if let Some((name, value)) = parts.filter(|(_, value)| !is_function(*value)) {
            let text = view.grouped(value, program.text_of(value));
            found.push(Variable { node, name, text });
        }
    }
    found
}

/// The name in a declarator that holds nothing else, but for the signs of a pointer or of a variable.
fn plain_name(program: &Program, declarator: NodeId) -> Option<NodeId> {
    let is_sign = |token: &NodeId| [&b"*"[..], b"&", b"$", b"mut"].contains(&&program.text_of(*token)[..]);
    let mut tokens = program.tokens_of(declarator).filter(|token| !is_sign(token));
    let name = tokens.next().filter(|_| tokens.next().is_none())?;
    names::is_name(program.tree(), name).then_some(name)
}

/// The edit that puts a text wherever the name of `token` is used, and removes `node`, its only definition.
pub(super) fn substitution(view: &View<'_>, node: NodeId, token: NodeId, text: &[u8]) -> Option<Edit> {
    let name = view.name_of(token).filter(|name| name.definitions[..] == [token])?;
    let definition = view.removable_around(node)?;
    let uses: Vec<NodeId> = name.uses().collect();
    if uses.is_empty() || uses.iter().any(|token| view.program.is_within(*token, node)) {
        return None;
    }
    let mut changes = vec![Change::Remove(definition)];
    let rewritten = uses.into_iter().map(|token| view.whole_name(token));
    changes.extend(rewritten.map(|token| Change::Rewrite(token, text.into())));
    Some(Edit { changes })
}

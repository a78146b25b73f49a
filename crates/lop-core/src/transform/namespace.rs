//! Dissolves namespaces.
//!
//! **Idea.** What a namespace holds can mostly stand outside of it, if uses do without the qualifier.
//!
//! **Example.**
//! ```text
//! namespace a { int x; } int y = a::x;    →   int x; int y = x;
//! ```
//!
//! **Reference.** C-Reduce's `remove-namespace`.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::edit::{Edit, remove_all};
use lop_syntax::{NodeId, names};

use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "namespace",
    summary: "Dissolves a namespace, with the qualifiers that name it.",
    reference: "C-Reduce",
    needs: |facts| !facts.spaces.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    // All parts of a namespace go together: by its name, and those without one together.
    let mut tokens: BTreeMap<Vec<u8>, BTreeSet<NodeId>> = BTreeMap::new();
    for node in view.nodes() {
        for space in facts.spaces.of(tree, node) {
            let name = space.part.first(program, node);
            let text = name.map_or(Vec::new(), |name| program.text_of(name));
            tokens.entry(text).or_default().extend(shell(view, node));
        }
    }
    for node in view.nodes() {
        for qualified in facts.qualified.of(tree, node) {
            let Some(name) = qualified.value.first(program, node) else {
                continue;
            };
            // `::a::b` names `a` in the part behind its first sign.
            let scope = qualified.name.first(program, node).or_else(|| {
                let inner = facts.qualified.of(tree, name).first()?;
                inner.name.first(program, name)
            });
            if let Some(gone) = scope.and_then(|scope| tokens.get_mut(&program.text_of(scope))) {
                let until = tree.span(name).start;
                let before = program.tokens_of(node);
                gone.extend(before.take_while(|token| tree.span(*token).start < until));
            }
        }
        if !facts.imports.of(tree, node).is_empty() {
            let last = names::last_name(program, node).map(|name| program.text_of(name));
            if let Some(gone) = last.and_then(|text| tokens.get_mut(&text)) {
                gone.extend(program.tokens_of(node));
            }
        }
    }
    tokens.into_values().map(remove_all).collect()
}

/// The tokens of a node up to the first bracket of its body, and the last one.
fn shell(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    let Some((open, close)) = view.facts.braces else {
        return Vec::new();
    };
    let tokens: Vec<NodeId> = view.program.tokens_of(node).collect();
    let is = |token: &NodeId, text: &str| view.program.text_of(*token) == text.as_bytes();
    let first = tokens.iter().position(|token| is(token, open));
    let last = tokens.last().filter(|token| is(token, close));
    let head = first.map_or(&[][..], |first| &tokens[..=first]);
    last.map_or(Vec::new(), |last| head.iter().chain([last]).copied().collect())
}

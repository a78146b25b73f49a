//! Makes an ordinary definition of a generic one.
//!
//! **Idea.** A template that is needed for one set of arguments needs no parameters: arguments go at every use, and inside
//! the definition the first use's arguments, or the plainest there are, stand in place of the parameters.
//!
//! **Example.**
//! ```text
//! template<class T> struct S { T t; }; S<long> s;    →   struct S { long t; }; S s;
//! ```
//!
//! **Reference.** C-Reduce's `class-template-to-class` and `instantiate-template-param`.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::Name;
use lop_syntax::{Kind, NodeId};

use super::calls::{Listed, generics, instances};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "instantiate",
    summary: "Makes an ordinary definition of a generic one, with the arguments of its first use or plain ones.",
    reference: "C-Reduce",
    needs: |facts| !facts.generics.is_empty() && !facts.instances.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let (generics, instances) = (generics(view), instances(view));
    let mut by_name: BTreeMap<Vec<u8>, Vec<&Listed>> = BTreeMap::new();
    for generic in generics.iter().filter(|generic| generic.list != generic.node) {
        by_name
            .entry(view.program.text_of(generic.name))
            .or_default()
            .push(generic);
    }
    let mut edits = Vec::new();
    for (text, generics) in by_name {
        let is_alike =
            |instance: &&Listed| view.program.text_of(instance.name) == text && instance.list != instance.node;
        let instances: Vec<&Listed> = instances.iter().filter(is_alike).collect();
        let arguments = instances.iter().find_map(|instance| small_arguments(view, instance));
        for arguments in [arguments, Some(Vec::new())].into_iter().flatten() {
            edits.push(instantiated(view, &generics, &instances, &arguments));
        }
    }
    edits.dedup();
    edits
}

/// The arguments of a use, if each is a token: what takes the place of parameters must not grow.
fn small_arguments(view: &View<'_>, instance: &Listed) -> Option<Vec<Vec<u8>>> {
    let is_small = instance.items.iter().all(|item| view.program.weight(*item) == 1);
    let is_there = !instance.items.is_empty() && is_small;
    is_there.then(|| instance.items.iter().map(|item| view.program.text_of(*item)).collect())
}

/// The edit that takes the parameters off definitions of one name, and the arguments off its uses.
fn instantiated(view: &View<'_>, generics: &[&Listed], instances: &[&Listed], arguments: &[Vec<u8>]) -> Edit {
    let program = view.program;
    let mut gone: BTreeSet<NodeId> = BTreeSet::new();
    let mut by: BTreeMap<NodeId, Vec<u8>> = BTreeMap::new();
    for generic in generics {
        gone.insert(generic.list);
        gone.extend(keyword(view, generic));
        for (index, parameter) in generic.items.iter().enumerate() {
            let mut tokens = program.tokens_of(*parameter);
            let Some(defined) = tokens.find(|token| view.is_definition(*token)) else {
                continue;
            };
            let plain = plain(view, defined);
            let argument = arguments.get(index).cloned().unwrap_or(plain);
            let uses = view.name_of(defined).into_iter().flat_map(Name::uses);
            by.extend(uses.map(|token| (token, argument.clone())));
        }
    }
    for instance in instances {
        gone.insert(instance.list);
    }
    let is_inside = |node: NodeId, gone: &BTreeSet<NodeId>| program.around(node).any(|node| gone.contains(&node));
    let rewritten = by.into_iter().filter(|(token, _)| !is_inside(*token, &gone));
    let mut changes: Vec<Change> = rewritten
        .map(|(token, text)| Change::Rewrite(token, text.into()))
        .collect();
    // A list with brackets is required where it is allowed, so that it can become empty but not go.
    let outermost = gone.iter().filter(|node| !is_inside_another(view, **node, &gone));
    changes.extend(outermost.map(|node| Change::Rewrite(*node, Box::default())));
    changes.sort_unstable();
    Edit { changes }
}

/// Whether one of some nodes is inside another one.
fn is_inside_another(view: &View<'_>, node: NodeId, nodes: &BTreeSet<NodeId>) -> bool {
    view.program.around(node).skip(1).any(|around| nodes.contains(&around))
}

/// The word that a definition begins with for its parameters, where these stand before all the rest.
fn keyword(view: &View<'_>, generic: &Listed) -> Option<NodeId> {
    let first = view.program.tokens_of(generic.node).next()?;
    let is_before = view.tree.span(generic.list).start < view.tree.span(generic.name).start;
    let is_word = view.tree.kind(first) == Kind::Token && !view.tree.is_named(first);
    (is_before && is_word).then_some(first)
}

/// The plainest type, or value, that a parameter may stand for.
fn plain(view: &View<'_>, parameter: NodeId) -> Vec<u8> {
    let texts = if view.facts.types.contain(view.tree, parameter) {
        view.facts.plain_types
    } else {
        view.facts.values
    };
    texts.first().map_or(Vec::new(), |text| text.as_bytes().to_vec())
}

//! Functions with their parameters, and calls with their arguments.

use lop_syntax::edit::{Change, Edit, remove};
use lop_syntax::facts::{self, BySymbol, Function};
use lop_syntax::{Kind, NodeId, Program, names};

use super::View;

/// A name and a list: a function and its parameters, or a call and its arguments.
pub struct Listed {
    /// The node that holds both.
    pub node: NodeId,
    /// The token of the name.
    pub name: NodeId,
    /// The node that holds the list; `node` itself, where the items stand there.
    pub list: NodeId,
    /// The items of the list.
    pub items: Vec<NodeId>,
    /// The part that stays when the last item goes, where the list cannot be empty.
    bare: Option<NodeId>,
    /// Where every item stands in a node of its own: that node, and the part of it that stays without the item.
    links: Vec<(NodeId, NodeId)>,
}

impl Listed {
    /// The change that removes an item. Without its last item the list goes as a whole, or all but the name.
    fn without(&self, index: usize, program: &Program) -> Option<Change> {
        if let Some((link, rest)) = self.links.get(index) {
            return Some(Change::Replace(*link, *rest));
        }
        let item = *self.items.get(index)?;
        if self.items.len() > 1 || program.propose(&remove(item)).is_ok() {
            return Some(Change::Remove(item));
        }
        if self.list != self.node && program.is_removable(self.list) {
            return Some(Change::Remove(self.list));
        }
        let bare = self.bare?;
        Some(Change::Rewrite(self.node, program.text_of(bare).into()))
    }
}

/// Nodes with a name and a list.
fn listed(
    view: &View<'_>,
    facts: &BySymbol<facts::Listed>,
    name: fn(&Program, NodeId) -> Option<NodeId>,
    may_be_bare: bool,
) -> Vec<Listed> {
    let View { program, tree, .. } = *view;
    let mut found = Vec::new();
    for node in tree.nodes().filter(|node| !is_rest(view, *node)) {
        let of_node = facts.of(tree, node).iter().find_map(|fact| {
            let mut named = fact.name.first(program, node)?;
            let list = fact.list.first(program, node);
            let mut links = links(view, node);
            if let Some(last) = links.last() {
                // The name is innermost, so that the last item comes first.
                named = last.rest;
                links.reverse();
            } else if let Some(list) = list {
                links = self::links(view, list);
            }
            let items: Vec<NodeId> = match list {
                _ if !links.is_empty() => links.iter().map(|link| link.item).collect(),
                _ if fact.is_items => fact.list.of(program, node),
                Some(list) => program.named_parts(list).collect(),
                None => return None,
            };
            Some(Listed {
                node,
                name: name(program, named)?,
                list: list.filter(|_| !fact.is_items).unwrap_or(node),
                items: items.into_iter().map(|part| whole_item(program, part)).collect(),
                bare: (may_be_bare || fact.is_items).then_some(named),
                links: links.iter().map(|link| (link.node, link.rest)).collect(),
            })
        });
        found.extend(of_node);
    }
    found
}

/// A node that holds an item of a list and the rest of the list.
struct Link {
    node: NodeId,
    item: NodeId,
    rest: NodeId,
}

/// The links of a list, the outermost first; none if a node is no link.
fn links(view: &View<'_>, mut node: NodeId) -> Vec<Link> {
    let mut links = Vec::new();
    while let Some((rest, item)) = link(view, node) {
        links.push(Link { node, item, rest });
        node = rest;
    }
    links
}

/// The rest and the item of a link.
fn link(view: &View<'_>, node: NodeId) -> Option<(NodeId, NodeId)> {
    let mut facts = view.facts.chains.of(view.tree, node).iter();
    facts.find_map(|fact| {
        let rest = fact.name.first(view.program, node)?;
        Some((rest, fact.value.first(view.program, node)?))
    })
}

/// Whether a link belongs to the one around it.
fn is_rest(view: &View<'_>, node: NodeId) -> bool {
    let parent = view.program.parent(node).filter(|_| link(view, node).is_some());
    parent.is_some_and(|parent| link(view, parent).is_some_and(|(rest, _)| rest == node))
}

/// The item of a list that a part is, with the tokens that come and go with it.
pub(super) fn whole_item(program: &Program, part: NodeId) -> NodeId {
    let is_group = |node: NodeId| program.tree().kind(node) == Kind::Group;
    // An item that may be left out, with its comma staying, is in an option in the group.
    let is_option = |node: NodeId| {
        let parent = program
            .parent(node)
            .filter(|_| program.tree().kind(node) == Kind::Optional);
        parent.is_some_and(is_group)
    };
    program
        .around(part)
        .find(|node| {
            !program
                .parent(*node)
                .is_some_and(|parent| is_group(parent) || is_option(parent))
        })
        .unwrap_or(part)
}

/// All functions, with and without bodies.
pub(super) fn functions(view: &View<'_>) -> Vec<Listed> {
    let mut functions = listed(view, &view.facts.signatures, names::first_name, false);
    for function in &mut functions {
        function.name = called(view, function);
        let items = std::mem::take(&mut function.items).into_iter();
        let own = items.filter(|item| !is_receiver(view, *item));
        function.items = own.flat_map(|item| single_items(view, item)).collect();
    }
    functions
}

/// The name that calls of a function have: a constructor is called by the name of its class.
fn called(view: &View<'_>, function: &Listed) -> NodeId {
    let View { program, facts, .. } = *view;
    let text = program.text_of(function.name);
    if !facts.constructor_names.iter().any(|name| text == name.as_bytes()) {
        return function.name;
    }
    let class = program.around(function.node).skip(1).find_map(|node| {
        let name = facts.definitions.of(view.tree, node).first()?;
        names::first_name(program, name.first(program, node)?)
    });
    class.unwrap_or(function.name)
}

/// Whether calls do not list a parameter.
fn is_receiver(view: &View<'_>, parameter: NodeId) -> bool {
    let has_name = |name: &&str| view.program.text_of(parameter) == name.as_bytes();
    view.facts.receivers.contain(view.tree, parameter) || view.facts.receiver_names.iter().any(has_name)
}

/// The parameters or members that an item of a list declares: several where they share a type, as in `a, b int`.
pub(super) fn single_items(view: &View<'_>, item: NodeId) -> Vec<NodeId> {
    if !view.facts.shared_items.contain(view.tree, item) {
        return vec![item];
    }
    let tokens = view.program.tokens_of(item);
    let defined: Vec<NodeId> = tokens.filter(|token| view.is_definition(*token)).collect();
    if defined.len() < 2 { vec![item] } else { defined }
}

/// All calls, constructions of values among them.
pub(super) fn calls(view: &View<'_>) -> Vec<Listed> {
    let mut calls = listed(view, &view.facts.calls, names::last_name, false);
    calls.extend(listed(view, &view.facts.constructions, names::first_name, false));
    calls.sort_by_key(|call| call.node);
    calls.dedup_by_key(|call| call.node);
    calls
}

/// All definitions with type parameters.
pub(super) fn generics(view: &View<'_>) -> Vec<Listed> {
    let mut generics = listed(view, &view.facts.generics, names::first_name, false);
    for generic in &mut generics {
        let items = std::mem::take(&mut generic.items).into_iter();
        generic.items = items.flat_map(|item| single_items(view, item)).collect();
    }
    generics
}

/// All uses of those with type arguments.
pub(super) fn instances(view: &View<'_>) -> Vec<Listed> {
    listed(view, &view.facts.instances, names::first_name, true)
}

/// A function's definition.
pub(super) struct Definition<'a> {
    /// All of it.
    pub node: NodeId,
    /// Its body.
    pub body: NodeId,
    /// What is known of such a function.
    pub facts: &'a Function,
}

/// The definition that a function's signature belongs to, if it has a body.
pub(super) fn definition<'a>(view: &View<'a>, function: &Listed) -> Option<Definition<'a>> {
    let View {
        program, tree, facts, ..
    } = *view;
    // A declarator is at most a few levels below its definition; further up is the function around a declaration.
    let mut around = program.around(function.node).take(6);
    around.find_map(|node| {
        // A body may take several forms: a block, or an expression behind a sign.
        facts.functions.of(tree, node).iter().find_map(|facts| {
            let body = facts.body.first(program, node)?;
            let is_outside = !program.is_within(function.node, body);
            is_outside.then_some(Definition { node, body, facts })
        })
    })
}

/// The edits that remove each item of `defined` together with the item at the same place of every one of `used` that has
/// the same name, and around every use of the names that the item defines the least that can go.
pub(super) fn together(view: &View<'_>, defined: &[Listed], used: &[Listed]) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for function in defined {
        let text = program.text_of(function.name);
        let is_alike = |other: &&Listed| program.text_of(other.name) == text;
        // The first of several declarations stands for all.
        if defined
            .iter()
            .find(is_alike)
            .is_some_and(|first| first.node != function.node)
        {
            continue;
        }
        for index in 0..function.items.len() {
            let all = defined.iter().filter(is_alike).chain(used.iter().filter(is_alike));
            let mut changes: Vec<Change> = all.filter_map(|listed| listed.without(index, program)).collect();
            let declared = defined.iter().filter(is_alike);
            for parameter in declared.filter_map(|listed| listed.items.get(index)) {
                let uses = uses_of(view, *parameter).into_iter();
                let around = uses.filter_map(|token| view.removable_around(token));
                changes.extend(around.map(Change::Remove));
            }
            changes.sort_unstable();
            changes.dedup();
            edits.push(Edit { changes });
        }
    }
    edits
}

/// The tokens that use the first name that a node defines.
pub(super) fn uses_of(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    let mut tokens = view.program.tokens_of(node);
    let defined = tokens.find(|token| view.is_definition(*token));
    let name = defined.and_then(|token| view.name_of(token));
    name.map(|name| name.uses().collect()).unwrap_or_default()
}

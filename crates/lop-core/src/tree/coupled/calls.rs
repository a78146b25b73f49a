//! Functions and their calls: by their fields, which grammars call alike.

use lop_syntax::edit::{Change, Edit, remove};
use lop_syntax::names::{self, Name};
use lop_syntax::{Kind, NodeId, Program};

use super::{is_within, removable_around};

/// Something that has a name and a list: a function and its parameters, or a call and its arguments.
pub struct Listed {
    /// The node.
    pub node: NodeId,
    /// The token of the name.
    pub name: NodeId,
    /// The node that holds the list.
    pub list: NodeId,
    /// What is in the list.
    pub items: Vec<NodeId>,
}

impl Listed {
    /// The change that takes an item out. Without its last item a list goes as a whole, and of what is but a name and
    /// such a list the name is left.
    fn without(&self, index: usize, program: &Program) -> Option<Change> {
        let item = *self.items.get(index)?;
        if self.items.len() > 1 || program.propose(&remove(item)).is_ok() {
            return Some(Change::Remove(item));
        }
        if program.is_removable(self.list) {
            return Some(Change::Remove(self.list));
        }
        let name = names::parts(program, self.node).find(|part| program.tree().is_named(*part))?;
        self.is_only_named(program).then_some(Change::Replace(self.node, name))
    }

    fn is_only_named(&self, program: &Program) -> bool {
        let tree = program.tree();
        let parts = names::parts(program, self.node).filter(|part| tree.is_named(*part));
        parts.count() == 2 && tree.name(self.node).contains("type")
    }
}

/// Nodes that have a name in one of some fields and a list in another.
fn listed(program: &Program, list: &str, name: &[&str]) -> Vec<Listed> {
    let tree = program.tree();
    let mut found = Vec::new();
    for node in tree
        .nodes()
        .filter(|node| tree.rule(*node).is_some() && program.is_live(*node))
    {
        let Some(list) = names::with_field(program, node, list).next() else {
            continue;
        };
        let Some(name) = names::last_name_of(program, node, name) else {
            continue;
        };
        let items = names::parts(program, list).filter(|part| tree.is_named(*part));
        let items = items.map(|part| whole_item(program, part)).collect();
        found.push(Listed {
            node,
            name,
            list,
            items,
        });
    }
    found
}

/// The item of a list that a part is, with what comes and goes with it.
fn whole_item(program: &Program, part: NodeId) -> NodeId {
    let mut around = std::iter::successors(Some(part), |node| program.parent(*node));
    let is_group = |node: NodeId| program.tree().kind(node) == Kind::Group;
    around
        .find(|node| !program.parent(*node).is_some_and(is_group))
        .unwrap_or(part)
}

/// All functions, with and without bodies.
pub fn functions(program: &Program) -> Vec<Listed> {
    listed(program, "parameters", &["name", "declarator"])
}

/// All calls.
pub fn calls(program: &Program) -> Vec<Listed> {
    listed(program, "arguments", &["function", "name", "constructor", "type"])
}

/// The body that belongs to a function's list of parameters.
pub fn body(program: &Program, function: &Listed) -> Option<NodeId> {
    let mut around = std::iter::successors(Some(function.node), |node| program.parent(*node)).take(6);
    around.find_map(|node| names::with_field(program, node, "body").next())
}

/// Every parameter with the argument at every call, and with what used it.
pub fn parameters(program: &Program) -> Vec<Edit> {
    together(program, &functions(program), &calls(program))
}

/// Every type parameter with the argument at every use.
pub fn type_parameters(program: &Program) -> Vec<Edit> {
    let defined = listed(program, "type_parameters", &["name"]);
    let used = listed(program, "type_arguments", &["type", "name", "function"]);
    together(program, &defined, &used)
}

fn together(program: &Program, functions: &[Listed], calls: &[Listed]) -> Vec<Edit> {
    let names = names::by_scope(program);
    let mut edits = Vec::new();
    for function in functions {
        let text = program.text_of(function.name);
        let is_alike = |other: &&Listed| program.text_of(other.name) == text;
        // Of several declarations the first speaks for all.
        if functions
            .iter()
            .find(is_alike)
            .is_some_and(|first| first.node != function.node)
        {
            continue;
        }
        for index in 0..function.items.len() {
            let all = functions.iter().filter(is_alike).chain(calls.iter().filter(is_alike));
            let mut changes: Vec<Change> = all.filter_map(|listed| listed.without(index, program)).collect();
            let declared = functions
                .iter()
                .filter(is_alike)
                .filter_map(|listed| listed.items.get(index));
            for parameter in declared {
                let uses = uses_of(program, &names, *parameter);
                let around = uses.into_iter().filter_map(|token| removable_around(program, token));
                changes.extend(around.map(Change::Remove));
            }
            changes.sort_unstable();
            changes.dedup();
            edits.push(Edit { changes });
        }
    }
    edits
}

/// The tokens that use what a parameter defines.
pub fn uses_of(program: &Program, names: &[Name], parameter: NodeId) -> Vec<NodeId> {
    let is_inside = |token: &NodeId| is_within(program, *token, parameter);
    let name = names.iter().find(|name| name.definitions.iter().any(is_inside));
    name.map(|name| name.uses().collect()).unwrap_or_default()
}

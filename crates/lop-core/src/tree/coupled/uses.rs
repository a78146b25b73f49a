//! Names with all that mentions them.

use lop_syntax::edit::{Edit, remove_all, rewrite};
use lop_syntax::names::{self, Name};
use lop_syntax::{NodeId, Program};

use super::{removable_around, statement_around};

/// Every name with the statements in which it stands.
pub fn statements(program: &Program) -> Vec<Edit> {
    without_names(program, statement_around)
}

/// Every name with the least that can go around each of its tokens.
pub fn names(program: &Program) -> Vec<Edit> {
    without_names(program, removable_around)
}

fn without_names(program: &Program, around: fn(&Program, NodeId) -> Option<NodeId>) -> Vec<Edit> {
    let names = names::by_scope(program);
    let edits = names.iter().filter_map(|name| {
        let nodes: Option<Vec<NodeId>> = name.tokens.iter().map(|token| around(program, *token)).collect();
        Some(without(nodes?))
    });
    edits.collect()
}

/// The edit without some nodes, each of which may be given more than once.
pub fn without(mut nodes: Vec<NodeId>) -> Edit {
    nodes.sort_unstable();
    nodes.dedup();
    remove_all(nodes)
}

/// Every member of a structure with what stands in its place in lists of values, and with what used it.
pub fn members(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    let names = names::by_scope(program);
    let mut edits = Vec::new();
    for list in tree.nodes().filter(|node| tree.name(*node) == "field_declaration_list") {
        let fields: Vec<NodeId> = names::parts(program, list)
            .filter(|part| tree.name(*part) == "field_declaration")
            .collect();
        for (index, field) in fields.iter().enumerate() {
            let token = names::first_name_of(program, *field, &["declarator", "name"]);
            let name = names
                .iter()
                .find(|name| token.is_some_and(|token| name.tokens.contains(&token)));
            let mut nodes = vec![*field];
            nodes.extend(values(program, fields.len(), index));
            nodes.extend(
                name.into_iter()
                    .flat_map(Name::uses)
                    .filter_map(|token| removable_around(program, token)),
            );
            edits.push(without(nodes));
        }
    }
    edits
}

/// What stands at a place in the lists of so many values.
fn values(program: &Program, count: usize, index: usize) -> Vec<NodeId> {
    let tree = program.tree();
    let is_list = |node: &NodeId| ["initializer_list", "literal_value"].contains(&tree.name(*node));
    let lists = tree.nodes().filter(|node| is_list(node) && program.is_live(*node));
    let value = |list: NodeId| {
        let items: Vec<NodeId> = names::parts(program, list)
            .filter(|part| tree.is_named(*part))
            .collect();
        (items.len() == count).then(|| items[index])
    };
    lists.filter_map(value).collect()
}

/// Functions that become their declarations.
pub fn declarations(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    let Some(table) = names::table(&tree.syntax().name) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    for node in tree.nodes().filter(|node| program.is_live(*node)) {
        let name = tree.name(node);
        for (_, field, text) in table.declarations.iter().filter(|(rule, ..)| *rule == name) {
            let bodies = names::with_field(program, node, field).filter(|body| program.weight(*body) > 1);
            edits.extend(bodies.map(|body| rewrite(body, text.as_bytes())));
        }
    }
    edits
}

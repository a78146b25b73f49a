//! Names that become what they stand for.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::{self, Name};
use lop_syntax::{NodeId, Program};

use super::{grouped, is_within, live_nodes, removable_around};

/// Fields that hold a name, and fields that hold its value.
const NAMES: [&str; 4] = ["declarator", "name", "pattern", "left"];
const VALUES: [&str; 3] = ["value", "right", "body"];

/// Other names of types that become the types.
pub fn aliases(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    let Some(table) = names::table(&tree.syntax().name) else {
        return Vec::new();
    };
    let names = names::by_scope(program);
    let mut edits = Vec::new();
    for node in live_nodes(program) {
        for (_, name, target) in table.aliases.iter().filter(|(rule, ..)| *rule == tree.name(node)) {
            let token = names::first_name_of(program, node, &[name]);
            let target = names::with_field(program, node, target).next();
            if let (Some(token), Some(target)) = (token, target) {
                edits.extend(substitution(program, &names, node, token, &program.text_of(target)));
            }
        }
    }
    edits
}

/// Variables that become their values.
pub fn initialisers(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    let names = names::by_scope(program);
    let mut edits = Vec::new();
    for node in live_nodes(program) {
        let name = NAMES
            .iter()
            .find_map(|field| names::with_field(program, node, field).next());
        let value = VALUES
            .iter()
            .find_map(|field| names::with_field(program, node, field).next());
        let (Some(name), Some(value)) = (name.and_then(|name| variable(program, name)), value) else {
            continue;
        };
        // What has parameters or statements is no variable.
        let is_variable = names::with_field(program, node, "parameters").next().is_none();
        let is_value = tree.field(value) != Some("body") || tree.syntax().name == "smtlib";
        if !is_variable || !is_value {
            continue;
        }
        let text = grouped(program, value, program.text_of(value));
        edits.extend(substitution(program, &names, node, name, &text));
    }
    edits
}

/// The name in a declarator that says nothing else, but for its being a pointer.
fn variable(program: &Program, declarator: NodeId) -> Option<NodeId> {
    let is_sign = |token: &NodeId| [&b"*"[..], b"&"].contains(&&program.text_of(*token)[..]);
    let mut tokens = program.tokens_of(declarator).filter(|token| !is_sign(token));
    let name = tokens.next().filter(|_| tokens.next().is_none())?;
    names::is_name(program.tree(), name).then_some(name)
}

/// The edit that puts a text wherever a name is used, and removes what defines it.
fn substitution(program: &Program, names: &[Name], node: NodeId, token: NodeId, text: &[u8]) -> Option<Edit> {
    let name = names.iter().find(|name| name.definitions[..] == [token])?;
    let definition = removable_around(program, node)?;
    let uses: Vec<NodeId> = name.uses().collect();
    if uses.is_empty() || uses.iter().any(|token| is_within(program, *token, node)) {
        return None;
    }
    let mut changes = vec![Change::Remove(definition)];
    changes.extend(uses.into_iter().map(|token| Change::Rewrite(token, text.into())));
    Some(Edit { changes })
}

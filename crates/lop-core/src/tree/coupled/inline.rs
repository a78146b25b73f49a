//! Names that become what they stand for.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::{self, Name};
use lop_syntax::{Kind, Layout, NodeId, Program};

use super::calls::{Listed, body, calls, functions};
use super::{grouped, is_within, removable_around, statement_around};

/// Fields that hold a name, and fields that hold its value.
const NAMES: [&str; 4] = ["declarator", "name", "pattern", "left"];
const VALUES: [&str; 3] = ["value", "right", "body"];

/// Declarations that may stand in a function, and outside of one.
const LOCALS: [&str; 4] = [
    "declaration",
    "lexical_declaration",
    "var_declaration",
    "variable_declaration",
];

/// A body with more tokens does not make place for another function's, and so many do at most.
const MAX_HOST: usize = 16;
const MAX_HOSTS: usize = 4;

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
        let (Some(name), Some(value)) = (name, value) else {
            continue;
        };
        // What has parameters or statements is no variable.
        let is_variable = names::with_field(program, node, "parameters").next().is_none();
        let is_value = tree.field(value) != Some("body") || tree.syntax().name == "smtlib";
        if !names::is_name(tree, name) || !is_variable || !is_value {
            continue;
        }
        let text = grouped(program, value, program.text_of(value));
        edits.extend(substitution(program, &names, node, name, &text));
    }
    edits
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

/// Assignments that go to where the variable is used next: the value alone, or all of it.
pub fn assignments(program: &Program) -> Vec<Edit> {
    let names = names::by_scope(program);
    let mut edits = Vec::new();
    for node in live_nodes(program) {
        let part = |field| names::with_field(program, node, field).next();
        let (Some(variable), Some(value)) = (part("left"), part("right")) else {
            continue;
        };
        let Some(statement) = statement_around(program, node) else {
            continue;
        };
        let is_all = program.weight(statement) <= program.weight(node) + 1;
        let Some(token) = names::first_name(program, variable).filter(|_| is_all && is_plain(program, node)) else {
            continue;
        };
        let name = names.iter().find(|name| name.tokens.contains(&token));
        let later = name.into_iter().flat_map(|name| &name.tokens);
        let next = later
            .skip_while(|other| **other != token)
            .find(|other| !is_within(program, **other, node));
        if let Some(next) = next {
            let is_item = program
                .parent(*next)
                .is_some_and(|parent| program.tree().kind(parent) == Kind::List);
            let alone = program.text_of(value);
            let alone = if is_item { alone } else { grouped(program, value, alone) };
            edits.extend([alone, program.text_of(node)].map(|text| Edit {
                changes: vec![Change::Remove(statement), Change::Rewrite(*next, text.into())],
            }));
        }
    }
    edits
}

/// Whether an assignment has a single name on its left and does nothing with what that was before.
fn is_plain(program: &Program, assignment: NodeId) -> bool {
    let operator = program.tokens_of(assignment).nth(1);
    operator.is_some_and(|token| [&b"="[..], b":="].contains(&&program.text_of(token)[..]))
}

/// Functions that nobody calls and that go, with their body in the place of another's, or in front of what is there.
pub fn moves(program: &Program) -> Vec<Edit> {
    if program.tree().syntax().layout == Layout::Indent {
        return Vec::new();
    }
    let calls = calls(program);
    let is_called = |function: &Listed| {
        let text = program.text_of(function.name);
        calls.iter().any(|call| program.text_of(call.name) == text)
    };
    let functions = functions(program);
    let bodies: Vec<(&Listed, NodeId)> = functions
        .iter()
        .filter_map(|function| Some((function, body(program, function)?)))
        .collect();
    let mut edits = Vec::new();
    for (_, guest) in bodies.iter().filter(|(function, _)| !is_called(function)) {
        let Some(definition) = program.parent(*guest).and_then(|node| removable_around(program, node)) else {
            continue;
        };
        let hosts = bodies.iter().map(|(_, host)| *host);
        let hosts = hosts.filter(|host| program.weight(*host) <= MAX_HOST && !is_within(program, *host, definition));
        let guest = program.text_of(*guest);
        for host in hosts.take(MAX_HOSTS) {
            let both = both(&guest, &program.text_of(host));
            edits.extend([Some(guest.clone()), both].into_iter().flatten().map(|text| Edit {
                changes: vec![Change::Remove(definition), Change::Rewrite(host, text.into())],
            }));
        }
    }
    edits
}

/// Two bodies as one, if they are in braces.
fn both(first: &[u8], second: &[u8]) -> Option<Vec<u8>> {
    let first = first.strip_suffix(b"}")?.strip_prefix(b"{")?;
    let second = second.strip_prefix(b"{").filter(|rest| rest.ends_with(b"}"))?;
    Some([b"{", first, second].concat())
}

/// Declarations in functions that go in front of what holds the function.
pub fn globals(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    if tree.syntax().layout == Layout::Indent {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let locals = live_nodes(program).filter(|node| LOCALS.contains(&tree.name(*node)));
    for local in locals.filter(|node| program.is_removable(*node)) {
        let around = std::iter::successors(program.parent(local), |node| program.parent(*node));
        let Some(outermost) = around.filter(|node| program.is_removable(*node)).last() else {
            continue;
        };
        if let Some(first) = program.tokens_of(outermost).next() {
            let text = [&program.text_of(local)[..], b"\n", &program.text_of(first)].concat();
            edits.push(Edit {
                changes: vec![Change::Remove(local), Change::Rewrite(first, text.into())],
            });
        }
    }
    edits
}

fn live_nodes(program: &Program) -> impl Iterator<Item = NodeId> + '_ {
    let tree = program.tree();
    tree.nodes()
        .filter(move |node| tree.kind(*node) == Kind::Regular && program.is_live(*node))
}

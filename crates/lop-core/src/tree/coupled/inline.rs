//! Names that become what they stand for.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::{self, Name};
use lop_syntax::{Kind, Layout, NodeId, Program};

use super::calls::{Listed, calls, functions};
use super::{removable_around, statement_around};
use crate::tree::spelling::joined;

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
        let text = grouped(program, value);
        edits.extend(substitution(program, &names, node, name, &text));
    }
    edits
}

/// The edit that puts a text wherever a name is used, and removes what defines it.
fn substitution(program: &Program, names: &[Name], node: NodeId, token: NodeId, text: &[u8]) -> Option<Edit> {
    let name = names.iter().find(|name| name.definitions[..] == [token])?;
    let is_inside = |token: NodeId| {
        let mut around = std::iter::successors(Some(token), |node| program.parent(*node));
        around.any(|around| around == node)
    };
    let definition = removable_around(program, node)?;
    let uses: Vec<NodeId> = name.uses().collect();
    if uses.is_empty() || uses.iter().any(|token| is_inside(*token)) {
        return None;
    }
    let mut changes = vec![Change::Remove(definition)];
    changes.extend(uses.into_iter().map(|token| Change::Rewrite(token, text.into())));
    Some(Edit { changes })
}

/// Calls that become what their function returns.
pub fn returns(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    inlined(program, |body, call| {
        let mut returns = below(program, body).filter(|node| tree.name(*node) == "return_statement");
        let value = returns.next().filter(|_| returns.next().is_none());
        let value = value.and_then(|node| names::parts(program, node).find(|part| tree.is_named(*part)))?;
        Some((value, call))
    })
}

/// Calls that become their function's body.
pub fn bodies(program: &Program) -> Vec<Edit> {
    if program.tree().syntax().layout == Layout::Indent {
        return Vec::new();
    }
    inlined(program, |body, call| {
        let statement = statement_around(program, call)?;
        let is_all = program.weight(statement) <= program.weight(call) + 1;
        is_all.then_some((body, statement))
    })
}

/// Functions that nobody calls and that go, with their body in the place of another's.
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
        let hosts =
            hosts.filter(|host| program.weight(*host) <= MAX_HOST && !below_or_same(program, *host, definition));
        edits.extend(hosts.take(MAX_HOSTS).map(|host| Edit {
            changes: vec![
                Change::Remove(definition),
                Change::Rewrite(host, program.text_of(*guest).into()),
            ],
        }));
    }
    edits
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
        let mut tokens = program.live_tokens();
        if let Some(first) = tokens.find(|token| below_or_same(program, *token, outermost)) {
            let text = [&program.text_of(local)[..], b"\n", &program.text_of(first)].concat();
            edits.push(Edit {
                changes: vec![Change::Remove(local), Change::Rewrite(first, text.into())],
            });
        }
    }
    edits
}

/// Functions that go, with every call replaced by a part of them, in which arguments stand for parameters. `part` says
/// which part of a function's body, and of what is around the call what it replaces.
fn inlined(program: &Program, part: impl Fn(NodeId, NodeId) -> Option<(NodeId, NodeId)>) -> Vec<Edit> {
    let calls = calls(program);
    let mut edits = Vec::new();
    for function in functions(program) {
        let body = body(program, &function);
        let definition = body.and_then(|body| removable_around(program, program.parent(body)?));
        let (Some(body), Some(definition)) = (body, definition) else {
            continue;
        };
        let text = program.text_of(function.name);
        let own: Vec<&Listed> = calls.iter().filter(|call| program.text_of(call.name) == text).collect();
        let changes: Option<Vec<Change>> = own
            .iter()
            .map(|call| {
                let (value, place) = part(body, call.node)?;
                let text = with_arguments(program, value, &function, call);
                Some(Change::Rewrite(place, text.into()))
            })
            .collect();
        let Some(mut changes) = changes.filter(|changes| !changes.is_empty()) else {
            continue;
        };
        changes.push(Change::Remove(definition));
        edits.push(Edit { changes });
    }
    edits
}

/// The body that belongs to a function's list of parameters.
fn body(program: &Program, function: &Listed) -> Option<NodeId> {
    let mut around = std::iter::successors(Some(function.node), |node| program.parent(*node)).take(6);
    around.find_map(|node| names::with_field(program, node, "body").next())
}

/// The text of a part of a function, with a call's arguments in place of the parameters.
fn with_arguments(program: &Program, part: NodeId, function: &Listed, call: &Listed) -> Vec<u8> {
    let parameters = function
        .items
        .iter()
        .map(|item| names::last_name_of(program, *item, &NAMES));
    let parameters: Vec<Vec<u8>> = parameters
        .map(|name| name.map(|name| program.text_of(name)).unwrap_or_default())
        .collect();
    let leaves = program.live_tokens().filter(|leaf| below_or_same(program, *leaf, part));
    let texts: Vec<Box<[u8]>> = leaves
        .map(|leaf| {
            let own = program.text_of(leaf);
            let index = parameters.iter().position(|parameter| *parameter == own);
            let argument = index.and_then(|index| call.items.get(index));
            argument.map_or(own, |argument| grouped(program, *argument)).into()
        })
        .collect();
    joined(&texts)
}

/// A node's text, in brackets if it is more than a token.
fn grouped(program: &Program, node: NodeId) -> Vec<u8> {
    let text = program.text_of(node);
    let is_plain = program.weight(node) == 1 || program.tree().syntax().name == "smtlib" || text.starts_with(b"{");
    if is_plain {
        text
    } else {
        [b"(", &text[..], b")"].concat()
    }
}

fn live_nodes(program: &Program) -> impl Iterator<Item = NodeId> + '_ {
    let tree = program.tree();
    tree.nodes()
        .filter(move |node| tree.kind(*node) == Kind::Regular && program.is_live(*node))
}

fn below(program: &Program, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    live_nodes(program).filter(move |node| below_or_same(program, *node, root))
}

fn below_or_same(program: &Program, node: NodeId, root: NodeId) -> bool {
    let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
    around.any(|around| around == root)
}

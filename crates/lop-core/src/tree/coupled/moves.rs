//! What stands somewhere else afterwards.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names;
use lop_syntax::{Kind, Layout, NodeId, Program};
use rustc_hash::FxHashMap;

use super::calls::{Listed, body, calls, functions};
use super::{grouped, is_within, live_nodes, removable_around, statement_around};
use crate::tree::spelling::joined;

/// Declarations that may stand in a function, and outside of one.
const LOCALS: [&str; 4] = [
    "declaration",
    "lexical_declaration",
    "var_declaration",
    "variable_declaration",
];

/// Declarations that may speak of several variables.
const DECLARATIONS: [&str; 5] = [
    "declaration",
    "field_declaration",
    "lexical_declaration",
    "local_variable_declaration",
    "variable_declaration",
];

/// A body with more tokens does not make place for another function's, and so many do at most.
const MAX_HOST: usize = 16;
const MAX_HOSTS: usize = 4;

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
pub fn uncalled_functions(program: &Program) -> Vec<Edit> {
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

/// Declarations that go, with what they declare in an earlier one of the same type. No declaration is in two of them.
pub fn shared_declarations(program: &Program) -> Vec<Edit> {
    let tree = program.tree();
    let mut alone: FxHashMap<(Option<NodeId>, Vec<u8>), Declaration> = FxHashMap::default();
    let mut edits = Vec::new();
    for node in live_nodes(program).filter(|node| DECLARATIONS.contains(&tree.name(*node))) {
        let Some(declaration) = Declaration::of(program, node) else {
            continue;
        };
        let key = (program.parent(node), declaration.words.clone());
        match alone.remove(&key) {
            None => {
                alone.insert(key, declaration);
            }
            Some(earlier) if program.is_removable(node) => {
                let text = [&program.text_of(earlier.last)[..], b",", &declaration.declared].concat();
                edits.push(Edit {
                    changes: vec![Change::Remove(node), Change::Rewrite(earlier.last, text.into())],
                });
            }
            Some(_) => {}
        }
    }
    edits
}

/// A declaration of one or more variables.
struct Declaration {
    /// What it says of all of them.
    words: Vec<u8>,
    /// The variables, with what it says of each.
    declared: Vec<u8>,
    /// The last token of that.
    last: NodeId,
}

impl Declaration {
    fn of(program: &Program, node: NodeId) -> Option<Self> {
        let tree = program.tree();
        let list = program
            .children(node)
            .filter(|part| tree.kind(*part) == Kind::List)
            .last()?;
        let last = program.tokens_of(list).last()?;
        let words = program
            .tokens_of(node)
            .take_while(|token| !is_within(program, *token, list));
        let words: Vec<Box<[u8]>> = words.map(|token| program.text_of(token).into()).collect();
        (!words.is_empty()).then(|| Declaration {
            words: joined(&words),
            declared: program.text_of(list),
            last,
        })
    }
}

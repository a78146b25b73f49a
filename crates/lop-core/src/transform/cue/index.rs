//! The declarations of scopes by name, and what names refer to: each found once.

use std::cell::RefCell;
use std::rc::Rc;

use lop_syntax::NodeId;
use rustc_hash::FxHashMap;

use super::super::node::Node;
use super::scope::Meaning;
use super::syntax::{declarations, label_alias, label_name, labels};

/// A node of one of several trees.
type Key = (usize, NodeId);
/// The declarations of a scope that give each name.
type Declared<'a> = Rc<FxHashMap<String, Vec<Node<'a>>>>;
/// A scope that has a name, and what the name refers to.
pub(super) type Scoped<'a> = Option<(Node<'a>, Vec<Meaning<'a>>)>;

/// What was found before.
#[derive(Default)]
pub(super) struct Index<'a> {
    scopes: RefCell<FxHashMap<Key, Declared<'a>>>,
    users: RefCell<FxHashMap<Key, Scoped<'a>>>,
}

fn key(node: Node<'_>) -> Key {
    (std::ptr::from_ref(node.tree) as usize, node.id)
}

impl<'a> Index<'a> {
    /// The fields, `let` clauses and aliases of a scope that give a name.
    pub(super) fn declared(&self, scope: Node<'a>, name: &str) -> Vec<Node<'a>> {
        let known = self.scopes.borrow().get(&key(scope)).cloned();
        let names = known.unwrap_or_else(|| {
            let names = Rc::new(names(scope));
            self.scopes.borrow_mut().insert(key(scope), Rc::clone(&names));
            names
        });
        names.get(name).cloned().unwrap_or_default()
    }

    /// What a use refers to, found by a function if it is not known.
    pub(super) fn scoped(&self, user: Node<'a>, find: impl FnOnce() -> Scoped<'a>) -> Scoped<'a> {
        if let Some(known) = self.users.borrow().get(&key(user)) {
            return known.clone();
        }
        let found = find();
        self.users.borrow_mut().insert(key(user), found.clone());
        found
    }
}

fn names(scope: Node<'_>) -> FxHashMap<String, Vec<Node<'_>>> {
    let mut names: FxHashMap<String, Vec<Node<'_>>> = FxHashMap::default();
    for declaration in declarations(scope) {
        let given: Vec<String> = match declaration.name() {
            "field" => field_names(declaration),
            "let_clause" => declaration
                .parts()
                .get(1)
                .map(|name| name.text().to_owned())
                .into_iter()
                .collect(),
            "alias" => declaration
                .parts()
                .first()
                .map(|name| name.text().to_owned())
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        for name in given {
            names.entry(name).or_default().push(declaration);
        }
    }
    names
}

/// The names that a field gives to others of its scope: its own, if it is plain, and an alias.
fn field_names(field: Node<'_>) -> Vec<String> {
    let Some(label) = labels(field).first().copied() else {
        return Vec::new();
    };
    let own = label_name(label)
        .filter(|(_, is_plain)| *is_plain)
        .map(|(name, _)| name);
    let alias = label_alias(label)
        .map(str::to_owned)
        .filter(|alias| own.as_ref() != Some(alias));
    own.into_iter().chain(alias).collect()
}

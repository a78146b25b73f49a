//! What gives names their values, and which of it only one place needs.

use lop_syntax::edit::Change;
use lop_syntax::{NodeId, Tree};
use rustc_hash::FxHashMap;

use super::super::node::Node;
use super::scope::Package;
use super::syntax::{is_use, label_alias, labels, without_alias};

/// All uses of names in a file, each with what gives the name its value.
pub(super) struct Naming<'a> {
    /// In the order of the text.
    uses: Vec<(Node<'a>, Node<'a>)>,
    users: FxHashMap<NodeId, Vec<Node<'a>>>,
}

impl<'a> Naming<'a> {
    /// For a file of a package.
    pub(super) fn of(package: &Package<'a>, tree: &'a Tree) -> Self {
        let users = Node::named(tree, "identifier").filter(|node| is_use(*node));
        let uses = users.filter_map(|user| Some((user, giver(package, user)?)));
        let mut uses: Vec<(Node<'a>, Node<'a>)> = uses.collect();
        uses.sort_by_key(|(user, _)| user.span().start);
        let mut users: FxHashMap<NodeId, Vec<Node<'a>>> = FxHashMap::default();
        for (user, giver) in &uses {
            users.entry(giver.id).or_default().push(*user);
        }
        Naming { uses, users }
    }

    /// What gives a name that is used somewhere its value.
    pub(super) fn giver(&self, user: Node<'a>) -> Option<Node<'a>> {
        let at = self
            .uses
            .binary_search_by_key(&user.span().start, |(other, _)| other.span().start);
        at.ok().map(|at| self.uses[at].1)
    }

    /// The changes that remove what gives names their values, if all of their uses are inside some node.
    pub(super) fn only_for(&self, node: Node<'a>) -> Vec<Change> {
        let span = node.span();
        let start = self.uses.partition_point(|(user, _)| user.span().start < span.start);
        let inside = self.uses[start..]
            .iter()
            .take_while(|(user, _)| user.span().start < span.end);
        let mut givers: Vec<Node<'a>> = Vec::new();
        for (_, giver) in inside {
            if !node.is_inside(*giver) && !giver.is_inside(node) && !givers.contains(giver) {
                givers.push(*giver);
            }
        }
        givers.retain(|giver| {
            let mut users = self.users.get(&giver.id).into_iter().flatten();
            users.all(|user| user.is_inside(node) || user.is_inside(*giver))
        });
        givers.into_iter().filter_map(removal).collect()
    }
}

/// What gives a name its value, if that is in this file and in one place: a `let` clause, a field, or a label with an alias.
fn giver<'a>(package: &Package<'a>, user: Node<'a>) -> Option<Node<'a>> {
    let (scope, _) = package.scope_of(user)?;
    let is_alias = |label: &Node<'a>| label_alias(*label) == Some(user.text());
    if scope.is("field") {
        return labels(scope).into_iter().find(is_alias);
    }
    match package.declared(scope, user.text())[..] {
        [only] if std::ptr::eq(only.tree, user.tree) && !only.is("alias") => {
            labels(only).first().copied().filter(is_alias).or(Some(only))
        }
        _ => None,
    }
}

/// The change that removes what gives a name its value. CUE rejects a `let` clause or an alias that nothing refers to.
pub(super) fn removal(giver: Node<'_>) -> Option<Change> {
    Some(match giver.name() {
        "label" => Change::Rewrite(giver.id, without_alias(giver).into_bytes().into()),
        _ => Change::Remove(giver.removable()?),
    })
}

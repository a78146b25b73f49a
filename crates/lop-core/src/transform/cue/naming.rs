//! What gives names their values, and which of it only one place needs.

use lop_syntax::Tree;
use lop_syntax::edit::Change;

use super::super::node::Node;
use super::scope::{Package, in_field};
use super::syntax::{is_use, label_alias, labels, without_alias};

/// All uses of names in a file, each with what gives the name its value.
pub struct Naming<'a> {
    uses: Vec<(Node<'a>, Node<'a>)>,
}

impl<'a> Naming<'a> {
    /// For a file of a package.
    pub fn of(package: &Package<'a>, tree: &'a Tree) -> Self {
        let users = Node::named(tree, "identifier").filter(|node| is_use(*node));
        let uses = users.filter_map(|user| Some((user, giver(package, user)?)));
        Naming { uses: uses.collect() }
    }

    /// What gives a name that is used somewhere its value.
    pub fn giver(&self, user: Node<'a>) -> Option<Node<'a>> {
        let mut uses = self.uses.iter();
        uses.find(|(other, _)| *other == user).map(|(_, giver)| *giver)
    }

    /// The changes that remove what gives names their values, if all of their uses are inside some node.
    pub fn only_for(&self, node: Node<'a>) -> Vec<Change> {
        let inside = |user: &Node<'a>| user.is_inside(node);
        let mut givers: Vec<Node<'a>> = Vec::new();
        for (user, giver) in &self.uses {
            if inside(user) && !node.is_inside(*giver) && !giver.is_inside(node) && !givers.contains(giver) {
                givers.push(*giver);
            }
        }
        givers.retain(|giver| {
            let mut others = self.uses.iter().filter(|(_, other)| other == giver);
            others.all(|(user, _)| inside(user) || user.is_inside(*giver))
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
    let gives = |declaration: &Node<'a>| match declaration.name() {
        "let_clause" => declaration
            .parts()
            .get(1)
            .is_some_and(|name| name.text() == user.text()),
        "field" => in_field(*declaration, user.text()).is_some(),
        _ => false,
    };
    let mut found = scope.parts().into_iter().filter(gives);
    let only = found.next().filter(|_| found.next().is_none())?;
    labels(only).first().copied().filter(is_alias).or(Some(only))
}

/// The change that removes what gives a name its value. CUE rejects a `let` clause or an alias that nothing refers to.
pub fn removal(giver: Node<'_>) -> Option<Change> {
    Some(match giver.name() {
        "label" => Change::Rewrite(giver.id, without_alias(giver).into_bytes().into()),
        _ => Change::Remove(giver.removable()?),
    })
}

//! A level of a type, taken off a name where it is introduced and wherever it is used.

use lop_syntax::Edit;
use lop_syntax::edit::Change;
use lop_syntax::roles::{Level, Roles};

use super::super::View;
use super::super::node::Node;

/// The edits that take levels of a kind off each name that has them.
pub fn taken_off(view: &View<'_>, levels: fn(&Roles) -> &'static [Level]) -> Vec<Edit> {
    let Some(roles) = super::of(view) else {
        return Vec::new();
    };
    let off_names = |level: &'static Level| {
        let introduced = Node::named(view.tree, level.introduced.rule);
        introduced.filter_map(move |node| off_name(roles, level, node))
    };
    levels(roles).iter().flat_map(off_names).collect()
}

fn off_name(roles: &Roles, level: &Level, introduced: Node<'_>) -> Option<Edit> {
    let inner = introduced.field(level.introduced.field)?;
    let name = inner
        .below()
        .into_iter()
        .find(|node| roles.identifiers.contains(&node.name()))?;
    let mut changes = vec![Change::Rewrite(introduced.id, inner.text().as_bytes().into())];
    let uses = Node::named(introduced.tree, level.used.rule).filter_map(|node| {
        let sign = level.sign.is_none_or(|sign| node.text().starts_with(sign));
        let inner = node.field(level.used.field).filter(|_| sign)?;
        (inner.text() == name.text()).then_some((node, inner))
    });
    changes.extend(uses.map(|(node, inner)| Change::Rewrite(node.id, inner.text().as_bytes().into())));
    Some(Edit { changes })
}

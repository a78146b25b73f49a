//! A level of a type, taken off a name where it is introduced and wherever it is used.

use lop_syntax::Edit;
use lop_syntax::edit::Change;
use lop_syntax::facts::Level;

use super::View;
use super::node::Node;

/// The edits that take levels of a kind off each name that has them.
pub fn taken_off(view: &View<'_>, levels: &[Level]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for level in levels {
        let introduced = view.all().filter(|node| level.introduced.0.contain(view.tree, node.id));
        edits.extend(introduced.filter_map(|node| off_name(view, level, node)));
    }
    edits
}

fn off_name(view: &View<'_>, level: &Level, introduced: Node<'_>) -> Option<Edit> {
    let inner = view.part(introduced, &level.introduced.1)?;
    let name = inner
        .below()
        .into_iter()
        .find(|node| view.facts.identifiers.contain(view.tree, node.id))?;
    let mut changes = vec![Change::Rewrite(introduced.id, inner.text().as_bytes().into())];
    let used = view.all().filter(|node| level.used.0.contain(view.tree, node.id));
    changes.extend(used.filter_map(|node| {
        let has_sign = level.sign.is_none_or(|sign| node.text().starts_with(sign));
        let inner = view.part(node, &level.used.1).filter(|_| has_sign)?;
        let is_meant = inner.text() == name.text();
        is_meant.then(|| Change::Rewrite(node.id, inner.text().as_bytes().into()))
    }));
    Some(Edit { changes })
}

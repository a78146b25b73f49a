//! A level of a type, taken off a name where it is introduced and wherever it is used.

use lop_syntax::Edit;
use lop_syntax::edit::Change;
use lop_syntax::facts::Level;

use super::View;
use super::node::{Node, text_at};

/// The edits that take levels of a kind off each name that has them.
pub(super) fn taken_off(view: &View<'_>, levels: &[Level]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for level in levels {
        let introduced = view.all().filter(|node| level.introduced.0.contain(view.tree, node.id));
        edits.extend(introduced.filter_map(|node| off_name(view, level, node)));
    }
    edits
}

fn off_name(view: &View<'_>, level: &Level, introduced: Node<'_>) -> Option<Edit> {
    let inner = view.part(introduced, &level.introduced.1)?;
    let below = inner.below().into_iter();
    let mut inside = below.filter(|node| view.facts.identifiers.contain(view.tree, node.id));
    let names = match inside.next() {
        Some(name) => vec![name.text()],
        None => names_beside(view, introduced),
    };
    if names.is_empty() {
        return None;
    }
    let mut changes = vec![Change::Rewrite(introduced.id, inner.text().as_bytes().into())];
    let used = view.all().filter(|node| level.used.0.contain(view.tree, node.id));
    changes.extend(used.filter_map(|node| {
        let has_sign = level.sign.is_none_or(|sign| node.text().starts_with(sign));
        let inner = view.part(node, &level.used.1).filter(|_| has_sign)?;
        let is_meant = names.contains(&inner.text());
        is_meant.then(|| Change::Rewrite(node.id, inner.text().as_bytes().into()))
    }));
    Some(Edit { changes })
}

/// The names that are declared with a type that does not hold them, as in `a, b *int`.
fn names_beside<'a>(view: &View<'a>, declared: Node<'a>) -> Vec<&'a str> {
    let View { program, tree, .. } = *view;
    // A type in a list of type arguments is further below, and no variable has it.
    let around = declared.above().take(2);
    let defined = around.map(|node| {
        let tokens = program.tokens_of(node.id).filter(|token| view.is_definition(*token));
        tokens.filter_map(|token| view.name_of(token)).collect::<Vec<_>>()
    });
    let names = defined.into_iter().find(|names| !names.is_empty()).unwrap_or_default();
    // Those in an inner scope are of a function's body.
    let scope = names.first().map(|name| name.scope);
    let names = names.iter().filter(|name| Some(name.scope) == scope);
    names.map(|name| text_at(tree, tree.span(name.tokens[0]))).collect()
}

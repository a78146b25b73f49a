//! Puts values in place of the variables that were given them.
//!
//! **Idea.** With the value in the place of its name, the variable can go. All uses in the scope change together, and the
//! variable goes along; or one use changes alone.
//!
//! **Example.**
//! ```text
//! int n = 3; f(n); g(n);    →   f(3); g(3);
//! ```
//!
//! **Reference.** S002, section 4.2.1.

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};
use lop_syntax::roles::Roles;

use super::super::node::Node;
use super::super::{Entry, View};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "constant",
    summary: "Puts values in place of the variables that were given them.",
    reference: "S002, section 4.2.1",
    languages: super::LANGUAGES,
    may_grow: true,
    edits,
};

/// A value of more tokens is not worth having in several places.
const MOST_TOKENS: usize = 24;

fn edits(view: &View<'_>) -> Vec<Edit> {
    let Some(roles) = super::of(view) else {
        return Vec::new();
    };
    let all = Node::all(view.tree);
    let variables = all.filter_map(|node| {
        let variable = roles.variables.iter().find(|variable| node.is(variable.rule))?;
        Some((node, node.field(variable.name)?, node.field(variable.value)?))
    });
    variables
        .filter(|(_, _, value)| view.tree.weight(value.id) <= MOST_TOKENS)
        .flat_map(|(variable, name, value)| propagated(roles, variable, name, value))
        .collect()
}

fn propagated(roles: &Roles, variable: Node<'_>, name: Node<'_>, value: Node<'_>) -> Vec<Edit> {
    let scope = variable.above().find(|around| roles.scopes.contains(&around.name()));
    let is_use = |node: &Node<'_>| {
        roles.identifiers.contains(&node.name()) && node.text() == name.text() && !node.is_inside(variable)
    };
    let inside = scope.map(Node::below).unwrap_or_default();
    let uses: Vec<Node<'_>> = inside.into_iter().filter(is_use).collect();
    let text = match value.tree.weight(value.id) {
        1 => value.text().to_owned(),
        _ => format!("({})", value.text()),
    };
    let change = |user: &Node<'_>| Change::Rewrite(user.id, text.as_bytes().into());
    let all: Vec<Change> = uses.iter().map(change).collect();
    let mut edits: Vec<Edit> = uses.iter().map(|user| rewrite(user.id, text.as_bytes())).collect();
    if let Some(gone) = declaration(variable) {
        let changes = all.iter().cloned().chain([Change::Remove(gone)]).collect();
        edits.insert(0, Edit { changes });
    }
    if all.len() > 1 {
        edits.push(Edit { changes: all });
    }
    edits
}

/// What goes when a variable does: it, or the declaration that holds nothing else.
fn declaration(variable: Node<'_>) -> Option<lop_syntax::NodeId> {
    let mut at = variable;
    for _ in 0..3 {
        if let Some(gone) = at.removable() {
            return Some(gone);
        }
        at = at.parent()?;
    }
    None
}

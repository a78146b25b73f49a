//! Has functions return nothing.
//!
//! **Idea.** A function's result is a type, a value for every return, and what the values need. They go together.
//!
//! **Example.**
//! ```text
//! long f(int a) { if (a) return g(a); return 0; }    →   void f(int a) { if (a) return; return; }
//! ```
//!
//! **Reference.** C-Reduce's `return-void`.

use lop_syntax::Edit;
use lop_syntax::edit::Change;
use lop_syntax::roles::{Function, Roles};

use super::super::node::Node;
use super::super::{Entry, View};
use super::at_each_node;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "result",
    summary: "Has functions return nothing.",
    reference: "C-Reduce",
    languages: super::LANGUAGES,
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    at_each_node(view, |roles, node| {
        let function = roles.functions.iter().find(|function| node.is(function.rule));
        function.and_then(|function| without_result(roles, function, node))
    })
}

fn without_result(roles: &Roles, function: &Function, node: Node<'_>) -> Option<Edit> {
    let result = node.field(function.result)?;
    let mut changes = match function.nothing {
        Some(nothing) if result.text() == nothing => return None,
        Some(nothing) => vec![Change::Rewrite(result.id, nothing.as_bytes().into())],
        None => vec![Change::Remove(around(result)?)],
    };
    let body = node.field("body")?;
    let mut changed: Vec<Node<'_>> = Vec::new();
    let last = body.parts().into_iter().rev().find(|part| !part.is("}"));
    if let Some(last) = last.filter(|last| function.ends_with_result && is_expression(roles, *last)) {
        changes.push(Change::Rewrite(last.id, format!("{};", last.text()).as_bytes().into()));
        changed.push(last);
    }
    for below in body.below() {
        let is_return = roles.returns.contains(&below.name()) && below.parts().len() > 1;
        // What is returned may be a function with returns of its own.
        if is_return && !changed.iter().any(|around| below.is_inside(*around)) {
            changes.push(Change::Rewrite(below.id, roles.empty_return.as_bytes().into()));
            changed.push(below);
        }
    }
    Some(Edit { changes })
}

/// The option that holds a result's type, with the arrow before it.
fn around(result: Node<'_>) -> Option<lop_syntax::NodeId> {
    let mut id = result.id;
    for _ in 0..3 {
        if result.tree.is_removable(id) {
            return Some(id);
        }
        id = result.tree.parent(id)?;
    }
    None
}

fn is_expression(roles: &Roles, node: Node<'_>) -> bool {
    let is_leaf = node.name().ends_with("literal") || roles.identifiers.contains(&node.name());
    is_leaf || roles.expressions.contains(&node.name())
}

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
use lop_syntax::facts::Function;

use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "result",
    summary: "Has functions return nothing.",
    reference: "C-Reduce",
    needs: |facts| facts.states_functions && !facts.returns.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let of_node = |node: Node<'_>| {
        // What the language itself states comes before what the language that it extends does.
        let mut functions = view.facts.functions.of(view.tree, node.id).iter();
        let function = functions.find(|function| view.part(node, &function.body).is_some());
        function.and_then(|function| without_result(view, function, node))
    };
    view.all().filter_map(of_node).collect()
}

fn without_result(view: &View<'_>, function: &Function, node: Node<'_>) -> Option<Edit> {
    let result = function.result.as_ref();
    let result = result.and_then(|(part, nothing)| Some((view.part(node, part)?, *nothing)));
    let mut changes = match result {
        Some((result, Some(nothing))) if result.text() == nothing => return None,
        Some((result, Some(nothing))) => vec![Change::Rewrite(result.id, nothing.as_bytes().into())],
        Some((result, None)) => vec![Change::Remove(around(result)?)],
        // The language has no types, or this function does not tell.
        None => Vec::new(),
    };
    let body = view.part(node, &function.body)?;
    let mut changed: Vec<Node<'_>> = Vec::new();
    let last = body.parts().into_iter().rev().find(|part| view.tree.is_named(part.id));
    // Where the end of a line ends a statement, the last expression is one already.
    let has_tail = function.tail_is_result && result.is_some() && view.facts.statement_end == ";";
    if let Some(last) = last.filter(|last| has_tail && is_expression(view, *last)) {
        changes.push(Change::Rewrite(last.id, format!("{};", last.text()).as_bytes().into()));
        changed.push(last);
    }
    for below in body.below() {
        let is_return = view.facts.returns.contain(view.tree, below.id) && below.parts().len() > 1;
        // A returned function may have returns of its own.
        if is_return && !changed.iter().any(|around| below.is_inside(*around)) {
            changes.push(Change::Rewrite(below.id, view.facts.empty_return.as_bytes().into()));
            changed.push(below);
        }
    }
    (!changes.is_empty()).then_some(Edit { changes })
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

fn is_expression(view: &View<'_>, node: Node<'_>) -> bool {
    let View { tree, facts, .. } = *view;
    facts.literals.contain(tree, node.id)
        || facts.identifiers.contain(tree, node.id)
        || facts.expressions.contain(tree, node.id)
}

//! Puts plain values in place of expressions.
//!
//! **Idea.** An expression that has to be there need not be worked out: `0` mostly does. A syntactic reducer can only
//! put in what the expression already holds.
//!
//! **Example.**
//! ```text
//! return f(a, b->c);    →   return 0;
//! ```
//!
//! **Reference.** bointner2025, section 4.2.3: a trivial instance of the type; C-Reduce's `peep` does the same for C.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "value",
    summary: "Puts plain values in place of expressions.",
    reference: "bointner2025, section 4.2.3",
    needs: |facts| !facts.expressions.is_empty() && !facts.values.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View { tree, facts, .. } = *view;
    let is_large = |node: &Node<'_>| tree.weight(node.id) > 1 && facts.expressions.contain(tree, node.id);
    let expressions = view.all().filter(is_large);
    expressions
        .flat_map(|node| facts.values.iter().map(move |value| rewrite(node.id, value.as_bytes())))
        .collect()
}

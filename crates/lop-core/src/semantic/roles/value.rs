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
//! **Reference.** S002, section 4.2.3: a trivial instance of the type; C-Reduce's `peep` does the same for C.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Entry, View};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "value",
    summary: "Puts plain values in place of expressions.",
    reference: "S002, section 4.2.3",
    languages: super::LANGUAGES,
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    let Some(roles) = super::of(view) else {
        return Vec::new();
    };
    let is_large = |node: &Node<'_>| node.tree.weight(node.id) > 1 && roles.expressions.contains(&node.name());
    let expressions = Node::all(view.tree).filter(is_large);
    expressions
        .flat_map(|node| roles.values.iter().map(move |value| rewrite(node.id, value.as_bytes())))
        .collect()
}

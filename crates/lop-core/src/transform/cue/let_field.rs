//! Makes `let` clauses fields.
//!
//! **Idea.** A field is a token shorter, and there are more ways to go on from it. In a comprehension only `let` will do.
//!
//! **Example.** bointner2025, figure 4.12.
//! ```text
//! foo: {                foo: {
//!     let x = 42            x: 42
//!     y: x * 2      →       y: x * 2
//! }                     }
//! ```
//!
//! **Reference.** bointner2025, section 4.4.4.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-let",
    summary: "Makes let clauses fields.",
    reference: "bointner2025, section 4.4.4",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let clauses = Node::named(view.tree, "let_clause");
    let is_declaration = |clause: &Node<'_>| {
        let parent = clause.parent();
        parent.is_some_and(|parent| ["struct", "source_file"].contains(&parent.name()))
    };
    let field = |clause: Node<'_>| match &clause.parts()[..] {
        [_, name, _, value] => Some(rewrite(
            clause.id,
            format!("{}: {}", name.text(), value.text()).as_bytes(),
        )),
        _ => None,
    };
    clauses.filter(is_declaration).filter_map(field).collect()
}

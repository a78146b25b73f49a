//! Makes conditions `true` or `false`.
//!
//! **Idea.** What a condition says rarely matters; whether it holds may.
//!
//! **Example.** bointner2025, figure 4.6.
//! ```text
//! foo: 1                 foo: 1               foo: 1
//! if foo < 2 {a: 2}  →   if true {a: 2}   or  if false {a: 2}
//! ```
//!
//! **Reference.** bointner2025, section 4.3.1.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-if-trivial",
    summary: "Makes conditions true or false.",
    reference: "bointner2025, section 4.3.1",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let clauses = Node::named(view.tree, "if_clause");
    let conditions = clauses.filter_map(|clause| clause.parts().pop());
    let open = conditions.filter(|condition| !condition.is("boolean"));
    open.flat_map(|condition| ["true", "false"].map(|literal| rewrite(condition.id, literal.as_bytes())))
        .collect()
}

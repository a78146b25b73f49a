//! Puts the body of a function in place of a call that is a statement.
//!
//! **Idea.** A call that is a statement is the function's block, with arguments for parameters.
//!
//! **Example.**
//! ```text
//! void f(int a) { g(a); }  f(2);    →   { g(2); }
//! ```
//!
//! **Reference.** C-Reduce's `simple-inliner`.

use super::unfold::{can_unfold, unfolded};
use super::{Transform, View};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "inline-body",
    summary: "Puts a function's body in place of calls that are statements; the function goes.",
    reference: "C-Reduce",
    needs: |facts| can_unfold(facts) && facts.braces.is_some(),
    may_grow: true,
    repeats: false,
    propose: |view: &View<'_>| {
        let program = view.program;
        unfolded(view, |unfolding| {
            let call = unfolding.call.node;
            let statement = view.statement_around(call)?;
            let is_all = program.weight(statement) <= program.weight(call) + 1;
            is_all.then(|| (statement, unfolding.with_arguments(unfolding.definition.body)))
        })
    },
};

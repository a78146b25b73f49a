//! Puts what a function returns in place of its calls.
//!
//! **Idea.** A function that returns an expression is that expression, with arguments for parameters.
//!
//! **Example.**
//! ```text
//! int f(int a) { return g(a); }  h(f(2));    →   h(g(2));
//! ```
//!
//! **Reference.** C-Reduce's `simple-inliner`; [hygiene](super::unfold) is lop's.

use super::unfold::{can_unfold, unfolded};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "inline-call",
    summary: "Puts what a function returns in place of its calls; the function goes.",
    reference: "C-Reduce",
    needs: can_unfold,
    may_grow: true,
    repeats: false,
    propose: |view: &View<'_>| {
        unfolded(view, |unfolding| {
            let value = unfolding.result()?.value?;
            Some((unfolding.call.node, unfolding.with_arguments(value)))
        })
    },
};

//! Removes a parameter with its arguments.
//!
//! **Idea.** A parameter cannot go while calls pass an argument for it, nor an argument while the function expects it. They
//! go together, with whatever used the parameter.
//!
//! **Example.**
//! ```text
//! void f(int a, int b) { g(a); h(); }  f(1, 2);    →   void f(int b) { h(); }  f(2);
//! ```
//!
//! **Reference.** C-Reduce's `remove-unused-param` does so for parameters that nothing uses.

use super::calls::together;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "parameter",
    summary: "Removes a parameter, the argument at every call, and what used it.",
    reference: "C-Reduce",
    needs: |facts| !facts.signatures.is_empty() && !facts.calls.is_empty(),
    may_grow: false,
    repeats: false,
    propose: |view: &View<'_>| together(view, view.functions(), view.calls()),
};

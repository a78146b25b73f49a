//! Removes a type parameter with its arguments.
//!
//! **Idea.** As for [parameters](super::parameter): the parameter of a generic definition goes together with the argument
//! at every use.
//!
//! **Example.**
//! ```text
//! struct S<T, U> { t: T }  fn f(s: S<u8, i8>) {}    →   struct S<T> { t: T }  fn f(s: S<u8>) {}
//! ```
//!
//! **Reference.** lop; C-Reduce's `template-arg-to-int` and `instantiate-template-param` are relatives.

use super::calls::{generics, instances, together};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "type-parameter",
    summary: "Removes a type parameter and the argument at every use.",
    reference: "lop",
    needs: |facts| !facts.generics.is_empty() && !facts.instances.is_empty(),
    may_grow: false,
    repeats: false,
    propose: |view: &View<'_>| together(view, &generics(view), &instances(view)),
};

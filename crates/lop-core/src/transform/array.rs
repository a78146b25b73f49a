//! Makes arrays plain variables.
//!
//! **Idea.** An array of which one element matters may be that element: the brackets go where the name is introduced and
//! wherever it is indexed.
//!
//! **Example.**
//! ```text
//! int a[9]; f(a[i + 1], a[2]);    →   int a; f(a, a);
//! ```
//!
//! **Reference.** C-Reduce's `reduce-array-dim`.

use super::{Transform, level};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "array",
    summary: "Makes arrays plain variables.",
    reference: "C-Reduce",
    needs: |facts| !facts.arrays.is_empty(),
    may_grow: false,
    repeats: false,
    propose: |view| level::taken_off(view, &view.facts.arrays),
};

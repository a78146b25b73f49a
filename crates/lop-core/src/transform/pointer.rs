//! Takes a level of indirection off a name.
//!
//! **Idea.** A pointer to something may be the thing itself: the star goes where the name is introduced and wherever it
//! is followed.
//!
//! **Example.**
//! ```text
//! int *p; f(*p, p);    →   int p; f(p, p);
//! ```
//!
//! **Reference.** C-Reduce's `reduce-pointer-level`.

use super::{Transform, level};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "pointer",
    summary: "Takes a level of indirection off a name.",
    reference: "C-Reduce",
    needs: |facts| !facts.pointers.is_empty(),
    may_grow: false,
    repeats: false,
    propose: |view| level::taken_off(view, &view.facts.pointers),
};

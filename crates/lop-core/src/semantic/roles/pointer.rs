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

use super::super::Entry;
use super::level;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "pointer",
    summary: "Takes a level of indirection off a name.",
    reference: "C-Reduce",
    languages: super::LANGUAGES,
    may_grow: false,
    edits: |view| level::taken_off(view, |roles| roles.pointers),
};

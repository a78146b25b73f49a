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

use super::super::Entry;
use super::level;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "array",
    summary: "Makes arrays plain variables.",
    reference: "C-Reduce",
    languages: super::LANGUAGES,
    may_grow: false,
    edits: |view| level::taken_off(view, |roles| roles.arrays),
};

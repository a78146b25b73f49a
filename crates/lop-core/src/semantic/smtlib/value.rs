//! Puts plain terms of the same sort in place of terms.
//!
//! **Idea.** A solver refuses a term of another sort, so what takes a term's place has its sort: a constant, or a declared
//! name.
//!
//! **Example.**
//! ```text
//! (assert (= (bvadd x #x01) y))    →   (assert (= #x00 y))
//! ```
//!
//! **Reference.** ddSMT 2.0, substitution by default values and by variables.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Entry, View};
use super::sort::{Sorts, is_term};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "smt-value",
    summary: "Puts plain terms of the same sort in place of terms.",
    reference: "ddSMT",
    languages: &["smtlib"],
    may_grow: false,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    let sorts = Sorts::of(view.tree);
    let mut edits = Vec::new();
    for term in Node::all(view.tree).filter(|node| is_term(*node)) {
        let plain = sorts
            .of_term(term, 0)
            .map(|sort| sorts.plain(&sort))
            .unwrap_or_default();
        edits.extend(plain.iter().map(|plain| rewrite(term.id, plain.as_bytes())));
    }
    edits
}

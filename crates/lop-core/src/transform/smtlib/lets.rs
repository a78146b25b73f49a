//! Puts terms in place of the names that `let` gives them.
//!
//! **Idea.** With the term in its name's place, the binding can go; and a term that is used once is shorter without.
//!
//! **Example.**
//! ```text
//! (let ((y (+ x 1))) (= y 2))    →   (= (+ x 1) 2)
//! ```
//!
//! **Reference.** ddSMT 2.0, let substitution; bointner2025, section 4.2.1.

use std::ops::Range;

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::{Node, replaced};
use super::super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "smt-let",
    summary: "Puts terms in place of the names that let gives them.",
    reference: "ddSMT",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    Node::named(view.tree, "let_term").filter_map(substituted).collect()
}

fn substituted(term: Node<'_>) -> Option<Edit> {
    let parts = term.parts();
    let body = term.field("body")?;
    let bindings: Vec<(&str, &str)> = parts
        .iter()
        .filter(|part| part.is("binding"))
        .filter_map(|binding| Some((binding.field("name")?.text(), binding.field("value")?.text())))
        .collect();
    let places: Vec<(Range<usize>, String)> = body
        .below()
        .into_iter()
        .filter(|node| ["symbol", "quoted_symbol"].contains(&node.name()))
        .filter_map(|node| {
            let (_, value) = bindings.iter().find(|(name, _)| *name == node.text())?;
            Some((node.span(), (*value).to_owned()))
        })
        .collect();
    Some(rewrite(term.id, replaced(body, places).as_bytes()))
}

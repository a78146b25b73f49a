//! Takes quantifiers off terms.
//!
//! **Idea.** A quantified term may do for one value of its variables, or with names that are declared for all of the
//! script.
//!
//! **Example.**
//! ```text
//! (assert (forall ((z Int)) (> z x)))    →   (assert (> 0 x))
//! ```
//!
//! **Reference.** ddSMT 2.0, quantifier elimination.

use std::ops::Range;

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::{Node, replaced};
use super::super::{Transform, View};
use super::sort::Sorts;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "smt-quantifier",
    summary: "Takes quantifiers off terms, with plain terms for their variables.",
    reference: "ddSMT",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let sorts = Sorts::of(view.tree);
    let quantified = Node::named(view.tree, "quantified_term");
    quantified.filter_map(|term| without(&sorts, term)).collect()
}

fn without(sorts: &Sorts<'_>, term: Node<'_>) -> Option<Edit> {
    let parts = term.parts();
    let body = term.field("body")?;
    let variables: Vec<(&str, Option<String>)> = parts
        .iter()
        .filter(|part| part.is("sorted_variable"))
        .filter_map(|variable| {
            let sort = variable.field("sort")?.text();
            let plain = sorts.plain(sort).into_iter().next();
            Some((variable.field("name")?.text(), plain))
        })
        .collect();
    let places: Vec<(Range<usize>, String)> = body
        .below()
        .into_iter()
        .filter_map(|node| {
            let (_, plain) = variables.iter().find(|(name, _)| *name == node.text())?;
            Some((node.span(), plain.clone()?))
        })
        .collect();
    Some(rewrite(term.id, replaced(body, places).as_bytes()))
}

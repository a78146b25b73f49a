//! Puts plain terms of the same sort in place of terms.
//!
//! **Idea.** A solver refuses a term of another sort, so what takes a term's place has its sort: a constant, or a declared
//! name. Literals of bit vectors get their shortest form.
//!
//! **Example.**
//! ```text
//! (assert (= (bvadd x #x01) y))    →   (assert (= #x00 y))
//! (assert (= x (_ bv5 8)))         →   (assert (= x #x05))
//! ```
//!
//! **Reference.** ddSMT 2.0, substitution by default values and by variables.

use lop_syntax::Edit;
use lop_syntax::edit::{Change, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};
use super::sort::{Sorts, is_term};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "smt-value",
    summary: "Puts plain terms of the same sort in place of terms.",
    reference: "ddSMT",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let sorts = Sorts::of(view.tree);
    let mut edits = Vec::new();
    for term in Node::all(view.tree).filter(|node| is_term(*node)) {
        let plain = sorts
            .of_term(term, 0)
            .map(|sort| sorts.plain(&sort))
            .unwrap_or_default();
        edits.extend(plain.iter().map(|plain| rewrite(term.id, plain.as_bytes())));
    }
    let long = Node::named(view.tree, "indexed_identifier");
    let short = long.filter_map(|node| Some(Change::Rewrite(node.id, digits(node)?.into_bytes().into())));
    let short: Vec<Change> = short.collect();
    let each = short.iter().cloned().map(|change| Edit { changes: vec![change] });
    edits.extend(each);
    edits.push(Edit { changes: short });
    edits.retain(|edit| !edit.changes.is_empty());
    edits
}

/// `(_ bv5 8)` as `#x05`.
fn digits(node: Node<'_>) -> Option<String> {
    let inner = node.text().strip_prefix("(_ bv")?.strip_suffix(')')?;
    let (value, width) = inner.split_once(' ')?;
    let (value, width): (u128, usize) = (value.parse().ok()?, width.trim().parse().ok()?);
    let fits = (1..=128).contains(&width) && (width == 128 || value >> width == 0);
    let digits = match width % 4 {
        0 => format!("#x{value:0digits$x}", digits = width / 4),
        _ => format!("#b{value:0width$b}"),
    };
    fits.then_some(digits)
}

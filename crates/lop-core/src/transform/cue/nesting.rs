//! Drops braces that change nothing.
//!
//! **Idea.** A struct in a struct is its fields. A struct of one field needs no braces after a label, and a struct of
//! one value is the value.
//!
//! **Example.** bointner2025, figure 4.10, and further shapes.
//! ```text
//! foo: {{a: 5}}      →   foo: {a: 5}    →   foo: a: 5
//! bar: {b, {c: 1}}   →   bar: {b, c: 1}
//! baz: {5}           →   baz: 5
//! ```
//!
//! **Reference.** bointner2025, section 4.4.3.

use lop_syntax::Edit;
use lop_syntax::edit::{remove, rewrite};

use super::super::node::Node;
use super::super::{Transform, View};
use super::syntax::{declarations, inner};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-nesting",
    summary: "Drops braces that change nothing.",
    reference: "bointner2025, section 4.4.3",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    Node::named(view.tree, "struct").filter_map(unnested).collect()
}

fn unnested(structure: Node<'_>) -> Option<Edit> {
    let parent = structure.parent()?;
    let only = match &declarations(structure)[..] {
        [] if ["struct", "source_file"].contains(&parent.name()) => return structure.removable().map(remove),
        [only] => Some(only.name().to_owned()),
        _ => None,
    };
    let is_declared =
        !["struct_ellipsis", "let_clause", "attribute", "comprehension"].contains(&only.as_deref().unwrap_or_default());
    let fits = match parent.name() {
        "struct" | "source_file" => true,
        // What only a struct can hold keeps its braces.
        "comprehension" => false,
        "field" => only.is_some() && is_declared,
        _ => only.as_deref().is_some_and(|only| only != "field") && is_declared,
    };
    fits.then(|| rewrite(structure.id, inner(structure).as_bytes()))
}

//! Moves the constraints of an intersection into the struct that they constrain.
//!
//! **Idea.** `#A & {…}` needs the definition as a whole. With its fields written into the struct, each of them can go
//! alone, and so can the definition.
//!
//! **Example.** bointner2025, figure 4.9.
//! ```text
//! #env: {name: "stage" | "prod"}        #env: {name: "stage" | "prod"}
//! stage: #env & {name: "stage"}    →    stage: {
//!                                           name: "stage" | "prod"
//!                                           name: "stage"
//!                                       }
//! ```
//!
//! **Reference.** bointner2025, section 4.4.2.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};
use super::scope::{Package, Place};
use super::syntax::{chains, fitted, inner, operands};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "cue-intersection",
    summary: "Moves the constraints of an intersection into the struct.",
    reference: "bointner2025, section 4.4.2",
    needs: super::is_spoken,
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let package = Package::of(view);
    let merge = |chain| merged(&package, chain);
    chains(view.tree, "&").into_iter().filter_map(merge).collect()
}

fn merged<'a>(package: &Package<'a>, chain: Node<'a>) -> Option<Edit> {
    let (mut content, mut others) = (Vec::new(), Vec::new());
    for term in operands(chain, "&") {
        match fields(package, term) {
            Some(fields) => content.push(fields),
            None => others.push(term.text()),
        }
    }
    if content.len() < 2 {
        return None;
    }
    let is_chain = !others.is_empty();
    let structure = format!("{{\n{}\n}}", content.join("\n"));
    others.push(&structure);
    Some(rewrite(
        chain.id,
        fitted(chain, &others.join(" & "), is_chain).as_bytes(),
    ))
}

/// What stands between the braces of the struct that a term is, or refers to.
fn fields<'a>(package: &Package<'a>, term: Node<'a>) -> Option<String> {
    package.begin();
    let places = package.locate(Place::of(term), 0);
    let text = |place: &Place<'a>| {
        if place.is_nested() {
            return Some(place.nested_text());
        }
        place.node.is("struct").then(|| inner(place.node))
    };
    let texts: Option<Vec<&str>> = places.iter().map(text).collect();
    texts.filter(|texts| !texts.is_empty()).map(|texts| texts.join("\n"))
}

//! Moves the constraints of an intersection into the struct that they constrain.
//!
//! **Idea.** `#A & {…}` needs the definition as a whole. With its fields written into the struct, each of them can go
//! alone, and so can the definition. Fields that several terms have are what constrains, so that the struct with these alone is
//! another candidate, without the definition if nothing else needs it.
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
use super::naming::Naming;
use super::scope::{Package, Place};
use super::syntax::{chains, declarations, fitted, label_name, labels, operands};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
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
    let naming = Naming::of(&package, view.tree);
    let chains = chains(view.tree, "&").into_iter();
    chains.flat_map(|chain| merged(&package, &naming, chain)).collect()
}

/// The terms of a chain as one struct: with all their fields, or with those that several terms have and without what only
/// the chain needs.
fn merged<'a>(package: &Package<'a>, naming: &Naming<'a>, chain: Node<'a>) -> Vec<Edit> {
    let (mut structs, mut others) = (Vec::new(), Vec::new());
    for term in operands(chain, "&") {
        match fields(package, term) {
            Some(fields) => structs.push(fields),
            None => others.push(term.text()),
        }
    }
    if structs.len() < 2 {
        return Vec::new();
    }
    let write = |content: &[String]| {
        let structure = format!("{{\n{}\n}}", content.join("\n"));
        let terms: Vec<&str> = others.iter().copied().chain([structure.as_str()]).collect();
        rewrite(
            chain.id,
            fitted(chain, &terms.join(" & "), !others.is_empty()).as_bytes(),
        )
    };
    let all: Vec<String> = structs.iter().flatten().map(|field| field.text.clone()).collect();
    let is_shared = |(at, field): &(usize, &Field)| {
        let mut others = structs.iter().enumerate().filter(|(other, _)| other != at);
        others.any(|(_, others)| {
            others
                .iter()
                .any(|other| other.name.is_some() && other.name == field.name)
        })
    };
    let numbered = structs.iter().enumerate();
    let fields = numbered.flat_map(|(at, fields)| fields.iter().map(move |field| (at, field)));
    let shared: Vec<String> = fields.filter(is_shared).map(|(_, field)| field.text.clone()).collect();
    let mut edits = vec![write(&all)];
    if !shared.is_empty() {
        let mut edit = write(&shared);
        edit.changes.extend(naming.only_for(chain));
        edits.push(edit);
    }
    edits
}

/// A declaration in a struct, and the name of the field that it is.
struct Field {
    name: Option<String>,
    text: String,
}

/// What stands between the braces of the struct that a term is, or refers to.
fn fields<'a>(package: &Package<'a>, term: Node<'a>) -> Option<Vec<Field>> {
    package.begin();
    let mut fields = Vec::new();
    let name = |field: Node<'a>, passed: usize| {
        let label = labels(field).get(passed).copied()?;
        label_name(label).map(|(name, _)| name)
    };
    for place in package.locate(Place::of(term), 0) {
        if place.is_nested() {
            fields.push(Field {
                name: name(place.node, place.passed()),
                text: place.nested_text().to_owned(),
            });
            continue;
        }
        place.node.is("struct").then_some(())?;
        fields.extend(declarations(place.node).into_iter().map(|declaration| Field {
            name: name(declaration, 0),
            text: declaration.text().to_owned(),
        }));
    }
    Some(fields).filter(|fields| !fields.is_empty())
}

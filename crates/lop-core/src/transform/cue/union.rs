//! Makes types smaller: of a disjunction only the options in use, of constraints only the type or the value.
//!
//! **Idea.** A union lists what may be; a program mostly needs the one that is. A constraint checks a value that is
//! already known to pass.
//!
//! **Example.** bointner2025, figure 4.7.
//! ```text
//! #foo: "stage" | "prod"                #foo: "stage"
//! #bar: string & strings.MinRunes(4) →  #bar: string
//! env: "stage" & #foo                   env: "stage"
//! ```
//!
//! **Reference.** bointner2025, section 4.3.2.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};
use super::evaluate::is_type;
use super::syntax::{chains, fitted, is_operation, operands};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-union",
    summary: "Keeps of a disjunction only options in use, and of constraints only a type or a value.",
    reference: "bointner2025, section 4.3.2",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for union in chains(view.tree, "|") {
        let options: Vec<Node<'_>> = operands(union, "|").into_iter().map(unmarked).collect();
        let in_use: Vec<&str> = options
            .iter()
            .filter(|option| is_used(**option, union))
            .map(|option| option.text())
            .collect();
        if !in_use.is_empty() && in_use.len() < options.len() {
            let text = fitted(union, &in_use.join(" | "), in_use.len() > 1);
            edits.push(rewrite(union.id, text.as_bytes()));
        }
        edits.extend(options.into_iter().map(|option| instead(union, option)));
    }
    for constraints in chains(view.tree, "&") {
        let terms = operands(constraints, "&").into_iter();
        let plain = terms.filter(|term| is_literal(*term) || is_type(term.text()));
        edits.extend(plain.map(|term| instead(constraints, term)));
    }
    edits
}

fn instead(node: Node<'_>, by: Node<'_>) -> Edit {
    rewrite(node.id, fitted(node, by.text(), is_operation(by)).as_bytes())
}

/// An option without the star that makes it the default.
fn unmarked(option: Node<'_>) -> Node<'_> {
    match &option.parts()[..] {
        [star, value] if option.is("unary_expression") && star.is("*") => *value,
        _ => option,
    }
}

fn is_literal(node: Node<'_>) -> bool {
    ["string", "integer", "float", "boolean", "null", "bytes"].contains(&node.name())
}

/// Whether an option is also written elsewhere.
fn is_used(option: Node<'_>, union: Node<'_>) -> bool {
    let others = Node::named(option.tree, option.name());
    is_literal(option)
        && others
            .filter(|other| other.text() == option.text())
            .any(|other| !other.is_inside(union))
}

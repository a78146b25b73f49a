//! Works out what is interpolated into strings.
//!
//! **Idea.** A string that is known does not need what it was made of.
//!
//! **Example.** bointner2025, figure 4.8.
//! ```text
//! name: "john"                  name: "john"
//! fullname: "\(name) doe"   →   fullname: "john doe"
//! ```
//!
//! **Reference.** bointner2025, section 4.4.1.

use std::ops::Range;

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::{Node, replaced};
use super::super::{Transform, View};
use super::evaluate::Evaluator;
use super::literal::{self, Literal};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "cue-interpolation",
    summary: "Works out what is interpolated into strings.",
    reference: "bointner2025, section 4.4.1",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let evaluator = Evaluator::of(view);
    let is_literal = |node: &Node<'_>| literal::RULES.contains(&node.name());
    let mut edits = Vec::new();
    for string in Node::all(view.tree).filter(is_literal) {
        let inside = interpolations(string).into_iter();
        let known: Vec<(Range<usize>, String)> = inside
            .filter_map(|part| settled(&evaluator, Literal::of(string), part))
            .collect();
        let singles = known
            .iter()
            .filter(|_| known.len() > 1)
            .cloned()
            .map(|place| vec![place]);
        let singles: Vec<_> = singles.collect();
        let all = Some(known).filter(|known| !known.is_empty());
        // In a string white space counts, so it is written as a whole.
        let write = |places| rewrite(string.id, replaced(string, places).as_bytes());
        edits.extend(all.into_iter().chain(singles).map(write));
    }
    edits
}

/// What is interpolated into a literal itself, rather than into another one inside it.
fn interpolations(string: Node<'_>) -> Vec<Node<'_>> {
    let lines = string.parts().into_iter().flat_map(|part| match part.name() {
        "string_line" => part.parts(),
        _ => vec![part],
    });
    lines.filter(|part| part.is("interpolation")).collect()
}

/// Where something is interpolated, and what it is.
fn settled<'a>(evaluator: &Evaluator<'a>, literal: Literal, interpolation: Node<'a>) -> Option<(Range<usize>, String)> {
    let expression = *interpolation.parts().get(1)?;
    let content = evaluator.value(expression)?.interpolated()?;
    let is_written = literal.is_bytes || std::str::from_utf8(&content).is_ok();
    is_written.then(|| (interpolation.span(), literal.encoded(&content)))
}

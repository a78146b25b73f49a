//! Writes out the first iterations of loops that count.
//!
//! **Idea.** A loop often matters for one of its iterations, or two. Its beginning and its body do without the rest; the
//! variable that it counts is a plain variable then.
//!
//! **Example.**
//! ```text
//! for (int i = 0; i < 9; i++) f(i);    →   { int i = 0; f(i); }
//!                                     or   { int i = 0; f(i); i++; f(i); }
//! ```
//!
//! **Reference.** S002, section 4.2.2.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;
use lop_syntax::facts::CountedLoop;

use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "loop",
    summary: "Writes out the first iterations of loops that count.",
    reference: "S002, section 4.2.2",
    needs: |facts| !facts.counted_loops.is_empty(),
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let of_node = |node: Node<'_>| {
        let counted = view.facts.counted_loops.of(view.tree, node.id).iter();
        counted
            .flat_map(|counted| unrolled(view, counted, node))
            .collect::<Vec<Edit>>()
    };
    view.all().flat_map(of_node).collect()
}

fn unrolled(view: &View<'_>, counted: &CountedLoop, node: Node<'_>) -> Vec<Edit> {
    let head = counted.head.as_ref().map_or(Some(node), |head| view.part(node, head));
    let (Some(head), Some(body)) = (head, view.part(node, &counted.body)) else {
        return Vec::new();
    };
    let statement = |part| view.part(head, part).map(|part| ended(part.text())).unwrap_or_default();
    let (start, step, body) = (statement(&counted.start), statement(&counted.step), ended(body.text()));
    [
        format!("{{\n{start}\n{body}\n}}"),
        format!("{{\n{start}\n{body}\n{step}\n{body}\n}}"),
    ]
    .map(|text| rewrite(node.id, text.as_bytes()))
    .into()
}

/// A text with a semicolon at its end, unless a brace ends it.
fn ended(text: &str) -> String {
    if text.ends_with([';', '}']) {
        text.to_owned()
    } else {
        format!("{text};")
    }
}

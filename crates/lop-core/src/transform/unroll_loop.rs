//! Writes out the first iterations of loops that count.
//!
//! **Idea.** A loop often matters for one of its iterations, or two. Its beginning and its body do without the rest; the
//! variable that it counts is a plain variable then.
//!
//! **Example.**
//! ```text
//! for (int i = 0; i < 9; i++) f(i);    →   { int i = 0; f(i); }
//!                                     or   { int i = 0; f(i); i++; f(i); }
//! for i in 2..9 { f(i) }               →   { let i = 2; { f(i) } }
//! ```
//!
//! **Reference.** bointner2025, section 4.2.2.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;
use lop_syntax::facts::CountedLoop;

use super::layout::{as_block, bare, in_a_row, moved};
use super::node::Node;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "loop",
    summary: "Writes out the first iterations of loops that count.",
    reference: "bointner2025, section 4.2.2",
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
    let bodies = counted.body.of(view.program, node.id);
    let (Some(head), [first, ..], Some(last)) = (head, &bodies[..], bodies.last()) else {
        return Vec::new();
    };
    let text = |part: Option<Node<'_>>| part.map(|part| part.text().as_bytes().to_vec()).unwrap_or_default();
    // A view has no edits, so that the source is its text.
    let span = view.tree.span(*first).start..view.tree.span(*last).end;
    let body = view.tree.source().get(span).unwrap_or_default().to_vec();
    let body = moved(view, bare(view, body), *first, node.id);
    let start = view.part(head, &counted.start);
    let rows = match counted.name.as_ref().map(|name| text(view.part(head, name))) {
        None => {
            let (start, step) = (
                text(start),
                text(counted.step.as_ref().and_then(|step| view.part(head, step))),
            );
            let twice = vec![start.clone(), body.clone(), step, body.clone()];
            vec![vec![start, body], twice]
        }
        Some(name) => {
            let plain = view.facts.values.first().map(|value| value.as_bytes().to_vec());
            let values = start.map(|start| text(Some(start))).into_iter().chain(plain);
            values
                .map(|value| vec![variable(view, &name, &value), body.clone()])
                .collect()
        }
    };
    let block = |row| as_block(view, in_a_row(view, node.id, row));
    rows.into_iter().map(|row| rewrite(node.id, block(row))).collect()
}

/// The declaration of a loop's variable with its first value.
fn variable(view: &View<'_>, name: &[u8], value: &[u8]) -> Vec<u8> {
    let keyword = view.facts.variable_keyword.unwrap_or_default();
    let space: &[u8] = if keyword.is_empty() { b"" } else { b" " };
    let end = view.facts.statement_end.as_bytes();
    [keyword.as_bytes(), space, name, b" = ", value, end].concat()
}

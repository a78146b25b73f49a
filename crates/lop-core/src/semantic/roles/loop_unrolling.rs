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
use lop_syntax::roles::CountedLoop;

use super::super::node::Node;
use super::super::{Entry, View};
use super::at_each_node;

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "loop",
    summary: "Writes out the first iterations of loops that count.",
    reference: "S002, section 4.2.2",
    languages: super::LANGUAGES,
    may_grow: true,
    edits,
};

fn edits(view: &View<'_>) -> Vec<Edit> {
    at_each_node(view, |roles, node| {
        let counted = roles.counted_loops.iter().find(|counted| node.is(counted.rule));
        counted.map(|counted| unrolled(counted, node)).unwrap_or_default()
    })
}

fn unrolled(counted: &CountedLoop, node: Node<'_>) -> Vec<Edit> {
    let head = counted.head.map_or(Some(node), |head| node.part(head));
    let (Some(head), Some(body)) = (head, node.field(counted.body)) else {
        return Vec::new();
    };
    let statement = |field: &str| head.field(field).map(|part| ended(part.text())).unwrap_or_default();
    let (start, step, body) = (statement(counted.start), statement(counted.step), ended(body.text()));
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

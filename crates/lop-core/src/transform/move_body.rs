//! Moves the body of a function that nothing calls into another function.
//!
//! **Idea.** Two functions of which one is never called are one function with both bodies.
//!
//! **Example.**
//! ```text
//! void f() { x(); }  void main() { y(); }    →   void main() { x(); y(); }
//! ```
//!
//! **Reference.** lop.

use lop_syntax::NodeId;
use lop_syntax::edit::{Change, Edit};

use super::calls::{Listed, definition};
use super::layout::{in_a_row, inside, laid_out, moved};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "move-body",
    summary: "Moves the body of a function that nothing calls in front of another's, or in its place.",
    reference: "lop",
    needs: |facts| !facts.functions.is_empty(),
    may_grow: false,
    repeats: false,
    propose,
};

/// Tokens of a body that another one may join or replace, and the number of such bodies that are tried. Not measured; both
/// keep the number of proposals linear in the number of functions.
const MAX_HOST: usize = 16;
const MAX_HOSTS: usize = 4;

fn propose(view: &View<'_>) -> Vec<Edit> {
    let program = view.program;
    let is_called = |function: &Listed| {
        let text = program.text_of(function.name);
        view.calls().iter().any(|call| program.text_of(call.name) == text)
    };
    let bodies = view.functions().iter();
    let bodies: Vec<_> = bodies
        .filter_map(|function| Some((function, definition(view, function)?)))
        .collect();
    let mut edits = Vec::new();
    for (_, guest) in bodies.iter().filter(|(function, _)| !is_called(function)) {
        let Some(gone) = view.removable_around(guest.node) else {
            continue;
        };
        let hosts = bodies.iter().map(|(_, host)| host.body);
        let hosts = hosts.filter(|host| program.weight(*host) <= MAX_HOST && !program.is_within(*host, gone));
        for host in hosts.take(MAX_HOSTS) {
            let alone = moved(view, program.text_of(guest.body), guest.body, host);
            let texts = [Some(alone), joined(view, guest.body, host)];
            edits.extend(texts.into_iter().flatten().map(|text| Edit {
                changes: vec![Change::Remove(gone), Change::Rewrite(host, text.into())],
            }));
        }
    }
    edits
}

/// Two bodies as one, if both are in the language's braces.
fn joined(view: &View<'_>, guest: NodeId, host: NodeId) -> Option<Vec<u8>> {
    let spelt = |tokens| laid_out(view, tokens, |token| Some(view.program.text_of(token).into()));
    let first = moved(view, spelt(inside(view, guest)?), guest, host);
    let (open, close) = view.facts.braces.unwrap_or_default();
    let row = in_a_row(view, host, vec![first, spelt(inside(view, host)?)]);
    let space: &[u8] = if open.is_empty() { b"" } else { b" " };
    Some([open.as_bytes(), space, &row, space, close.as_bytes()].concat())
}

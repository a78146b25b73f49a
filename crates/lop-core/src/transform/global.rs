//! Moves a declaration out of its function.
//!
//! **Idea.** A variable that stands outside can be shared: its function may then be merged with others, or its type with
//! that of another variable.
//!
//! **Example.**
//! ```text
//! void f() { int a; g(&a); }    →   int a; void f() { g(&a); }
//! ```
//!
//! **Reference.** C-Reduce's `local-to-global`.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Kind, NodeId};

use super::{Transform, View};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "global",
    summary: "Moves a declaration in front of the function that holds it.",
    reference: "C-Reduce",
    needs: |facts| !facts.local_declarations.is_empty(),
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    let locals = view
        .nodes()
        .filter(|node| facts.local_declarations.contain(tree, *node));
    let mut edits = Vec::new();
    let locals = locals.map(|node| view.whole_item(node));
    for local in locals.filter(|node| program.is_removable(*node)) {
        let around: Vec<NodeId> = program.around(local).skip(1).collect();
        let is_function = |node: &&NodeId| {
            let mut functions = facts.functions.of(tree, **node).iter();
            functions.any(|function| function.body.first(program, **node).is_some())
        };
        let Some(function) = around.iter().rfind(is_function) else {
            continue;
        };
        // A method may have its variable beside it, as another member, or outside of its class.
        let is_item = |node: &NodeId| program.is_removable(*node) && tree.kind(*node) != Kind::List;
        let beside = program.around(*function).find(is_item);
        let outermost = around.iter().copied().rfind(is_item);
        let mut places = vec![beside, outermost];
        places.dedup();
        for place in places.into_iter().flatten() {
            edits.extend(moved(view, local, place));
        }
    }
    edits
}

fn moved(view: &View<'_>, local: NodeId, place: NodeId) -> Option<Edit> {
    let program = view.program;
    let first = program.tokens_of(place).next()?;
    let text = [&program.text_of(local)[..], b"\n", &program.text_of(first)].concat();
    Some(Edit {
        changes: vec![Change::Remove(local), Change::Rewrite(first, text.into())],
    })
}

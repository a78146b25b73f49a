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
    for local in locals.filter(|node| program.is_removable(*node)) {
        let around = program.around(local).skip(1);
        let outermost = around.filter(|node| program.is_removable(*node)).last();
        if let Some(first) = outermost.and_then(|outermost| program.tokens_of(outermost).next()) {
            let text = [&program.text_of(local)[..], b"\n", &program.text_of(first)].concat();
            edits.push(Edit {
                changes: vec![Change::Remove(local), Change::Rewrite(first, text.into())],
            });
        }
    }
    edits
}

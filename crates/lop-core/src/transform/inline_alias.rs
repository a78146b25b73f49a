//! Puts a type in place of its other name.
//!
//! **Idea.** An alias can go once every use names the type itself.
//!
//! **Example.**
//! ```text
//! typedef unsigned long size; size f(size n);    →   unsigned long f(unsigned long n);
//! ```
//!
//! **Reference.** C-Reduce's `simplify-dependent-typedef` and `replace-simple-typedef`.

use lop_syntax::Edit;
use lop_syntax::names;

use super::inline_variable::substitution;
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "inline-alias",
    summary: "Puts a type in place of its other name.",
    reference: "C-Reduce",
    needs: |facts| !facts.aliases.is_empty(),
    may_grow: true,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    let mut edits = Vec::new();
    for node in view.nodes() {
        for alias in facts.aliases.of(tree, node) {
            let name = alias.name.first(program, node);
            let token = name.and_then(|name| names::first_name(program, name));
            if let Some((token, target)) = token.zip(alias.value.first(program, node)) {
                edits.extend(substitution(view, node, token, &program.text_of(target)));
            }
        }
    }
    edits
}

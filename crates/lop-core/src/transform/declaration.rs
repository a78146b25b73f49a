//! Makes functions declarations, or leaves them the least body there is.
//!
//! **Idea.** A function that is needed for its name and its type needs no body: a declaration does, or a body that returns
//! nothing and needs nothing.
//!
//! **Example.**
//! ```text
//! int f(int a) { return g(a) + 1; }          →   int f(int a);
//! fn f(a: u8) -> u8 { g(a) + 1 }             →   fn f(a: u8) -> u8 { loop {} }
//! ```
//!
//! **Reference.** C-Reduce's `remove-function-body`; C-Vise does so first of all.

use lop_syntax::edit::{Edit, rewrite};

use super::{Transform, View};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "declaration",
    summary: "Makes functions declarations, or leaves them the least body there is.",
    reference: "C-Reduce",
    needs: |facts| facts.functions.any(|function| !function.without_body.is_empty()),
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    let mut edits = Vec::new();
    for node in view.nodes() {
        for function in facts.functions.of(tree, node) {
            let Some(body) = function.body.first(program, node) else {
                continue;
            };
            let text = program.text_of(body);
            let texts = function.without_body.iter().filter(|least| text.len() > least.len());
            edits.extend(texts.map(|least| rewrite(body, least.as_bytes())));
        }
    }
    edits
}

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

use lop_syntax::edit::{Change, Edit, rewrite};
use lop_syntax::facts::Function;

use super::calls::{Listed, definition};
use super::{Transform, View};

/// The table entry.
pub static TRANSFORM: Transform = Transform {
    name: "declaration",
    summary: "Makes functions declarations, or leaves them the least body there is.",
    reference: "C-Reduce",
    needs: |facts| {
        let can_go = |function: &Function| !function.without_body.is_empty() || function.declared.is_some();
        facts.functions.any(can_go)
    },
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
        // What the language itself states comes before what the language that it extends does.
        let mut functions = facts.functions.of(tree, node).iter();
        let found = functions.find_map(|function| Some((function, function.body.first(program, node)?)));
        let Some((function, body)) = found else {
            continue;
        };
        let text = program.text_of(body);
        let texts = function.without_body.iter().filter(|least| text.len() > least.len());
        edits.extend(texts.map(|least| rewrite(body, least.as_bytes())));
    }
    let functions = view.functions().iter();
    edits.extend(functions.filter_map(|function| declared(view, function)));
    edits
}

/// The edit that gives a definition the keyword of a declaration.
fn declared(view: &View<'_>, function: &Listed) -> Option<Edit> {
    let program = view.program;
    let definition = definition(view, function)?;
    let (own, other, kept) = definition.facts.declared.as_ref()?;
    let mut tokens = program.tokens_of(definition.node);
    let keyword = tokens.find(|token| program.text_of(*token) == own.as_bytes())?;
    let mut changes = vec![Change::Rewrite(keyword, other.as_bytes().into())];
    for parameter in &function.items {
        let text = program.text_of(kept.first(program, *parameter)?);
        changes.push(Change::Rewrite(*parameter, text.into()));
    }
    changes.push(Change::Rewrite(definition.body, Box::default()));
    Some(Edit { changes })
}

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

use lop_syntax::edit::{Change, Edit};
use lop_syntax::facts::Function;
use lop_syntax::{NodeId, Program};

use super::calls::{Listed, definition};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
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
        let Some(function) = functions.find(|function| function.body.first(program, node).is_some()) else {
            continue;
        };
        let texts = function.without_body.iter();
        edits.extend(texts.filter_map(|least| without_body(program, node, function, least)));
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

/// The edit that leaves a text instead of a function's body, if that is shorter. What only a body may follow goes with it.
pub fn without_body(program: &Program, node: NodeId, function: &Function, least: &str) -> Option<Edit> {
    let body = function.body.first(program, node)?;
    let before = function.before_body.as_ref().and_then(|part| part.first(program, node));
    let is_shorter = program.text_of(body).len() > least.len();
    let removable = |part| program.around(part).find(|around| program.is_removable(*around));
    let before = before
        .and_then(removable)
        .filter(|part| !program.is_within(body, *part));
    let changes = before.map(Change::Remove).into_iter();
    let changes = changes.chain([Change::Rewrite(body, least.as_bytes().into())]);
    is_shorter.then(|| Edit {
        changes: changes.collect(),
    })
}

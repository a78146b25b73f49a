//! Puts the body of a function in place of a call that is a statement.
//!
//! **Idea.** A call that is a statement is the function's block, with arguments for parameters.
//!
//! **Example.**
//! ```text
//! void f(int a) { g(a); }  f(2);    →   { g(2); }
//! ```
//!
//! **Reference.** C-Reduce's `simple-inliner`.

use lop_syntax::NodeId;

use super::inline_function::innermost_statement;
use super::layout::{bare, moved};
use super::unfold::{can_unfold, unfolded};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "inline-body",
    summary: "Puts a function's body in place of calls that are statements; the function goes.",
    reference: "C-Reduce",
    needs: can_unfold,
    may_grow: true,
    repeats: false,
    propose: |view: &View<'_>| {
        let program = view.program;
        unfolded(view, |unfolding| {
            let call = unfolding.call.node;
            let is_all = |statement: &NodeId| program.weight(*statement) <= program.weight(call) + 1;
            // The only statement of a block may have to stay, but can be another one.
            let statement = view.statement_around(call).filter(is_all);
            let statement = statement.or_else(|| innermost_statement(view, call).filter(is_all));
            let statement = statement.or_else(|| view.is_listed(call).then_some(call))?;
            let body = unfolding.definition.body;
            let text = bare(view, unfolding.with_arguments(body));
            Some((statement, moved(view, text, body, statement)))
        })
    },
};

//! Puts a variable's value in place of some of its uses.
//!
//! **Idea.** Where the variable itself has to stay, one use may still have the value, or all of them.
//!
//! **Example.**
//! ```text
//! int n = 3; f(n); g(&n);    →   int n = 3; f(3); g(&n);
//! ```
//!
//! **Reference.** bointner2025, section 4.2.1.

use lop_syntax::edit::{Change, Edit, rewrite};
use lop_syntax::names::Name;

use super::inline_variable::{has_variables, variables};
use super::{Transform, View};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "propagate",
    summary: "Puts a variable's value in place of one of its uses, or of all.",
    reference: "bointner2025, section 4.2.1",
    needs: has_variables,
    may_grow: true,
    repeats: false,
    propose,
};

/// Bytes of a value that are worth having at several places. Not measured; a longer value is inlined once or not at all.
const MAX_BYTES: usize = 100;

fn propose(view: &View<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let short = variables(view).into_iter();
    for variable in short.filter(|variable| variable.text.len() <= MAX_BYTES) {
        let uses = view.name_of(variable.name).into_iter().flat_map(Name::uses);
        let uses = uses.filter(|token| !view.program.is_within(*token, variable.node));
        let uses: Vec<_> = uses.map(|token| view.whole_name(token)).collect();
        edits.extend(uses.iter().map(|token| rewrite(*token, &variable.text[..])));
        if uses.len() > 1 {
            let change = |token: &_| Change::Rewrite(*token, variable.text[..].into());
            edits.push(Edit {
                changes: uses.iter().map(change).collect(),
            });
        }
    }
    edits
}

//! Removes a name with everything that mentions it.
//!
//! **Idea.** A definition cannot go while something uses it. All statements that mention a name can go together; or, more
//! carefully, the least that can go around each of its tokens.
//!
//! **Example.**
//! ```text
//! int n; n = 3; f(n, 1);    →   (nothing)       name-statements
//! int n; g(); f(n, 1);      →   g(); f(1);      name-uses
//! ```
//!
//! **Reference.** lop.

use lop_syntax::edit::{Edit, remove_all};
use lop_syntax::{Facts, NodeId};

use super::{Transform, View};

/// A name with all statements that mention it.
pub(super) static STATEMENTS: Transform = Transform {
    name: "name-statements",
    summary: "Removes a name with every statement, declaration or import that mentions it.",
    reference: "lop",
    needs: has_tokens,
    may_grow: false,
    repeats: false,
    propose: |view| without_names(view, View::statement_around),
};

/// A name with the least around each of its tokens.
pub(super) static USES: Transform = Transform {
    name: "name-uses",
    summary: "Removes a name with the least that can go around each of its tokens.",
    reference: "lop",
    needs: has_tokens,
    may_grow: false,
    repeats: false,
    propose: |view| without_names(view, View::removable_around),
};

/// Every language with a parser has names, if only by their spelling.
fn has_tokens(facts: &Facts) -> bool {
    !facts.language.is_empty()
}

fn without_names<'a>(view: &View<'a>, around: fn(&View<'a>, NodeId) -> Option<NodeId>) -> Vec<Edit> {
    let edits = view.names().iter().filter_map(|name| {
        let nodes: Option<Vec<NodeId>> = name.tokens.iter().map(|token| around(view, *token)).collect();
        Some(without(nodes?))
    });
    edits.collect()
}

/// The edit that removes some nodes, each of which may be listed more than once.
pub(super) fn without(mut nodes: Vec<NodeId>) -> Edit {
    nodes.sort_unstable();
    nodes.dedup();
    remove_all(nodes)
}

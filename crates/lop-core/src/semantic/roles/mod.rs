//! Heuristics that are written once, over the roles that languages assign to their rules.
//!
//! What a syntactic reducer finds by itself is left out: an operator's operand in its place, a branch in place of
//! its `if`, a body in place of its loop, fewer items of a list, no qualifiers.

pub mod array;
pub mod condition;
pub mod constant;
mod level;
pub mod loop_unrolling;
pub mod other_branch;
pub mod plain_type;
pub mod pointer;
pub mod result;
pub mod value;

use lop_syntax::Edit;
use lop_syntax::roles::{self, Roles};

use super::View;
use super::node::Node;

/// The languages with roles.
const LANGUAGES: &[&str] = &[
    "c",
    "cpp",
    "go",
    "java",
    "javascript",
    "python",
    "rust",
    "tsx",
    "typescript",
];

/// The roles in what a heuristic sees.
fn of(view: &View<'_>) -> Option<&'static Roles> {
    roles::named(&view.tree.syntax().name)
}

/// What somebody proposes for each node of a program whose language has roles.
fn at_each_node<'a, E: IntoIterator<Item = Edit>>(
    view: &View<'a>,
    proposed: impl Fn(&'static Roles, Node<'a>) -> E,
) -> Vec<Edit> {
    let Some(roles) = of(view) else {
        return Vec::new();
    };
    Node::all(view.tree).flat_map(|node| proposed(roles, node)).collect()
}

/// A condition with something else in it; the brackets around it stay.
fn rewritten_condition(condition: &str, rewritten: impl Fn(&str) -> String) -> String {
    match condition.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => format!("({})", rewritten(inner.trim())),
        None => rewritten(condition),
    }
}

//! What is left of a comprehension when one of its clauses is settled.

use super::super::node::Node;
use super::syntax::{declarations, inner};

/// A comprehension without some of its first clauses, as text that can stand in its place. `written` gives the text of
/// the clauses that are left and of the struct.
pub(super) fn without_clauses<'a>(
    comprehension: Node<'a>,
    settled: usize,
    mut written: impl FnMut(Node<'a>) -> String,
) -> Option<String> {
    let parts = comprehension.parts();
    let body = parts.iter().position(|part| part.is("struct"))?;
    let (structure, left) = (parts[body], parts.get(settled..body)?);
    let Some(first) = left.first() else {
        return instead(comprehension, structure, written);
    };
    let clauses: Vec<String> = left.iter().map(|clause| written(*clause)).collect();
    let body = written(structure);
    if !first.is("let_clause") {
        return Some(format!("{} {body}", clauses.join(" ")));
    }
    // No comprehension starts with these: they become declarations.
    left.iter().all(|clause| clause.is("let_clause")).then_some(())?;
    Some(format!("{{{}\n{}}}", clauses.join("\n"), unbraced(&body)?))
}

/// A struct of a comprehension in the comprehension's place.
pub(super) fn instead<'a>(
    comprehension: Node<'a>,
    structure: Node<'a>,
    mut written: impl FnMut(Node<'a>) -> String,
) -> Option<String> {
    let is_in_list = comprehension.parent().is_some_and(|parent| parent.is("list"));
    if is_in_list {
        // A struct of one value is the value where that has to be one.
        let is_value =
            |only: &Node<'a>| !["field", "comprehension", "let_clause", "struct_ellipsis"].contains(&only.name());
        return Some(match &declarations(structure)[..] {
            [only] if is_value(only) => written(*only),
            _ => written(structure),
        });
    }
    if inner(structure).is_empty() {
        return Some(String::new());
    }
    unbraced(&written(structure))
}

/// A struct's text without its braces.
fn unbraced(body: &str) -> Option<String> {
    let inner = body.trim().strip_prefix('{')?.strip_suffix('}')?;
    Some(inner.trim().trim_end_matches(',').to_owned())
}

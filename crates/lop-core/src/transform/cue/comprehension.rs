//! What is left of a comprehension when one of its clauses is settled.

use super::super::node::Node;
use super::syntax::{declarations, inner};

/// A comprehension without some of its first clauses, as text that can stand in its place. `written` gives the text of
/// the clauses that are left and of the struct.
pub fn without_clauses<'a>(
    comprehension: Node<'a>,
    settled: usize,
    mut written: impl FnMut(Node<'a>) -> String,
) -> Option<String> {
    let parts = comprehension.parts();
    let (structure, clauses) = parts.split_last()?;
    let left = clauses.get(settled..)?;
    let body = written(*structure);
    let clause_texts: Vec<String> = left.iter().map(|clause| written(*clause)).collect();
    let is_in_list = comprehension.parent().is_some_and(|parent| parent.is("list"));
    Some(match left.first() {
        // A struct of one value is the value where that has to be one.
        None if is_in_list => match &declarations(*structure)[..] {
            [only] if !["field", "comprehension", "let_clause", "struct_ellipsis"].contains(&only.name()) => {
                written(*only)
            }
            _ => body,
        },
        None if inner(*structure).is_empty() => String::new(),
        None => unbraced(&body)?,
        Some(first) if first.is("let_clause") => {
            let lets = left.iter().take_while(|clause| clause.is("let_clause")).count();
            if lets < left.len() {
                return None;
            }
            format!("{{{}\n{}}}", clause_texts.join("\n"), unbraced(&body)?)
        }
        Some(_) => format!("{} {body}", clause_texts.join(" ")),
    })
}

/// A struct's text without its braces.
fn unbraced(body: &str) -> Option<String> {
    let inner = body.trim().strip_prefix('{')?.strip_suffix('}')?;
    Some(inner.trim().trim_end_matches(',').to_owned())
}

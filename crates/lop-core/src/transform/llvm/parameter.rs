//! Removes a parameter of a function together with the argument of every call.
//!
//! **Idea.** Inside the function `undef` is as good as a parameter that does not matter; outside, no call has to compute the
//! argument.
//!
//! **Example.**
//! ```text
//! define void @f(i32 %a, i32 %b) { call void @g(i32 %a) ret void }
//! call void @f(i32 %x, i32 %y)
//!     →
//! define void @f(i32 %b) { call void @g(i32 undef) ret void }
//! call void @f(i32 %y)
//! ```
//!
//! **Reference.** llvm-reduce's `arguments`.

use lop_syntax::edit::{Change, Edit};
use rustc_hash::FxHashMap;

use super::super::node::Node;
use super::super::{Transform, View};
use super::module::{Function, UNDEF};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "llvm-parameter",
    summary: "Removes a parameter of a function, and the argument of every call.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let bodies: FxHashMap<_, Function<'_>> = Function::all(view).into_iter().map(|one| (one.node.id, one)).collect();
    let mut calls: FxHashMap<&str, Vec<Node<'_>>> = FxHashMap::default();
    for list in Node::named(view.tree, "argument_list") {
        let callee = list.parent().and_then(|call| call.field("callee"));
        if let Some(callee) = callee.filter(|callee| callee.is("global_identifier")) {
            calls.entry(callee.text()).or_default().push(list);
        }
    }
    let functions = view
        .all()
        .filter(|node| ["function_definition", "function_declaration"].contains(&node.name()));
    let mut edits = Vec::new();
    for function in functions {
        let Some((name, list)) = function.field("name").zip(function.part("parameter_list")) else {
            continue;
        };
        let calls = calls.get(name.text()).map(Vec::as_slice).unwrap_or_default();
        let parameters: Vec<Node<'_>> = items(list);
        for (index, parameter) in parameters.iter().enumerate() {
            let arguments = calls.iter().filter_map(|list| items(*list).get(index).copied());
            let gone = std::iter::once(*parameter).chain(arguments);
            let Some(mut changes) = gone
                .map(|node| node.removable().map(Change::Remove))
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            if let Some((body, name)) = bodies.get(&function.id).zip(parameter.field("name")) {
                let uses = body.uses(name.text().trim_start_matches('%'), name);
                changes.extend(uses.map(|token| Change::Rewrite(token.id, UNDEF.as_bytes().into())));
            }
            edits.push(Edit { changes });
        }
    }
    edits
}

/// The items of a list in brackets.
fn items(list: Node<'_>) -> Vec<Node<'_>> {
    let parts = list.parts().into_iter();
    parts.filter(|part| !["(", ")"].contains(&part.name())).collect()
}

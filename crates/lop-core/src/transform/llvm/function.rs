//! Removes functions and globals, empties functions, makes declarations of them.
//!
//! **Idea.** Most of a module has nothing to do with the failure. A function goes although others call it, with `undef` in
//! place of its name; one that has to be called needs a declaration; one that has to be there needs no blocks but the first.
//!
//! **Example.**
//! ```text
//! define i32 @f() { … }   call void @g(ptr @f)    →   call void @g(ptr undef)         llvm-function
//! define i32 @f() { … }                           →   define i32 @f() { unreachable } llvm-empty-function
//! define internal i32 @f() { … }                  →   declare i32 @f()                llvm-declare
//! ```
//!
//! **Reference.** llvm-reduce's `functions`, `function-bodies` and `global-variables`.

use lop_syntax::edit::{Change, Edit, rewrite};
use rustc_hash::FxHashMap;

use super::super::node::{Node, text_at};
use super::super::{Transform, View};
use super::module::{Function, UNDEF};

/// Removes a function or a global.
pub(super) static SINK: Transform = Transform {
    name: "llvm-function",
    summary: "Removes a function or a global variable, with undef for each mention of it.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: sunk,
};

/// Leaves a function one block.
pub(super) static EMPTY: Transform = Transform {
    name: "llvm-empty-function",
    summary: "Leaves a function one block with one instruction.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: emptied,
};

/// Makes a declaration of a function.
pub(super) static DECLARE: Transform = Transform {
    name: "llvm-declare",
    summary: "Makes a declaration of a function.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: declared,
};

const ENTITIES: [&str; 6] = [
    "function_definition",
    "function_declaration",
    "global_definition",
    "global_declaration",
    "alias",
    "ifunc",
];

fn sunk(view: &View<'_>) -> Vec<Edit> {
    let mut tokens: FxHashMap<&str, Vec<Node<'_>>> = FxHashMap::default();
    for token in Node::named(view.tree, "global_identifier") {
        tokens.entry(token.text()).or_default().push(token);
    }
    let entities = view.all().filter(|node| ENTITIES.contains(&node.name()));
    let edits = entities.filter_map(|entity| {
        let name = entity.field("name")?;
        let mut changes = vec![Change::Remove(entity.removable()?)];
        let uses = tokens[name.text()].iter().filter(|token| !token.is_inside(entity));
        changes.extend(uses.map(|token| Change::Rewrite(token.id, UNDEF.as_bytes().into())));
        Some(Edit { changes })
    });
    edits.collect()
}

fn emptied(view: &View<'_>) -> Vec<Edit> {
    let bodies = Node::named(view.tree, "function_body").filter(|body| body.tree.weight(body.id) > 3);
    bodies.map(|body| rewrite(body.id, *b"{unreachable}")).collect()
}

/// The header of a definition, without the linkage and what goes with a body only.
fn declared(view: &View<'_>) -> Vec<Edit> {
    let edits = Function::all(view).into_iter().map(|function| {
        let parts = function.node.parts();
        let is_kept = |part: &&Node<'_>| {
            let only_defined = [
                "linkage",
                "prefix",
                "prologue",
                "personality",
                "metadata_attachment",
                "comdat",
            ];
            !only_defined.contains(&part.name()) && !part.is("define") && !part.has_field("body")
        };
        let header: Vec<&str> = parts
            .iter()
            .filter(is_kept)
            .map(|part| text_at(part.tree, part.span()))
            .collect();
        let text = format!("declare {}", header.join(" "));
        rewrite(function.node.id, text.as_bytes())
    });
    edits.collect()
}

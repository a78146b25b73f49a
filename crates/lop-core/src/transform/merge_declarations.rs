//! Merges declarations of the same type.
//!
//! **Idea.** Two declarations that differ in what they declare only are one declaration of both.
//!
//! **Example.**
//! ```text
//! static int a; static int b = 2;    →   static int a, b = 2;
//! ```
//!
//! **Reference.** C-Reduce's `combine-global-var` and `combine-local-var`.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::facts::Part;
use lop_syntax::{NodeId, Program};
use rustc_hash::FxHashMap;

use super::{Transform, View};
use crate::tree::spelling::joined;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "merge-declarations",
    summary: "Merges declarations of the same type.",
    reference: "C-Reduce",
    needs: |facts| !facts.shared_declarations.is_empty(),
    may_grow: false,
    repeats: true,
    propose,
};

/// Every declaration takes part in at most one proposal, so that all can be made together.
fn propose(view: &View<'_>) -> Vec<Edit> {
    let View {
        program, tree, facts, ..
    } = *view;
    let mut alone: FxHashMap<(Option<NodeId>, Vec<u8>), Declaration> = FxHashMap::default();
    let mut edits = Vec::new();
    for node in view.nodes() {
        let mut lists = facts.shared_declarations.of(tree, node).iter();
        let Some(declaration) = lists.find_map(|list| Declaration::of(program, node, list)) else {
            continue;
        };
        let key = (program.parent(node), declaration.words.clone());
        match alone.remove(&key) {
            None => {
                alone.insert(key, declaration);
            }
            Some(earlier) => edits.extend(view.removable_around(node).map(|gone| {
                let text = [
                    &program.text_of(earlier.last)[..],
                    facts.declaration_separator.as_bytes(),
                    &declaration.declared,
                ]
                .concat();
                Edit {
                    changes: vec![Change::Remove(gone), Change::Rewrite(earlier.last, text.into())],
                }
            })),
        }
    }
    edits
}

/// A declaration of one or more variables.
struct Declaration {
    /// The tokens around the variables, which hold for all of them.
    words: Vec<u8>,
    /// The variables, with what belongs to each.
    declared: Vec<u8>,
    /// The last token of that.
    last: NodeId,
}

impl Declaration {
    fn of(program: &Program, node: NodeId, list: &Part) -> Option<Self> {
        let tree = program.tree();
        let items = list.of(program, node);
        let is_inside = |token: NodeId| items.iter().any(|item| program.is_within(token, *item));
        let tokens: Vec<NodeId> = program.tokens_of(node).collect();
        let first = tokens.iter().position(|token| is_inside(*token))?;
        let last = tokens.iter().rposition(|token| is_inside(*token))?;
        let text = |tokens: &[NodeId]| {
            let texts = tokens.iter().map(|token| program.text_of(*token).into());
            joined(&texts.collect::<Vec<Box<[u8]>>>())
        };
        let words = [text(&tokens[..first]), b" ".to_vec(), text(&tokens[last + 1..])].concat();
        // Something has to be shared.
        (tokens.len() > last + 1 - first).then(|| Declaration {
            words,
            // A view has no edits, so that the source is its text.
            declared: {
                let span = tree.span(tokens[first]).start..tree.span(tokens[last]).end;
                tree.source().get(span).unwrap_or_default().to_vec()
            },
            last: tokens[last],
        })
    }
}

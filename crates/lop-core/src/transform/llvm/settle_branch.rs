//! Makes a branch go to one of its targets.
//!
//! **Idea.** A failure that needs a path needs one target of each branch on it. The others go with all that only they led to,
//! and so does the computation of the condition.
//!
//! **Example.**
//! ```text
//! br i1 %c, label %a, label %b    →   br label %a
//! ```
//!
//! **Reference.** llvm-reduce's `simplify-cfg`.

use lop_syntax::Edit;

use super::super::node::Node;
use super::super::{Transform, View};
use super::module::{Function, target};

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "llvm-settle-branch",
    summary: "Makes a branch or a switch go to one of its targets.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: true,
    propose,
};

fn propose(view: &View<'_>) -> Vec<Edit> {
    let functions = Function::all(view);
    let mut edits = Vec::new();
    for function in &functions {
        for (number, block) in function.blocks.iter().enumerate() {
            let mut targets = targets(block.terminator);
            targets.sort_unstable();
            targets.dedup();
            let settled = |(text, name): (&str, &str)| function.ended(number, &format!("br {text}"), &[name]);
            edits.extend(targets.into_iter().filter_map(settled));
        }
    }
    edits
}

/// The targets of a terminator that chooses between several by a value, each with its text and its name.
fn targets(terminator: Node<'_>) -> Vec<(&str, &str)> {
    let chooses = terminator.is("switch") || terminator.part("conditional_target").is_some();
    let references = terminator.below().into_iter().filter(|node| node.is("block_reference"));
    references.filter(|_| chooses).filter_map(target).collect()
}

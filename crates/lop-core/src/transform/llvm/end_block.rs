//! Ends a block with `unreachable`, or with a return.
//!
//! **Idea.** A failure needs one path through a function. A block that ends at once needs nothing after it: blocks that only
//! it led to go, and phis forget its edge.
//!
//! **Example.**
//! ```text
//! a: br label %b
//! b: %x = phi i32 [ 0, %a ], [ 1, %c ]    →   a: unreachable
//! ```
//!
//! **Reference.** llvm-reduce's `basic-blocks`.

use lop_syntax::Edit;

use super::super::{Transform, View};
use super::module::Function;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "llvm-end-block",
    summary: "Ends a block with unreachable or a return, and removes the blocks that only it led to.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: true,
    propose,
};

/// Early blocks come first, because most of a function follows them.
fn propose(view: &View<'_>) -> Vec<Edit> {
    let functions = Function::all(view);
    let edits = functions.iter().flat_map(|function| {
        let result = function.node.field("return_type");
        let empty = result.map_or("unreachable", |result| {
            if result.is("void_type") {
                "ret void"
            } else {
                "unreachable"
            }
        });
        let blocks = 0..function.blocks.len();
        blocks.filter_map(move |block| {
            let is_more = !function.blocks[block].successors.is_empty();
            is_more.then(|| function.ended(block, empty, &[])).flatten()
        })
    });
    edits.collect()
}

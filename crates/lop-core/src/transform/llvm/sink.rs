//! Removes an instruction and makes a constant of each use of its result.
//!
//! **Idea.** `undef` is a value of every type, so the uses of a result do not keep the instruction that computes it. Where
//! `undef` hides the failure, because it is folded away, `zeroinitializer` may not.
//!
//! **Example.**
//! ```text
//! %b = add i32 %a, 1
//! store i32 %b, ptr %p    →   store i32 undef, ptr %p
//! ```
//!
//! **Reference.** llvm-reduce's `instructions` and `operands-zero`.

use lop_syntax::Edit;

use super::super::{Transform, View};
use super::module::{Function, UNDEF, ZERO};

/// With `undef` for the result.
pub(super) static WITH_UNDEF: Transform = Transform {
    name: "llvm-sink",
    summary: "Removes an instruction, with undef for each use of its result.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: |view| sunk(view, UNDEF),
};

/// With `zeroinitializer` for the result.
pub(super) static WITH_ZERO: Transform = Transform {
    name: "llvm-sink-zero",
    summary: "Removes an instruction, with zeroinitializer for each use of its result.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose: |view| sunk(view, ZERO),
};

fn sunk(view: &View<'_>, constant: &str) -> Vec<Edit> {
    let functions = Function::all(view);
    let edits = functions.iter().flat_map(|function| {
        let instructions = function.blocks.iter().flat_map(|block| block.node.parts());
        let assignments = instructions.filter(|part| part.is("assignment"));
        assignments.filter_map(|assignment| function.sunk(assignment, constant))
    });
    edits.collect()
}

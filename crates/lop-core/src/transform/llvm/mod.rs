//! Transformations of LLVM IR: along definitions and uses, and along the control flow, as llvm-reduce does.
//!
//! An instruction cannot go while its result is used, and a block cannot go while a branch or a phi mentions it. Every type
//! has a constant without a meaning (`undef`) and one without a content (`zeroinitializer`), so a use can always be replaced;
//! `unreachable` can end any block.

mod end_block;
mod function;
mod module;
mod name_values;
mod operand;
mod parameter;
mod settle_branch;
mod sink;
mod unused;

use lop_syntax::Facts;

use super::Transform;

/// The transformation that the others build on: it comes before all stages.
pub(super) static PREPARATION: &Transform = &name_values::TRANSFORM;

/// All others, the largest proposals first.
pub(super) static ALL: &[&Transform] = &[
    &function::SINK,
    &unused::ATTACHMENT,
    &function::EMPTY,
    &end_block::TRANSFORM,
    &sink::WITH_UNDEF,
    &settle_branch::TRANSFORM,
    &function::DECLARE,
    &parameter::TRANSFORM,
    &unused::ATTRIBUTE,
    &unused::UNUSED,
    &sink::WITH_ZERO,
    &operand::TRANSFORM,
];

/// Whether a program is written in this language.
fn is_spoken(facts: &Facts) -> bool {
    facts.language == "llvm"
}

//! Makes constants of operands.
//!
//! **Idea.** An instruction that matters seldom needs all that it is given. An operand that becomes a constant frees the
//! instruction that computed it, even where other uses of that result have to stay.
//!
//! **Example.**
//! ```text
//! store i32 %b, ptr getelementptr (i8, ptr @g, i64 8)    →   store i32 undef, ptr undef
//! ```
//!
//! **Reference.** llvm-reduce's `operands-to-args`, `operands-undef`.

use lop_syntax::Edit;
use lop_syntax::edit::rewrite;

use super::super::node::Node;
use super::super::{Transform, View};
use super::module::UNDEF;

/// The table entry.
pub(super) static TRANSFORM: Transform = Transform {
    name: "llvm-operand",
    summary: "Makes constants of operands.",
    reference: "llvm-reduce",
    needs: super::is_spoken,
    may_grow: false,
    repeats: false,
    propose,
};

/// Constants that are as small as it gets, and nodes around an operand.
const PLAIN: [&str; 7] = [
    "undef",
    "zero_initializer",
    "poison",
    "integer",
    "boolean",
    "null",
    "typed_value",
];

fn propose(view: &View<'_>) -> Vec<Edit> {
    let is_operand = |node: &Node<'_>| {
        let mut fields = ["value", "left", "right", "initializer"].iter();
        fields.any(|field| node.has_field(field)) && !PLAIN.contains(&node.name())
    };
    let operands = view.all().filter(is_operand);
    operands.map(|operand| rewrite(operand.id, UNDEF.as_bytes())).collect()
}

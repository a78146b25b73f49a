//! Transformations of SMT-LIB 2: by the sorts of terms, as ddSMT does.

mod lets;
mod quantifier;
mod sort;
mod value;
mod width;

use lop_syntax::Facts;

use super::Transform;

/// All of them, in the order in which `seru` applies them.
pub(super) static ALL: &[&Transform] = &[
    &value::TRANSFORM,
    &quantifier::TRANSFORM,
    &width::TRANSFORM,
    &lets::TRANSFORM,
];

/// Whether a program is written in this language.
fn is_spoken(facts: &Facts) -> bool {
    facts.language == "smtlib"
}

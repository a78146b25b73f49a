//! Transformations of CUE: the fourteen of bointner2025, sections 4.2 to 4.4, a file each.
//!
//! They see a file together with the other files of its package: a name that another file defines has its value
//! here too.

mod comprehension;
mod constant;
mod declaration;
mod ellipsis;
mod evaluate;
mod if_known;
mod if_trivial;
mod import;
mod index;
mod interpolation;
mod intersection;
mod let_field;
mod list;
mod literal;
mod loop_unrolling;
mod naming;
mod nesting;
mod number;
mod package;
mod scope;
mod syntax;
mod union;
mod value;

use lop_syntax::Facts;

use super::Transform;

/// All of them, in the order in which `seru` applies them.
pub(super) static ALL: &[&Transform] = &[
    &package::TRANSFORM,
    &import::TRANSFORM,
    &ellipsis::TRANSFORM,
    &declaration::TRANSFORM,
    &nesting::TRANSFORM,
    &list::TRANSFORM,
    &let_field::TRANSFORM,
    &if_trivial::TRANSFORM,
    &if_known::TRANSFORM,
    &union::TRANSFORM,
    &interpolation::TRANSFORM,
    &intersection::TRANSFORM,
    &constant::TRANSFORM,
    &loop_unrolling::TRANSFORM,
];

/// Whether a program is written in this language.
fn is_spoken(facts: &Facts) -> bool {
    facts.language == "cue"
}

//! Heuristics for CUE: the fourteen of S002, sections 4.2 to 4.4, a file each.
//!
//! They see a file together with the other files of its package: a name that another file defines has its value
//! here too.

mod comprehension;
pub mod constant;
pub mod declaration;
pub mod ellipsis;
mod evaluate;
pub mod if_known;
pub mod if_trivial;
pub mod import;
pub mod interpolation;
pub mod intersection;
pub mod let_field;
pub mod list;
pub mod loop_unrolling;
pub mod nesting;
pub mod package;
mod scope;
mod syntax;
pub mod union;
mod value;

//! The models that come with lop, each in the file of its language.

use lop_syntax::lang::Language;

use super::{Model, ModelError, file};

/// The model that comes with lop for a language. TSX has TypeScript's: their rules have the same names.
pub fn shipped(language: &Language) -> Option<Result<Model, ModelError>> {
    Some(file::read(language.model?, None))
}

//! The models that come with lop: the files of `models/`, one line each.

use super::{Model, ModelError, file};

/// Languages, each with the file of its model.
pub static SHIPPED: &[(&str, &[u8])] = &[];

/// The model that comes with lop for a language.
pub fn shipped(language: &str) -> Option<Result<Model, ModelError>> {
    let (_, bytes) = SHIPPED.iter().find(|(name, _)| *name == language)?;
    Some(file::read(bytes, Some(language)))
}

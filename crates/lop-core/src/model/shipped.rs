//! The models that come with lop: the files of `models/`, one line each.

use super::{Model, ModelError, file};

/// Languages, each with the file of its model.
pub static SHIPPED: &[(&str, &[u8])] = &[
    ("c", include_bytes!("../../../../models/c.model")),
    ("cpp", include_bytes!("../../../../models/cpp.model")),
    ("go", include_bytes!("../../../../models/go.model")),
    ("java", include_bytes!("../../../../models/java.model")),
    ("javascript", include_bytes!("../../../../models/javascript.model")),
    ("json", include_bytes!("../../../../models/json.model")),
    ("python", include_bytes!("../../../../models/python.model")),
    ("rust", include_bytes!("../../../../models/rust.model")),
    ("smtlib", include_bytes!("../../../../models/smtlib.model")),
    ("typescript", include_bytes!("../../../../models/typescript.model")),
];

/// The model that comes with lop for a language.
pub fn shipped(language: &str) -> Option<Result<Model, ModelError>> {
    let (_, bytes) = SHIPPED.iter().find(|(name, _)| *name == language)?;
    Some(file::read(bytes, Some(language)))
}

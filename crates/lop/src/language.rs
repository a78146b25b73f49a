//! Languages by name, and by what a file looks like.

use std::path::Path;
use std::sync::Arc;

use lop_syntax::{Syntax, lang};

use crate::Error;

/// Names of syntaxes that are no language: lines and words, and bytes.
pub const PLAIN: [&str; 2] = [TEXT, BYTES];
const TEXT: &str = "text";
const BYTES: &str = "bytes";

/// The syntax with a name: a language that is built in, `text` or `bytes`.
pub fn syntax_named(name: &str) -> Result<Arc<Syntax>, Error> {
    match name {
        TEXT => Ok(Arc::new(Syntax::text())),
        BYTES => Ok(Arc::new(Syntax::bytes())),
        name => compiled(lang::named(name).ok_or_else(|| Error::unknown("language", name))?),
    }
}

/// The syntax that fits a file's name and content: `text` where no language does.
pub fn syntax_for(file_name: &Path, text: &[u8]) -> Result<Arc<Syntax>, Error> {
    match lang::detect(file_name, text) {
        Some(language) => compiled(language),
        None => syntax_named(TEXT),
    }
}

fn compiled(language: &'static lang::Language) -> Result<Arc<Syntax>, Error> {
    language.syntax().map_err(|source| Error::Grammar {
        language: language.name.to_owned(),
        source,
    })
}

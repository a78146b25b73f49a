//! What the fuzz targets share.

use std::sync::Arc;

use lop_syntax::{Syntax, lang};

/// What a byte can pick.
pub const SYNTAXES: [&str; 7] = ["c", "cue", "javascript", "json", "python", "text", "bytes"];

/// The language that a byte picks.
pub fn syntax(byte: u8) -> Arc<Syntax> {
    match SYNTAXES[usize::from(byte) % SYNTAXES.len()] {
        "text" => Arc::new(Syntax::text()),
        "bytes" => Arc::new(Syntax::bytes()),
        name => {
            let language = lang::named(name).expect("the language is built in");
            language.syntax().expect("a shipped grammar compiles")
        }
    }
}

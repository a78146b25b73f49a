//! From text to tree.
//!
//! [`mask`] tells what the parser sees of a text, [`read`] has it parsed, piece by piece if need be, and [`build`]
//! turns tree-sitter's trees into a reduction tree. [`bounded`] gives up where a parser takes too much, or aborts. [`loose`]
//! does what it can when there is a parser but no grammar, and [`text`] makes a tree out of any bytes when there is neither,
//! when the grammar understands too little of the file, or when its parser was given up. [`errors`] counts errors without
//! making a tree. [`tables`] has the parsers' tables.

mod arena;
mod bounded;
mod build;
pub(crate) mod errors;
pub(crate) mod lexis;
mod loose;
pub(crate) mod mask;
mod read;
#[cfg(parsers)]
mod tables;
pub mod text;

use std::sync::Arc;

use crate::syntax::Syntax;
use crate::tree::Tree;

use bounded::BoundedParser;
pub use bounded::GaveUp;
#[cfg(parsers)]
pub(crate) use tables::Tables;

/// A grammar that leaves more than this share of a file unexplained is of no use for it. Not measured.
const MAX_SHARE_OF_ERRORS: f64 = 0.5;

/// Reads a file. Nothing is refused: what the parser cannot make sense of becomes an error node, and a
/// file that is mostly errors is read as text. So is one that the parser was given up on: see [`Tree::gave_up`].
pub fn parse(source: impl Into<Arc<[u8]>>, syntax: &Arc<Syntax>) -> Tree {
    let source = source.into();
    if let Some(read) = syntax.reader() {
        return read(&source, syntax);
    }
    if syntax.has_glued_pieces() {
        return text::bytes(&source);
    }
    let Some(language) = syntax.parser() else {
        return text::parse(&source);
    };
    let parser = BoundedParser::new(language, source.len());
    let tree = parser.and_then(|parser| match syntax.grammar() {
        Some(grammar) => build::parse(&source, syntax, parser, grammar),
        None => loose::parse(&source, syntax, parser),
    });
    match tree {
        Ok(tree) if build::share_of_errors(&tree) <= MAX_SHARE_OF_ERRORS => tree,
        Ok(_) => text::parse(&source),
        Err(gave_up) => Tree {
            gave_up: Some(gave_up),
            ..text::parse(&source)
        },
    }
}

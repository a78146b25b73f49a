//! From text to tree.
//!
//! [`build`] turns a tree-sitter tree into a reduction tree; [`text`] makes one out of any bytes when
//! there is no grammar, or when the grammar understands too little of the file.

mod arena;
mod build;
pub mod text;

use std::sync::Arc;

use crate::syntax::Syntax;
use crate::tree::Tree;

/// A grammar that leaves more than this share of a file unexplained is of no use for it.
const MAX_SHARE_OF_ERRORS: f64 = 0.5;

/// Reads a file. Nothing is refused: what the parser cannot make sense of becomes an error node, and a
/// file that is mostly errors is read as text.
pub fn parse(source: impl Into<Arc<[u8]>>, syntax: &Arc<Syntax>) -> Tree {
    let source = source.into();
    if syntax.has_glued_pieces() {
        return text::bytes(&source);
    }
    match build::parse(&source, syntax) {
        Some(tree) if build::share_of_errors(&tree) <= MAX_SHARE_OF_ERRORS => tree,
        _ => text::parse(&source),
    }
}

//! From text to tree.
//!
//! [`mask`] tells what the parser sees of a text, [`read`] has it parsed, piece by piece if need be, and [`build`]
//! turns tree-sitter's trees into a reduction tree. [`loose`] does what it can when there is a parser but no
//! grammar, and [`text`] makes a tree out of any bytes when there is neither, or when the grammar understands too
//! little of the file.

mod arena;
mod build;
pub(crate) mod lexis;
mod loose;
pub(crate) mod mask;
mod read;
pub mod text;

use std::ops::ControlFlow;
use std::sync::Arc;

use tree_sitter::{ParseOptions, ParseState, Parser};

use crate::syntax::Syntax;
use crate::tree::Tree;

/// A grammar that leaves more than this share of a file unexplained is of no use for it.
const MAX_SHARE_OF_ERRORS: f64 = 0.5;

/// Reads a file. Nothing is refused: what the parser cannot make sense of becomes an error node, and a
/// file that is mostly errors is read as text.
pub fn parse(source: impl Into<Arc<[u8]>>, syntax: &Arc<Syntax>) -> Tree {
    let source = source.into();
    if let Some(read) = syntax.reader() {
        return read(&source, syntax);
    }
    if syntax.has_glued_pieces() {
        return text::bytes(&source);
    }
    let tree = match syntax.grammar() {
        Some(grammar) => build::parse(&source, syntax, grammar),
        None => loose::parse(&source, syntax),
    };
    match tree {
        Some(tree) if build::share_of_errors(&tree) <= MAX_SHARE_OF_ERRORS => tree,
        _ => text::parse(&source),
    }
}

/// Whether a text has no error for the parser of a language; that is quicker than making a tree.
pub fn is_valid(text: &[u8], syntax: &Syntax) -> bool {
    let Some(language) = syntax.parser() else {
        return true;
    };
    let masked = syntax.mask().map(|mask| mask(text).seen);
    let text = masked.as_deref().unwrap_or(text);
    let mut parser = Parser::new();
    // One error is enough; making sense of what follows takes longest.
    let mut until_error = |state: &ParseState| match state.has_error() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut until_error);
    let is_known = parser.set_language(language).is_ok();
    let tree = parser.parse_with_options(&mut |at, _| &text[at..], None, Some(options));
    is_known && tree.is_some_and(|tree| !tree.root_node().has_error())
}

/// Where the parser of a language finds the first error in a text; at its end if there is none.
pub(crate) fn first_error(text: &[u8], syntax: &Syntax) -> usize {
    let mut parser = Parser::new();
    let language = syntax.parser().and_then(|language| parser.set_language(language).ok());
    let tree = language.and_then(|()| parser.parse(text, None));
    let mut todo: Vec<tree_sitter::Node<'_>> = tree.iter().map(tree_sitter::Tree::root_node).collect();
    let mut first = text.len();
    while let Some(node) = todo.pop() {
        if node.is_error() || node.is_missing() {
            first = first.min(node.start_byte());
        } else if node.has_error() {
            let mut cursor = node.walk();
            todo.extend(node.children(&mut cursor));
        }
    }
    first
}

//! Syntax errors: what the parser of a language makes nothing of.

use std::cell::OnceCell;
use std::sync::Arc;

use tree_sitter::{Node, Tree};

use crate::parse::bounded::{BoundedParser, GaveUp};
use crate::parse::read::tokens_in_errors;
use crate::syntax::Syntax;

/// Whether a text has no error for the parser of a language; that is quicker than making a tree. A text that the parser is
/// given up on counts as one with an error.
pub fn is_valid(text: &[u8], syntax: &Syntax) -> bool {
    bounded(text, syntax, |parser, text| parser.is_valid(text)).is_none_or(|found| found.unwrap_or(false))
}

/// How many tokens of a text are in errors, those among them that the parser misses; none without a parser, and more than any
/// text has where the parser is given up.
fn errors(text: &[u8], syntax: &Syntax) -> usize {
    match bounded(text, syntax, |parser, text| parser.parse(text)) {
        Some(Ok(tree)) => tokens_in_errors(tree.root_node()),
        Some(Err(_)) => usize::MAX,
        None => 0,
    }
}

/// Where the parser of a language finds the first error in a text; at its end if there is none.
pub(crate) fn first_error(text: &[u8], syntax: &Syntax) -> usize {
    let tree = bounded(text, syntax, |parser, text| parser.parse(text)).and_then(Result::ok);
    let mut todo: Vec<Node<'_>> = tree.iter().map(Tree::root_node).collect();
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

/// Has a text read within the limits of a parser; none without a parser.
fn bounded<T>(
    text: &[u8],
    syntax: &Syntax,
    read: impl Fn(&mut BoundedParser<'_>, &[u8]) -> Result<T, GaveUp>,
) -> Option<Result<T, GaveUp>> {
    let language = syntax.parser()?;
    let masked = syntax.mask().map(|mask| mask(text).seen);
    let text = masked.as_deref().unwrap_or(text);
    let parser = BoundedParser::new(language, text.len());
    Some(parser.and_then(|mut parser| read(&mut parser, text)))
}

/// The errors that programs made from a text may have: no more tokens in errors than the text has.
#[derive(Debug, Clone)]
pub struct ErrorLimit {
    text: Arc<[u8]>,
    syntax: Arc<Syntax>,
    /// Counted when the first error is found: most texts have none, and parsing a large one takes long.
    most: OnceCell<usize>,
}

impl ErrorLimit {
    /// The limit for programs made from a text; none for a language without a parser, where nothing is an error.
    pub fn of(text: &Arc<[u8]>, syntax: &Arc<Syntax>) -> Option<Self> {
        syntax.parser()?;
        Some(ErrorLimit {
            text: text.clone(),
            syntax: syntax.clone(),
            most: OnceCell::new(),
        })
    }

    /// How many tokens in errors a program may have.
    pub fn most(&self) -> usize {
        *self.most.get_or_init(|| self.errors(&self.text))
    }

    /// How many tokens in errors a text has.
    pub fn errors(&self, text: &[u8]) -> usize {
        errors(text, &self.syntax)
    }

    /// Whether a text has no more of them than it may.
    pub fn allows(&self, text: &[u8]) -> bool {
        is_valid(text, &self.syntax) || self.most() > 0 && self.errors(text) <= self.most()
    }
}

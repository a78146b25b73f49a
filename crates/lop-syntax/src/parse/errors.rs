//! Syntax errors: what the parser of a language makes nothing of.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use tree_sitter::{Node, Tree};

use crate::parse::bounded::{BoundedParser, GaveUp};
use crate::parse::read::tokens_in_errors;
use crate::syntax::Syntax;

/// Whether a text has no error for the parser of a language; that is quicker than making a tree. A text that the parser is
/// given up on counts as one with an error.
pub fn is_valid(text: &[u8], syntax: &Syntax) -> bool {
    let Some(language) = syntax.parser() else {
        return true;
    };
    let parser = BoundedParser::new(language, text.len());
    let found = parser.and_then(|mut parser| parser.is_valid(&seen(text, syntax)));
    found.unwrap_or(false)
}

/// How many tokens of a text are in errors, those among them that the parser misses; none without a parser, and more than any
/// text has where the parser is given up.
fn errors(text: &[u8], syntax: &Syntax) -> usize {
    match parsed(text, syntax) {
        Some(Ok(tree)) => tokens_in_errors(tree.root_node()),
        Some(Err(_)) => usize::MAX,
        None => 0,
    }
}

/// Where the parser of a language finds the first error in a text; at its end if there is none.
pub(crate) fn first_error(text: &[u8], syntax: &Syntax) -> usize {
    let tree = parsed(text, syntax).and_then(Result::ok);
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

/// The tree of a text; none without a parser.
fn parsed(text: &[u8], syntax: &Syntax) -> Option<Result<Tree, GaveUp>> {
    let parser = BoundedParser::new(syntax.parser()?, text.len());
    Some(parser.and_then(|mut parser| parser.parse(&seen(text, syntax))))
}

/// A text as the parser of a language sees it.
fn seen<'a>(text: &'a [u8], syntax: &Syntax) -> Cow<'a, [u8]> {
    match syntax.mask() {
        Some(mask) => Cow::Owned(mask(text).seen),
        None => Cow::Borrowed(text),
    }
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

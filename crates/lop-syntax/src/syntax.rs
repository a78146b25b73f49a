//! A language ready for use: its parser, its compiled grammar, its layout.

use crate::grammar::Grammar;
use crate::tree::NONE;

/// What white space means in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Nothing but the end of a token.
    #[default]
    Free,
    /// The end of a line may end a statement.
    Newline,
    /// Indentation makes blocks.
    Indent,
}

/// How files of one language become trees.
#[derive(Debug)]
pub struct Syntax {
    /// The language's name on the command line.
    pub name: String,
    /// What white space means.
    pub layout: Layout,
    structure: Structure,
}

#[derive(Debug)]
enum Structure {
    Grammar {
        parser: tree_sitter::Language,
        grammar: Box<Grammar>,
    },
    /// A parser of which the grammar is not known.
    Parser(tree_sitter::Language),
    /// Lines of words.
    Text,
    /// Characters or bytes, all of them.
    Bytes,
}

impl Syntax {
    /// A language with a grammar: tree-sitter's parser for it, and the grammar it was made from.
    pub fn new(name: &str, parser: tree_sitter::Language, grammar: Grammar, layout: Layout) -> Self {
        Syntax {
            name: name.to_owned(),
            layout,
            structure: Structure::Grammar {
                parser,
                grammar: Box::new(grammar),
            },
        }
    }

    /// A language of which there is only a parser: every node is a list of its children, and whether an edit
    /// still parses is left to the test.
    pub fn without_grammar(name: &str, parser: tree_sitter::Language) -> Self {
        Syntax {
            name: name.to_owned(),
            layout: Layout::Newline,
            structure: Structure::Parser(parser),
        }
    }

    /// Text of which nothing is known: lines of words.
    pub fn text() -> Self {
        Syntax {
            name: "text".to_owned(),
            layout: Layout::Newline,
            structure: Structure::Text,
        }
    }

    /// Anything: characters where there is text, bytes where there is none.
    pub fn bytes() -> Self {
        Syntax {
            name: "bytes".to_owned(),
            layout: Layout::Newline,
            structure: Structure::Bytes,
        }
    }

    /// Whether nothing may be put between two pieces.
    pub(crate) fn has_glued_pieces(&self) -> bool {
        matches!(self.structure, Structure::Bytes)
    }

    /// The grammar, if there is one.
    pub fn grammar(&self) -> Option<&Grammar> {
        match &self.structure {
            Structure::Grammar { grammar, .. } => Some(grammar),
            Structure::Parser(_) | Structure::Text | Structure::Bytes => None,
        }
    }

    pub(crate) fn parser(&self) -> Option<&tree_sitter::Language> {
        match &self.structure {
            Structure::Grammar { parser, .. } | Structure::Parser(parser) => Some(parser),
            Structure::Text | Structure::Bytes => None,
        }
    }

    pub(crate) fn symbol_name(&self, symbol: u16) -> &str {
        if symbol == NONE {
            return "text";
        }
        match &self.structure {
            Structure::Grammar { parser, .. } | Structure::Parser(parser) => {
                parser.node_kind_for_id(symbol).unwrap_or("text")
            }
            Structure::Text | Structure::Bytes => crate::parse::text::LEVELS[symbol as usize],
        }
    }

    pub(crate) fn field_name(&self, field: u16) -> Option<&str> {
        self.parser()?.field_name_for_id(field)
    }
}

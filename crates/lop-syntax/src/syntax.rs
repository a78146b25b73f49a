//! A language ready for use: its parser, its compiled grammar, its layout.

use std::sync::{Arc, OnceLock};

use crate::facts::Facts;
use crate::grammar::{Grammar, Mask};
use crate::lang::Language;
use crate::lang::description::{Description, Files};
use crate::rewrite::{self, Rule};
use crate::tree::{NONE, Tree};

/// What whitespace means in a language.
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
    /// What whitespace means.
    pub layout: Layout,
    /// How its files are recognised.
    pub files: Files,
    /// The language, if lop knows it.
    pub language: Option<&'static Language>,
    facts: Facts,
    structure: Structure,
    /// The rewrite rules of the language, read when first asked for.
    rewrites: OnceLock<Vec<Rule>>,
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
    /// Read by a function of the caller.
    Foreign(Read),
}

/// Makes a tree of a text. What is left of the text after edits is read in the same way.
pub type Read = fn(&Arc<[u8]>, &Arc<Syntax>) -> Tree;

impl Syntax {
    /// A language that lop knows, with its grammar.
    pub fn of(language: &'static Language, grammar: Grammar) -> Self {
        Syntax {
            language: Some(language),
            ..Self::new(
                language.name,
                (language.parser)(),
                Some(grammar),
                &language.description(),
            )
        }
    }

    /// A language with a parser and a description. Without the grammar every node is a list of its children, and whether
    /// an edit still parses is left to the test.
    pub(crate) fn new(
        name: &str,
        parser: tree_sitter::Language,
        grammar: Option<Grammar>,
        stated: &Description,
    ) -> Self {
        Syntax {
            name: name.to_owned(),
            layout: stated.layout,
            files: stated.files,
            language: None,
            facts: Facts::new(name, &parser, &stated.names, &stated.shape),
            structure: match grammar {
                Some(grammar) => Structure::Grammar {
                    parser,
                    grammar: Box::new(grammar),
                },
                None => Structure::Parser(parser),
            },
            rewrites: OnceLock::new(),
        }
    }

    /// Text of which nothing is known: lines of words.
    pub fn text() -> Self {
        Syntax {
            name: "text".to_owned(),
            layout: Layout::Newline,
            files: Files::NONE,
            language: None,
            facts: Facts::default(),
            structure: Structure::Text,
            rewrites: OnceLock::new(),
        }
    }

    /// Anything: characters where there is text, bytes where there is none.
    pub fn bytes() -> Self {
        Syntax {
            name: "bytes".to_owned(),
            layout: Layout::Newline,
            files: Files::NONE,
            language: None,
            facts: Facts::default(),
            structure: Structure::Bytes,
            rewrites: OnceLock::new(),
        }
    }

    /// Something that is no text, whose pieces the caller knows; see [`text::nested`](crate::text::nested).
    pub fn foreign(name: &str, read: Read) -> Self {
        Syntax {
            name: name.to_owned(),
            layout: Layout::Newline,
            files: Files::NONE,
            language: None,
            facts: Facts::default(),
            structure: Structure::Foreign(read),
            rewrites: OnceLock::new(),
        }
    }

    /// The rewrite rules that lop has for the language.
    pub fn rewrites(self: &Arc<Self>) -> &[Rule] {
        self.rewrites.get_or_init(|| {
            let text = self.language.map(|language| language.rewrites).unwrap_or_default();
            let rules = rewrite::lines(text).map(|(_, rule)| Rule::read(rule, self));
            rules
                .collect::<Result<_, _>>()
                .expect("a test reads all rules that come with lop")
        })
    }

    /// The function of the caller that reads texts.
    pub(crate) fn reader(&self) -> Option<Read> {
        match self.structure {
            Structure::Foreign(read) => Some(read),
            _ => None,
        }
    }

    /// Whether nothing may be put between two pieces.
    pub(crate) fn has_glued_pieces(&self) -> bool {
        matches!(self.structure, Structure::Bytes | Structure::Foreign(_))
    }

    /// What is known of the language beyond its grammar.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The grammar, if there is one.
    pub fn grammar(&self) -> Option<&Grammar> {
        match &self.structure {
            Structure::Grammar { grammar, .. } => Some(grammar),
            Structure::Parser(_) | Structure::Text | Structure::Bytes | Structure::Foreign(_) => None,
        }
    }

    /// What the parser sees of a text, where that is not the text.
    pub(crate) fn mask(&self) -> Option<Mask> {
        self.grammar().and_then(Grammar::mask)
    }

    pub(crate) fn parser(&self) -> Option<&tree_sitter::Language> {
        match &self.structure {
            Structure::Grammar { parser, .. } | Structure::Parser(parser) => Some(parser),
            Structure::Text | Structure::Bytes | Structure::Foreign(_) => None,
        }
    }

    pub(crate) fn is_named_symbol(&self, symbol: u16) -> bool {
        match &self.structure {
            Structure::Grammar { parser, .. } | Structure::Parser(parser) => parser.node_kind_is_named(symbol),
            Structure::Text | Structure::Bytes | Structure::Foreign(_) => false,
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
            Structure::Text | Structure::Bytes | Structure::Foreign(_) => crate::parse::text::LEVELS[symbol as usize],
        }
    }

    pub(crate) fn field_name(&self, field: u16) -> Option<&str> {
        self.parser()?.field_name_for_id(field)
    }
}

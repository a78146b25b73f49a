//! `grammar.json` as tree-sitter writes it, read as it stands.

use serde::Deserialize;
use serde_json::Map;

/// A whole `grammar.json`.
#[derive(Debug, Deserialize)]
pub struct GrammarFile {
    /// The grammar's name, the `c` of `tree_sitter_c`.
    pub name: String,
    /// Rules in the order of the file; the first is the start rule.
    pub rules: Map<String, serde_json::Value>,
    /// Rules that the generator expands where they are used.
    #[serde(default)]
    pub inline: Vec<String>,
    /// Rules that never become nodes although their names are public.
    #[serde(default)]
    pub supertypes: Vec<String>,
}

/// One rule body, in the words of tree-sitter.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RawRule {
    /// Matches nothing.
    Blank,
    /// A literal.
    String {
        /// Its text.
        value: String,
    },
    /// A regular expression.
    Pattern {
        /// Its source.
        value: String,
        /// Its flags, as in JavaScript.
        #[serde(default)]
        flags: Option<String>,
    },
    /// A reference to a rule or an external token.
    Symbol {
        /// Its name.
        name: String,
    },
    /// One after the other.
    Seq {
        /// The parts.
        members: Vec<RawRule>,
    },
    /// One of several.
    Choice {
        /// The alternatives.
        members: Vec<RawRule>,
    },
    /// Any number.
    Repeat {
        /// What is repeated.
        content: Box<RawRule>,
    },
    /// One or more.
    Repeat1 {
        /// What is repeated.
        content: Box<RawRule>,
    },
    /// The content appears in the tree under another name.
    Alias {
        /// What is renamed.
        content: Box<RawRule>,
        /// Whether the new name is that of a named node.
        named: bool,
        /// The new name.
        value: String,
    },
    /// The content is one token.
    Token {
        /// What the token is made of.
        content: Box<RawRule>,
    },
    /// The content is one token, with nothing before it.
    ImmediateToken {
        /// What the token is made of.
        content: Box<RawRule>,
    },
    /// A name for a child.
    Field {
        /// The child.
        content: Box<RawRule>,
    },
    /// Precedence has a meaning for the parser only.
    Prec {
        /// What it applies to.
        content: Box<RawRule>,
    },
    /// As [`RawRule::Prec`].
    PrecLeft {
        /// What it applies to.
        content: Box<RawRule>,
    },
    /// As [`RawRule::Prec`].
    PrecRight {
        /// What it applies to.
        content: Box<RawRule>,
    },
    /// As [`RawRule::Prec`].
    PrecDynamic {
        /// What it applies to.
        content: Box<RawRule>,
    },
    /// A set of reserved words, with a meaning for the lexer only.
    Reserved {
        /// What it applies to.
        content: Box<RawRule>,
    },
}

impl RawRule {
    /// The rule without the wrappers that matter to the parser only.
    pub fn bare(&self) -> &RawRule {
        match self {
            RawRule::Field { content }
            | RawRule::Prec { content }
            | RawRule::PrecLeft { content }
            | RawRule::PrecRight { content }
            | RawRule::PrecDynamic { content }
            | RawRule::Reserved { content } => content.bare(),
            rule => rule,
        }
    }

    /// Whether this is one token for the lexer.
    pub fn is_token(&self) -> bool {
        matches!(
            self.bare(),
            RawRule::String { .. } | RawRule::Pattern { .. } | RawRule::Token { .. } | RawRule::ImmediateToken { .. }
        )
    }

    /// The text of a token that is a plain literal: such tokens are visible in trees.
    pub fn literal(&self) -> Option<&str> {
        match self.bare() {
            RawRule::String { value } => Some(value),
            RawRule::Token { content } | RawRule::ImmediateToken { content } => content.literal(),
            _ => None,
        }
    }
}

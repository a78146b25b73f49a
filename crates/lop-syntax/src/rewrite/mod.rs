//! Rewrite rules: a pattern and a replacement in a language's own syntax.
//!
//! ```text
//! $A ? $B : $C => $B
//! assert($$$) =>
//! ```
//!
//! `$A` is a node, `$$$A` a row of nodes, `$_` and `$$$` match what they like each time; `\$A` is the language's own `$A`. A
//! rule is read once for a language ([`reading`]) and then matched by its tokens ([`find`]).

mod find;
mod reading;
mod template;

use std::ops::Range;
use std::sync::Arc;

pub use self::find::Match;
use self::find::{Part, Pattern};
pub use self::reading::FaultKind;
use self::reading::{Fault, Reading};
use self::template::{Piece, Template, Variable};
use crate::syntax::Syntax;
use crate::tree::{NodeId, Tree};

/// The arrow between a pattern and its replacement.
const ARROW: &str = "=>";
/// What begins a line of a rule file that is no rule.
const COMMENT: char = '#';

/// A rule, read for a language.
#[derive(Debug)]
pub struct Rule {
    /// The rule as it was written.
    pub text: String,
    pattern: Pattern,
    replacement: Template,
    /// The metavariables with names; a number of the pattern is a place here.
    names: Vec<Variable>,
}

/// A rule that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct RuleError {
    /// The rule.
    pub rule: String,
    /// The language that it was read for.
    pub language: String,
    /// What is wrong.
    pub kind: FaultKind,
    /// The place in the rule, in bytes.
    pub at: usize,
}

/// The rules of a file, one a line. Empty lines and lines that begin with `#` are none.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(COMMENT))
}

impl Rule {
    /// Reads a rule. Where a language has arrows of its own, the last one counts that leaves something to parse on both
    /// sides.
    pub fn read(text: &str, syntax: &Arc<Syntax>) -> Result<Rule, RuleError> {
        let text = text.trim();
        let error = |fault: Fault| RuleError {
            rule: text.to_owned(),
            language: syntax.name.clone(),
            kind: fault.kind,
            at: fault.at,
        };
        let mut first = None;
        for (arrow, _) in text.rmatch_indices(ARROW) {
            match Self::split(text, arrow, syntax) {
                Ok(rule) => return Ok(rule),
                Err(fault) => first = first.or(Some(fault)),
            }
        }
        Err(error(first.unwrap_or(Fault {
            kind: FaultKind::NoArrow,
            at: text.len(),
        })))
    }

    /// Reads a rule whose arrow is here.
    fn split(text: &str, arrow: usize, syntax: &Arc<Syntax>) -> Result<Rule, Fault> {
        let pattern = Template::read(text, &(0..arrow));
        let replacement = Template::read(text, &(arrow + ARROW.len()..text.len()));
        let fault = |kind, at| Err(Fault { kind, at });
        if pattern.is_empty() {
            return fault(FaultKind::NoPattern, arrow);
        }
        if pattern.only_variable().is_some() {
            return fault(FaultKind::Everything, 0);
        }
        let mut names: Vec<Variable> = pattern.variables().filter(|it| it.name.is_some()).cloned().collect();
        names.sort();
        names.dedup();
        if let Some(unbound) = replacement.variables().find(|variable| !names.contains(variable)) {
            return fault(FaultKind::Unbound, replacement.place_of(unbound).unwrap_or(arrow));
        }
        let Reading { parts, roots, .. } = reading::read(&pattern, &replacement, &names, syntax)?;
        Ok(Rule {
            text: text.to_owned(),
            pattern: Pattern {
                parts,
                variables: names.len(),
                roots,
            },
            replacement,
            names,
        })
    }

    /// All places of a tree that the pattern matches, parents first.
    pub fn find(&self, tree: &Tree) -> Vec<Match> {
        self.pattern.find(tree)
    }

    /// Whether whatever it matches gets smaller: it writes no metavariable more often than it reads it, and fewer tokens.
    pub fn shrinks(&self) -> bool {
        let parts = &self.pattern.parts;
        let read = |number: usize| {
            let is_it = |part: &&Part| matches!(part, Part::Node(Some(it)) | Part::Row(Some(it)) if *it == number);
            parts.iter().filter(is_it).count()
        };
        let written = |name: &Variable| self.replacement.variables().filter(|it| *it == name).count();
        let balance = |(number, name): (usize, &Variable)| read(number).checked_sub(written(name));
        let dropped: Option<Vec<usize>> = self.names.iter().enumerate().map(balance).collect();
        let tokens = parts.iter().filter(|part| matches!(part, Part::Token(_))).count();
        let nodes = parts.iter().filter(|part| matches!(part, Part::Node(None))).count();
        dropped.is_some_and(|dropped| {
            let nodes = nodes + dropped.iter().sum::<usize>();
            // How many tokens a text has is not known here, but never more than characters that are no blanks.
            let written = self.replacement.pieces().map(|piece| match piece {
                Piece::Text(text) => text.chars().filter(|char| !char.is_whitespace()).count(),
                Piece::Variable(_) => 0,
            });
            written.sum::<usize>() < tokens + nodes
        })
    }

    /// Whether nothing is left of what it matches.
    pub fn removes(&self) -> bool {
        self.replacement.is_empty()
    }

    /// What comes in place of a match, in pieces: texts of the rule, and parts of the source.
    pub fn replacement(&self, tree: &Tree, found: &Match) -> Vec<Replaced<'_>> {
        let pieces = self.replacement.pieces().map(|piece| match piece {
            Piece::Text(text) => Replaced::Text(text),
            Piece::Variable(variable) => match self.pieces_of(found, variable) {
                Some(pieces) => Replaced::source(tree, &pieces),
                None => Replaced::Text(""),
            },
        });
        pieces.collect()
    }

    /// The nodes that are all that comes in place of a match, the smallest first: each has the same tokens.
    pub fn kept(&self, tree: &Tree, found: &Match) -> Vec<NodeId> {
        let pieces = self
            .replacement
            .only_variable()
            .and_then(|it| self.pieces_of(found, it));
        pieces
            .map(|pieces| find::nodes_of(tree, found.node, &pieces))
            .unwrap_or_default()
    }

    /// The pieces that a metavariable stands for, if there are some.
    fn pieces_of(&self, found: &Match, variable: &Variable) -> Option<Range<usize>> {
        let number = self.names.iter().position(|name| name == variable)?;
        found.bound[number].clone().filter(|pieces| !pieces.is_empty())
    }
}

/// A piece of what comes in place of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replaced<'a> {
    /// A text of the rule.
    Text(&'a str),
    /// A part of the source, and its first token.
    Source(NodeId, Range<usize>),
}

impl Replaced<'_> {
    /// Pieces of a tree, of which there are some.
    fn source(tree: &Tree, pieces: &Range<usize>) -> Self {
        let first = &tree.pieces[pieces.start];
        Replaced::Source(
            first.leaf,
            first.start as usize..tree.pieces[pieces.end - 1].end as usize,
        )
    }
}

//! One side of a rule: text with metavariables.

use std::ops::Range;

/// What begins a metavariable, and what makes a dollar sign the language's own.
const SIGN: &str = "$";
const ROW: &str = "$$$";
const ESCAPED: &str = "\\$";

/// A text with metavariables.
#[derive(Debug, Clone, Default)]
pub(super) struct Template {
    /// The pieces, each with its place in the rule.
    pieces: Vec<(usize, Piece)>,
}

/// A piece of a template.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    /// To be there as it is.
    Text(String),
    /// A metavariable.
    Variable(Variable),
}

/// A metavariable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Variable {
    /// Its name; none if it matches anything, twice the same or not.
    pub name: Option<String>,
    /// Whether it is a row of nodes, empty or not.
    pub is_row: bool,
}

/// A template with texts in place of its metavariables.
pub(super) struct Filled {
    /// The text.
    pub text: String,
    /// The metavariables in it, in order.
    pub variables: Vec<(Range<usize>, Variable)>,
    /// Where pieces of the text come from: their place in it, their place in the rule, and whether they are metavariables.
    origins: Vec<(usize, usize, bool)>,
}

impl Template {
    /// The template at a place of a rule, without the white space around it.
    pub(super) fn read(rule: &str, place: &Range<usize>) -> Self {
        let mut pieces = Vec::new();
        let mut add_text = |at: usize, text: &str| {
            if !text.is_empty() {
                pieces.push((at, Piece::Text(text.to_owned())));
            }
        };
        let side = &rule[place.clone()];
        let mut at = place.start + (side.len() - side.trim_start().len());
        let end = at + side.trim().len();
        let mut start = at;
        let mut variables = Vec::new();
        while at < end {
            let rest = &rule[at..end];
            if rest.starts_with(ESCAPED) {
                add_text(start, &rule[start..at]);
                (start, at) = (at + 1, at + ESCAPED.len());
            } else if let Some((variable, length)) = variable(rest) {
                add_text(start, &rule[start..at]);
                variables.push((at, Piece::Variable(variable)));
                at += length;
                start = at;
            } else {
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        add_text(start, &rule[start..end]);
        pieces.extend(variables);
        pieces.sort_by_key(|(at, _)| *at);
        Template { pieces }
    }

    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Its metavariables, in order.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.pieces.iter().filter_map(|(_, piece)| match piece {
            Piece::Text(_) => None,
            Piece::Variable(variable) => Some(variable),
        })
    }

    /// Its pieces, in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().map(|(_, piece)| piece)
    }

    /// The metavariable that is all there is of it.
    pub(super) fn only_variable(&self) -> Option<&Variable> {
        match &self.pieces[..] {
            [(_, Piece::Variable(variable))] => Some(variable),
            _ => None,
        }
    }

    /// The place of a metavariable in the rule.
    pub(super) fn place_of(&self, wanted: &Variable) -> Option<usize> {
        let is_wanted = |piece: &Piece| matches!(piece, Piece::Variable(variable) if variable == wanted);
        self.pieces
            .iter()
            .find(|(_, piece)| is_wanted(piece))
            .map(|(at, _)| *at)
    }

    /// The template with texts in place of its metavariables.
    pub(super) fn fill(&self, filler: impl Fn(&Variable) -> String) -> Filled {
        let mut filled = Filled {
            text: String::new(),
            variables: Vec::new(),
            origins: Vec::new(),
        };
        for (at, piece) in &self.pieces {
            let start = filled.text.len();
            filled.origins.push((start, *at, matches!(piece, Piece::Variable(_))));
            match piece {
                Piece::Text(text) => filled.text += text,
                Piece::Variable(variable) => {
                    filled.text += &filler(variable);
                    filled.variables.push((start..filled.text.len(), variable.clone()));
                }
            }
        }
        filled
    }
}

impl Filled {
    /// The place in the rule that a place in the text comes from.
    pub(super) fn origin(&self, place: usize) -> Option<usize> {
        let last = self.origins.iter().rev().find(|(start, ..)| *start <= place);
        last.map(|(start, at, is_variable)| if *is_variable { *at } else { at + place - start })
    }
}

/// The metavariable that a text begins with, and its length.
fn variable(text: &str) -> Option<(Variable, usize)> {
    let is_row = text.starts_with(ROW);
    let sign = if is_row { ROW.len() } else { SIGN.len() };
    let name = text.strip_prefix(if is_row { ROW } else { SIGN })?;
    let length = name
        .bytes()
        .take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    let (name, rest) = name.split_at(length.count());
    // `$Name` and `$1` belong to the language; `$$$` needs no name.
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_');
    let goes_on = rest.starts_with(|next: char| next.is_alphanumeric());
    if !(is_name || is_row && name.is_empty()) || (goes_on && !name.is_empty()) {
        return None;
    }
    let is_bound = is_name && !name.starts_with('_');
    let variable = Variable {
        name: is_bound.then(|| name.to_owned()),
        is_row,
    };
    Some((variable, sign + name.len()))
}

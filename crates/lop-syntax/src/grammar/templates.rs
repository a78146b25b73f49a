//! The alternatives of a rule, spelt out: literals to be written, and holes to be filled.
//!
//! Optional parts and lists are left out or there once. A hole is an expression of the grammar: whatever rule can be
//! all there is of it may fill it.

use super::{Expr, ExprId, Grammar, RuleId};

/// A rule has at most this many templates, and so has each part of it. Not measured.
const MAX_TEMPLATES: usize = 48;
/// Hidden rules are followed so far. Not measured.
const MAX_DEPTH: usize = 4;

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// To be written as it is.
    Text(String),
    /// To be filled.
    Hole(ExprId),
}

/// One way to write a node of a rule.
pub type Template = Vec<Item>;

impl Grammar {
    /// The ways to write a node of a rule, those with few parts first.
    pub fn templates(&self, rule: RuleId) -> Vec<Template> {
        let body = self.rule(rule).body;
        body.map(|body| self.expanded(body, MAX_DEPTH)).unwrap_or_default()
    }

    /// Whether a node of a rule may fill a hole.
    pub fn fills(&self, hole: ExprId, rule: RuleId) -> bool {
        self.alone[hole.index()].contains(rule.index()) && !self.forbid_hoist.contains(rule.index())
    }

    /// The rule that a hole asks for, where that is one.
    pub fn hole_rule(&self, hole: ExprId) -> Option<RuleId> {
        match self.expr(hole) {
            Expr::Unit(unit) => Some(self.unit(*unit).rule),
            _ => None,
        }
    }

    /// The shortest text for a hole that holds no word: `;` and `{}`, but no undeclared name.
    pub fn filler(&self, hole: ExprId) -> Option<&str> {
        let rules = self.alone[hole.index()].ones().map(|rule| RuleId(rule as u16));
        let texts = rules.filter_map(|rule| self.minimal_text(rule));
        let is_sign = |text: &&str| !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_alphanumeric());
        texts.filter(is_sign).min_by_key(|text| text.len())
    }

    fn expanded(&self, expr: ExprId, depth: usize) -> Vec<Template> {
        let mut templates = match self.expr(expr) {
            Expr::Blank => vec![Template::new()],
            Expr::Unit(unit) => {
                let rule = self.rule(self.unit(*unit).rule);
                match rule.token.as_ref().and_then(|token| token.literal()) {
                    Some(literal) => vec![vec![Item::Text(literal.to_owned())]],
                    None => vec![vec![Item::Hole(expr)]],
                }
            }
            Expr::Hidden(token) => match &self.hidden[token.index()] {
                Some(text) if text.is_empty() => vec![Template::new()],
                Some(text) => vec![vec![Item::Text(text.clone())]],
                // What a scanner delivers without a node is mostly whitespace.
                None => vec![Template::new()],
            },
            Expr::Call(rule) => match self.rule(*rule).body {
                _ if !self.alone[expr.index()].is_clear() => vec![vec![Item::Hole(expr)]],
                Some(body) if depth > 0 => self.expanded(body, depth - 1),
                _ => Vec::new(),
            },
            Expr::Seq(parts) => parts.iter().fold(vec![Template::new()], |starts, part| {
                let ends = self.expanded(*part, depth);
                let longer = starts.iter().flat_map(|start| {
                    let join = move |end: &Template| [&start[..], end].concat();
                    ends.iter().map(join).collect::<Vec<_>>()
                });
                few(longer.collect())
            }),
            Expr::Choice(parts) => parts.iter().flat_map(|part| self.expanded(*part, depth)).collect(),
            Expr::Optional(part) => [vec![Template::new()], self.expanded(*part, depth)].concat(),
            Expr::List(list) => {
                let once = self.expanded(list.item, depth);
                let none = if list.is_plus {
                    Vec::new()
                } else {
                    vec![Template::new()]
                };
                [none, once].concat()
            }
        };
        templates = few(templates);
        templates
    }
}

fn few(mut templates: Vec<Template>) -> Vec<Template> {
    templates.sort_by_key(Vec::len);
    templates.dedup();
    templates.truncate(MAX_TEMPLATES);
    templates
}

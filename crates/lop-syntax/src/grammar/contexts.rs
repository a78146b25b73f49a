//! Short files around a place: the texts before and behind it.
//!
//! A pattern is a part of a file, and parsers read whole files. So every place that some rule has for a part is spelt
//! out, with the shortest text of all that has to stand around it.

use std::collections::BTreeSet;

use super::{Expr, ExprId, Grammar, RuleId};
use crate::lexical::may_touch;

/// What a scanner delivers without a node is mostly the end of a line.
const OF_SCANNER: &str = "\n";

/// The text before a place and the text behind it.
pub(crate) type Context = (String, String);

impl Grammar {
    /// Files with a place for a part, one of each spelling, the shortest first.
    pub fn contexts(&self) -> Vec<Context> {
        let mut found: BTreeSet<(usize, Context)> = BTreeSet::new();
        // The rules whose bodies were looked at, and those whose bodies are to be, by the lengths of the files around them.
        let mut seen: BTreeSet<RuleId> = BTreeSet::new();
        let mut todo = BTreeSet::from([(0, self.start(), Context::default())]);
        while let Some((_, rule, context)) = todo.pop_first() {
            if !seen.insert(rule) {
                continue;
            }
            for (part, context) in self.places(rule, &context) {
                let length = context.0.len() + context.1.len();
                todo.insert((length, part, context.clone()));
                found.insert((length, context));
            }
        }
        found.into_iter().map(|(_, context)| context).collect()
    }

    /// The places in the body of a rule, each with the rule that it is for and the file around it.
    fn places(&self, rule: RuleId, (before, behind): &Context) -> Vec<(RuleId, Context)> {
        let mut places = Vec::new();
        let body = self.rule(rule).body;
        let mut todo: Vec<(ExprId, Context)> = Vec::new();
        todo.extend(body.map(|body| (body, (before.clone(), behind.clone()))));
        while let Some((expr, context)) = todo.pop() {
            match self.expr(expr) {
                Expr::Blank | Expr::Hidden(_) => {}
                Expr::Unit(unit) => places.push((self.unit(*unit).rule, context)),
                Expr::Call(rule) => places.push((*rule, context)),
                Expr::Choice(parts) => todo.extend(parts.iter().map(|part| (*part, context.clone()))),
                Expr::Optional(part) => todo.push((*part, context)),
                Expr::List(list) => todo.push((list.item, context)),
                Expr::Seq(parts) => {
                    let texts: Vec<Option<String>> = parts.iter().map(|part| self.shortest_of(*part)).collect();
                    for (at, part) in parts.iter().enumerate() {
                        let joined = |texts: &[Option<String>]| {
                            texts
                                .iter()
                                .try_fold(String::new(), |text, next| Some(joined(&text, next.as_deref()?)))
                        };
                        if let (Some(first), Some(last)) = (joined(&texts[..at]), joined(&texts[at + 1..])) {
                            todo.push((
                                *part,
                                (self::joined(&context.0, &first), self::joined(&last, &context.1)),
                            ));
                        }
                    }
                }
            }
        }
        places
    }

    /// The shortest text of an expression.
    fn shortest_of(&self, expr: ExprId) -> Option<String> {
        match self.expr(expr) {
            Expr::Blank | Expr::Optional(_) => Some(String::new()),
            Expr::Unit(unit) => self.minimal_text(self.unit(*unit).rule).map(str::to_owned),
            Expr::Call(rule) => self.minimal_text(*rule).map(str::to_owned),
            Expr::Hidden(token) => match &self.hidden_tokens[token.index()] {
                Some(_) => self.hidden[token.index()].clone(),
                None => Some(OF_SCANNER.to_owned()),
            },
            Expr::Choice(parts) => {
                let texts = parts.iter().filter_map(|part| self.shortest_of(*part));
                texts.min_by_key(String::len)
            }
            Expr::List(list) if list.is_plus => self.shortest_of(list.item),
            Expr::List(_) => Some(String::new()),
            Expr::Seq(parts) => {
                let mut parts = parts.iter();
                parts.try_fold(String::new(), |text, part| {
                    Some(joined(&text, &self.shortest_of(*part)?))
                })
            }
        }
    }
}

/// Two texts side by side, apart where they would become one token.
fn joined(before: &str, behind: &str) -> String {
    let space = if may_touch(before.as_bytes(), behind.as_bytes()) {
        ""
    } else {
        " "
    };
    format!("{before}{space}{behind}")
}

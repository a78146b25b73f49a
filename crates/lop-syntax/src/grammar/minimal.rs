//! The shortest text of a rule.
//!
//! HDD replaces what it cannot remove by the least text that keeps the program well formed, and rewrites
//! need something to put into a hole. The shortest text is the least fixpoint over all rules, by number
//! of tokens and then of characters; inside a token it comes from the regular expression.

use std::cmp::Reverse;

use regex_syntax::hir::{Class, Hir, HirKind};

use super::json::RawRule;
use super::normal::Normal;
use super::slots::to_fixpoint;
use super::{Expr, ExprId};
use crate::lexical::may_touch;

/// Longer texts are dropped: they shorten no program. Not measured.
const MAX_LENGTH: usize = 4096;

/// Tokens of a shortest text, and whether each has to touch the one before it.
type Text = Vec<(String, bool)>;

/// For every rule its shortest text; `known` gives those that the grammar cannot tell.
pub(super) fn shortest_texts(normal: &Normal, known: &[(&str, &str)]) -> Vec<Option<String>> {
    let mut rules: Vec<Option<Text>> = normal
        .rules
        .iter()
        .map(|rule| {
            if let Some((_, text)) = known.iter().find(|(name, _)| *name == rule.name) {
                return Some(vec![((*text).to_owned(), false)]);
            }
            let text = token_text(rule.token.as_ref()?)?;
            Some(vec![(text, rule.is_immediate)])
        })
        .collect();
    let is_known: Vec<bool> = rules.iter().map(Option::is_some).collect();
    let mut exprs: Vec<Option<Text>> = vec![None; normal.exprs.len()];
    to_fixpoint(normal, |expr| {
        let text = expr_text(normal, &rules, &exprs, expr);
        if cost(&text) >= cost(&exprs[expr.index()]) {
            return false;
        }
        exprs[expr.index()] = text;
        for (index, rule) in normal.rules.iter().enumerate() {
            if rule.body == Some(expr) && !is_known[index] {
                rules[index].clone_from(&exprs[expr.index()]);
            }
        }
        true
    });
    rules.into_iter().map(|text| text.map(join)).collect()
}

/// Fewer tokens, then fewer characters, then plain words before signs.
fn cost(text: &Option<Text>) -> (bool, usize, usize, usize) {
    match text {
        None => (true, 0, 0, 0),
        Some(tokens) => {
            let characters = tokens.iter().map(|(text, _)| text.len()).sum();
            let signs = tokens.iter().filter(|(text, _)| !is_plain(text)).count();
            (false, tokens.len(), characters, signs)
        }
    }
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn shortest(texts: impl Iterator<Item = String>) -> Option<String> {
    texts.min_by_key(|text| (text.len(), !is_plain(text)))
}

fn expr_text(normal: &Normal, rules: &[Option<Text>], exprs: &[Option<Text>], expr: ExprId) -> Option<Text> {
    let part = |part: &ExprId| exprs[part.index()].clone();
    match &normal.exprs[expr.index()] {
        Expr::Blank | Expr::Optional(_) => Some(Vec::new()),
        Expr::Unit(unit) => rules[normal.units[unit.index()].rule.index()].clone(),
        Expr::Hidden(token) => {
            let raw = normal.hidden[token.index()].as_ref()?;
            let is_immediate = matches!(raw.bare(), RawRule::ImmediateToken { .. });
            Some(vec![(token_text(raw)?, is_immediate)])
        }
        Expr::Call(rule) => rules[rule.index()].clone(),
        Expr::Seq(parts) => parts
            .iter()
            .map(part)
            .collect::<Option<Vec<_>>>()
            .map(|texts| texts.concat())
            .filter(|text| text.len() <= MAX_LENGTH),
        Expr::Choice(parts) => parts.iter().map(part).min_by_key(cost).flatten(),
        Expr::List(list) if list.is_plus => part(&list.item),
        Expr::List(_) => Some(Vec::new()),
    }
}

fn join(tokens: Text) -> String {
    let mut text = String::new();
    let mut before = String::new();
    for (token, is_immediate) in tokens {
        if !is_immediate && !may_touch(before.as_bytes(), token.as_bytes()) {
            text.push(' ');
        }
        text.push_str(&token);
        before = token;
    }
    text
}

/// The shortest text of a lexical rule.
pub(super) fn token_text(raw: &RawRule) -> Option<String> {
    match raw.bare() {
        RawRule::Blank | RawRule::Repeat { .. } => Some(String::new()),
        RawRule::String { value } => Some(value.clone()),
        RawRule::Pattern { value, .. } => pattern_text(value),
        RawRule::Seq { members } => members.iter().map(token_text).collect(),
        RawRule::Choice { members } => shortest(members.iter().filter_map(token_text)),
        RawRule::Repeat1 { content }
        | RawRule::Alias { content, .. }
        | RawRule::Token { content }
        | RawRule::ImmediateToken { content } => token_text(content),
        _ => None,
    }
}

fn pattern_text(pattern: &str) -> Option<String> {
    let hir = regex_syntax::ParserBuilder::new().build().parse(pattern).ok()?;
    hir_text(&hir)
}

fn hir_text(hir: &Hir) -> Option<String> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(String::new()),
        HirKind::Literal(literal) => String::from_utf8(literal.0.to_vec()).ok(),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = || class.ranges().iter().map(|range| (range.start(), range.end()));
            let has = |wanted: char| ranges().any(|(start, end)| (start..=end).contains(&wanted));
            // A letter or digit makes the plainest text; any other printable character will do.
            let plain = ['a', 'A', '0', '_'].into_iter().find(|wanted| has(*wanted));
            plain
                .or_else(|| {
                    (' '..='~')
                        .rev()
                        .min_by_key(|wanted| Reverse(has(*wanted)))
                        .filter(|c| has(*c))
                })
                .or_else(|| ranges().next().map(|(start, _)| start))
                .map(String::from)
        }
        HirKind::Class(Class::Bytes(_)) => None,
        HirKind::Repetition(repetition) => {
            let text = hir_text(&repetition.sub)?;
            let length = text.len().checked_mul(repetition.min as usize)?;
            (length <= MAX_LENGTH).then(|| text.repeat(repetition.min as usize))
        }
        HirKind::Capture(capture) => hir_text(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(hir_text).collect(),
        HirKind::Alternation(parts) => shortest(parts.iter().filter_map(hir_text)),
    }
}

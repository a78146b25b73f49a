//! What a token may look like: its lexical rule as a regular expression.
//!
//! A reducer that works inside tokens asks three things of the rule: whether it allows a text, which texts are its
//! smallest, and which parts of a text it could do without.

use std::collections::BTreeSet;
use std::ops::Range;

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::json::RawRule;

/// Of the texts of a part, this many are considered for the whole. Not measured.
const CONSIDERED: usize = 4;
/// Longer texts are dropped: they shorten no token. Not measured.
const MAX_LENGTH: usize = 256;

/// The lexical rule of a token.
#[derive(Debug)]
pub struct Lexeme {
    hir: Hir,
    is_name: bool,
}

impl Lexeme {
    /// Reads a lexical rule; none if it says something that no regular expression can.
    pub fn of(raw: &RawRule) -> Option<Self> {
        let mut lexeme = Lexeme {
            hir: regular(raw)?,
            is_name: false,
        };
        let allows = |words: [&str; 3]| words.iter().all(|word| lexeme.matches(word));
        lexeme.is_name = (allows(["a", "b", "zz"]) || allows(["A", "B", "Zz"]))
            && [" ", "(", "a b", "\""].iter().all(|other| !lexeme.matches(other));
        Some(lexeme)
    }

    /// Whether the rule allows a text.
    pub fn matches(&self, text: &str) -> bool {
        ends(&self.hir, text, 0).contains(&text.len())
    }

    /// Whether the tokens of this rule are names: any word will do, or any with a capital, and nothing but words.
    pub fn is_name(&self) -> bool {
        self.is_name
    }

    /// The smallest texts: short ones first, among them digits and letters first.
    pub fn smallest(&self, most: usize) -> Vec<String> {
        let mut texts = smallest(&self.hir);
        texts.truncate(most);
        texts
    }

    /// The parts that a text could do without, each alone, longer ones first; none if the rule does not allow the
    /// text.
    pub fn parts(&self, text: &str) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        if self.matches(text) {
            derive(&self.hir, text, 0..text.len(), &mut parts);
        }
        parts.retain(|part| !part.is_empty());
        parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), std::cmp::Reverse(part.start)));
        parts.dedup();
        parts
    }
}

fn regular(raw: &RawRule) -> Option<Hir> {
    let repeated = |content: &RawRule, min| {
        let sub = Box::new(regular(content)?);
        Some(Hir::repetition(Repetition {
            min,
            max: None,
            greedy: true,
            sub,
        }))
    };
    match raw.bare() {
        RawRule::Blank => Some(Hir::empty()),
        RawRule::String { value } => Some(Hir::literal(value.as_bytes())),
        RawRule::Pattern { value, flags } => {
            let ignores_case = flags.as_deref().is_some_and(|flags| flags.contains('i'));
            let mut parser = regex_syntax::ParserBuilder::new();
            parser.case_insensitive(ignores_case).build().parse(value).ok()
        }
        RawRule::Seq { members } => Some(Hir::concat(members.iter().map(regular).collect::<Option<_>>()?)),
        RawRule::Choice { members } => Some(Hir::alternation(members.iter().map(regular).collect::<Option<_>>()?)),
        RawRule::Repeat { content } => repeated(content, 0),
        RawRule::Repeat1 { content } => repeated(content, 1),
        RawRule::Alias { content, .. } | RawRule::Token { content } | RawRule::ImmediateToken { content } => {
            regular(content)
        }
        _ => None,
    }
}

/// Where a match that begins at a place may end.
fn ends(hir: &Hir, text: &str, start: usize) -> BTreeSet<usize> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => BTreeSet::from([start]),
        HirKind::Literal(literal) => {
            let is_there = text.as_bytes()[start..].starts_with(&literal.0);
            is_there.then_some(start + literal.0.len()).into_iter().collect()
        }
        HirKind::Class(class) => {
            let next = text.get(start..).and_then(|rest| rest.chars().next());
            let next = next.filter(|char| has(class, *char));
            next.map(|char| start + char.len_utf8()).into_iter().collect()
        }
        HirKind::Capture(capture) => ends(&capture.sub, text, start),
        HirKind::Concat(parts) => all_ends(parts, text, start),
        HirKind::Alternation(parts) => parts.iter().flat_map(|part| ends(part, text, start)).collect(),
        HirKind::Repetition(repetition) => repeated_ends(repetition, text, start),
    }
}

fn all_ends(parts: &[Hir], text: &str, start: usize) -> BTreeSet<usize> {
    parts.iter().fold(BTreeSet::from([start]), |starts, part| {
        starts.into_iter().flat_map(|start| ends(part, text, start)).collect()
    })
}

fn repeated_ends(repetition: &Repetition, text: &str, start: usize) -> BTreeSet<usize> {
    let mut front = BTreeSet::from([start]);
    let mut reached = BTreeSet::new();
    for count in 0.. {
        if count >= repetition.min {
            front.retain(|end| reached.insert(*end));
        }
        if front.is_empty() || repetition.max.is_some_and(|max| count >= max) {
            break;
        }
        front = front.iter().flat_map(|end| ends(&repetition.sub, text, *end)).collect();
    }
    reached
}

fn has(class: &Class, char: char) -> bool {
    match class {
        Class::Unicode(class) => {
            let after = class.ranges().partition_point(|range| range.end() < char);
            class.ranges().get(after).is_some_and(|range| range.start() <= char)
        }
        Class::Bytes(class) => {
            let fits = |byte: u8| {
                class
                    .ranges()
                    .iter()
                    .any(|range| (range.start()..=range.end()).contains(&byte))
            };
            u8::try_from(u32::from(char)).is_ok_and(fits)
        }
    }
}

/// Collects the parts of a match that could be missing.
fn derive(hir: &Hir, text: &str, range: Range<usize>, parts: &mut Vec<Range<usize>>) {
    match hir.kind() {
        HirKind::Capture(capture) => derive(&capture.sub, text, range, parts),
        HirKind::Concat(subs) => {
            let mut start = range.start;
            for (index, sub) in subs.iter().enumerate() {
                let fits = |end: &usize| all_ends(&subs[index + 1..], text, *end).contains(&range.end);
                let Some(end) = ends(sub, text, start).into_iter().rev().find(fits) else {
                    return;
                };
                derive(sub, text, start..end, parts);
                start = end;
            }
        }
        HirKind::Alternation(subs) => {
            if let Some(sub) = subs
                .iter()
                .find(|sub| ends(sub, text, range.start).contains(&range.end))
            {
                derive(sub, text, range, parts);
            }
        }
        HirKind::Repetition(repetition) => {
            let items = items(repetition, text, &range);
            let least = repetition.min as usize;
            if items.len() > least {
                parts.push(items[least].start..range.end);
                parts.extend(items.iter().cloned());
            }
            for item in items {
                derive(&repetition.sub, text, item, parts);
            }
        }
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) | HirKind::Class(_) => {}
    }
}

/// What is repeated, one after the other.
fn items(repetition: &Repetition, text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let rest = Repetition {
        min: 0,
        max: None,
        ..repetition.clone()
    };
    let mut items = Vec::new();
    let mut start = range.start;
    while start < range.end {
        let fits = |end: &usize| *end > start && repeated_ends(&rest, text, *end).contains(&range.end);
        let Some(end) = ends(&repetition.sub, text, start).into_iter().rev().find(fits) else {
            break;
        };
        items.push(start..end);
        start = end;
    }
    items
}

/// Some of the smallest texts that match, the smallest first.
fn smallest(hir: &Hir) -> Vec<String> {
    let mut texts = match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => vec![String::new()],
        HirKind::Literal(literal) => String::from_utf8(literal.0.to_vec()).into_iter().collect(),
        HirKind::Class(class) => {
            let plain = ('0'..='9')
                .chain('a'..='z')
                .chain('A'..='Z')
                .chain('!'..='~')
                .chain([' ']);
            plain.filter(|char| has(class, *char)).map(String::from).collect()
        }
        HirKind::Capture(capture) => smallest(&capture.sub),
        HirKind::Concat(parts) => parts
            .iter()
            .fold(vec![String::new()], |texts, part| product(&texts, &smallest(part))),
        HirKind::Alternation(parts) => parts.iter().flat_map(smallest).collect(),
        HirKind::Repetition(repetition) => {
            let once = smallest(&repetition.sub);
            let least = (0..repetition.min).fold(vec![String::new()], |texts, _| product(&texts, &once));
            let may_be_more = repetition.max.is_none_or(|max| max > repetition.min);
            let more = if may_be_more {
                product(&least, &once)
            } else {
                Vec::new()
            };
            [least, more].concat()
        }
    };
    settle(&mut texts);
    texts
}

fn product(starts: &[String], ends: &[String]) -> Vec<String> {
    let mut texts: Vec<String> = starts
        .iter()
        .flat_map(|start| ends.iter().map(move |end| format!("{start}{end}")))
        .collect();
    settle(&mut texts);
    texts
}

/// Sorts texts and keeps a few. A stable sort keeps the order among texts of the same length.
fn settle(texts: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    texts.retain(|text| text.len() <= MAX_LENGTH && seen.insert(text.clone()));
    texts.sort_by_key(String::len);
    texts.truncate(CONSIDERED);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(value: &str) -> Lexeme {
        let raw = RawRule::Pattern {
            value: value.to_owned(),
            flags: None,
        };
        Lexeme::of(&raw).expect("a regular expression")
    }

    #[test]
    fn a_lexeme_knows_its_texts() {
        let number = pattern(r"(0[xX])?[0-9a-f]+(u|ul)?");
        assert!(number.matches("0x1ful") && !number.matches("0x") && !number.matches("1g"));
        assert_eq!(number.smallest(2), ["0", "1"]);
    }

    #[test]
    fn parts_are_what_could_be_missing() {
        let parts = pattern(r"(0x)?[0-9]+(ul)?").parts("0x12ul");
        assert_eq!(parts, [4..6, 0..2, 3..4, 2..3]);
    }

    #[test]
    fn names_are_words() {
        assert!(pattern(r"[a-zA-Z_]\w*").is_name());
        assert!(pattern(r"[\p{Lu}][\pL\pN_']*").is_name());
        assert!(!pattern(r#"[^"]+"#).is_name());
        assert!(!pattern(r"[0-9]+").is_name());
    }

    #[test]
    fn keywords_are_in_the_order_of_their_length() {
        let types = pattern("bool|char|int|void|size_t");
        assert_eq!(types.smallest(2), ["int", "bool"]);
    }
}

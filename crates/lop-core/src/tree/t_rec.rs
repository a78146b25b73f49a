//! T-Rec: smaller inside tokens.
//!
//! **Idea.** A token has a structure of its own: a number has digits and a suffix, a string has characters, a name
//! is any word. The grammar's lexical rules tell it. Names become as short as they can be and are merged where that is
//! interesting, other tokens become the smallest that their rule allows, or lose what the rule can do without.
//!
//! **Loop.**
//! ```text
//! until nothing changes:
//!     short new names for all names at once, then as a list
//!     for each name that stands once and is not short:  `_`
//!     for each name:  all its tokens as a shorter name in use, or as a new one
//!     for each token that is a name:   as a shorter name in use
//!     for each other token, until nothing there changes:
//!         the two smallest texts of its rule, for all tokens like it, then for it alone
//!         without a part that its rule can do without, longer parts first
//!         with one character lowered to one of the two smallest
//! ```
//!
//! **Guarantees.** No token gets longer. Every step makes some token smaller by length and then by its characters, so
//! it ends.
//!
//! **Cost.** Distinct names times short names in use, and a few queries for each other token.
//!
//! **Reference.** xu2024. That all new names are tried at once is lop's.

use std::ops::Range;

use lop_syntax::edit::Edit;
use lop_syntax::grammar::Lexeme;
use lop_syntax::names;
use lop_syntax::{Kind, NodeId, Program};

use super::items::Items;
use super::spelling::{fresh_names, parses, respell};
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::steps::Places;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "t-rec",
    summary: "Inside tokens: shorter and fewer names, smaller numbers and strings.",
    reference: "xu2024",
    list: "probdd",
    heeds: &[Heeds::List],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::KeepsTokenCount,
    ],
    make: |options| Box::new(TRec { options }),
};

/// So many smallest texts are tried for a token, and so many smallest characters for a character: as in xu2024.
const SMALLEST: usize = 2;
/// Names no longer than this are short: others may be merged with them. Not measured.
const SHORT_NAME: usize = 2;
/// In longer tokens no characters are lowered: a query for each would not pay. Not measured.
const MAX_LOWERED: usize = 16;
/// A token is cut into at most about this many parts at a time. Not measured.
const MAX_PARTS: usize = 64;

struct TRec {
    options: Options,
}

impl Reducer for TRec {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.until_unchanged(|search| {
            rename_all(search, &self.options)?;
            unname(search)?;
            merge_names(search)?;
            merge_tokens(search)?;
            shrink_tokens(search)
        })
    }
}

/// Gives every name a short one of its own: all at once, else as a list.
pub(super) fn rename_all(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    let best = search.best();
    let names = names::by_text(best);
    let mut fresh: Vec<String> = fresh_names(best, &names).collect();
    let mut edits = Vec::new();
    for name in names.iter().filter(|name| name.text.len() > 1) {
        let is_shorter = |short: &String| short.len() < name.text.len();
        let may_be = |short: &String| names::may_be(best.tree(), name.tokens[0], short.as_bytes());
        let place = fresh.iter().position(|short| is_shorter(short) && may_be(short));
        edits.extend(place.map(|place| respell(&name.tokens, fresh.remove(place))));
    }
    if !edits.is_empty() {
        search.follow(Items::of_edits(edits, best, &*options.list))?;
    }
    Ok(())
}

/// Replaces identifiers that occur once by `_`, which many languages allow for unused names.
pub(super) fn unname(search: &mut Search<'_>) -> Result<(), Stop> {
    let names = names::by_text(search.best()).into_iter();
    let once = names.filter(|name| name.tokens.len() == 1 && name.text.len() > 1);
    let tokens: Vec<NodeId> = once.map(|name| name.tokens[0]).collect();
    search.follow(Places::new(tokens, |best, token| {
        let may_be = names::may_be(best.tree(), *token, b"_");
        may_be.then(|| respell(&[*token], b"_")).into_iter().collect()
    }))?;
    Ok(())
}

/// Merges names with shorter ones, or gives them shorter ones: all tokens of a name at once.
pub(super) fn merge_names(search: &mut Search<'_>) -> Result<(), Stop> {
    let texts: Vec<Box<[u8]>> = names::by_text(search.best())
        .into_iter()
        .map(|name| name.text)
        .collect();
    search.follow(Places::new(texts, |best, text| {
        let names = names::by_text(best);
        let Some(name) = names.iter().find(|name| name.text == *text) else {
            return Vec::new();
        };
        let used = names.iter().map(|other| other.text.to_vec());
        let may_be = |other: &Vec<u8>| names::may_be(best.tree(), name.tokens[0], other);
        let used = used.filter(|other| other.len() <= SHORT_NAME && may_be(other));
        let new = fresh_names(best, &names).map(String::into_bytes).find(may_be);
        let texts = used.chain(new).filter(|other| is_smaller(other, text));
        texts.map(|text| respell(&name.tokens, &text)).collect()
    }))?;
    Ok(())
}

/// Merges single tokens with shorter names.
pub(super) fn merge_tokens(search: &mut Search<'_>) -> Result<(), Stop> {
    let names = names::by_text(search.best());
    let tokens: Vec<NodeId> = names.into_iter().flat_map(|name| name.tokens).collect();
    search.follow(Places::new(tokens, |best, token| {
        let text = best.text_of(*token);
        let used = names::by_text(best).into_iter().map(|name| name.text.to_vec());
        let may_be = |other: &Vec<u8>| names::may_be(best.tree(), *token, other);
        let smaller = used.filter(|other| other.len() <= SHORT_NAME && is_smaller(other, &text) && may_be(other));
        smaller.map(|text| respell(&[*token], &text)).collect()
    }))?;
    Ok(())
}

/// Shrinks numbers, strings and all other tokens that are no names, token by token.
pub(super) fn shrink_tokens(search: &mut Search<'_>) -> Result<(), Stop> {
    let best = search.best();
    let is_open = |token: &NodeId| !names::is_name(best.tree(), *token) && has_structure(best, *token);
    let tokens: Vec<NodeId> = best.live_tokens().filter(is_open).collect();
    search.follow(Places::new(tokens, smaller_tokens).staying())?;
    Ok(())
}

/// Whether the lexical structure of a token is known.
fn has_structure(program: &Program, token: NodeId) -> bool {
    program.tree().kind(token) == Kind::Opaque || lexeme(program, token).is_some()
}

fn lexeme(program: &Program, token: NodeId) -> Option<&Lexeme> {
    let tree = program.tree();
    tree.syntax().grammar()?.lexeme(tree.rule(token)?)
}

/// The edits that make a token smaller.
fn smaller_tokens(program: &Program, token: &NodeId) -> Vec<Edit> {
    let text = program.text_of(*token);
    let Ok(text) = std::str::from_utf8(&text) else {
        return Vec::new();
    };
    match lexeme(program, *token) {
        Some(lexeme) => smaller_by_rule(program, *token, text, lexeme),
        None => smaller_quoted(program, *token, text),
    }
}

fn smaller_by_rule(program: &Program, token: NodeId, text: &str, lexeme: &Lexeme) -> Vec<Edit> {
    let rule = program.tree().rule(token);
    let is_like = |other: &NodeId| program.tree().rule(*other) == rule && program.text_of(*other) == text.as_bytes();
    let alike: Vec<NodeId> = program.live_tokens().filter(is_like).collect();
    let mut edits = Vec::new();
    for smallest in lexeme.smallest(SMALLEST) {
        if is_smaller(smallest.as_bytes(), text.as_bytes()) && !smallest.is_empty() {
            if alike.len() > 1 {
                edits.push(respell(&alike, &smallest));
            }
            edits.push(respell(&[token], &smallest));
        }
    }
    let parts = lexeme.parts(text);
    let step = parts.len().div_ceil(MAX_PARTS).max(1);
    let shorter = parts.into_iter().step_by(step).map(|part| without(text, &part));
    let lowered = lowered(text, 0..text.len());
    let texts = shorter
        .chain(lowered)
        .filter(|text| !text.is_empty() && lexeme.matches(text));
    edits.extend(texts.map(|text| respell(&[token], &text)));
    edits
}

/// The edits of a token without a lexical rule: they shorten the text between its quotes.
fn smaller_quoted(program: &Program, token: NodeId, text: &str) -> Vec<Edit> {
    let Some(inside) = inside_quotes(text) else {
        return Vec::new();
    };
    let units = units(text, &inside);
    let mut blocks = Vec::new();
    let mut size = units.len();
    while size > 0 && units.len().div_ceil(size) <= MAX_PARTS {
        blocks.extend(
            units
                .chunks(size)
                .map(|block| block[0].start..block[block.len() - 1].end),
        );
        size /= 2;
    }
    let shorter = blocks.iter().map(|block| without(text, block));
    let edits = shorter
        .chain(lowered(text, inside))
        .map(|text| respell(&[token], &text));
    // Only the parser knows which texts are one token.
    edits.filter(|edit| parses(program, edit)).collect()
}

/// The range between the first quote of a text and the same sign at its end.
fn inside_quotes(text: &str) -> Option<Range<usize>> {
    let start = text.find(['"', '\'', '`'])?;
    let quote = text[start..].chars().next()?;
    let quotes = text[start..].chars().take_while(|char| *char == quote).count();
    // Three quotes open what three quotes close; two are an empty string.
    let quotes = if quotes >= 6 || quotes == 3 { 3 } else { 1 };
    let end = text.rfind(quote)? + 1;
    (start + quotes <= end.checked_sub(quotes)?).then(|| start + quotes..end - quotes)
}

/// The characters inside a string; one behind a backslash belongs to it.
fn units(text: &str, inside: &Range<usize>) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut is_escaped = false;
    for (at, char) in text[inside.clone()].char_indices() {
        let (start, end) = (inside.start + at, inside.start + at + char.len_utf8());
        match units.last_mut() {
            Some(unit) if is_escaped => unit.end = end,
            _ => units.push(start..end),
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    units
}

/// The text with one character lowered.
fn lowered(text: &str, range: Range<usize>) -> Vec<String> {
    if range.len() > MAX_LOWERED {
        return Vec::new();
    }
    let characters = text[range.clone()]
        .char_indices()
        .filter(|(_, char)| char.is_ascii_alphanumeric());
    let lower = |(at, char): (usize, char)| {
        let at = range.start + at;
        let smallest = if char.is_ascii_digit() { ['0', '1'] } else { ['a', 'b'] };
        let smaller = smallest
            .into_iter()
            .filter(move |small| rank(*small as u8) < rank(char as u8));
        smaller.map(move |small| format!("{}{small}{}", &text[..at], &text[at + 1..]))
    };
    characters.flat_map(lower).collect()
}

fn without(text: &str, part: &Range<usize>) -> String {
    format!("{}{}", &text[..part.start], &text[part.end..])
}

/// Shorter, or as long with smaller characters: digits, then small letters, then the others.
fn is_smaller(one: &[u8], other: &[u8]) -> bool {
    let key = |text: &[u8]| (text.len(), text.iter().map(|byte| rank(*byte)).collect::<Vec<_>>());
    key(one) < key(other)
}

fn rank(byte: u8) -> (u8, u8) {
    let class = match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    (class, byte)
}

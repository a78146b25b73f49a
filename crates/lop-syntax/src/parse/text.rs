//! A tree out of anything.
//!
//! Without a grammar there is still structure: lines stand below the less indented line before them,
//! brackets come in pairs, lines are made of words. Where even that is too coarse, or the file is no
//! text, every character or byte is a piece of its own. The same engine and the same list algorithms
//! work on the result.

use std::ops::Range;
use std::sync::Arc;

use crate::parse::arena::Arena;
use crate::syntax::Syntax;
use crate::tree::{Kind, NONE, NodeId, Tree};

/// Names of the nodes, by their number.
pub(crate) const LEVELS: [&str; 6] = ["text", "block", "line", "brackets", "word", "bytes"];
const TEXT: u16 = 0;
const BLOCK: u16 = 1;
const LINE: u16 = 2;
const BRACKETS: u16 = 3;
const WORD: u16 = 4;
const BYTES: u16 = 5;

/// A file is cut into at most this many bytes or runs of bytes. Not measured.
const MAX_RUNS: usize = 1 << 20;

/// Whether the file reads as text at all.
pub fn is_text(source: &[u8]) -> bool {
    !source.contains(&0) && std::str::from_utf8(source).is_ok()
}

/// Reads a file without a grammar: words for text, bytes for the rest.
pub fn parse(source: &Arc<[u8]>) -> Tree {
    if is_text(source) { words(source) } else { bytes(source) }
}

/// Every character is a piece, whitespace too; where the file is no text, every byte. Long files are
/// cut into longer runs, and become finer as they shrink.
pub fn bytes(source: &Arc<[u8]>) -> Tree {
    let mut arena = Arena::new(source);
    let root = arena.root(Kind::Regular, NONE, TEXT);
    let list = arena.add(Kind::List, root, NONE, NONE, NONE);
    let length = source.len().div_ceil(MAX_RUNS).max(1);
    let is_text = is_text(source);
    let mut start = 0;
    while start < source.len() {
        let mut end = (start + length).min(source.len());
        while is_text && end < source.len() && source[end] & 0xc0 == 0x80 {
            end += 1;
        }
        let leaf = arena.add(Kind::Token, list, NONE, NONE, BYTES);
        arena.raw_piece(start, end, leaf);
        start = end;
    }
    arena.finish(&Arc::new(Syntax::bytes()))
}

/// Every line is a piece with all its whitespace.
pub fn lines(source: &Arc<[u8]>) -> Tree {
    let mut arena = Arena::new(source);
    let root = arena.root(Kind::Regular, NONE, TEXT);
    let list = arena.add(Kind::List, root, NONE, NONE, NONE);
    let mut start = 0;
    for line in source.split_inclusive(|byte| *byte == b'\n') {
        let leaf = arena.add(Kind::Token, list, NONE, NONE, LINE);
        arena.raw_piece(start, start + line.len(), leaf);
        start += line.len();
    }
    arena.finish(&Arc::new(Syntax::bytes()))
}

/// Pieces that the caller knows: where each ends, and how deep it stands. A piece takes the deeper ones that follow
/// it along when it goes.
pub fn nested(source: &Arc<[u8]>, pieces: &[(usize, usize)], syntax: &Arc<Syntax>) -> Tree {
    let mut arena = Arena::new(source);
    let root = arena.root(Kind::Regular, NONE, TEXT);
    let mut lists = vec![arena.add(Kind::List, root, NONE, NONE, NONE)];
    let mut start = 0;
    for (index, (end, depth)) in pieces.iter().copied().enumerate() {
        lists.truncate(depth + 1);
        let list = *lists.last().expect("the outermost list stays open");
        let has_body = pieces.get(index + 1).is_some_and(|(_, next)| *next > depth);
        let place = if has_body {
            arena.add(Kind::Regular, list, NONE, NONE, BLOCK)
        } else {
            list
        };
        let leaf = arena.add(Kind::Token, place, NONE, NONE, LINE);
        arena.raw_piece(start, end, leaf);
        if has_body {
            lists.push(arena.add(Kind::List, place, NONE, NONE, NONE));
        }
        start = end;
    }
    arena.finish(syntax)
}

/// Blocks by indentation, lines, brackets, words.
pub fn words(source: &Arc<[u8]>) -> Tree {
    let mut arena = Arena::new(source);
    let root = arena.root(Kind::Regular, NONE, TEXT);
    let list = arena.add(Kind::List, root, NONE, NONE, NONE);
    let lines = indented_lines(source);
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        while open.last().is_some_and(|(indent, _)| *indent >= line.indent) {
            open.pop();
        }
        let around = open.last().map_or(list, |(_, body)| *body);
        let has_body = lines.get(index + 1).is_some_and(|next| next.indent > line.indent);
        let place = if has_body {
            arena.add(Kind::Regular, around, NONE, NONE, BLOCK)
        } else {
            around
        };
        add_line(&mut arena, source, line.span.clone(), place);
        if has_body {
            let body = arena.add(Kind::List, place, NONE, NONE, NONE);
            open.push((line.indent, body));
        }
    }
    arena.finish(&Arc::new(Syntax::text()))
}

struct Line {
    indent: usize,
    span: Range<usize>,
}

/// The lines that are not blank. Where nothing is indented, brackets say how deep a line stands.
fn indented_lines(source: &[u8]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in source.split_inclusive(|byte| *byte == b'\n') {
        let end = start + text.len();
        let indent = text.len() - text.trim_ascii_start().len();
        if indent < text.len() {
            let span = start + indent..start + text.trim_ascii_end().len();
            lines.push(Line { indent, span });
        }
        start = end;
    }
    if lines.iter().all(|line| line.indent == 0) {
        let mut depth = 0_usize;
        for line in &mut lines {
            let text = &source[line.span.clone()];
            let closing = text.iter().take_while(|byte| closes(**byte)).count();
            line.indent = depth.saturating_sub(closing);
            for byte in text {
                depth = depth + usize::from(opens(*byte)) - usize::from(closes(*byte) && depth > 0);
            }
        }
    }
    lines
}

fn opens(byte: u8) -> bool {
    matches!(byte, b'(' | b'[' | b'{')
}

fn closes(byte: u8) -> bool {
    matches!(byte, b')' | b']' | b'}')
}

fn are_a_pair(opening: u8, closing: u8) -> bool {
    matches!((opening, closing), (b'(', b')') | (b'[', b']') | (b'{', b'}'))
}

/// Adds the words of a line, with matching brackets as nodes around what they hold.
fn add_line(arena: &mut Arena<'_>, source: &[u8], span: Range<usize>, parent: NodeId) {
    let partners = partners(source, span.clone());
    let line = arena.add(Kind::Regular, parent, NONE, NONE, LINE);
    let mut lists = vec![(arena.add(Kind::List, line, NONE, NONE, NONE), line)];
    for word in words_of(source, span) {
        let (list, around) = *lists.last().expect("the line itself stays open");
        let leaf = |arena: &mut Arena<'_>, parent| {
            let leaf = arena.add(Kind::Token, parent, NONE, NONE, WORD);
            arena.piece(word.start, word.end, leaf);
        };
        let is_paired = partners.binary_search(&word.start).is_ok();
        if is_paired && opens(source[word.start]) {
            let brackets = arena.add(Kind::Regular, list, NONE, NONE, BRACKETS);
            leaf(arena, brackets);
            let inner = arena.add(Kind::List, brackets, NONE, NONE, NONE);
            lists.push((inner, brackets));
        } else if is_paired {
            leaf(arena, around);
            lists.pop();
        } else {
            leaf(arena, list);
        }
    }
}

/// Where in a line the brackets stand that have a partner in the same line.
fn partners(source: &[u8], span: Range<usize>) -> Vec<usize> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for at in span {
        let byte = source[at];
        if opens(byte) {
            open.push(at);
        } else if let Some(start) = open.last().filter(|start| are_a_pair(source[**start], byte)) {
            found.extend([*start, at]);
            open.pop();
        }
    }
    found.sort_unstable();
    found
}

/// Runs of letters and digits, and every other character by itself.
fn words_of(source: &[u8], span: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = span.start;
    std::iter::from_fn(move || {
        while at < span.end && source[at].is_ascii_whitespace() {
            at += 1;
        }
        let start = at;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
        if start >= span.end {
            return None;
        }
        at += 1;
        while is_word(source[start]) && at < span.end && is_word(source[at]) {
            at += 1;
        }
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::remove;
    use crate::program::Program;

    fn digits(source: &Arc<[u8]>, syntax: &Arc<Syntax>) -> Tree {
        let depth = |digit: &u8| usize::from(digit - b'0');
        let pieces: Vec<_> = source
            .iter()
            .map(depth)
            .enumerate()
            .map(|(at, depth)| (at + 1, depth))
            .collect();
        nested(source, &pieces, syntax)
    }

    #[test]
    fn a_piece_takes_the_deeper_ones_that_follow_it_along() {
        let syntax = Arc::new(Syntax::foreign("digits", digits));
        let left = |index: usize| {
            let tree = Arc::new(crate::parse(&b"0112010"[..], &syntax));
            let program = Program::new(tree.clone());
            let leaf = tree.leaves().nth(index).unwrap();
            let parent = tree.parent(leaf).unwrap();
            let node = if tree.kind(parent) == Kind::List { leaf } else { parent };
            let candidate = program.propose(&remove(node)).unwrap();
            String::from_utf8(candidate.text(&program)).unwrap()
        };
        let all: Vec<String> = (0..7).map(left).collect();
        assert_eq!(all, ["010", "012010", "01010", "011010", "01120", "011200", "011201"]);
    }
}

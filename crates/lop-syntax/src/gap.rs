//! White space where something was cut out.
//!
//! Programs keep their own white space. At a cut the piece that follows keeps its gap if that ends a
//! line, else takes the removed one's gap if that does; what now comes first after a bracket stands as close
//! to it as what was there; a space is put only where two tokens would become one.
//! What takes another's place takes the gap of what it replaces; where indentation has a meaning, its
//! lines move along.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::lexical::may_touch;
use crate::program::Program;
use crate::syntax::Layout;
use crate::tree::{Kind, NodeId, Tree};

/// The gaps that change when pieces die and nodes take the places of others.
pub(crate) fn after(
    program: &Program,
    kills: &[Range<usize>],
    hoists: &[(NodeId, NodeId)],
    texts: &mut Vec<(usize, Box<[u8]>)>,
) -> Vec<(usize, Box<[u8]>)> {
    let mut gaps: FxHashMap<usize, Box<[u8]>> = FxHashMap::default();
    // What follows a node that was replaced or rewritten keeps its gap, whatever went away at the node's end.
    let mut followers: Vec<usize> = Vec::new();
    for (node, by) in hoists {
        let last = program.previous_piece(program.range(*by).end);
        let next = program.next_piece(program.range(*node).end);
        // Where the end of a line ends a statement, a word that follows needs one.
        let is_ended = last
            .is_none_or(|last| program.piece_text(last).ends_with(b"}") || program.piece_text(last).ends_with(b";"));
        let is_word = |next: usize| program.piece_text(next).first().is_some_and(u8::is_ascii_alphabetic);
        let needs_line = |next: usize| program.tree().syntax.layout == Layout::Newline && !is_ended && is_word(next);
        followers.extend(next.filter(|next| !needs_line(*next)));
    }
    for (piece, _) in texts.iter() {
        let kill = kills.iter().find(|kill| kill.start == piece + 1);
        followers.extend(kill.and_then(|kill| program.next_piece(kill.end)));
    }
    for (node, by) in hoists {
        let (Some(first), Some(moved)) = (
            program.first_piece(program.range(*node)),
            program.first_piece(program.range(*by)),
        ) else {
            continue;
        };
        if program.tree().syntax.layout == Layout::Indent {
            shift(program, first, moved, program.range(*by), &mut gaps, texts);
        }
        gaps.insert(moved, program.gap(first).into());
    }
    for (index, kill) in kills.iter().enumerate() {
        let Some(removed) = program.first_piece(kill.clone()) else {
            continue;
        };
        let Some(piece) = program.next_piece(kill.end) else {
            continue;
        };
        // Two cuts with nothing alive between them are one; the last of them decides.
        if kills.get(index + 1).is_some_and(|next| next.contains(&piece)) {
            continue;
        }
        let before = last_alive(program, kills, index);
        let gap = match gaps.remove(&piece) {
            Some(gap) => gap,
            None if followers.contains(&piece) => program.gap(piece).into(),
            None => {
                let first_removed = first_removed(program, kills, index, removed);
                joined(program, before, first_removed, piece)
            }
        };
        let gap = apart(program, before, gap, piece, texts);
        if *gap != *program.gap(piece) {
            gaps.insert(piece, gap);
        }
    }
    keep_new_texts_apart(program, texts, &mut gaps);
    let mut gaps: Vec<_> = gaps.into_iter().collect();
    gaps.sort_by_key(|(piece, _)| *piece);
    gaps
}

/// Puts a space where a new text would fuse with its neighbours and the old one did not.
fn keep_new_texts_apart(program: &Program, texts: &[(usize, Box<[u8]>)], gaps: &mut FxHashMap<usize, Box<[u8]>>) {
    for (piece, text) in texts {
        let is_open = |at: usize| {
            gaps.get(&at)
                .map_or_else(|| program.gap(at).is_empty(), |gap| gap.is_empty())
        };
        let before = program.previous_piece(*piece).map(|before| program.piece_text(before));
        let next = program.next_piece(*piece + 1).filter(|next| is_open(*next));
        let old = program.piece_text(*piece);
        let needs_space_before = is_open(*piece) && before.is_some_and(|before| !may_touch(before, text));
        let needs_space_after = next.filter(|next| {
            let after = program.piece_text(*next);
            !may_touch(text, after) && may_touch(old, after)
        });
        if needs_space_before {
            gaps.insert(*piece, Box::from(*b" "));
        }
        if let Some(next) = needs_space_after {
            gaps.insert(next, Box::from(*b" "));
        }
    }
}

/// The piece that stays before a cut.
fn last_alive(program: &Program, kills: &[Range<usize>], index: usize) -> Option<usize> {
    let mut index = index;
    loop {
        let piece = program.previous_piece(kills[index].start)?;
        match index.checked_sub(1) {
            Some(before) if kills[before].contains(&piece) => index = before,
            _ => return Some(piece),
        }
    }
}

/// The first piece that goes in a run of cuts with nothing alive between them.
fn first_removed(program: &Program, kills: &[Range<usize>], index: usize, removed: usize) -> usize {
    let (mut index, mut removed) = (index, removed);
    while let Some(before) = index.checked_sub(1) {
        let Some(piece) = program.previous_piece(kills[index].start) else {
            break;
        };
        if !kills[before].contains(&piece) {
            break;
        }
        removed = program.first_piece(kills[before].clone()).unwrap_or(removed);
        index = before;
    }
    removed
}

/// The gap before the piece that follows a cut.
fn joined(program: &Program, before: Option<usize>, removed: usize, piece: usize) -> Box<[u8]> {
    let (own, other) = (program.gap(piece), program.gap(removed));
    let Some(before) = before else {
        return other.into();
    };
    let is_first = matches!(program.piece_text(before), [.., b'(' | b'[' | b'{']);
    if is_first && !ends_line(own) && other.len() < own.len() {
        return other.into();
    }
    if ends_line(own) || !ends_line(other) {
        own.into()
    } else {
        other.into()
    }
}

/// A gap that keeps its neighbours apart.
fn apart(
    program: &Program,
    before: Option<usize>,
    gap: Box<[u8]>,
    piece: usize,
    texts: &[(usize, Box<[u8]>)],
) -> Box<[u8]> {
    let Some(before) = before else {
        return gap;
    };
    let tree = program.tree();
    // A comment to the end of its line must not swallow what follows.
    if tree.kind(tree.pieces[before].leaf) == Kind::Extra && ends_line(tree.gap(before + 1)) && !ends_line(&gap) {
        return Box::from(*b"\n");
    }
    let text = texts
        .iter()
        .find(|(at, _)| *at == piece)
        .map_or_else(|| program.piece_text(piece), |(_, text)| text);
    let is_glued = |piece: usize| is_glued(tree, tree.pieces[piece].leaf);
    if gap.is_empty() && !may_touch(program.piece_text(before), text) && !is_glued(piece) && !is_glued(before) {
        return Box::from(*b" ");
    }
    gap
}

fn ends_line(gap: &[u8]) -> bool {
    gap.contains(&b'\n')
}

/// Moves the lines of a node to where the node goes.
fn shift(
    program: &Program,
    from: usize,
    moved: usize,
    range: Range<usize>,
    gaps: &mut FxHashMap<usize, Box<[u8]>>,
    texts: &mut Vec<(usize, Box<[u8]>)>,
) {
    let (new, _) = program.indentation(from);
    let (old, _) = program.indentation(moved);
    if new == old {
        return;
    }
    let reindent = |line: &[u8]| -> Vec<u8> {
        match line.strip_prefix(&old[..]) {
            Some(rest) => [&new[..], rest].concat(),
            None => line.to_vec(),
        }
    };
    let mut next = program.next_piece(moved);
    while let Some(piece) = next.filter(|piece| range.contains(piece)) {
        let gap = program.gap(piece);
        if let Some(line) = gap.iter().rposition(|byte| *byte == b'\n').filter(|_| piece != moved) {
            let indented = [&gap[..=line], &reindent(&gap[line + 1..])].concat();
            gaps.insert(piece, indented.into());
        }
        let text = program.piece_text(piece);
        if moves_along(program, piece) && ends_line(text) {
            let lines: Vec<Vec<u8>> = text
                .split(|byte| *byte == b'\n')
                .enumerate()
                .map(|(index, line)| if index == 0 { line.to_vec() } else { reindent(line) })
                .collect();
            texts.push((piece, lines.join(&b'\n').into()));
        }
        next = program.next_piece(piece + 1);
    }
}

/// Whether the lines inside a token are indented like those around it.
fn moves_along(program: &Program, piece: usize) -> bool {
    let tree = program.tree();
    let rule = tree.rule(tree.pieces[piece].leaf);
    rule.zip(tree.syntax.grammar())
        .is_some_and(|(rule, grammar)| grammar.is_indented(rule))
}

/// Whether nothing may be put before or after a token.
fn is_glued(tree: &Tree, leaf: NodeId) -> bool {
    let Some(grammar) = tree.syntax.grammar() else {
        return tree.syntax.has_glued_pieces();
    };
    let Some(rule) = tree.rule(leaf) else {
        return true;
    };
    let mut around = std::iter::successors(tree.parent(leaf), |node| tree.parent(*node)).take(3);
    grammar.rule(rule).is_immediate || around.any(|node| tree.rule(node).is_some_and(|rule| grammar.is_glued(rule)))
}

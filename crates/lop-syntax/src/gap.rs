//! Whitespace where something was cut out.
//!
//! Programs keep their own whitespace. At a cut the piece that follows keeps its gap if that ends a
//! line, else takes the removed one's gap if that does; what now comes first after a bracket stands as close
//! to it as what was there; a space is put only where two tokens would become one.
//! What takes another's place takes the gap of what it replaces; where indentation has a meaning, its
//! lines move along.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexical::{is_word, may_touch};
use crate::program::Program;
use crate::syntax::Layout;
use crate::tree::{Kind, NodeId, Tree};

/// The gaps that change when pieces die and nodes take the places of others, in the order of their pieces. No piece that
/// dies is among them.
pub(crate) fn after(
    program: &Program,
    kills: &[Range<usize>],
    hoists: &[(NodeId, NodeId)],
    texts: &mut Vec<(usize, Box<[u8]>)>,
) -> Vec<(usize, Box<[u8]>)> {
    let left = RemainingPieces {
        program,
        cuts: cuts(program, kills),
        kills,
    };
    let mut gaps: FxHashMap<usize, Box<[u8]>> = FxHashMap::default();
    // The piece that follows a node that was replaced or rewritten keeps its gap, whatever was removed at the node's end.
    let mut followers: FxHashSet<usize> = FxHashSet::default();
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
    followers.extend(texts.iter().filter_map(|(piece, _)| left.cut_after(*piece)?.after));
    for (node, by) in hoists {
        let (Some(first), Some(moved)) = (
            program.first_piece(program.range(*node)),
            left.first(program.range(*by)),
        ) else {
            continue;
        };
        if program.tree().syntax.layout == Layout::Indent {
            shift(&left, first, moved, program.range(*by), &mut gaps, texts);
        }
        gaps.insert(moved, program.gap(first).into());
    }
    let new = Texts {
        program,
        new: texts.iter().map(|(piece, text)| (*piece, &**text)).collect(),
    };
    for cut in &left.cuts {
        let Some(piece) = cut.after else {
            continue;
        };
        let gap = match gaps.remove(&piece) {
            Some(gap) => gap,
            None if followers.contains(&piece) => program.gap(piece).into(),
            None => joined(program, cut.before, cut.removed, piece),
        };
        let gap = apart(&new, cut.before, gap, piece);
        if *gap != *program.gap(piece) {
            gaps.insert(piece, gap);
        }
    }
    keep_new_texts_apart(&left, &new, &mut gaps);
    let mut gaps: Vec<_> = gaps.into_iter().collect();
    gaps.sort_by_key(|(piece, _)| *piece);
    gaps
}

/// Pieces that die, with nothing alive between them.
struct Cut {
    /// The piece that stays before them.
    before: Option<usize>,
    /// The first of them.
    removed: usize,
    /// The piece that stays after them.
    after: Option<usize>,
}

/// The cuts, in order. Ranges with only dead pieces between them are one cut; a range of dead pieces is none.
fn cuts(program: &Program, kills: &[Range<usize>]) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::with_capacity(kills.len());
    for kill in kills {
        let Some(removed) = program.first_piece(kill.clone()) else {
            continue;
        };
        let after = program.next_piece(kill.end);
        match cuts.last_mut() {
            Some(last) if last.after == Some(removed) => last.after = after,
            _ => cuts.push(Cut {
                before: program.previous_piece(removed),
                removed,
                after,
            }),
        }
    }
    cuts
}

/// The pieces of a program that an edit leaves.
struct RemainingPieces<'a> {
    program: &'a Program,
    kills: &'a [Range<usize>],
    cuts: Vec<Cut>,
}

impl RemainingPieces<'_> {
    fn dies(&self, piece: usize) -> bool {
        let at = self.kills.partition_point(|kill| kill.end <= piece);
        self.kills.get(at).is_some_and(|kill| kill.contains(&piece))
    }

    /// The cut right behind a piece that stays.
    fn cut_after(&self, piece: usize) -> Option<&Cut> {
        let at = self.cuts.partition_point(|cut| cut.removed <= piece);
        self.cuts.get(at).filter(|cut| cut.before == Some(piece))
    }

    /// The first piece of a range that stays.
    fn first(&self, range: Range<usize>) -> Option<usize> {
        let first = self.program.first_piece(range.clone())?;
        if !self.dies(first) {
            return Some(first);
        }
        let at = self.cuts.partition_point(|cut| cut.removed <= first);
        self.cuts[at - 1].after.filter(|piece| range.contains(piece))
    }

    /// The piece that will stand before one that stays.
    fn before(&self, piece: usize) -> Option<usize> {
        let at = self.cuts.partition_point(|cut| cut.removed < piece);
        match self.cuts[..at].last() {
            Some(cut) if cut.after == Some(piece) => cut.before,
            _ => self.program.previous_piece(piece),
        }
    }

    /// The piece that will follow one that stays.
    fn after(&self, piece: usize) -> Option<usize> {
        match self.cut_after(piece) {
            Some(cut) => cut.after,
            None => self.program.next_piece(piece + 1),
        }
    }
}

/// The texts of pieces with an edit made.
struct Texts<'a> {
    program: &'a Program,
    new: FxHashMap<usize, &'a [u8]>,
}

impl Texts<'_> {
    fn of(&self, piece: usize) -> &[u8] {
        match self.new.get(&piece) {
            Some(text) => text,
            None => self.program.piece_text(piece),
        }
    }
}

/// Puts a space where a new text would fuse with a neighbour that the edit leaves.
fn keep_new_texts_apart(left: &RemainingPieces<'_>, texts: &Texts<'_>, gaps: &mut FxHashMap<usize, Box<[u8]>>) {
    let program = left.program;
    let mut new: Vec<usize> = texts.new.keys().copied().collect();
    new.sort_unstable();
    for piece in new {
        let pairs = [(left.before(piece), Some(piece)), (Some(piece), left.after(piece))];
        for (before, after) in pairs.into_iter().filter_map(|(before, after)| before.zip(after)) {
            let gap = gaps.get(&after).map_or_else(|| program.gap(after), |gap| &gap[..]);
            let fuses = gap.is_empty() && !may_touch(texts.of(before), texts.of(after));
            if fuses && !touched(program, after, piece) {
                gaps.insert(after, Box::from(*b" "));
            }
        }
    }
}

/// Whether a piece touched the one before it although both are words, as the parts of a string do. If the piece itself
/// stays as it is, operators count too: in `Vec<Vec<u8>>` a type is rewritten before a `>`.
fn touched(program: &Program, piece: usize, rewritten: usize) -> bool {
    let Some(before) = program.previous_piece(piece) else {
        return false;
    };
    let (before, text) = (program.piece_text(before), program.piece_text(piece));
    program.gap(piece).is_empty()
        && !may_touch(before, text)
        && (piece != rewritten || text.first().copied().is_some_and(is_word))
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
fn apart(texts: &Texts<'_>, before: Option<usize>, gap: Box<[u8]>, piece: usize) -> Box<[u8]> {
    let Some(before) = before else {
        return gap;
    };
    let tree = texts.program.tree();
    // A comment to the end of its line must not swallow the piece that follows.
    if tree.kind(tree.pieces[before].leaf) == Kind::Extra && ends_line(tree.gap(before + 1)) && !ends_line(&gap) {
        return Box::from(*b"\n");
    }
    let is_glued = |piece: usize| is_glued(tree, tree.pieces[piece].leaf);
    if gap.is_empty() && !may_touch(texts.of(before), texts.of(piece)) && !is_glued(piece) && !is_glued(before) {
        return Box::from(*b" ");
    }
    gap
}

fn ends_line(gap: &[u8]) -> bool {
    gap.contains(&b'\n')
}

/// Moves the lines of a node to where the node goes.
fn shift(
    left: &RemainingPieces<'_>,
    from: usize,
    moved: usize,
    range: Range<usize>,
    gaps: &mut FxHashMap<usize, Box<[u8]>>,
    texts: &mut Vec<(usize, Box<[u8]>)>,
) {
    let program = left.program;
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
    let mut next = Some(moved);
    while let Some(piece) = next.filter(|piece| range.contains(piece)) {
        let gap = program.gap(piece);
        if let Some(line) = gap.iter().rposition(|byte| *byte == b'\n').filter(|_| piece != moved) {
            let indented = [&gap[..=line], &reindent(&gap[line + 1..])].concat();
            gaps.insert(piece, indented.into());
        }
        let text = program.piece_text(piece);
        let is_rewritten = texts.iter().any(|(at, _)| *at == piece);
        if ends_line(text) && moves_along(program, piece) && !is_rewritten {
            let lines: Vec<Vec<u8>> = text
                .split(|byte| *byte == b'\n')
                .enumerate()
                .map(|(index, line)| if index == 0 { line.to_vec() } else { reindent(line) })
                .collect();
            texts.push((piece, lines.join(&b'\n').into()));
        }
        next = left.after(piece);
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

//! A text as tree-sitter reads it: in one go, or piece by piece.
//!
//! After an error that it cannot make sense of, tree-sitter may take the rest of a file for loose tokens, and a string
//! for a comment. Most of such a file reads well in pieces: a piece ends with `;` or `}` outside of all brackets. Where a
//! piece does not read either, what is between its braces is read piece by piece, and the rest of it without
//! that. So an error stays where it is. All pieces share the parser's budget; where it does not last, the text is taken as it was
//! read in one go.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use crate::parse::bounded::{BoundedParser, GaveUp};
use crate::parse::lexis::{Lexer, Lexis};

/// A text with fewer tokens in errors is taken as it was read. Not measured.
const MAX_TOKENS_IN_ERRORS: usize = 64;
/// Blocks of fewer bytes are not read apart. Not measured.
const MIN_BLOCK: usize = 40;
/// How deep blocks are looked into. Not measured.
const MAX_DEPTH: usize = 12;

/// How a text was read.
#[derive(Debug)]
pub(super) struct Reading {
    trees: Vec<Tree>,
    /// The trees of the text's pieces, in order.
    tops: Vec<usize>,
    /// The trees of what stands between braces that were read without it, by where it begins.
    holes: BTreeMap<usize, Vec<usize>>,
}

impl Reading {
    /// The root of the text, if it was read in one go.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        let [only] = self.tops[..] else { return None };
        Some(self.trees[only].root_node())
    }

    /// The roots of the text's pieces.
    pub(super) fn tops(&self) -> impl Iterator<Item = Node<'_>> {
        self.tops.iter().map(|tree| self.trees[*tree].root_node())
    }

    /// The roots of the pieces that were read apart from the braces before them.
    pub(super) fn hole(&self, start: usize) -> Option<impl Iterator<Item = Node<'_>>> {
        let pieces = self.holes.get(&start)?;
        Some(pieces.iter().map(|tree| self.trees[*tree].root_node()))
    }

    /// Whether the parser could not make sense of some place.
    pub(super) fn has_error(&self) -> bool {
        self.trees.iter().any(|tree| tree.root_node().has_error())
    }
}

/// Reads a text. Without a [`Lexis`] it is read in one go. `fits` tells whether a node may have
/// the children of the given nodes in place of what is between its braces.
pub(super) fn read(
    parser: &mut BoundedParser<'_>,
    text: &[u8],
    lexis: Option<Lexis>,
    fits: &mut dyn FnMut(Node<'_>, usize, &[Node<'_>]) -> bool,
) -> Result<Reading, GaveUp> {
    let whole = parser.parse(text)?;
    let errors = tokens_in_errors(whole.root_node());
    let mut reading = Reading {
        trees: vec![whole],
        tops: vec![0],
        holes: BTreeMap::new(),
    };
    let is_lost = reading.trees[0].root_node().is_error() || errors > MAX_TOKENS_IN_ERRORS;
    let Some(lexis) = lexis.filter(|_| is_lost) else {
        return Ok(reading);
    };
    let mut reader = Reader {
        parser,
        text,
        lexis,
        fits,
        trees: Vec::new(),
        holes: BTreeMap::new(),
    };
    let pieces = reader.pieces(0..text.len(), 0);
    if let Ok((tops, errors_in_pieces)) = pieces
        && errors_in_pieces < errors
    {
        reading = Reading {
            trees: reader.trees,
            tops,
            holes: reader.holes,
        };
    }
    Ok(reading)
}

struct Reader<'a, 'l, 'f> {
    parser: &'a mut BoundedParser<'l>,
    text: &'a [u8],
    lexis: Lexis,
    fits: &'f mut dyn FnMut(Node<'_>, usize, &[Node<'_>]) -> bool,
    trees: Vec<Tree>,
    holes: BTreeMap<usize, Vec<usize>>,
}

/// A part of a text that ends outside of all brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    range: Range<usize>,
    /// What is between the last braces in it.
    block: Option<Range<usize>>,
}

impl Reader<'_, '_, '_> {
    /// Reads a part of the text piece by piece: the trees, and how many tokens are in errors.
    fn pieces(&mut self, range: Range<usize>, depth: usize) -> Result<(Vec<usize>, usize), GaveUp> {
        let pieces = split(self.text, range, self.lexis);
        let (mut tops, mut errors) = (Vec::new(), 0);
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            let tree = self.parse(std::slice::from_ref(&piece.range))?;
            at += 1;
            let mut found = tokens_in_errors(tree.root_node());
            self.trees.push(tree);
            let mut top = self.trees.len() - 1;
            if found > 0 {
                if let Some(joined) = self.with_next(piece, pieces.get(at))? {
                    self.trees[top] = joined;
                    (found, at) = (0, at + 1);
                } else if let Some((shell, left)) = self.apart(piece, found, depth)? {
                    (top, found) = (shell, left);
                }
            }
            tops.push(top);
            errors += found;
        }
        Ok((tops, errors))
    }

    fn parse(&mut self, ranges: &[Range<usize>]) -> Result<Tree, GaveUp> {
        self.parser.parse_ranges(self.text, ranges)
    }

    /// Braces may not be the end: `struct { ... } x;`
    fn with_next(&mut self, piece: &Piece, next: Option<&Piece>) -> Result<Option<Tree>, GaveUp> {
        let Some(next) = next else { return Ok(None) };
        let joined = piece.range.start..next.range.end;
        let tree = self.parse(std::slice::from_ref(&joined))?;
        Ok(Some(tree).filter(|tree| !tree.root_node().has_error()))
    }

    /// A piece without what is between its braces, and that by itself, if more is understood so.
    fn apart(&mut self, piece: &Piece, errors: usize, depth: usize) -> Result<Option<(usize, usize)>, GaveUp> {
        let Some(block) = piece
            .block
            .clone()
            .filter(|block| block.len() >= MIN_BLOCK && depth < MAX_DEPTH)
        else {
            return Ok(None);
        };
        let shell = self.parse(&[piece.range.start..block.start, block.end..piece.range.end])?;
        let trees = self.trees.len();
        let (inner, inner_errors) = self.pieces(block.clone(), depth + 1)?;
        let left = inner_errors + tokens_in_errors(shell.root_node());
        let braces = shell
            .root_node()
            .descendant_for_byte_range(block.start - 1, block.end + 1);
        let roots: Vec<Node<'_>> = inner.iter().map(|tree| self.trees[*tree].root_node()).collect();
        let fits = left < errors && braces.is_some_and(|braces| (self.fits)(braces, block.start, &roots));
        if !fits {
            self.trees.truncate(trees);
            self.holes.retain(|start, _| !block.contains(start));
            return Ok(None);
        }
        self.holes.insert(block.start, inner);
        self.trees.push(shell);
        Ok(Some((self.trees.len() - 1, left)))
    }
}

/// The pieces of a part of a text; together they are all of it.
fn split(text: &[u8], range: Range<usize>, lexis: Lexis) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = range.start;
    let mut open: Vec<u8> = Vec::new();
    let mut block = None;
    let mut lexer = Lexer::new(text, range.clone(), lexis);
    while let Some(token) = lexer.next() {
        let byte = text[token.start];
        match byte {
            b'(' | b'[' => open.push(byte),
            b'{' => {
                if open.is_empty() {
                    block = Some(token.end..token.end);
                }
                open.push(byte);
            }
            b')' => {
                open.pop_if(|open| *open == b'(');
            }
            b']' => {
                open.pop_if(|open| *open == b'[');
            }
            // Where brackets do not fit each other, braces are most likely right.
            b'}' => {
                while open.pop().is_some_and(|open| open != b'{') {}
                if let Some(block) = block.as_mut().filter(|_| open.is_empty()) {
                    block.end = token.start;
                }
            }
            _ => {}
        }
        let is_end = open.is_empty() && matches!(byte, b'}' | b';');
        if !is_end {
            continue;
        }
        // A semicolon behind braces belongs to them.
        let mut ahead = lexer.clone();
        let next = ahead.next().filter(|next| text[next.clone()] == *b";");
        let end = next.filter(|_| byte == b'}').map_or(token.end, |next| next.end);
        lexer.at = end;
        pieces.push(Piece {
            range: start..end,
            block: block.take(),
        });
        start = end;
    }
    if start < range.end {
        pieces.push(Piece {
            range: start..range.end,
            block: None,
        });
    }
    pieces
}

/// How many tokens stand in errors; what the parser had to assume counts as one.
pub(super) fn tokens_in_errors(root: Node<'_>) -> usize {
    let mut cursor = root.walk();
    let mut errors: usize = 0;
    let mut depth = 0_usize;
    loop {
        let node = cursor.node();
        let is_in_error = depth > 0 || node.is_error();
        let is_leaf = node.child_count() == 0;
        errors += usize::from(node.is_missing() || is_leaf && is_in_error);
        if (is_in_error || node.has_error()) && cursor.goto_first_child() {
            depth += usize::from(is_in_error);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
            depth = depth.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let pieces = split(text.as_bytes(), 0..text.len(), Lexis::CPP);
        assert_eq!(
            pieces
                .iter()
                .map(|piece| &text[piece.range.clone()])
                .collect::<String>(),
            text
        );
        pieces.into_iter().map(|piece| text[piece.range].trim()).collect()
    }

    #[test]
    fn pieces_end_outside_of_all_brackets() {
        let text = "int a; // ;\nstruct b { int c; };\nvoid f(int x = g({1;})) { \"}\"; }\nnamespace d {} } e";
        let expected = [
            "int a;",
            "// ;\nstruct b { int c; };",
            "void f(int x = g({1;})) { \"}\"; }",
            "namespace d {}",
            "}",
            "e",
        ];
        assert_eq!(pieces(text), expected);
    }
}

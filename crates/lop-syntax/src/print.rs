//! Printing a finished program: compact or pretty.
//!
//! While searching, programs keep their own whitespace. At the end it may be made as small or as tidy
//! as the language allows. What that is differs from language to language and is easy to get wrong, so
//! each attempt is parsed again and kept only if nothing but whitespace has changed; bolder attempts
//! are made first.

use crate::lexical::may_touch;
use crate::parse::parse;
use crate::syntax::Layout;
use crate::tree::{Kind, Tree};

/// How a program is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// As it is.
    #[default]
    Original,
    /// With as little whitespace as possible.
    Compact,
    /// One statement to a line, indented by brackets.
    Pretty,
}

/// How many blanks an indentation has.
const INDENT: usize = 4;

/// The text of a program in a format; as it is, if no attempt at the format reads the same.
pub fn print(tree: &Tree, format: Format) -> Vec<u8> {
    let attempts: &[fn(&Tree) -> Vec<u8>] = match (format, tree.syntax.layout) {
        (Format::Original, _) => &[],
        (Format::Compact, Layout::Indent) => &[trimmed_lines],
        (Format::Compact, _) => &[joined, tight_lines, spaced_lines, trimmed_lines],
        (Format::Pretty, Layout::Indent) => &[trimmed_lines],
        (Format::Pretty, _) => &[broken_at_statements, indented_lines, trimmed_lines],
    };
    attempts
        .iter()
        .map(|attempt| attempt(tree))
        .find(|text| reads_the_same(tree, text))
        .unwrap_or_else(|| tree.source.to_vec())
}

/// Whether a text has the same tokens in the same structure.
fn reads_the_same(tree: &Tree, text: &[u8]) -> bool {
    let other = parse(text, &tree.syntax);
    let shape = |tree: &Tree| -> Vec<_> {
        tree.nodes
            .iter()
            .map(|node| (node.kind, node.symbol, node.parent))
            .collect()
    };
    tree.pieces.len() == other.pieces.len()
        && (0..tree.pieces.len()).all(|piece| tree.piece_text(piece) == other.piece_text(piece))
        && shape(tree) == shape(&other)
        && (tree.is_broken || !other.is_broken)
}

/// Prints all pieces with new whitespace before each.
fn with_gaps(tree: &Tree, mut gap: impl FnMut(usize, &[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut text = Vec::with_capacity(tree.source.len());
    for piece in 0..tree.pieces.len() {
        let new = gap(piece, tree.gap(piece));
        text.extend(new);
        text.extend_from_slice(tree.piece_text(piece));
    }
    if tree.source.ends_with(b"\n") && !text.is_empty() {
        text.push(b'\n');
    }
    text
}

fn ends_line(gap: &[u8]) -> bool {
    gap.contains(&b'\n')
}

/// Whether the end of the line before a piece has to stay, as it has after a comment.
fn follows_comment(tree: &Tree, piece: usize) -> bool {
    piece > 0 && tree.kind(tree.pieces[piece - 1].leaf) == Kind::Extra && ends_line(tree.gap(piece))
}

/// As little as keeps two tokens apart.
fn tight(tree: &Tree, piece: usize, gap: &[u8]) -> Vec<u8> {
    let is_apart = gap.is_empty() || piece == 0 || may_touch(tree.piece_text(piece - 1), tree.piece_text(piece));
    if is_apart { Vec::new() } else { b" ".to_vec() }
}

/// Everything in one line.
fn joined(tree: &Tree) -> Vec<u8> {
    with_gaps(tree, |piece, gap| {
        if follows_comment(tree, piece) {
            b"\n".to_vec()
        } else {
            tight(tree, piece, gap)
        }
    })
}

/// Lines as they are, without indentation or needless blanks.
fn tight_lines(tree: &Tree) -> Vec<u8> {
    with_gaps(tree, |piece, gap| match ends_line(gap) {
        true if piece > 0 => b"\n".to_vec(),
        _ => tight(tree, piece, gap),
    })
}

/// Lines as they are, without indentation, with single blanks.
fn spaced_lines(tree: &Tree) -> Vec<u8> {
    with_gaps(tree, |piece, gap| match gap {
        _ if piece == 0 || gap.is_empty() => Vec::new(),
        _ if ends_line(gap) => b"\n".to_vec(),
        _ => b" ".to_vec(),
    })
}

/// Lines as they are, without blank ones and without blanks at their ends.
fn trimmed_lines(tree: &Tree) -> Vec<u8> {
    with_gaps(tree, |piece, gap| match gap.iter().rposition(|byte| *byte == b'\n') {
        Some(line) if piece == 0 => gap[line + 1..].to_vec(),
        Some(line) => gap[line..].to_vec(),
        None => gap.to_vec(),
    })
}

/// Lines as they are, indented by the brackets around them.
fn indented_lines(tree: &Tree) -> Vec<u8> {
    let mut depth = Depth::default();
    with_gaps(tree, |piece, gap| {
        let indent = depth.before(tree.piece_text(piece));
        match gap {
            _ if piece == 0 || gap.is_empty() => Vec::new(),
            _ if ends_line(gap) => line(indent),
            _ => b" ".to_vec(),
        }
    })
}

/// A line to each statement, or to each element where there are no statements.
fn broken_at_statements(tree: &Tree) -> Vec<u8> {
    let has_statements = (0..tree.pieces.len()).any(|piece| tree.piece_text(piece) == b";");
    let mut depth = Depth::default();
    let mut in_directive = false;
    with_gaps(tree, |piece, gap| {
        let text = tree.piece_text(piece);
        let ends_directive = in_directive && ends_line(gap);
        if piece == 0 || ends_line(gap) {
            in_directive = text.starts_with(b"#");
        }
        let before = piece
            .checked_sub(1)
            .map(|before| tree.piece_text(before))
            .unwrap_or_default();
        let is_inside = depth.is_inside_parentheses();
        let indent = depth.before(text);
        let breaks = follows_comment(tree, piece)
            || match before {
                b"{" => text != b"}",
                b"}" => !matches!(text, b";" | b"," | b")") && text != b"else" && text != b"while",
                b";" => !is_inside,
                b"[" => !has_statements && text != b"]",
                b"," => !has_statements,
                _ => text == b"}" && before != b"{" || text == b"]" && !has_statements,
            };
        match gap {
            _ if piece == 0 => Vec::new(),
            // A directive is a line of its own, at its beginning.
            _ if in_directive && ends_line(gap) => line(0),
            _ if breaks || ends_directive => line(indent),
            _ if gap.is_empty() && !is_apart(before, text) => Vec::new(),
            _ => b" ".to_vec(),
        }
    })
}

/// Whether people put a blank between two tokens: after a comma, before a block, around an assignment, and before what a
/// directive includes.
fn is_apart(before: &[u8], text: &[u8]) -> bool {
    let includes = before.starts_with(b"#") && matches!(text.first(), Some(b'<' | b'"'));
    let opens = |token: &[u8]| matches!(token, b"(" | b"[" | b"{" | b"");
    includes
        || before == b","
        || before == b"="
        || text == b"="
        || text == b"{" && !opens(before)
        || before == b"}" && text == b"else"
}

fn line(indent: usize) -> Vec<u8> {
    let mut line = vec![b' '; 1 + indent * INDENT];
    line[0] = b'\n';
    line
}

/// The brackets around a place.
#[derive(Default)]
struct Depth {
    open: Vec<u8>,
}

impl Depth {
    /// How deep the line stands that a token begins; takes the token in.
    fn before(&mut self, token: &[u8]) -> usize {
        let indent = self.open.len();
        match token {
            [bracket @ (b'(' | b'[' | b'{')] => {
                self.open.push(*bracket);
                indent
            }
            [b')' | b']' | b'}'] => {
                self.open.pop();
                self.open.len()
            }
            _ => indent,
        }
    }

    fn is_inside_parentheses(&self) -> bool {
        self.open.last() == Some(&b'(')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    fn pretty(language: &str, text: &str) -> String {
        let syntax = lang::named(language)
            .expect("it is built")
            .syntax()
            .expect("it compiles");
        String::from_utf8(print(&parse(text.as_bytes(), &syntax), Format::Pretty)).expect("text")
    }

    #[test]
    fn brackets_with_nothing_in_them_stay_together() {
        assert_eq!(pretty("json", "{\"a\":[]}"), "{\n    \"a\":[]\n}");
    }

    #[test]
    fn a_program_with_directives_is_laid_out_too() {
        assert_eq!(
            pretty("c", "#include<stdio.h>\nint main(){puts(\"\");return 0;}"),
            "#include <stdio.h>\nint main() {\n    puts(\"\");\n    return 0;\n}"
        );
        assert_eq!(
            pretty("c", "int f(){a();\n#pragma omp parallel\nb();}"),
            "int f() {\n    a();\n#pragma omp parallel\n    b();\n}"
        );
    }
}

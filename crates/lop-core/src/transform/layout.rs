//! Text made of parts of a program: laid out as they were, and moved to where they go.

use lop_syntax::{Layout, NodeId, may_touch};

use super::View;

/// Tokens as `spell` has them, with the white space that was between them. Those without a text are left out.
pub(super) fn laid_out(
    view: &View<'_>,
    tokens: impl IntoIterator<Item = NodeId>,
    mut spell: impl FnMut(NodeId) -> Option<Box<[u8]>>,
) -> Vec<u8> {
    let tree = view.tree;
    let mut text: Vec<u8> = Vec::new();
    let mut end: Option<usize> = None;
    let mut was_changed = false;
    for token in tokens {
        let span = tree.span(token);
        // A view has no edits, so that the source is its text. Between tokens may be comments, which stay behind.
        let gap = end.map_or(&b""[..], |end| &tree.source()[end..span.start]);
        let gap = gap.iter().copied().filter(u8::is_ascii_whitespace);
        end = Some(span.end);
        let Some(new) = spell(token) else {
            continue;
        };
        let is_changed = *new != tree.source()[span];
        let length = text.len();
        text.extend(gap.filter(|_| length > 0));
        // Tokens that touched may go on doing so, as the parts of a string do.
        if text.len() == length && (is_changed || was_changed) && !may_touch(&text, &new) {
            text.push(b' ');
        }
        text.extend_from_slice(&new);
        was_changed = is_changed;
    }
    text
}

/// The tokens of a block's statements: those between the language's braces, if it has some.
pub(super) fn inside(view: &View<'_>, block: NodeId) -> Option<Vec<NodeId>> {
    let program = view.program;
    let tokens: Vec<NodeId> = program.tokens_of(block).collect();
    let Some((open, close)) = view.facts.braces else {
        return Some(tokens);
    };
    let is = |token: NodeId, text: &str| program.text_of(token) == text.as_bytes();
    match &tokens[..] {
        [first, inside @ .., last] if is(*first, open) && is(*last, close) => Some(inside.to_vec()),
        _ => None,
    }
}

/// The text of a block as it may stand among statements: without its brackets, where these would make it something else.
pub(super) fn bare(view: &View<'_>, block: Vec<u8>) -> Vec<u8> {
    let facts = view.facts;
    let Some((open, close)) = facts.braces.filter(|_| facts.block.is_some()) else {
        return block;
    };
    let inside = block.strip_prefix(open.as_bytes());
    let inside = inside.and_then(|inside| inside.strip_suffix(close.as_bytes()));
    inside.map(|inside| inside.trim_ascii().to_vec()).unwrap_or(block)
}

/// Several statements as one.
pub(super) fn as_block(view: &View<'_>, statements: Vec<u8>) -> Vec<u8> {
    let (open, close) = view.facts.block.or(view.facts.braces).unwrap_or_default();
    [open.as_bytes(), b" ", &ended(view, statements), b" ", close.as_bytes()].concat()
}

/// Statements that stand one after the other in place of a node.
pub(super) fn in_a_row(view: &View<'_>, place: NodeId, statements: Vec<Vec<u8>>) -> Vec<u8> {
    let statements = statements.into_iter().filter(|text| !text.is_empty());
    let mut row: Vec<u8> = Vec::new();
    for statement in statements {
        if !row.is_empty() {
            row = ended(view, row);
            row.extend(indentation(view, place).unwrap_or(b" "));
        }
        row.extend(statement);
    }
    row
}

/// A statement that another one may follow.
pub(super) fn ended(view: &View<'_>, mut text: Vec<u8>) -> Vec<u8> {
    let end = view.facts.statement_end.as_bytes();
    // A block needs no semicolon behind it, but may need the end of its line.
    let is_ended = text.ends_with(end) || (end == b";" && text.ends_with(b"}"));
    text.extend_from_slice(if is_ended { b"" } else { end });
    text
}

/// The lines of a text that stood at one place, as they stand at another one.
pub(super) fn moved(view: &View<'_>, text: Vec<u8>, from: NodeId, to: NodeId) -> Vec<u8> {
    let indented = indentation(view, from).zip(indentation(view, to));
    let Some((old, new)) = indented.filter(|(old, new)| old != new) else {
        return text;
    };
    let lines = text.split(|byte| *byte == b'\n').enumerate();
    let lines = lines.map(|(index, line)| match line.strip_prefix(old) {
        Some(rest) if index > 0 => [new, rest].concat(),
        _ => line.to_vec(),
    });
    lines.collect::<Vec<_>>().join(&b'\n')
}

/// The white space before a node that begins a line, where that has a meaning.
fn indentation<'a>(view: &View<'a>, node: NodeId) -> Option<&'a [u8]> {
    let tree = view.tree;
    let before = &tree.source()[..tree.span(node).start];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = &before[start..];
    let is_blank = line.iter().all(u8::is_ascii_whitespace);
    (is_blank && tree.syntax().layout == Layout::Indent).then_some(line)
}

//! The program as lines that a terminal can show, and which of them changed.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// A tab is shown as so many spaces.
const TAB: &str = "    ";
/// Most bytes of a line; no terminal is wider. Not measured.
const SHOWN_BYTES: usize = 2000;

/// A text, cut into lines.
pub(super) struct Program {
    text: Arc<[u8]>,
    /// Where lines begin.
    starts: Vec<usize>,
    /// Lines that differ from the text before.
    changed: Vec<usize>,
}

impl Program {
    /// A text without a past.
    pub(super) fn new(text: Arc<[u8]>) -> Self {
        let starts = line_starts(&text);
        Program {
            text,
            starts,
            changed: Vec::new(),
        }
    }

    /// Whether this is that very text.
    pub(super) fn is(&self, text: &Arc<[u8]>) -> bool {
        Arc::ptr_eq(&self.text, text)
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The lines that differ from the text before, in order.
    pub(super) fn changed(&self) -> &[usize] {
        &self.changed
    }

    /// A line, without anything that would move the cursor.
    pub(super) fn line(&self, line: usize) -> String {
        let range = self.range(line);
        let shown = range.start..range.end.min(range.start + SHOWN_BYTES);
        let mut text = String::new();
        for letter in String::from_utf8_lossy(&self.text[shown]).chars() {
            match letter {
                '\t' => text.push_str(TAB),
                '\r' | '\n' => {}
                letter if letter.is_control() => text.push('·'),
                letter => text.push(letter),
            }
        }
        text
    }

    /// The same with another text, which knows what changed.
    pub(super) fn replaced(&self, text: Arc<[u8]>) -> Self {
        let mut new = Program::new(text);
        let (old_lines, new_lines) = self.different_lines(&new);
        let kept: HashSet<&[u8]> = old_lines.map(|line| &self.text[self.range(line)]).collect();
        let is_new = |line: &usize| !kept.contains(&new.text[new.range(*line)]);
        let mut changed: Vec<usize> = new_lines.clone().filter(is_new).collect();
        if changed.is_empty() && new.len() > 0 {
            // Whole lines went: what stands at the place is shown.
            changed.push(new_lines.start.min(new.len() - 1));
        }
        new.changed = changed;
        new
    }

    /// The lines of two texts without those that they have in common at the beginning and at the end.
    fn different_lines(&self, other: &Program) -> (Range<usize>, Range<usize>) {
        let is_same = |own: usize, others: usize| self.text[self.range(own)] == other.text[other.range(others)];
        let most = self.len().min(other.len());
        let before = (0..most).take_while(|at| is_same(*at, *at)).count();
        let after = (1..=most - before)
            .take_while(|back| is_same(self.len() - back, other.len() - back))
            .count();
        (before..self.len() - after, before..other.len() - after)
    }

    fn range(&self, line: usize) -> Range<usize> {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.starts[line]..end
    }
}

fn line_starts(text: &[u8]) -> Vec<usize> {
    let breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let mut starts = vec![0];
    starts.extend(breaks.map(|(at, _)| at + 1));
    starts.pop_if(|last| *last == text.len());
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &str, after: &str) -> Vec<usize> {
        let before = Program::new(before.as_bytes().into());
        before.replaced(after.as_bytes().into()).changed().to_vec()
    }

    #[test]
    fn lines_that_changed_are_known() {
        assert_eq!(changed("a\nb\nc\n", "a\nx\nc\n"), [1]);
        assert_eq!(changed("a\nb1\nc\nd1\ne\n", "a\nb\nc\nd\ne\n"), [1, 3]);
    }

    #[test]
    fn where_lines_went_the_place_is_known() {
        assert_eq!(changed("a\nb\nc\n", "a\nc\n"), [1]);
        assert_eq!(changed("a\nb\n", "a\n"), [0]);
        assert_eq!(changed("a\n", ""), Vec::<usize>::new());
    }

    #[test]
    fn nothing_in_a_line_moves_the_cursor() {
        let program = Program::new(b"a\tb\r\n\x1b[2J\xff"[..].into());
        assert_eq!((program.len(), program.line(0).as_str()), (2, "a    b"));
        assert_eq!(program.line(1), "·[2J\u{fffd}");
    }
}

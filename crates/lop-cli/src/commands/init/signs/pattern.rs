//! What has to be in a line: texts one after the other, with anything between them.

use std::fmt;

use super::Said;

/// A longer line is cut: what comes after says little more, and a shell has limits.
const LONGEST: usize = 240;

/// Texts that a line has to contain in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    parts: Vec<String>,
}

impl Pattern {
    /// A text as it is; none if no letter is in it.
    pub(crate) fn literal(text: &str) -> Option<Self> {
        Pattern::of(&[text.to_owned()])
    }

    /// Texts with anything between them. Parts without a letter or digit go, and so do control characters and letters
    /// that are no ASCII, which are something else in another locale.
    pub(crate) fn of(parts: &[String]) -> Option<Self> {
        let mut kept: Vec<String> = Vec::new();
        let mut length = 0;
        for part in parts {
            for text in part.split(|letter: char| !letter.is_ascii_graphic() && letter != ' ') {
                let text = if kept.is_empty() { text.trim_start() } else { text };
                let room = LONGEST.saturating_sub(length);
                let text = &text[..text.len().min(room)];
                if text.bytes().any(|letter| letter.is_ascii_alphanumeric()) {
                    length += text.len();
                    kept.push(text.to_owned());
                }
            }
        }
        let last = kept.last_mut()?;
        last.truncate(last.trim_end().len());
        Some(Pattern { parts: kept })
    }

    /// The texts.
    pub(crate) fn parts(&self) -> &[String] {
        &self.parts
    }

    /// How many letters a line with it has at least.
    pub(crate) fn letters(&self) -> usize {
        let letters = |part: &String| part.bytes().filter(u8::is_ascii_alphabetic).count();
        self.parts.iter().map(letters).sum()
    }

    /// Whether some line has it.
    pub(crate) fn is_in(&self, said: &Said<'_>) -> bool {
        said.lines().iter().any(|line| self.fits(line))
    }

    fn fits(&self, line: &str) -> bool {
        let mut rest = line;
        self.parts.iter().all(|part| match rest.find(part.as_str()) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.parts.join(" … "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::words;
    use super::*;

    #[test]
    fn a_line_has_the_texts_in_their_order() {
        let input = words("");
        let pattern = Pattern::of(&["a ".into(), " b".into()]).unwrap();
        assert!(pattern.is_in(&Said::new("x\na 7 b\n", &input)));
        assert!(!pattern.is_in(&Said::new("b a\na\nb\n", &input)));
        assert_eq!(Pattern::literal(" :-( "), None);
    }

    #[test]
    fn letters_of_other_scripts_and_control_characters_are_left_open() {
        let pattern = Pattern::literal("in function ‘f’ of\u{1b}[0m x").unwrap();
        assert_eq!(pattern.parts(), ["in function ", "f", " of", "[0m x"]);
    }
}

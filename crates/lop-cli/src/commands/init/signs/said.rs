//! What a command printed, seen beside the input.

use std::collections::HashSet;
use std::path::Path;

use super::Pattern;

/// The words of the input, by which a message's own words are told from those that it quotes.
#[derive(Debug, Default)]
pub(crate) struct InputWords {
    words: HashSet<Vec<u8>>,
    /// The names of the input's files.
    names: Vec<String>,
}

impl InputWords {
    /// The words of some files.
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = String>, texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut words = HashSet::new();
        for text in texts {
            let found = text.split(|byte| !is_word_byte(*byte)).filter(|word| !word.is_empty());
            words.extend(found.map(<[u8]>::to_vec));
        }
        InputWords {
            words,
            names: names.into_iter().filter(|name| !name.is_empty()).collect(),
        }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word.as_bytes())
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_word_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// What a command printed, line by line.
pub(crate) struct Said<'a> {
    lines: Vec<&'a str>,
    input: &'a InputWords,
}

impl<'a> Said<'a> {
    pub(crate) fn new(text: &'a str, input: &'a InputWords) -> Self {
        Said {
            lines: text.lines().collect(),
            input,
        }
    }

    pub(crate) fn lines(&self) -> &[&'a str] {
        &self.lines
    }

    /// The lines after one.
    pub(crate) fn after(&self, line: usize) -> &[&'a str] {
        self.lines.get(line + 1..).unwrap_or_default()
    }

    /// The first line with a text, and what comes after the text.
    pub(crate) fn first(&self, text: &str) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter().enumerate();
        lines.find_map(|(number, line)| Some((number, &line[line.find(text)? + text.len()..])))
    }

    /// The last line with a text, and what comes after the text.
    pub(crate) fn last(&self, text: &str) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter().enumerate().rev();
        lines.find_map(|(number, line)| Some((number, &line[line.find(text)? + text.len()..])))
    }

    /// Whether a text names a file of the input: a place in it moves while the input gets smaller.
    pub(crate) fn is_of_input(&self, text: &str) -> bool {
        let is_end = |rest: &str| !rest.starts_with(is_word_letter);
        let is_start = |before: &str| !before.ends_with(is_word_letter);
        self.input.names.iter().any(|name| {
            let mut found = text.match_indices(name.as_str());
            found.any(|(at, _)| is_start(&text[..at]) && is_end(&text[at + name.len()..]))
        })
    }

    /// A line without the place in the input that it begins with.
    pub(crate) fn without_place<'b>(&self, line: &'b str) -> &'b str {
        let names = self.input.names.iter();
        let Some(end) = names
            .filter_map(|name| Some(line.find(name.as_str())? + name.len()))
            .min()
        else {
            return line.trim();
        };
        let rest = &line[end..];
        let rest = rest.strip_prefix('"').unwrap_or(rest);
        let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || ":,(). ".contains(letter));
        let rest = rest.strip_prefix("line ").unwrap_or(rest);
        rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || ":,). ".contains(letter))
            .trim()
    }

    /// A message with everything left open that comes from the input: what it quotes, names with underscores, digits or
    /// capitals in them, numbers, addresses, and places in the input's files.
    pub(crate) fn message(&self, text: &str) -> Option<Pattern> {
        Pattern::of(&self.parts(self.without_place(text)))
    }

    /// A beginning that is always the same, and a message right after it.
    pub(crate) fn message_after(&self, head: &str, text: &str) -> Option<Pattern> {
        let rest = self.without_place(text);
        let mut parts = self.parts(rest);
        if rest == text.trim() {
            parts[0].insert_str(0, head);
        } else {
            parts.insert(0, head.to_owned());
        }
        Pattern::of(&parts)
    }

    /// The class of an exception and its message, if it has one.
    pub(crate) fn exception(&self, class: &str, message: &str) -> Option<Pattern> {
        if message.is_empty() {
            return Pattern::literal(class);
        }
        self.message_after(&format!("{class}: "), message)
    }

    /// The texts between what is left open; the first is at the beginning.
    fn parts(&self, text: &str) -> Vec<String> {
        let mut parts = Vec::new();
        let mut part = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let (token, after, is_open) = if let Some((quoted, after)) = quotation(rest) {
                let inside = &quoted[letter.len_utf8()..];
                part.push(letter);
                (inside, after, self.is_quoted_from_input(inside))
            } else if is_word_letter(letter) {
                let end = rest.find(|letter| !is_word_letter(letter)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                (word, after, self.is_open(word))
            } else if let Some(end) = temporary(rest).filter(|_| !part.ends_with(is_word_letter)) {
                let (path, after) = rest.split_at(end);
                (path, after, true)
            } else {
                let (one, after) = rest.split_at(letter.len_utf8());
                (one, after, false)
            };
            if is_open {
                parts.push(std::mem::take(&mut part));
            } else {
                part.push_str(token);
            }
            rest = after;
        }
        parts.push(part);
        parts
    }

    /// Whether a word of a message is a number, an address, or likely to be a name of the input's.
    fn is_open(&self, word: &str) -> bool {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_address = word.len() > 2 && word.starts_with("0x");
        let is_name = word
            .chars()
            .skip(1)
            .any(|letter| letter == '_' || letter.is_numeric() || letter.is_uppercase());
        is_number || is_address || is_name && self.input.has(word)
    }

    fn is_quoted_from_input(&self, quoted: &str) -> bool {
        let mut words = quoted
            .split(|letter| !is_word_letter(letter))
            .filter(|word| !word.is_empty());
        self.is_of_input(quoted) || temporary(quoted).is_some() || words.any(|word| self.input.has(word))
    }
}

/// Where the path of a temporary file ends that a text begins with: its name is another one in each run.
fn temporary(text: &str) -> Option<usize> {
    const PLACES: [&str; 3] = ["/tmp/", "/var/tmp/", "/dev/shm/"];
    let is_end = |letter: char| letter.is_whitespace() || "'\"`’”),:;".contains(letter);
    let end = text.find(is_end).unwrap_or(text.len());
    let is_temporary = PLACES.iter().any(|place| text.starts_with(place)) && !Path::new(&text[..end]).exists();
    is_temporary.then_some(end)
}

/// A quotation has at most so many words.
const LONGEST: usize = 4;

/// What a text quotes at its beginning, with the first quotation mark and without the last, and what follows. An
/// apostrophe in a word opens no quotation.
fn quotation(text: &str) -> Option<(&str, &str)> {
    let opening = text.chars().next()?;
    let closing: &[char] = match opening {
        '\'' => &['\''],
        '"' => &['"'],
        '`' => &['`', '\''],
        '‘' => &['’'],
        '“' => &['”'],
        _ => return None,
    };
    let inside = &text[opening.len_utf8()..];
    let end = inside.find(closing)?;
    // A quotation has something in it, and no blank at its borders: "don't say 'x'" opens none with its apostrophe. A
    // sentence between quotation marks is the tool's own.
    let quoted = &inside[..end];
    let is_sentence = quoted.split(' ').count() > LONGEST;
    let is_quotation = end > 0 && !quoted.starts_with(' ') && !quoted.ends_with(' ') && !is_sentence;
    is_quotation.then(|| text.split_at(opening.len_utf8() + end))
}

#[cfg(test)]
mod tests {
    use super::super::testing::words;
    use super::*;

    fn message(text: &str, source: &str) -> String {
        let input = words(source);
        Said::new("", &input)
            .message(text)
            .map_or(String::new(), |pattern| pattern.to_string())
    }

    #[test]
    fn what_a_message_quotes_of_the_input_is_left_open() {
        assert_eq!(message("unknown type 'abc' here", "abc x;"), "unknown type ' … ' here");
        assert_eq!(
            message("no attribute 'token' of ‘abc’", "abc x;"),
            "no attribute 'token' of"
        );
        assert_eq!(message("in table_select of x_y", "table_select"), "in  …  of x_y");
        assert_eq!(message("index 7 of 0x7ff3", ""), "index  …  of");
        assert_eq!(message("see /tmp/blk_q7w8x.log, or not", ""), "see  … , or not");
        assert_eq!(message("no \"/dev/shm/a/b c\" here", ""), "no \" … \" here");
    }

    #[test]
    fn what_is_open_right_after_the_head_stays_open() {
        let input = words("abc x;");
        let said = Said::new("ValueError: 'abc' is bad", &input);
        let pattern = said.exception("ValueError", "'abc' is bad").unwrap();
        assert_eq!(pattern.to_string(), "ValueError: ' … ' is bad");
        assert!(pattern.is_in(&said));
        assert_eq!(said.exception("Overflow", "").unwrap().to_string(), "Overflow");
    }

    #[test]
    fn a_place_in_the_input_is_left_out() {
        assert_eq!(message("a.c:12:3: error: oh", ""), "error: oh");
        assert_eq!(message("/tmp/x/a.c:12: oh", ""), "oh");
        assert_eq!(message("File \"a.c\", line 3: oh", ""), "oh");
        let input = words("");
        let said = Said::new("", &input);
        assert!(said.is_of_input("at f (/tmp/a.c:1)") && !said.is_of_input("/opt/data.c:1"));
    }
}

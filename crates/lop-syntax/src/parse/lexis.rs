//! Where tokens begin and end, as far as all languages with braces agree.
//!
//! A parser that has lost its way takes `//` in a string for a comment. This lexer never loses its way: it knows
//! comments, strings and words, and nothing that stands around them. How a language writes comments and strings
//! is taken from the tokens of its grammar.

use std::ops::Range;

use serde_json::Value;

/// How a language writes comments and strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lexis {
    /// `#` begins a comment, as `//` does everywhere.
    pub has_hash_comments: bool,
    /// A line that begins with `#` is for a preprocessor.
    pub has_directives: bool,
    /// `'` is at both ends of one character; elsewhere it begins a lifetime or a label.
    pub has_lifetimes: bool,
    /// Strings in backquotes, which may have several lines.
    pub has_back_quotes: bool,
    /// Strings in three quotes, which may have several lines.
    pub has_triple_quotes: bool,
    /// `R"x(...)x"`.
    pub has_raw_strings: bool,
    /// `r#"..."#`.
    pub has_hash_strings: bool,
}

impl Lexis {
    /// What is in C.
    pub(crate) const C: Lexis = Lexis {
        has_hash_comments: false,
        has_directives: true,
        has_lifetimes: false,
        has_back_quotes: false,
        has_triple_quotes: false,
        has_raw_strings: false,
        has_hash_strings: false,
    };

    /// What is in C++.
    pub(crate) const CPP: Lexis = Lexis {
        has_raw_strings: true,
        ..Lexis::C
    };

    /// What the rules of a grammar tell. `None` if the language has no blocks in braces or no comments after `//`.
    pub(crate) fn of(rules: &serde_json::Map<String, Value>) -> Option<Lexis> {
        let mut literals = Vec::new();
        rules.values().for_each(|rule| gather(rule, &mut literals));
        let has = |text: &str| literals.contains(&text);
        let begins = |text: &str| literals.iter().any(|literal| literal.starts_with(text));
        let is_braced =
            has("{") && has("}") && (begins("//") || begins("\\/\\/") || rules.contains_key("line_comment"));
        is_braced.then(|| Lexis {
            has_hash_comments: rules.contains_key("shell_comment_top")
                || literals.iter().any(|text| text.starts_with("#.")),
            has_directives: rules.keys().any(|rule| rule.starts_with("preproc_")),
            has_lifetimes: rules.contains_key("lifetime"),
            has_back_quotes: has("`"),
            has_triple_quotes: has("\"\"\""),
            has_raw_strings: begins("R\""),
            has_hash_strings: rules.contains_key("lifetime"),
        })
    }
}

/// The literals and patterns of a rule.
fn gather<'a>(rule: &'a Value, literals: &mut Vec<&'a str>) {
    if let (Some("STRING" | "PATTERN"), Some(value)) = (rule["type"].as_str(), rule["value"].as_str()) {
        literals.push(value);
    }
    if let Some(members) = rule["members"].as_array() {
        members.iter().for_each(|member| gather(member, literals));
    }
    if let Some(content) = rule.get("content") {
        gather(content, literals);
    }
}

/// The tokens of a text, one after the other: words, numbers and strings, and all else byte by byte. Comments and
/// lines for the preprocessor are left out.
#[derive(Debug, Clone)]
pub(crate) struct Lexer<'a> {
    source: &'a [u8],
    /// Where the next token is looked for.
    pub at: usize,
    end: usize,
    lexis: Lexis,
    is_line_start: bool,
}

impl<'a> Lexer<'a> {
    /// The tokens of a part of a text.
    pub(crate) fn new(source: &'a [u8], range: Range<usize>, lexis: Lexis) -> Self {
        Lexer {
            source: &source[..range.end],
            at: range.start,
            end: range.end,
            lexis,
            is_line_start: true,
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.source[self.at.min(self.end)..]
    }

    /// The byte behind the last token.
    pub(crate) fn peek(&self) -> u8 {
        self.rest().first().copied().unwrap_or(0)
    }

    /// Goes behind a string that is looked for, or to the end of the text.
    fn skip_past(&mut self, text: &[u8]) {
        let found = self.rest().windows(text.len()).position(|window| window == text);
        self.at = found.map_or(self.end, |found| self.at + found + text.len());
    }

    fn skip_while(&mut self, is_part: impl Fn(u8) -> bool) {
        self.at += self.rest().iter().take_while(|byte| is_part(**byte)).count();
    }

    /// Goes to the end of a line that does not go on behind a backslash.
    fn skip_line(&mut self) {
        while let Some(byte) = self.rest().first() {
            match byte {
                b'\n' => return,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    /// A line for the preprocessor may hold comments that go on behind it.
    fn skip_directive(&mut self) {
        while let Some(byte) = self.rest().first() {
            match byte {
                b'\n' => return,
                b'\\' => self.at += 2,
                b'"' => self.skip_quoted(b'"'),
                b'/' if self.rest().starts_with(b"/*") => self.skip_comment(),
                b'/' if self.rest().starts_with(b"//") => return self.skip_line(),
                _ => self.at += 1,
            }
        }
    }

    fn skip_comment(&mut self) {
        self.at += 2;
        self.skip_past(b"*/");
    }

    /// A string in one line; one that does not end there ends with its line.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.rest().first() {
            match byte {
                b'\n' if quote != b'`' => return,
                b'\\' => self.at += 2,
                _ => {
                    self.at += 1;
                    if *byte == quote {
                        return;
                    }
                }
            }
        }
        self.at = self.at.min(self.end);
    }

    /// `"x(...)x"`
    fn skip_raw_string(&mut self) {
        let rest = self.rest();
        let Some(open) = rest.iter().take(20).position(|byte| *byte == b'(') else {
            return self.skip_quoted(b'"');
        };
        let end = [&b")"[..], &rest[1..open], b"\""].concat();
        self.at += open;
        self.skip_past(&end);
    }

    fn skip_string(&mut self) {
        let Lexis {
            has_triple_quotes,
            has_lifetimes,
            ..
        } = self.lexis;
        match self.rest() {
            [b'"', b'"', b'"', ..] if has_triple_quotes => {
                self.at += 3;
                self.skip_past(b"\"\"\"");
            }
            [b'\'', first, second, ..] if has_lifetimes && *first != b'\\' && *first < 0x80 && *second != b'\'' => {
                self.at += 1;
            }
            [quote, ..] => self.skip_quoted(*quote),
            [] => {}
        }
    }

    fn skip_word(&mut self) {
        let start = self.at;
        self.skip_while(is_word);
        let word = &self.source[start..self.at];
        let hashes = self.rest().iter().take_while(|byte| **byte == b'#').count();
        match self.rest().get(hashes) {
            Some(b'"') if hashes == 0 && self.lexis.has_raw_strings && word.ends_with(b"R") && word.len() < 4 => {
                self.skip_raw_string();
            }
            Some(b'"') if self.lexis.has_hash_strings && matches!(word, b"r" | b"br" | b"cr") => {
                let end = [&b"\""[..], &b"#".repeat(hashes)].concat();
                self.at += hashes + 1;
                self.skip_past(&end);
            }
            Some(b'"') if hashes == 0 && self.lexis.has_directives && matches!(word, b"L" | b"u" | b"U" | b"u8") => {
                self.skip_quoted(b'"');
            }
            Some(b'\'') if hashes == 0 && self.lexis.has_directives && matches!(word, b"L" | b"u" | b"U" | b"u8") => {
                self.skip_quoted(b'\'');
            }
            _ => {}
        }
    }

    /// A number with all that a preprocessor takes for a part of it.
    fn skip_number(&mut self) {
        self.at += 1;
        while let Some(byte) = self.rest().first() {
            let is_sign = matches!(byte, b'+' | b'-') && matches!(self.source[self.at - 1], b'e' | b'E' | b'p' | b'P');
            let is_separator = *byte == b'\'' && self.rest().get(1).is_some_and(u8::is_ascii_hexdigit);
            if !(is_word(*byte) || *byte == b'.' || is_sign || is_separator && self.lexis.has_raw_strings) {
                return;
            }
            self.at += 1;
        }
    }
}

/// Whether words are made of this byte.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

impl Iterator for Lexer<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let start = self.at;
            let rest = self.rest();
            match rest {
                [] => return None,
                [b'\n', ..] => {
                    self.is_line_start = true;
                    self.at += 1;
                    continue;
                }
                [b'\\', b'\n', ..] => {
                    self.at += 2;
                    continue;
                }
                [byte, ..] if byte.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                [b'/', b'/', ..] => {
                    self.skip_line();
                    continue;
                }
                [b'/', b'*', ..] => {
                    self.skip_comment();
                    continue;
                }
                [b'#', ..] if self.is_line_start && self.lexis.has_directives => {
                    self.skip_directive();
                    continue;
                }
                [b'#', ..] if self.lexis.has_hash_comments => {
                    self.skip_line();
                    continue;
                }
                [b'.', digit, ..] if digit.is_ascii_digit() => self.skip_number(),
                [b'"' | b'\'', ..] => self.skip_string(),
                [b'`', ..] if self.lexis.has_back_quotes => self.skip_quoted(b'`'),
                [digit, ..] if digit.is_ascii_digit() => self.skip_number(),
                [byte, ..] if is_word(*byte) => self.skip_word(),
                _ => self.at += 1,
            }
            self.is_line_start = false;
            self.at = self.at.min(self.end);
            return Some(start..self.at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(lexis: Lexis, text: &str) -> Vec<&str> {
        let ranges = Lexer::new(text.as_bytes(), 0..text.len(), lexis);
        ranges.map(|range| &text[range]).collect()
    }

    #[test]
    fn comments_and_strings_keep_to_themselves() {
        let text = "a \"https://b\" /* \" */ c // '\n#define x \"\nR\"y(\")\")y\" 1'0e+5 'd'";
        let expected = ["a", "\"https://b\"", "c", "R\"y(\")\")y\"", "1'0e+5", "'d'"];
        assert_eq!(tokens(Lexis::CPP, text), expected);
    }

    #[test]
    fn lifetimes_are_no_strings() {
        let lexis = Lexis {
            has_directives: false,
            has_lifetimes: true,
            has_hash_strings: true,
            ..Lexis::C
        };
        let text = "<'a>('b', r#\"\"{\"#)";
        assert_eq!(
            tokens(lexis, text),
            ["<", "'", "a", ">", "(", "'b'", ",", "r#\"\"{\"#", ")"]
        );
    }
}

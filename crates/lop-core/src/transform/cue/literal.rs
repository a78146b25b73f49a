//! What string and bytes literals of CUE say: with hash signs around them, over several lines, with escapes.

use super::super::node::{Node, text_at};

/// The kind of a literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Literal {
    /// Whether it stands for bytes.
    pub is_bytes: bool,
    /// The hash signs around it.
    pub hashes: usize,
}

/// `"…"`
pub(super) const TEXT: Literal = Literal {
    is_bytes: false,
    hashes: 0,
};
/// `'…'`
pub(super) const BYTES: Literal = Literal {
    is_bytes: true,
    hashes: 0,
};

/// The rules of literals.
pub(super) const RULES: [&str; 4] = ["string", "bytes", "multiline_string", "multiline_bytes"];

/// A part of a literal.
pub(super) enum Part<'a> {
    /// Content, with its escapes worked out.
    Content(Vec<u8>),
    /// An expression that is interpolated.
    Interpolation(Node<'a>),
}

impl Literal {
    /// The kind of a literal in a program.
    pub(super) fn of(node: Node<'_>) -> Self {
        let text = node.text();
        let hashes = text.len() - text.trim_start_matches('#').len();
        Literal {
            is_bytes: text[hashes..].starts_with('\''),
            hashes,
        }
    }

    fn quote(self) -> char {
        if self.is_bytes { '\'' } else { '"' }
    }

    /// Content as it is written between the quotes. With hash signs most of it needs no escapes.
    pub(super) fn encoded(self, content: &[u8]) -> String {
        let hashes = "#".repeat(self.hashes);
        let escape = format!("\\{hashes}");
        let end = format!("{}{hashes}", self.quote());
        let mut written = String::new();
        for chunk in content.utf8_chunks() {
            let text = chunk.valid();
            let is_special = self.hashes == 0 || text.contains(&escape) || text.contains(&end);
            for char in text.chars() {
                let short = match char {
                    '\n' => Some('n'),
                    '\t' => Some('t'),
                    '\r' => Some('r'),
                    '\\' if is_special => Some('\\'),
                    quote if is_special && quote == self.quote() => Some(quote),
                    _ => None,
                };
                match short {
                    Some(short) => written.extend(escape.chars().chain([short])),
                    None if char.is_control() => written += &format!("{escape}u{:04x}", u32::from(char)),
                    None => written.push(char),
                }
            }
            // Only bytes have what is no text.
            for byte in chunk.invalid() {
                written += &format!("{escape}x{byte:02x}");
            }
        }
        written
    }

    /// What content stands for, with the escapes worked out.
    pub(super) fn decoded(self, content: &str) -> Option<Vec<u8>> {
        let escape = format!("\\{}", "#".repeat(self.hashes));
        let mut decoded = Vec::new();
        let mut rest = content;
        while let Some(at) = rest.find(&escape) {
            decoded.extend_from_slice(&rest.as_bytes()[..at]);
            rest = self.escaped(&rest[at + escape.len()..], &mut decoded)?;
        }
        decoded.extend_from_slice(rest.as_bytes());
        Some(decoded)
    }

    /// Reads what follows the sign of an escape, and gives what follows that.
    fn escaped<'t>(self, text: &'t str, decoded: &mut Vec<u8>) -> Option<&'t str> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let digits = |count: usize, radix: u32, skipped: usize| {
            let digits = text.get(skipped..skipped + count)?;
            let number = u32::from_str_radix(digits, radix).ok()?;
            Some((number, &text[skipped + count..]))
        };
        let char = match first {
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            same @ ('"' | '\\' | '/' | '\'') => same,
            'u' | 'U' => {
                let (code, rest) = digits(if first == 'u' { 4 } else { 8 }, 16, 1)?;
                let mut buffer = [0; 4];
                decoded.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut buffer).as_bytes());
                return Some(rest);
            }
            'x' | '0'..='7' if self.is_bytes => {
                let (byte, rest) = if first == 'x' {
                    digits(2, 16, 1)?
                } else {
                    digits(3, 8, 0)?
                };
                decoded.push(u8::try_from(byte).ok()?);
                return Some(rest);
            }
            _ => return None,
        };
        let mut buffer = [0; 4];
        decoded.extend_from_slice(char.encode_utf8(&mut buffer).as_bytes());
        Some(chars.as_str())
    }

    /// The parts of a literal in a program. One without interpolations may be a single token.
    pub(super) fn parts(node: Node<'_>) -> Option<Vec<Part<'_>>> {
        let literal = Literal::of(node);
        let children = node.parts();
        if children.is_empty() {
            let quotes = literal.hashes + 1;
            let content = node.text().get(quotes..node.text().len().checked_sub(quotes)?)?;
            return Some(vec![Part::Content(literal.decoded(content)?)]);
        }
        let mut parts = Vec::new();
        let mut indentation = None;
        for part in children {
            match part.name() {
                "string_line" => {
                    let indentation = *indentation.get_or_insert_with(|| closing_indentation(node));
                    let line = part.parts();
                    let content = line.get(1..)?;
                    let start = indentation_before(part);
                    let start = if content.is_empty() && start.len() < indentation.len() {
                        ""
                    } else {
                        start.strip_prefix(indentation)?
                    };
                    let line_break = if parts.is_empty() { "" } else { "\n" };
                    parts.push(Part::Content(format!("{line_break}{start}").into_bytes()));
                    for part in content {
                        parts.push(literal.part(*part)?);
                    }
                }
                "string_content" | "interpolation" => parts.push(literal.part(part)?),
                _ => {}
            }
        }
        Some(parts)
    }

    fn part(self, part: Node<'_>) -> Option<Part<'_>> {
        match &part.parts()[..] {
            [_, expression, _] if part.is("interpolation") => Some(Part::Interpolation(*expression)),
            _ => self.decoded(part.text()).map(Part::Content),
        }
    }

    /// What a literal without interpolations stands for.
    pub(super) fn content(node: Node<'_>) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        for part in Literal::parts(node)? {
            match part {
                Part::Content(part) => content.extend(part),
                Part::Interpolation(_) => return None,
            }
        }
        Some(content)
    }
}

/// The white space at the start of a line.
fn indentation_before(line: Node<'_>) -> &str {
    let before = text_at(line.tree, 0..line.span().start);
    &before[before.trim_end_matches([' ', '\t']).len()..]
}

/// The white space before the quotes that close a literal of several lines: every line starts with it.
fn closing_indentation(node: Node<'_>) -> &str {
    let end = node.part("multiline_end").map_or("", Node::text);
    let end = end.trim_start_matches(['\r', '\n']);
    &end[..end.len() - end.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_have_as_many_hash_signs_as_the_literal() {
        let hashed = Literal { hashes: 1, ..TEXT };
        assert_eq!(hashed.decoded(r#"a\n"\#n"#).as_deref(), Some(&b"a\\n\"\n"[..]));
        assert_eq!(TEXT.decoded(r"\u00e4\U0001F600\/").as_deref(), Some("ä😀/".as_bytes()));
        assert_eq!(BYTES.decoded(r"\x41\102").as_deref(), Some(&b"AB"[..]));
        assert_eq!(TEXT.decoded(r"\x41"), None);
        assert_eq!(TEXT.decoded(r"\u12"), None);
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let texts = ["a\"b", "\\", "\"#", "\\#(x)", "line\nline", "it's", "\u{1}"];
        for literal in [
            TEXT,
            BYTES,
            Literal { hashes: 1, ..TEXT },
            Literal { hashes: 2, ..BYTES },
        ] {
            for text in texts {
                let written = literal.encoded(text.as_bytes());
                assert_eq!(literal.decoded(&written).as_deref(), Some(text.as_bytes()), "{written}");
            }
        }
    }
}

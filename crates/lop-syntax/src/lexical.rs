//! What characters make of each other when they stand side by side.

/// Whether a text is whitespace: blanks of any script, a byte order mark, ends of lines that do not count.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    trim(text).is_empty()
}

/// A text without the whitespace at both ends.
pub(crate) fn trim(text: &[u8]) -> &[u8] {
    let mut text = text;
    loop {
        let before = text.len();
        text = text.trim_ascii();
        for unwritten in [&b"\\\n"[..], b"\\\r\n", b"\x0b"] {
            text = text.strip_prefix(unwritten).unwrap_or(text);
            text = text.strip_suffix(unwritten).unwrap_or(text);
        }
        text = text.strip_suffix(b"\\").filter(|_| text.len() == 1).unwrap_or(text);
        if text.first().is_some_and(|byte| *byte >= 0x80) {
            text = std::str::from_utf8(text).map_or(text, |text| text.trim_matches(is_blank_char).as_bytes());
        }
        if text.len() == before {
            return text;
        }
    }
}

fn is_blank_char(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// Whether two tokens stay two when nothing stands between them.
///
/// This is for tokens of all languages: brackets, commas and semicolons may touch anything, words and
/// operators may touch each other, but a point must not touch a number.
pub fn may_touch(before: &[u8], after: &[u8]) -> bool {
    let (Some(last), Some(first)) = (before.last(), after.first()) else {
        return true;
    };
    let makes_number = before[0].is_ascii_digit() && *first == b'.' || *last == b'.' && first.is_ascii_digit();
    (class(*last) != class(*first) || class(*last) == Class::Alone) && !makes_number
}

/// Whether a byte is part of a word, of which two side by side are one.
pub(crate) fn is_word(byte: u8) -> bool {
    class(byte) == Class::Word
}

#[derive(PartialEq, Eq)]
enum Class {
    Blank,
    Word,
    Operator,
    Alone,
}

fn class(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'@' | b'"' | b'\'' | b'`' | 0x80.. => Class::Word,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' => Class::Alone,
        _ if byte.is_ascii_whitespace() => Class::Blank,
        _ => Class::Operator,
    }
}

//! What characters make of each other when they stand side by side.

/// Whether a byte is white space, or of a byte order mark.
pub fn is_blank(text: &[u8]) -> bool {
    text.strip_prefix("\u{feff}".as_bytes())
        .unwrap_or(text)
        .iter()
        .all(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)
}

/// Whether two tokens stay two when nothing stands between them.
///
/// This must hold for every language, so it is careful: only brackets, commas and semicolons may touch
/// anything, and words and operators may touch each other.
pub fn may_touch(before: &[u8], after: &[u8]) -> bool {
    let (Some(last), Some(first)) = (before.last(), after.first()) else {
        return true;
    };
    class(*last) != class(*first) || class(*last) == Class::Alone
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
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'@' | b'"' | b'\'' | b'`' | 0x80.. => {
            Class::Word
        }
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' => Class::Alone,
        _ if byte.is_ascii_whitespace() => Class::Blank,
        _ => Class::Operator,
    }
}

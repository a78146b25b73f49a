//! Numbers and texts as bytes.
//!
//! A number is written seven bits at a time, the lowest first; all bytes but its last have the high bit set. A text is
//! its length and its bytes.

/// Writes a number.
pub fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a text.
pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Bytes that are read from the front. Whatever is asked of it, it has none where the bytes do not hold it.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// The next number, if it is that small.
    pub fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// A number of things that follow, each of which takes a byte at least.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    /// The next bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next text.
    pub fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put_number(&mut bytes, number);
        }
        assert_eq!(bytes[..4], [0, 1, 127, 0x80]);
        let mut bytes = Bytes(&bytes);
        for number in numbers {
            assert_eq!(bytes.number(), Some(number));
        }
        assert!(bytes.is_empty());
    }

    #[test]
    fn what_is_not_there_is_none() {
        assert_eq!(Bytes(&[0x80]).number(), None);
        assert_eq!(Bytes(&[0xff; 11]).number(), None);
        assert_eq!(Bytes(&[3, b'a', b'b']).text(), None);
        assert_eq!(Bytes(&[1, 0xff]).text(), None);
    }
}

//! A number for a text, found from how it differs from another.
//!
//! The text is a polynomial of its bytes, taken at two points modulo the prime 2⁶¹ − 1. Polynomials of two texts give
//! that of one after the other, and those of the beginnings of a text give that of any part of it. So the outline
//! of the best program, its beginnings every few hundred bytes, is enough to tell the number of a candidate
//! without writing or reading the whole of it.
//!
//! The outline also counts *ink*, the bytes that are not whitespace: places in the ink stay the same however a text
//! is laid out or parsed.

use std::ops::Range;
use std::sync::Arc;

/// The prime.
const MODULUS: u64 = (1 << 61) - 1;
/// Where the polynomials are taken: digits of π, and of e.
const POINTS: [u64; 2] = [0x0243_f6a8_885a_308d, 0x1b7e_1516_28ae_d2a6 % MODULUS];
/// Bytes between two known prefixes: an outline then takes a twentieth of the text. Other distances were not measured.
const STRIDE: usize = 512;
/// Bytes of a step: as many as one 64-bit word has.
const STEP: usize = 8;

/// A part of a text and what comes in its place.
type Splice = (Range<usize>, Box<[u8]>);

/// What tells one text from another: 96 bits, in which its length is mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint {
    /// Spread evenly, to find a place in a table.
    pub spread: u64,
    /// Further bits, to be sure.
    pub check: u32,
}

/// A text as a polynomial, at each point.
#[derive(Debug, Clone, Copy, Default)]
struct Polynomial([u64; 2]);

/// A text and its beginnings.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    text: Arc<[u8]>,
    /// For every stride, what comes before it.
    beginnings: Vec<Beginning>,
    fingerprint: Option<Fingerprint>,
}

/// What comes before a place.
#[derive(Debug, Clone, Copy, Default)]
struct Beginning {
    polynomial: Polynomial,
    ink: u32,
}

/// A place in the ink where bytes went, came, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    /// Where.
    pub at: u32,
    /// How many bytes of ink went.
    pub removed: u32,
    /// How many came in their place.
    pub inserted: u32,
}

impl Outline {
    /// The text.
    pub(super) fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// The number of the text.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.fingerprint
    }

    /// The heap that it takes; the text is the program's.
    pub(super) fn bytes(&self) -> usize {
        self.beginnings.capacity() * size_of::<Beginning>()
    }

    /// Goes on to another text. What both begin with is not read again.
    pub(super) fn update(&mut self, text: Arc<[u8]>) {
        let same = common_prefix(&self.text, &text);
        self.text = text;
        self.beginnings.truncate(same / STRIDE + 1);
        self.beginnings.shrink_to(self.text.len() / STRIDE + 1);
        let mut last = self.beginnings.pop().unwrap_or_default();
        self.beginnings
            .reserve_exact(self.text.len() / STRIDE + 1 - self.beginnings.len());
        for part in self.text[self.beginnings.len() * STRIDE..].chunks(STRIDE) {
            self.beginnings.push(last);
            last.polynomial.extend(part);
            last.ink += ink(part);
        }
        if self.text.len().is_multiple_of(STRIDE) {
            self.beginnings.push(last);
        }
        self.fingerprint = Some(last.polynomial.fingerprint(self.text.len()));
    }

    /// The number of the text with some splices made.
    pub(super) fn spliced(&self, splices: &[Splice]) -> Fingerprint {
        let mut polynomial = Polynomial::default();
        let (mut at, mut length) = (0, 0);
        for (range, new) in splices {
            self.append(&mut polynomial, at..range.start);
            polynomial.extend(new);
            length += range.start - at + new.len();
            at = range.end;
        }
        self.append(&mut polynomial, at..self.text.len());
        polynomial.fingerprint(length + self.text.len() - at)
    }

    /// What some splices change in the ink.
    pub(super) fn changes(&self, splices: &[Splice]) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::with_capacity(splices.len());
        let mut known = (0, 0);
        for (range, new) in splices {
            let at = self.ink_before(range.start, known);
            let end = self.ink_before(range.end, (range.start, at));
            known = (range.end, end);
            let (removed, inserted) = (end - at, ink(new));
            match changes.last_mut() {
                Some(last) if last.at + last.removed == at => {
                    last.removed += removed;
                    last.inserted += inserted;
                }
                _ => changes.push(Change { at, removed, inserted }),
            }
        }
        changes.retain(|change| change.removed > 0 || change.inserted > 0);
        changes
    }

    fn append(&self, polynomial: &mut Polynomial, part: Range<usize>) {
        if part.len() <= 2 * STRIDE {
            return polynomial.extend(&self.text[part]);
        }
        let power = power(part.len());
        let (start, end) = (self.before(part.start), self.before(part.end));
        for (point, value) in polynomial.0.iter_mut().enumerate() {
            // What was there and what begins the part move up alike; the latter does not belong to it.
            let moved = reduce(u128::from(*value + MODULUS - start.0[point]));
            *value = reduce(product(moved, power[point]) + u128::from(end.0[point]));
        }
    }

    /// The polynomial of all that comes before a place.
    fn before(&self, place: usize) -> Polynomial {
        let mut polynomial = self.beginnings[place / STRIDE].polynomial;
        polynomial.extend(&self.text[place / STRIDE * STRIDE..place]);
        polynomial
    }

    /// The ink before a place, given that before an earlier one.
    fn ink_before(&self, place: usize, (known, before): (usize, u32)) -> u32 {
        let start = place / STRIDE * STRIDE;
        if known >= start {
            return before + ink(&self.text[known..place]);
        }
        self.beginnings[place / STRIDE].ink + ink(&self.text[start..place])
    }
}

/// The number of any text with some splices made.
pub(crate) fn spliced(text: &[u8], splices: &[Splice]) -> Fingerprint {
    let mut polynomial = Polynomial::default();
    let (mut at, mut length) = (0, 0);
    for (range, new) in splices {
        polynomial.extend(&text[at..range.start]);
        polynomial.extend(new);
        length += range.start - at + new.len();
        at = range.end;
    }
    polynomial.extend(&text[at..]);
    polynomial.fingerprint(length + text.len() - at)
}

/// Whether a byte leaves something on the page.
pub(super) fn is_ink(byte: u8) -> bool {
    !byte.is_ascii_whitespace()
}

/// How many bytes are ink.
pub(super) fn ink(text: &[u8]) -> u32 {
    // Bytes are added up in lanes of bytes, which is fast, and short enough parts that no lane overflows.
    text.chunks(128)
        .map(|part| u32::from(part.iter().map(|byte| u8::from(is_ink(*byte))).sum::<u8>()))
        .sum()
}

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let parts = one.chunks_exact(STRIDE).zip(other.chunks_exact(STRIDE));
    let start = parts.take_while(|(one, other)| one == other).count() * STRIDE;
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

impl Polynomial {
    fn extend(&mut self, bytes: &[u8]) {
        let mut steps = bytes.chunks_exact(STEP);
        for step in &mut steps {
            for (value, powers) in self.0.iter_mut().zip(&STEP_POWERS) {
                // 2¹²² and eight times 2⁶⁹: far from the end of 128 bits.
                let mut sum = product(*value, powers[STEP]);
                for (index, byte) in step.iter().enumerate() {
                    sum += product(u64::from(*byte), powers[STEP - 1 - index]);
                }
                *value = reduce(sum);
            }
        }
        for byte in steps.remainder() {
            for (value, point) in self.0.iter_mut().zip(POINTS) {
                *value = reduce(product(*value, point) + u128::from(*byte));
            }
        }
    }

    fn fingerprint(self, length: usize) -> Fingerprint {
        let first = mix(self.0[0] ^ mix(length as u64));
        let spread = mix(first.wrapping_add(self.0[1]));
        let check = (mix(spread ^ first) >> 32) as u32;
        Fingerprint { spread, check }
    }
}

/// The last steps of splitmix64: every bit of the result depends on every bit.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

const fn product(one: u64, other: u64) -> u128 {
    one as u128 * other as u128
}

/// The rest modulo the prime: since 2⁶¹ is one, the upper bits are simply added.
const fn reduce(value: u128) -> u64 {
    let once = (value & MODULUS as u128) as u64 + ((value >> 61) as u64 & MODULUS) + (value >> 122) as u64;
    let twice = (once & MODULUS) + (once >> 61);
    if twice >= MODULUS { twice - MODULUS } else { twice }
}

/// The powers of the points up to the length of a step.
const STEP_POWERS: [[u64; STEP + 1]; 2] = [step_powers(POINTS[0]), step_powers(POINTS[1])];

const fn step_powers(point: u64) -> [u64; STEP + 1] {
    let mut powers = [1; STEP + 1];
    let mut index = 1;
    while index <= STEP {
        powers[index] = reduce(product(powers[index - 1], point));
        index += 1;
    }
    powers
}

/// Both points to a power.
fn power(mut exponent: usize) -> [u64; 2] {
    let mut squares = POINTS;
    let mut powers = [1, 1];
    while exponent > 0 {
        for (power, square) in powers.iter_mut().zip(&mut squares) {
            if exponent & 1 == 1 {
                *power = reduce(product(*power, *square));
            }
            *square = reduce(product(*square, *square));
        }
        exponent >>= 1;
    }
    powers
}

#[cfg(test)]
mod tests {
    use lop_syntax::Random;

    use super::*;

    /// A text of few letters, and splices of it.
    fn random_splices(random: &mut Random) -> (Vec<u8>, Vec<Splice>) {
        let letters = b"ab \n";
        let letter = |random: &mut Random| letters[random.below(letters.len())];
        let length = random.below(5 * STRIDE);
        let text: Vec<u8> = (0..length).map(|_| letter(random)).collect();
        let mut splices = Vec::new();
        let mut at = 0;
        for _ in 0..random.below(4) {
            let start = at + random.below(length - at + 1);
            let end = start + random.below(length - start + 1);
            let new: Box<[u8]> = (0..random.below(3)).map(|_| letter(random)).collect();
            splices.push((start..end, new));
            at = end;
        }
        (text, splices)
    }

    fn splice(text: &[u8], splices: &[Splice]) -> Vec<u8> {
        let mut result = text.to_vec();
        for (range, new) in splices.iter().rev() {
            result.splice(range.clone(), new.iter().copied());
        }
        result
    }

    #[test]
    fn splices_give_the_number_of_the_spliced_text() {
        let mut random = Random(1);
        let mut outline = Outline::default();
        for _ in 0..2000 {
            let (text, splices) = random_splices(&mut random);
            let result = splice(&text, &splices);
            let expected = spliced(&result, &[]);
            outline.update(text.clone().into());
            assert_eq!(outline.spliced(&splices), expected);
            assert_eq!(spliced(&text, &splices), expected);
            // From one text to the next, and from nothing, is the same.
            outline.update(result.clone().into());
            assert_eq!(outline.fingerprint(), Some(expected));
        }
    }

    #[test]
    fn changes_are_those_of_the_ink() {
        let only_ink = |text: &[u8]| -> Vec<u8> { text.iter().copied().filter(|byte| is_ink(*byte)).collect() };
        let mut random = Random(2);
        let mut outline = Outline::default();
        for _ in 0..2000 {
            let (text, splices) = random_splices(&mut random);
            let result = only_ink(&splice(&text, &splices));
            let before = only_ink(&text);
            outline.update(text.into());
            let changes = outline.changes(&splices);
            let (mut at, mut shift) = (0, 0);
            for change in &changes {
                assert!(at <= change.at);
                let (kept, place) = (at as usize..change.at as usize, (at as i64 + shift) as usize);
                assert_eq!(before[kept.clone()], result[place..place + kept.len()]);
                at = change.at + change.removed;
                shift += i64::from(change.inserted) - i64::from(change.removed);
            }
            assert_eq!(before[at as usize..], result[(at as i64 + shift) as usize..]);
        }
    }

    #[test]
    fn a_million_texts_have_a_million_numbers() {
        let mut text = vec![b'a'; 40];
        let mut seen = std::collections::HashSet::new();
        for number in 0..1_000_000_u32 {
            let bits = (0..20).map(|bit| b'a' + u8::from(number >> bit & 1 == 1));
            text.splice(10..30, bits);
            // Half of the bits: were they not spread, thousands would be the same.
            assert!(seen.insert(spliced(&text, &[]).spread >> 12));
        }
    }
}

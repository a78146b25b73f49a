//! A sequence as intervals of a longer one.
//!
//! A candidate is what is left of the best program, so a few numbers say which parts of it. The same candidate can
//! be left in several ways; the one that takes every element as early as possible is least in lexicographic order
//! and makes equal sequences equal numbers.
//!
//! tian2023, section 4.3.2, Algorithm 4. Numbers count from zero here and from one there.

/// The least encoding of a sequence: start and end of each interval of the minimum, ends exclusive. What is no
/// subsequence has none.
pub fn encode<T: Eq>(minimum: &[T], sequence: &[T]) -> Option<Box<[u32]>> {
    let mut intervals = Vec::new();
    let (mut at, mut index) = (0, 0);
    while index < sequence.len() {
        at += minimum[at..].iter().position(|element| *element == sequence[index])?;
        intervals.push(at as u32);
        let rest = minimum[at..].iter().zip(&sequence[index..]);
        let length = rest.take_while(|(one, other)| one == other).count();
        at += length;
        index += length;
        intervals.push(at as u32);
    }
    Some(intervals.into())
}

/// The sequence that was encoded.
pub fn decode<T: Copy>(minimum: &[T], intervals: &[u32]) -> Vec<T> {
    let parts = intervals.chunks_exact(2);
    parts
        .flat_map(|part| &minimum[part[0] as usize..part[1] as usize])
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_the_earliest_and_can_be_undone() {
        let minimum = *b"int a;int b;";
        let check = |sequence: &[u8], expected: Option<&[u32]>| {
            let encoding = encode(&minimum, sequence);
            assert_eq!(encoding.as_deref(), expected);
            if let Some(encoding) = encoding {
                assert_eq!(decode(&minimum, &encoding), sequence);
            }
        };
        check(b"", Some(&[]));
        check(&minimum, Some(&[0, 12]));
        check(b"int a;", Some(&[0, 6]));
        check(b"int b;", Some(&[0, 4, 10, 12]));
        check(b"b;int", None);
    }
}

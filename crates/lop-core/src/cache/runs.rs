//! What a candidate lacks of the best program, as runs of ink, and what becomes of it when there is a new best.

use super::fingerprint::Change;

/// Some ink that is not there: where it starts and how long it is.
pub(super) type Run = (u32, u32);

/// The runs that some changes take away.
pub(super) fn removed(changes: &[Change]) -> impl Iterator<Item = Run> + '_ {
    let removing = changes.iter().filter(|change| change.removed > 0);
    removing.map(|change| (change.at, change.removed))
}

/// What lacks these runs of a text, seen from the text with some changes made. That is simple when the changes take
/// away nothing but what is lacking already; else there is no answer here.
///
/// ```text
/// before    a b c d e f g h        runs: b–f       changes: c d → x, and y after g
/// after     a b x e f g y h
/// lacking     ─────────   ─        runs: b x e f, and y
/// ```
pub(super) fn rebase(runs: &[Run], changes: &[Change], rebased: &mut Vec<Run>) -> Option<()> {
    rebased.clear();
    let mut shift = 0;
    let mut changes = changes.iter().peekable();
    for (start, length) in runs {
        let end = start + length;
        while let Some(change) = changes.next_if(|change| change.at + change.removed < *start) {
            insert(change, &mut shift, rebased)?;
        }
        let from = place(*start, shift);
        while let Some(change) = changes.next_if(|change| change.at + change.removed <= end) {
            if change.at < *start {
                return None;
            }
            shift += i64::from(change.inserted) - i64::from(change.removed);
        }
        if changes.peek().is_some_and(|change| change.at < end) {
            return None;
        }
        if place(end, shift) > from {
            rebased.push((from, place(end, shift) - from));
        }
    }
    changes.try_for_each(|change| insert(change, &mut shift, rebased))
}

/// What is put in where nothing is lacking is lacking from then on.
fn insert(change: &Change, shift: &mut i64, rebased: &mut Vec<Run>) -> Option<()> {
    if change.removed > 0 {
        return None;
    }
    rebased.push((place(change.at, *shift), change.inserted));
    *shift += i64::from(change.inserted);
    Some(())
}

fn place(before: u32, shift: i64) -> u32 {
    (i64::from(before) + shift) as u32
}

/// What lacks these runs of a text, seen from another text, if it is a subsequence of that. The two texts have
/// the given beginning and end in common.
///
/// As many bytes of the other text are passed over as it is longer than the sequence, and no more; what does not fit
/// is found out soon.
pub(super) fn embed(
    before: &[u8],
    runs: &[Run],
    after: &[u8],
    common: (usize, usize),
    embedded: &mut Vec<Run>,
) -> Option<()> {
    embedded.clear();
    let lacking: u32 = runs.iter().map(|(_, length)| length).sum();
    let mut spare = after.len().checked_sub(before.len() - lacking as usize)?;
    let first = runs.first().map_or(before.len(), |(start, _)| *start as usize);
    let last = runs.last().map_or(0, |(start, length)| (start + length) as usize);
    // All three begin and end alike as far as nothing is lacking and nothing was changed.
    let start = first.min(common.0);
    let tail = (before.len() - last).min(common.1);
    let mut kept = kept(runs, start, before.len() - tail);
    let mut end = after.len() - tail;
    // What is equal from the end on is best taken from there: that leaves fewer, longer runs.
    while let Some(part) = kept.last_mut() {
        let ends = before[part.0..part.1].iter().rev().zip(after[start..end].iter().rev());
        let same = ends.take_while(|(one, other)| one == other).count();
        part.1 -= same;
        end -= same;
        if part.0 < part.1 {
            break;
        }
        kept.pop();
    }
    let mut at = start;
    for byte in kept.into_iter().flat_map(|(start, end)| &before[start..end]) {
        let from = at;
        while after.get(at)? != byte {
            at += 1;
            spare = spare.checked_sub(1)?;
        }
        push(embedded, from, at);
        at += 1;
    }
    push(embedded, at, end);
    Some(())
}

/// The parts between two places that are in no run.
fn kept(runs: &[Run], start: usize, end: usize) -> Vec<(usize, usize)> {
    let mut kept = Vec::with_capacity(runs.len() + 1);
    let mut at = start;
    for (run, length) in runs {
        kept.push((at, *run as usize));
        at = (run + length) as usize;
    }
    kept.push((at, end));
    kept.retain(|(start, end)| start < end);
    kept
}

fn push(runs: &mut Vec<Run>, start: usize, end: usize) {
    if start < end {
        runs.push((start as u32, (end - start) as u32));
    }
}

/// Makes few runs of many, by taking as lacking what is between those that are closest. What then still does not fit
/// into another text did not fit before.
pub(super) fn coarsen(runs: &mut Vec<Run>, most: usize) {
    let Some(excess) = runs.len().checked_sub(most + 1) else {
        return;
    };
    let distance = |one: &Run, next: &Run| next.0 - (one.0 + one.1);
    let mut distances: Vec<u32> = runs.windows(2).map(|pair| distance(&pair[0], &pair[1])).collect();
    let (_, furthest, _) = distances.select_nth_unstable(excess);
    let furthest = *furthest;
    runs.dedup_by(|next, one| {
        let is_close = distance(one, next) <= furthest;
        if is_close {
            one.1 = next.0 + next.1 - one.0;
        }
        is_close
    });
}

/// Writes runs as small numbers: how many, then for each how far it is from the last and how long.
pub(super) fn write(runs: &[Run], bytes: &mut Vec<u8>) {
    write_number(runs.len() as u32, bytes);
    let mut at = 0;
    for (start, length) in runs {
        write_number(start - at, bytes);
        write_number(*length, bytes);
        at = start + length;
    }
}

/// Reads what was written at the beginning of some bytes; how many bytes it is comes back.
pub(super) fn read(bytes: &[u8], runs: &mut Vec<Run>) -> usize {
    runs.clear();
    let mut rest = bytes;
    let mut at = 0;
    for _ in 0..read_number(&mut rest) {
        let start = at + read_number(&mut rest);
        let length = read_number(&mut rest);
        runs.push((start, length));
        at = start + length;
    }
    bytes.len() - rest.len()
}

/// Seven bits to a byte, the lowest first; the eighth says that more follow.
pub(super) fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number and leaves what follows.
pub(super) fn read_number(bytes: &mut &[u8]) -> u32 {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let (byte, rest) = bytes.split_first().expect("numbers are whole");
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return number;
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use lop_syntax::Random;

    use super::*;

    fn without(text: &[u8], runs: &[Run]) -> Vec<u8> {
        let parts = kept(runs, 0, text.len());
        parts
            .into_iter()
            .flat_map(|(start, end)| text[start..end].to_vec())
            .collect()
    }

    fn is_subsequence(sequence: &[u8], of: &[u8]) -> bool {
        let mut of = of.iter();
        sequence.iter().all(|byte| of.any(|other| other == byte))
    }

    fn random_runs(random: &mut Random, length: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut at = 0;
        while at < length && runs.len() < 3 {
            let start = at + random.below(length - at);
            let end = start + 1 + random.below(length - start);
            runs.push((start as u32, (end - start) as u32));
            at = end + 1;
        }
        runs
    }

    /// A text, what a candidate lacks of it, and how it is changed.
    fn random_case(random: &mut Random) -> (Vec<u8>, Vec<Run>, Vec<Change>, Vec<u8>) {
        let text: Vec<u8> = (0..random.below(14)).map(|_| b'a' + random.below(3) as u8).collect();
        let runs = random_runs(random, text.len());
        let removed = random_runs(random, text.len());
        let mut after = text.clone();
        let mut changes = Vec::new();
        for (at, removed) in removed {
            let removed = if random.below(4) == 0 { 0 } else { removed };
            let inserted = random.below(5).saturating_sub(2) as u32;
            if removed + inserted > 0 {
                changes.push(Change { at, removed, inserted });
            }
        }
        for change in changes.iter().rev() {
            let range = change.at as usize..(change.at + change.removed) as usize;
            after.splice(range, std::iter::repeat_n(b'b', change.inserted as usize));
        }
        (text, runs, changes, after)
    }

    #[test]
    fn runs_seen_from_another_text_give_the_same_sequence() {
        let mut random = Random(3);
        let mut found = 0;
        for _ in 0..50_000 {
            let (text, runs, changes, after) = random_case(&mut random);
            let mut rebased = Vec::new();
            if rebase(&runs, &changes, &mut rebased).is_some() {
                assert_eq!(without(&after, &rebased), without(&text, &runs), "{runs:?} {changes:?}");
                assert!(
                    rebased.windows(2).all(|pair| pair[0].0 + pair[0].1 < pair[1].0),
                    "{rebased:?}"
                );
                found += usize::from(!changes.is_empty());
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn exactly_subsequences_are_embedded() {
        let mut random = Random(4);
        for _ in 0..50_000 {
            let (text, runs, changes, after) = random_case(&mut random);
            let sequence = without(&text, &runs);
            let common = changes
                .first()
                .zip(changes.last())
                .map_or((text.len(), 0), |(first, last)| {
                    (first.at as usize, text.len() - (last.at + last.removed) as usize)
                });
            let mut embedded = Vec::new();
            let is_embedded = embed(&text, &runs, &after, common, &mut embedded).is_some();
            assert_eq!(is_embedded, is_subsequence(&sequence, &after), "{runs:?} {changes:?}");
            if is_embedded {
                assert_eq!(without(&after, &embedded), sequence);
            }
        }
    }

    #[test]
    fn the_closest_runs_become_one() {
        let mut runs = vec![(0, 1), (5, 2), (8, 1), (20, 5), (27, 1)];
        coarsen(&mut runs, 5);
        assert_eq!(runs.len(), 5);
        coarsen(&mut runs, 3);
        assert_eq!(runs, [(0, 1), (5, 4), (20, 8)]);
        coarsen(&mut runs, 1);
        assert_eq!(runs, [(0, 28)]);
    }

    #[test]
    fn runs_are_read_as_they_were_written() {
        let runs = [(0, 1), (5, 127), (1000, 128), (1_000_000, 3_000_000_000)];
        let mut bytes = Vec::new();
        write(&runs, &mut bytes);
        let length = bytes.len();
        bytes.push(7);
        let mut read_runs = Vec::new();
        assert_eq!(read(&bytes, &mut read_runs), length);
        assert_eq!(read_runs, runs);
    }
}

//! Where the bytes of a text were in the texts that it came from.

use std::ops::Range;

use super::Splice;

/// The bytes of a text that an earlier one had: runs of them, in order.
pub(crate) struct Past {
    runs: Vec<Kept>,
}

/// Bytes that are in both texts.
#[derive(Debug, Clone, Copy)]
struct Kept {
    now: usize,
    then: usize,
    length: usize,
}

impl Past {
    /// A text of so many bytes, in itself.
    pub(crate) fn new(length: usize) -> Self {
        let all = Kept {
            now: 0,
            then: 0,
            length,
        };
        Past { runs: vec![all] }
    }

    /// Goes one step further back: to the text that these splices were made in.
    pub(crate) fn undo(&mut self, splices: &[Splice]) {
        let mut runs = Vec::with_capacity(self.runs.len());
        let mut kept = kept_by(splices).into_iter().peekable();
        for run in &self.runs {
            let mut at = run.then;
            let end = run.then + run.length;
            while let Some(part) = kept.peek() {
                let part_end = part.now.saturating_add(part.length);
                let (from, to) = (at.max(part.now), end.min(part_end));
                if from < to {
                    runs.push(Kept {
                        now: run.now + (from - run.then),
                        then: part.then + (from - part.now),
                        length: to - from,
                    });
                    at = to;
                }
                if part_end > end {
                    break;
                }
                kept.next();
            }
        }
        self.runs = runs;
    }

    /// No byte was in any earlier text.
    pub(crate) fn forget(&mut self) {
        self.runs.clear();
    }

    /// Where the bytes of a range of the earlier text are now.
    pub(crate) fn now(&self, then: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let first = self.runs.partition_point(|run| run.then + run.length <= then.start);
        let (start, end) = (then.start, then.end);
        self.runs[first..]
            .iter()
            .take_while(move |run| run.then < end)
            .map(move |run| {
                let from = start.max(run.then);
                let to = end.min(run.then + run.length);
                run.now + (from - run.then)..run.now + (to - run.then)
            })
    }
}

/// What splices leave as it was; `now` is with them, `then` without.
fn kept_by(splices: &[Splice]) -> Vec<Kept> {
    let mut kept = Vec::with_capacity(splices.len() + 1);
    let (mut now, mut then) = (0, 0);
    for splice in splices {
        let length = splice.start() - then;
        kept.push(Kept { now, then, length });
        now += length + splice.new_bytes().len();
        then = splice.end();
    }
    kept.push(Kept {
        now,
        then,
        length: usize::MAX - now.max(then),
    });
    kept
}

#[cfg(test)]
mod tests {
    use super::super::{Text, spliced};
    use super::*;

    #[test]
    fn bytes_are_found_again() {
        let steps = [
            vec![Splice::Cut(1, 3), Splice::Put(5, 6, Text::Text("xyz".to_owned()))],
            vec![Splice::Cut(0, 1), Splice::Cut(2, 3)],
        ];
        let first = b"abcdefgh".to_vec();
        let second = spliced(&first, &steps[0]).expect("it fits");
        assert_eq!(second, b"adexyzgh");
        let third = spliced(&second, &steps[1]).expect("it fits");
        assert_eq!(third, b"dxyzgh");
        let mut past = Past::new(third.len());
        past.undo(&steps[1]);
        assert_eq!(past.now(1..2).flatten().collect::<Vec<_>>(), [0]);
        past.undo(&steps[0]);
        let now = |then: Range<usize>| past.now(then).flatten().collect::<Vec<_>>();
        assert_eq!(now(0..8), [0, 4, 5]);
        assert_eq!(now(3..4), [0]);
        assert_eq!(now(5..6), Vec::<usize>::new());
        assert_eq!(now(6..8), [4, 5]);
    }
}

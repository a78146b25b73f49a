//! Sums over a row of numbers of which any may change.

use std::ops::Range;

/// A Fenwick tree: a row of numbers with fast prefix sums.
#[derive(Debug, Clone)]
pub(crate) struct Sums {
    nodes: Vec<u32>,
}

impl Sums {
    /// A row of the given numbers.
    pub(crate) fn new(values: impl IntoIterator<Item = u32>) -> Self {
        let mut nodes: Vec<u32> = std::iter::once(0).chain(values).collect();
        for index in 1..nodes.len() {
            let above = index + (index & index.wrapping_neg());
            if above < nodes.len() {
                nodes[above] += nodes[index];
            }
        }
        Sums { nodes }
    }

    /// The sum of all numbers before an index.
    pub(crate) fn before(&self, index: usize) -> usize {
        let (mut index, mut sum) = (index, 0);
        while index > 0 {
            sum += self.nodes[index] as usize;
            index &= index - 1;
        }
        sum
    }

    /// The sum over a range.
    pub(crate) fn sum(&self, range: Range<usize>) -> usize {
        self.before(range.end) - self.before(range.start)
    }

    /// Replaces a number whose value is known.
    pub(crate) fn replace(&mut self, index: usize, old: u32, new: u32) {
        let mut index = index + 1;
        while index < self.nodes.len() {
            self.nodes[index] = self.nodes[index] - old + new;
            index += index & index.wrapping_neg();
        }
    }

    /// The first index at or after `from` whose number is not zero.
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut left = self.before(from);
        let mut index = 0;
        let mut width = self.nodes.len().next_power_of_two();
        while width > 0 {
            let next = index + width;
            if next < self.nodes.len() && self.nodes[next] as usize <= left {
                left -= self.nodes[next] as usize;
                index = next;
            }
            width /= 2;
        }
        (index + 1 < self.nodes.len()).then_some(index)
    }

    /// The last index before `to` whose number is not zero.
    pub(crate) fn previous(&self, to: usize) -> Option<usize> {
        let sum = self.before(to);
        if sum == 0 {
            return None;
        }
        // The place where the sum first reaches what it is before `to`.
        let mut left = sum - 1;
        let mut index = 0;
        let mut width = self.nodes.len().next_power_of_two();
        while width > 0 {
            let next = index + width;
            if next < self.nodes.len() && self.nodes[next] as usize <= left {
                left -= self.nodes[next] as usize;
                index = next;
            }
            width /= 2;
        }
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_neighbours_are_those_of_the_row() {
        let mut row = vec![0, 3, 0, 0, 2, 5, 0, 1, 0];
        let mut sums = Sums::new(row.iter().copied());
        sums.replace(5, 5, 0);
        row[5] = 0;
        for index in 0..=row.len() {
            assert_eq!(sums.before(index), row[..index].iter().sum::<u32>() as usize);
            assert_eq!(
                sums.next(index),
                (index..row.len()).find(|at| row[*at] > 0),
                "next {index}"
            );
            assert_eq!(
                sums.previous(index),
                (0..index).rfind(|at| row[*at] > 0),
                "previous {index}"
            );
        }
    }
}

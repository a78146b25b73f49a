//! Growing a random forest.
//!
//! A tree is grown from a sample of the samples, drawn with repetition. At every node some inputs are looked at,
//! chosen at random, and the split with the least Gini impurity is made.
//! Samples that a set of features cannot tell apart are one row with two counts, which is what makes it fast.

use std::collections::BTreeMap;

use lop_core::model::{Forest, INPUTS, Node};
use lop_syntax::Random;

use super::Options;
use crate::data::Sample;

/// The verdicts of the samples of a row, or of several.
#[derive(Debug, Clone, Copy, Default)]
struct VerdictCounts {
    yes: f64,
    no: f64,
}

impl VerdictCounts {
    fn all(self) -> f64 {
        self.yes + self.no
    }

    /// The weighted chance of a positive.
    fn chance(self, yes_weight: f64) -> f64 {
        let yes = self.yes * yes_weight;
        if self.all() > 0.0 { yes / (yes + self.no) } else { 0.5 }
    }

    /// Gini impurity, times their number.
    fn impurity(self) -> f64 {
        2.0 * self.yes * self.no / self.all().max(1.0)
    }

    fn add(&mut self, other: VerdictCounts) {
        self.yes += other.yes;
        self.no += other.no;
    }

    fn without(self, other: VerdictCounts) -> VerdictCounts {
        VerdictCounts {
            yes: self.yes - other.yes,
            no: self.no - other.no,
        }
    }
}

/// Rows that differ, as columns of inputs.
struct Table {
    inputs: Vec<u16>,
    columns: Vec<Vec<f32>>,
    answers: Vec<VerdictCounts>,
}

impl Table {
    fn new(samples: &[Sample], inputs: &[u16]) -> Self {
        let mut rows: BTreeMap<Vec<u32>, VerdictCounts> = BTreeMap::new();
        for sample in samples {
            let row = inputs.iter().map(|input| sample.features.input(*input).to_bits());
            let answer = VerdictCounts {
                yes: f64::from(u8::from(sample.is_interesting)),
                no: f64::from(u8::from(!sample.is_interesting)),
            };
            rows.entry(row.collect()).or_default().add(answer);
        }
        let column = |place: usize| rows.keys().map(|row| f32::from_bits(row[place])).collect::<Vec<f32>>();
        let columns: Vec<(u16, Vec<f32>)> = (0..inputs.len())
            .map(|place| (inputs[place], column(place)))
            .filter(|(_, column)| column.iter().any(|value| *value != column[0]))
            .collect();
        let (inputs, columns) = columns.into_iter().unzip();
        Table {
            inputs,
            columns,
            answers: rows.into_values().collect(),
        }
    }

    /// A bootstrap sample: as many as there are, drawn with repetition.
    fn drawn(&self, random: &mut Random) -> Vec<VerdictCounts> {
        let mut ends = Vec::with_capacity(2 * self.answers.len());
        let mut sum = 0.0;
        for answers in &self.answers {
            for count in [answers.yes, answers.no] {
                sum += count;
                ends.push(sum);
            }
        }
        let mut drawn = vec![VerdictCounts::default(); self.answers.len()];
        for _ in 0..sum as usize {
            let place = random.below(sum as usize) as f64;
            let at = ends.partition_point(|end| *end <= place);
            let answers = &mut drawn[at / 2];
            let count = if at % 2 == 0 { &mut answers.yes } else { &mut answers.no };
            *count += 1.0;
        }
        drawn
    }
}

/// Grows a forest that looks at some inputs.
pub(super) fn grow(samples: &[Sample], inputs: &[u16], options: &Options, random: &mut Random) -> Forest {
    let table = Table::new(samples, inputs);
    let mut forest = Forest::default();
    for _ in 0..options.trees {
        forest.roots.push(forest.nodes.len() as u32);
        let drawn = table.drawn(random);
        let rows = (0..drawn.len()).filter(|row| drawn[*row].all() > 0.0).collect();
        let tree = Tree {
            table: &table,
            answers: &drawn,
            options,
        };
        tree.grow(rows, &mut forest.nodes, random);
    }
    forest
}

/// A tree that is being grown.
struct Tree<'a> {
    table: &'a Table,
    answers: &'a [VerdictCounts],
    options: &'a Options,
}

/// A part of a tree that is still to be grown.
struct Branch {
    rows: Vec<usize>,
    depth: usize,
    /// The test whose answer no this is.
    test: Option<usize>,
}

impl Tree<'_> {
    /// Adds a tree to nodes: what follows a test at once is its answer yes, so the branches for no wait on a stack.
    fn grow(&self, rows: Vec<usize>, nodes: &mut Vec<Node>, random: &mut Random) {
        let mut branches = vec![Branch {
            rows,
            depth: 0,
            test: None,
        }];
        while let Some(branch) = branches.pop() {
            let place = nodes.len();
            if let Some(Node::Test { otherwise, .. }) = branch.test.map(|test| &mut nodes[test]) {
                *otherwise = place as u32;
            }
            let all = self.sum(&branch.rows);
            let Some((column, at_most)) = self.best_test(&branch, all, random) else {
                nodes.push(Node::Leaf(all.chance(self.options.yes_weight) as f32));
                continue;
            };
            nodes.push(Node::Test {
                input: self.table.inputs[column],
                at_most,
                otherwise: 0,
            });
            let is_low = |row: &usize| self.table.columns[column][*row] <= at_most;
            let (low, high): (Vec<usize>, Vec<usize>) = branch.rows.into_iter().partition(is_low);
            let depth = branch.depth + 1;
            branches.push(Branch {
                rows: high,
                depth,
                test: Some(place),
            });
            branches.push(Branch {
                rows: low,
                depth,
                test: None,
            });
        }
    }

    fn sum(&self, rows: &[usize]) -> VerdictCounts {
        let mut sum = VerdictCounts::default();
        for row in rows {
            sum.add(self.answers[*row]);
        }
        sum
    }

    /// The split with the least impurity, if one lowers it.
    fn best_test(&self, branch: &Branch, all: VerdictCounts, random: &mut Random) -> Option<(usize, f32)> {
        let is_done = branch.depth >= self.options.depth || all.yes == 0.0 || all.no == 0.0;
        if is_done {
            return None;
        }
        let mut best = None;
        // A test has to be worth more than its rounding.
        let mut least = all.impurity() - 1e-3;
        for column in self.chosen(random) {
            if let Some((impurity, at_most)) = self.best_value(column, &branch.rows, all)
                && impurity < least
            {
                least = impurity;
                best = Some((column, at_most));
            }
        }
        best
    }

    /// Some columns, in random order: a third of those with something to tell, and not fewer than their root.
    fn chosen(&self, random: &mut Random) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.table.columns.len()).collect();
        let count = columns.len().div_ceil(3).max(columns.len().isqrt());
        for place in 0..count {
            let other = place + random.below(columns.len() - place);
            columns.swap(place, other);
        }
        columns.truncate(count);
        columns
    }

    /// The best cut of a column's values, and the impurity that it leaves.
    fn best_value(&self, column: usize, rows: &[usize], all: VerdictCounts) -> Option<(f64, f32)> {
        let mut low = VerdictCounts::default();
        let mut best: Option<(f64, f32)> = None;
        let mut values = self.by_value(column, rows).into_iter().peekable();
        while let Some((value, answers)) = values.next() {
            low.add(answers);
            let Some((next, _)) = values.peek() else {
                break;
            };
            let high = all.without(low);
            let is_large_enough = low.all().min(high.all()) >= self.options.leaf as f64;
            let impurity = low.impurity() + high.impurity();
            if is_large_enough && best.is_none_or(|(least, _)| impurity < least) {
                best = Some((impurity, (value + next) / 2.0));
            }
        }
        best
    }

    /// The verdicts of each value of a column, the lowest first.
    fn by_value(&self, column: usize, rows: &[usize]) -> Vec<(f32, VerdictCounts)> {
        let values = &self.table.columns[column];
        let is_bit = usize::from(self.table.inputs[column]) >= INPUTS.len();
        if is_bit {
            let mut sums = [(0.0, VerdictCounts::default()), (1.0, VerdictCounts::default())];
            for row in rows {
                sums[usize::from(values[*row] > 0.5)].1.add(self.answers[*row]);
            }
            let is_there = |(_, answers): &(f32, VerdictCounts)| answers.all() > 0.0;
            return sums.into_iter().filter(is_there).collect();
        }
        let mut sorted: Vec<(f32, VerdictCounts)> = rows.iter().map(|row| (values[*row], self.answers[*row])).collect();
        sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        sorted.dedup_by(|next, before| {
            let is_same = next.0 == before.0;
            if is_same {
                before.1.add(next.1);
            }
            is_same
        });
        sorted
    }
}

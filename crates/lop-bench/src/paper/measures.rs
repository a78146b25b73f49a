//! Figures that only claims are about.

use std::ops::Range;

use super::Figure;
use crate::table::{Measure, Row};

pub(super) const ANSWER_BYTES: Measure = Measure::new("peak bytes of answers", |row| row.peak_answer_bytes);
pub(super) const MEAN_ANSWER_BYTES: Measure = Measure::new("mean bytes of answers", |row| row.mean_answer_bytes);
pub(super) const MEAN_ANSWERS: Measure = Measure::new("mean number of answers", |row| {
    let entries = row.cache_course.iter().map(|[_, entries, _]| *entries as f64);
    Some(entries.sum::<f64>() / row.cache_course.len() as f64).filter(|mean| *mean > 0.0)
});
/// One where a cache only grows.
pub(super) const LAST_ANSWER_BYTES: Measure = Measure::new("bytes of answers at the end, of the peak", |row| {
    let [_, _, bytes] = row.cache_course.last()?;
    Some(*bytes as f64 / row.peak_answer_bytes?).filter(|part| *part > 0.0)
});
/// What a token takes to go: what papers call efficiency, upside down.
pub(super) const PACE: Measure = Measure::new("seconds a removed token", |row| {
    let removed = row.tokens_before as f64 - row.tokens?;
    Some(row.seconds? / removed).filter(|pace| pace.is_finite() && *pace > 0.0)
});
/// How often a list algorithm was right to ask again what had been refused.
pub(super) const REVISITS: Measure = Measure::new("revisits that succeed", |row| row.revisits);
/// Of the removals that succeeded, those of several nodes at once.
pub(super) const CHUNKS: [Figure; 5] = [
    Figure::Share("chunks of several nodes, %", |row| chunks(row, 2..usize::MAX)),
    Figure::Share("chunks of two, %", |row| chunks(row, 2..3)),
    Figure::Share("chunks of three, %", |row| chunks(row, 3..4)),
    Figure::Share("chunks of four, %", |row| chunks(row, 4..5)),
    Figure::Share("chunks of more than ten, %", |row| chunks(row, 11..usize::MAX)),
];

/// How many chunks have so many nodes, and how many there are.
fn chunks(row: &Row, nodes: Range<usize>) -> Option<(f64, f64)> {
    let chunks = row.chunks.as_ref()?;
    let sized = chunks.iter().zip(1..);
    let wanted: u64 = sized
        .filter(|(_, size)| nodes.contains(size))
        .map(|(count, _)| count)
        .sum();
    Some((wanted as f64, chunks.iter().sum::<u64>() as f64))
}

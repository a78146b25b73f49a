//! Figures that only claims are about.

use std::ops::Range;

use super::Figure;
use crate::bench::table::{Measure, Row};

pub const CACHE_ENTRIES: Measure = Measure::new("cache entries", |row| row.cache_entries);
/// What a token takes to go: what papers call efficiency, upside down.
pub const PACE: Measure = Measure::new("seconds a removed token", |row| {
    let removed = row.tokens_before as f64 - row.tokens?;
    Some(row.seconds? / removed).filter(|pace| pace.is_finite() && *pace > 0.0)
});
/// How often a list algorithm was right to ask again what had been refused.
pub const REVISITS: Measure = Measure::new("revisits that succeed", |row| row.revisits);
/// Of the removals that succeeded, those of several nodes at once.
pub const CHUNKS: [Figure; 5] = [
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

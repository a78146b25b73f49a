//! The evaluation of a model, as a table.

use std::io::{self, Write};
use std::time::Instant;

use lop_core::model::{FeatureSet, Forest, Model, file};
use lop_train::data::Sample;
use lop_train::{Evaluation, Row};

/// So many predictions are timed.
const TIMED: usize = 10_000;

/// Prints how each forest of a model does.
pub(crate) fn print(
    out: &mut impl Write,
    model: &Model,
    evaluation: &Evaluation,
    samples: &[Sample],
) -> io::Result<()> {
    let Evaluation {
        rows,
        samples: count,
        interesting,
    } = evaluation;
    writeln!(
        out,
        "{}: {} types; {count} samples, {interesting} of them positive",
        model.language,
        model.vocabulary.len()
    )?;
    writeln!(
        out,
        "{:<14} {:>10} {:>7}   {:>10} {:>7}   {:>7} {:>7}",
        "", "balanced", "", "as asked", "", "", ""
    )?;
    writeln!(
        out,
        "{:<14} {:>10} {:>7}   {:>10} {:>7}   {:>7} {:>7}",
        "features", "precision", "recall", "precision", "recall", "bytes", "µs"
    )?;
    for row in rows {
        print_row(out, model, row, samples)?;
    }
    Ok(())
}

fn print_row(out: &mut impl Write, model: &Model, row: &Row, samples: &[Sample]) -> io::Result<()> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    writeln!(
        out,
        "{:<14} {:>10} {:>7}   {:>10} {:>7}   {:>7} {:>7.2}",
        row.set.name(),
        percent(row.balanced.precision()),
        percent(row.balanced.recall()),
        percent(row.as_asked.precision()),
        percent(row.as_asked.recall()),
        size(model, row.set),
        latency(model, row.set, samples)
    )
}

/// How many bytes a forest takes in the model's file.
fn size(model: &Model, set: FeatureSet) -> usize {
    let mut without = model.clone();
    without.forests[set.index()] = Forest::default();
    file::write(model).len().saturating_sub(file::write(&without).len())
}

/// Microseconds for a prediction.
fn latency(model: &Model, set: FeatureSet, samples: &[Sample]) -> f64 {
    let start = Instant::now();
    let timed = samples.iter().take(TIMED);
    let said_yes = timed.filter(|sample| model.says_valid(set, &sample.features) == Some(true));
    std::hint::black_box(said_yes.count());
    start.elapsed().as_secs_f64() * 1e6 / samples.len().clamp(1, TIMED) as f64
}

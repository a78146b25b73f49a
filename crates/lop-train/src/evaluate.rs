//! Evaluation of a model: precision and recall on samples.

use lop_core::model::{FeatureSet, Model};
use lop_syntax::Random;

use crate::data::{Data, Sample};
use crate::fit::{balanced, by_file, checked};

/// The seed of the under-sampling that balances positive and negative samples, so that it is always the same.
const BALANCE_SEED: u64 = 1;

/// True and false positives and negatives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// True positives.
    pub true_yes: usize,
    /// False positives.
    pub false_yes: usize,
    /// True negatives.
    pub true_no: usize,
    /// False negatives.
    pub false_no: usize,
}

impl Counts {
    /// Precision.
    pub fn precision(&self) -> f64 {
        share(self.true_yes, self.true_yes + self.false_yes)
    }

    /// Recall.
    pub fn recall(&self) -> f64 {
        share(self.true_yes, self.true_yes + self.false_no)
    }

    fn note(&mut self, says: bool, is: bool) {
        *match (says, is) {
            (true, true) => &mut self.true_yes,
            (true, false) => &mut self.false_yes,
            (false, false) => &mut self.true_no,
            (false, true) => &mut self.false_no,
        } += 1;
    }
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// A feature set, and how it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What the forest looks at.
    pub set: FeatureSet,
    /// On balanced samples, as in the papers.
    pub balanced: Counts,
    /// On all samples.
    pub as_asked: Counts,
}

/// How a model does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// One for each feature set that the model has a forest for.
    pub rows: Vec<Row>,
    /// How many samples there are.
    pub samples: usize,
    /// How many of them are positive.
    pub interesting: usize,
}

/// The samples of `data` that the checker judged, with the type numbers of `model`. Types that it does not know have
/// higher numbers.
pub fn judged(data: &[Data], model: &Model) -> Vec<Sample> {
    let mut types = model.vocabulary.clone();
    let samples: Vec<Sample> = by_file(data, &mut types).into_values().flatten().collect();
    checked(&samples)
}

/// Compares the predictions of a model with the verdicts of samples.
pub fn evaluate(model: &Model, samples: &[Sample]) -> Evaluation {
    let balanced = balanced(samples, &mut Random(BALANCE_SEED));
    let rows = FeatureSet::ALL.into_iter().filter_map(|set| {
        Some(Row {
            set,
            balanced: counts(model, set, &balanced)?,
            as_asked: counts(model, set, samples)?,
        })
    });
    Evaluation {
        rows: rows.collect(),
        samples: samples.len(),
        interesting: samples.iter().filter(|sample| sample.is_interesting).count(),
    }
}

fn counts(model: &Model, set: FeatureSet, samples: &[Sample]) -> Option<Counts> {
    let mut counts = Counts::default();
    for sample in samples {
        counts.note(model.says_valid(set, &sample.features)?, sample.is_interesting);
    }
    Some(counts)
}

//! What a model is worth: how often it is right about questions whose answers are known.

use lop_core::model::{FeatureSet, Model};
use lop_syntax::Random;

use crate::data::{Data, Question};
use crate::fit::{balanced, by_file, checked};

/// Which questions are left out to have as many of one answer as of the other is always decided alike.
const BALANCE_SEED: u64 = 1;

/// How often a model said yes and no, and was right or wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// It said yes, and so did the checker.
    pub true_yes: usize,
    /// It said yes, and the checker no.
    pub false_yes: usize,
    /// It said no, and so did the checker.
    pub true_no: usize,
    /// It said no, and the checker yes.
    pub false_no: usize,
}

impl Counts {
    /// Which share of what it said yes to was valid.
    pub fn precision(&self) -> f64 {
        share(self.true_yes, self.true_yes + self.false_yes)
    }

    /// Which share of what was valid it said yes to.
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
    /// On as many questions with the one answer as with the other, as the papers do.
    pub balanced: Counts,
    /// On questions as they were asked.
    pub as_asked: Counts,
}

/// How a model does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// One for each feature set that the model has a forest for.
    pub rows: Vec<Row>,
    /// How many questions were asked.
    pub questions: usize,
    /// How many of them were answered with yes.
    pub interesting: usize,
}

/// The questions of data that the checker was asked, with the numbers that a model has for types. Types that it does not
/// know have numbers above them.
pub fn judged(data: &[Data], model: &Model) -> Vec<Question> {
    let mut types = model.vocabulary.clone();
    let questions: Vec<Question> = by_file(data, &mut types).into_values().flatten().collect();
    checked(&questions)
}

/// Compares what a model says with the answers to questions.
pub fn evaluate(model: &Model, questions: &[Question]) -> Evaluation {
    let balanced = balanced(questions, &mut Random(BALANCE_SEED));
    let rows = FeatureSet::ALL.into_iter().filter_map(|set| {
        Some(Row {
            set,
            balanced: counts(model, set, &balanced)?,
            as_asked: counts(model, set, questions)?,
        })
    });
    Evaluation {
        rows: rows.collect(),
        questions: questions.len(),
        interesting: questions.iter().filter(|question| question.is_interesting).count(),
    }
}

fn counts(model: &Model, set: FeatureSet, questions: &[Question]) -> Option<Counts> {
    let mut counts = Counts::default();
    for question in questions {
        counts.note(model.says_valid(set, &question.features)?, question.is_interesting);
    }
    Some(counts)
}

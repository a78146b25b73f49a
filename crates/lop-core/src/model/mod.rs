//! Models: what was learned about a language before.
//!
//! A model tells how likely it is that a node can go, by its type and by how far the reduction is. It is a small table,
//! made by `lop train` from reductions of ordinary files, and kept in a file: see [`file`].
//!
//! For every type there is the chance that a removal was interesting, and a logistic regression of the same over
//! progress, nodes now divided by nodes at first: 1 at the beginning, towards 0 at the end. Five forests tell whether
//! a single node can go, each from another set of [`Features`].

pub mod bytes;
mod features;
pub mod file;
mod forest;
mod online;
mod shipped;
mod types;

pub use self::features::{Among, Features, INPUTS, Uses, input_of, live_nodes};
pub use self::file::ModelError;
pub use self::forest::{FeatureSet, Forest, Node};
pub use self::online::Chances;
pub use self::shipped::shipped;
pub use self::types::{RuleType, Types, Vocabulary};

/// The chance of an interesting result where there is no data at all.
pub const UNKNOWN_CHANCE: f64 = 0.5;

/// What was learned about a language.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The language, by its name on the command line.
    pub language: String,
    /// Its types; [`Model::chances`] has a line for each.
    pub vocabulary: Vocabulary,
    /// The chance that removing a node of a type is interesting, for each.
    pub chances: Vec<Chance>,
    /// A forest for each of [`FeatureSet::ALL`], in that order; one without trees is not known.
    pub forests: [Forest; 5],
    /// The command, the corpus, the day and the evaluation that this comes from, for people to read.
    pub provenance: String,
}

/// The chance that removing nodes of a type is interesting.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Chance {
    /// How many samples there were.
    pub samples: u32,
    /// Which share of them was interesting.
    pub constant: f32,
    /// The logistic regression over progress: its value at zero.
    pub intercept: f32,
    /// And how it rises.
    pub slope: f32,
}

impl Chance {
    /// The chance at some progress, 1 at the beginning and 0 at the end.
    pub fn at(&self, progress: f64) -> f64 {
        let logit = f64::from(self.intercept) + f64::from(self.slope) * progress;
        1.0 / (1.0 + (-logit).exp())
    }
}

/// Whether chances change as a reduction goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// By the logistic regressions.
    Varying,
    /// They are constants.
    Constant,
}

impl Model {
    /// A model that knows nothing.
    pub fn empty(language: &str) -> Self {
        Model {
            language: language.to_owned(),
            vocabulary: Vocabulary::default(),
            chances: Vec::new(),
            forests: std::array::from_fn(|_| Forest::default()),
            provenance: String::new(),
        }
    }

    /// The chance that removing a node of a type is interesting. A type that was never seen has the mean of all.
    pub fn chance(&self, rule_type: RuleType, progress: f64, time: Time) -> f64 {
        match self.chances.get(rule_type.index()) {
            Some(chance) if chance.samples > 0 => match time {
                Time::Varying => chance.at(progress),
                Time::Constant => f64::from(chance.constant),
            },
            _ => self.mean(),
        }
    }

    /// How many samples of a type there were.
    pub fn samples(&self, rule_type: RuleType) -> u32 {
        self.chances.get(rule_type.index()).map_or(0, |chance| chance.samples)
    }

    /// The share of all samples that was interesting.
    pub fn mean(&self) -> f64 {
        let samples: f64 = self.chances.iter().map(|chance| f64::from(chance.samples)).sum();
        let interesting = self
            .chances
            .iter()
            .map(|chance| f64::from(chance.samples) * f64::from(chance.constant));
        if samples > 0.0 {
            interesting.sum::<f64>() / samples
        } else {
            UNKNOWN_CHANCE
        }
    }

    /// Whether removing a node would be valid, as the forest for a set of features has it; none if there is no such
    /// forest.
    pub fn says_valid(&self, set: FeatureSet, features: &Features) -> Option<bool> {
        let chance = self.forests[set.index()].chance(features)?;
        Some(chance >= 0.5)
    }
}

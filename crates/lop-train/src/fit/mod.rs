//! A model from data.
//!
//! Whole files of the corpus are held back until a quarter of the samples is, so nothing that a model is judged by was
//! seen while it was made: not the samples, and not the programs either. The papers hold back single samples, which
//! is kinder to a model: [`HoldBack`] has both. Chances come from all other samples, as
//! they are. Forests predict validity, so they come from the samples that the checker judged, without those of nodes
//! that hold the token to keep; and from as many positive as negative ones: of the more frequent kind some are
//! left out at random. Where the checker always gave the same verdict there is no forest. All
//! random choices come from one seed, so the same data make the same bytes.
//!
//! **Why no crate trains.** Two well-kept crates were looked at. `linfa-trees` looks at every row for every node of a
//! tree, through a hash table whose order changes from run to run; `smartcore` has no way to read a tree but the
//! private form that it is saved in. Rows that are equal are one row here, features are mostly bits, and a tree is a
//! hundred lines.
//!
//! **Reference.** gharachorlu2023 §5.1, gharachorlu2023batched §3.1.

mod forest;
mod logistic;
mod samples;

use lop_core::model::Among::{Children, Path};
use lop_core::model::{Chance, FeatureSet, INPUTS, Model, RuleType, Vocabulary, file, input_of};
use lop_syntax::Random;

use self::samples::Samples;
use crate::Error;
use crate::data::{Data, Sample};
use crate::evaluate::{Evaluation, evaluate};

pub(crate) use self::samples::{balanced, by_file, checked};

/// How a model is made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Where the random choices begin.
    pub seed: u64,
    /// How many trees a forest has.
    pub trees: usize,
    /// How deep a tree is at most.
    pub depth: usize,
    /// The least number of samples of a leaf.
    pub leaf: usize,
    /// Weight of positive samples in a leaf. Higher means higher recall and lower precision: a node that is skipped is
    /// lost, one that is tried in vain costs a query.
    pub yes_weight: f64,
    /// Whether forests look at types only, as in the papers.
    pub is_plain: bool,
    /// The samples that a model is evaluated on.
    pub hold_back: HoldBack,
}

/// The samples that are held back for the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldBack {
    /// Whole files: none of their samples is learnt from.
    Files,
    /// Samples of any file, as in the papers.
    Samples,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seed: 1,
            trees: 30,
            depth: 20,
            leaf: 4,
            yes_weight: 3.0,
            is_plain: false,
            hold_back: HoldBack::Files,
        }
    }
}

/// A model and what it is worth.
#[derive(Debug)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// Its file.
    pub file: Vec<u8>,
    /// How it does on what was held back.
    pub evaluation: Evaluation,
    /// What was held back.
    pub held_back: Vec<Sample>,
}

/// Makes a model of data, all of one language.
pub fn fit(data: &[Data], options: &Options) -> Result<Fitted, Error> {
    let mut random = Random(options.seed);
    let samples = Samples::new(data, options.hold_back, &mut random)?;
    let mut model = Model::empty(&data[0].settings.language);
    model.vocabulary = samples.vocabulary.clone();
    model.chances = chances(&samples.seen, &samples.vocabulary);
    let seen = balanced(&checked(&samples.seen), &mut random);
    for set in FeatureSet::ALL.into_iter().filter(|_| !seen.is_empty()) {
        model.forests[set.index()] = forest::grow(
            &seen,
            &inputs(set, &samples.vocabulary, options.is_plain),
            options,
            &mut random,
        );
    }
    // The evaluation uses the model as it is read back, with its rounded chances.
    let rounded = read(&file::write(&model));
    let held_back = checked(&samples.held_back);
    let evaluation = evaluate(&rounded, &held_back);
    model.provenance = provenance(data, &samples, options, &evaluation);
    let file = file::write(&model);
    let model = read(&file);
    Ok(Fitted {
        model,
        file,
        evaluation,
        held_back,
    })
}

fn read(bytes: &[u8]) -> Model {
    file::read(bytes, None).expect("what was just written can be read")
}

/// The chances of each type, from all samples.
fn chances(samples: &[Sample], vocabulary: &Vocabulary) -> Vec<Chance> {
    let mut points: Vec<Vec<(f64, bool)>> = vec![Vec::new(); vocabulary.len()];
    for sample in samples {
        let point = (f64::from(sample.features.progress), sample.is_interesting);
        points[sample.features.rule_type.index()].push(point);
    }
    points.iter().map(|points| logistic::chance(points)).collect()
}

/// The inputs that a forest for a set of features may look at.
fn inputs(set: FeatureSet, vocabulary: &Vocabulary, is_plain: bool) -> Vec<u16> {
    let bits = |among| {
        let types = (0..vocabulary.len()).map(|number| RuleType(number as u16));
        types.filter_map(move |rule_type| input_of(among, rule_type))
    };
    // The numbers of types rise with their chances, so a node's type needs no bits of its own.
    let mut inputs: Vec<u16> = match set {
        FeatureSet::Node => vec![0],
        FeatureSet::Children => bits(Children).collect(),
        FeatureSet::Path => bits(Path).collect(),
        FeatureSet::NodeChildren => std::iter::once(0).chain(bits(Children)).collect(),
        FeatureSet::All => std::iter::once(0).chain(bits(Children)).chain(bits(Path)).collect(),
    };
    if !is_plain {
        inputs.extend(1..INPUTS.len() as u16);
    }
    inputs
}

/// Where a model comes from, in words.
fn provenance(data: &[Data], samples: &Samples, options: &Options, evaluation: &Evaluation) -> String {
    let mut lines = Vec::new();
    for data in data {
        let settings = &data.settings;
        lines.push(format!(
            "collected: {} queries of {} tasks, seed {}, at most {} tokens, corpus {}, checker: {}",
            data.sample_count(),
            data.tasks.len(),
            settings.seed,
            settings.most_tokens,
            settings.corpus,
            settings.checker
        ));
    }
    lines.push(format!(
        "fitted: on {} samples, {} held back, seed {}, {} trees of depth {}, at least {} samples to a leaf",
        samples.seen.len(),
        samples.held_back.len(),
        options.seed,
        options.trees,
        options.depth,
        options.leaf
    ));
    for row in &evaluation.rows {
        lines.push(format!(
            "{}: precision {:.0} %, recall {:.0} %",
            row.set.name(),
            100.0 * row.balanced.precision(),
            100.0 * row.balanced.recall()
        ));
    }
    lines.join("\n")
}

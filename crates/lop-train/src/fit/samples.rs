//! The samples that a model is fitted to, and those that are held back.

use std::collections::BTreeMap;

use lop_core::model::{Features, RuleType, Vocabulary};
use lop_syntax::Random;

use super::HoldBack;
use crate::Error;
use crate::data::{Data, Sample};

/// One sample in this many is held back: as in gharachorlu2023.
const HELD_BACK: usize = 4;

/// Samples of all data in one vocabulary, in two parts.
pub(super) struct Samples {
    /// All types; their numbers rise with how often they went.
    pub vocabulary: Vocabulary,
    /// Samples to fit the model to.
    pub seen: Vec<Sample>,
    /// Samples to evaluate it on.
    pub held_back: Vec<Sample>,
}

impl Samples {
    /// Divides data at random.
    pub(super) fn new(data: &[Data], hold_back: HoldBack, random: &mut Random) -> Result<Self, Error> {
        let mut types = Vocabulary::default();
        let files = by_file(data, &mut types).into_values();
        // Groups that stay together.
        let mut shares: Vec<Vec<Sample>> = match hold_back {
            HoldBack::Files => files.collect(),
            HoldBack::Samples => files.flatten().map(|sample| vec![sample]).collect(),
        };
        let samples: usize = shares.iter().map(Vec::len).sum();
        shuffle(&mut shares, random);
        let (mut seen, mut held_back) = (Vec::new(), Vec::new());
        for share in shares {
            let is_enough = held_back.len() * HELD_BACK >= samples;
            let part = if is_enough { &mut seen } else { &mut held_back };
            part.extend(share);
        }
        if seen.is_empty() || held_back.is_empty() {
            return Err(Error::TooFew {
                samples,
                tasks: data.iter().map(|data| data.tasks.len()).sum(),
            });
        }
        let numbers = numbers(&seen, &types);
        for sample in seen.iter_mut().chain(&mut held_back) {
            sample.features = renumbered(&sample.features, &numbers);
        }
        let mut order: Vec<usize> = (0..types.len()).collect();
        order.sort_by_key(|place| numbers[*place]);
        let names = order.iter().map(|place| types.name(RuleType(*place as u16)));
        Ok(Samples {
            vocabulary: Vocabulary::new(names),
            seen,
            held_back,
        })
    }
}

/// The samples about each file, with types of one vocabulary.
pub(crate) fn by_file(data: &[Data], types: &mut Vocabulary) -> BTreeMap<String, Vec<Sample>> {
    let mut files: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    for data in data {
        let names = (0..data.types.len()).map(|number| data.types.name(RuleType(number as u16)));
        let numbers: Vec<RuleType> = names.map(|name| types.add(name)).collect();
        for task in &data.tasks {
            let samples = task.samples.iter().map(|sample| Sample {
                features: renumbered(&sample.features, &numbers),
                ..*sample
            });
            files.entry(task.file.clone()).or_default().extend(samples);
        }
    }
    files
}

/// The same with other numbers for types.
pub(super) fn renumbered(features: &Features, numbers: &[RuleType]) -> Features {
    let all = |types: &[RuleType]| {
        let mut types: Vec<RuleType> = types.iter().map(|rule_type| numbers[rule_type.index()]).collect();
        types.sort_unstable();
        types
    };
    Features {
        rule_type: numbers[features.rule_type.index()],
        children: all(&features.children),
        path: all(&features.path),
        ..*features
    }
}

/// New numbers for types, which rise with how often they went.
fn numbers(samples: &[Sample], types: &Vocabulary) -> Vec<RuleType> {
    let mut counts = vec![(0.0_f64, 0.0_f64); types.len()];
    for sample in samples {
        let (interesting, all) = &mut counts[sample.features.rule_type.index()];
        *interesting += f64::from(u8::from(sample.is_interesting));
        *all += 1.0;
    }
    let mean = counts.iter().map(|count| count.0).sum::<f64>() / samples.len() as f64;
    // A type that was seen little is near the mean.
    let share = |place: usize| (counts[place].0 + mean) / (counts[place].1 + 1.0);
    let name = |place: usize| types.name(RuleType(place as u16));
    let mut order: Vec<usize> = (0..types.len()).collect();
    order.sort_by(|one, other| {
        let by_share = share(*one).total_cmp(&share(*other));
        by_share.then_with(|| name(*one).cmp(name(*other)))
    });
    let mut numbers = vec![RuleType(0); types.len()];
    for (number, place) in order.into_iter().enumerate() {
        numbers[place] = RuleType(number as u16);
    }
    numbers
}

/// The samples that the checker judged.
pub(crate) fn checked(samples: &[Sample]) -> Vec<Sample> {
    let is_checked = |sample: &&Sample| !sample.holds_token;
    samples.iter().filter(is_checked).cloned().collect()
}

/// Balanced samples: as many positive as negative ones, by under-sampling.
pub(crate) fn balanced(samples: &[Sample], random: &mut Random) -> Vec<Sample> {
    let (mut yes, mut no): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|sample| sample.is_interesting);
    shuffle(&mut yes, random);
    shuffle(&mut no, random);
    let most = yes.len().min(no.len());
    yes.into_iter()
        .take(most)
        .chain(no.into_iter().take(most))
        .cloned()
        .collect()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}

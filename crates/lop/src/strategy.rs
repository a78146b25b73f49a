//! How to reduce, by names, and what the names stand for.

use std::rc::Rc;

use lop_core::model::{self, FeatureSet, Model};
use lop_core::transform::{self, Transform};
use lop_core::tree::{self, Effort, Hoists, Joint, Learning, Options, Schedule};
use lop_core::{Limits, cache, list};
use lop_syntax::Syntax;

use crate::Error;

/// The reducer that has another one as its partner.
const SERU: &str = "seru";
/// The reducer that another one cleans up after.
const TYPE_BATCHED: &str = "type-batched";

/// How far `auto` goes, by name.
const EFFORTS: [(&str, Effort); 3] = [
    ("fast", Effort::Fast),
    (Strategy::EFFORT, Effort::Normal),
    ("thorough", Effort::Thorough),
];

/// How to reduce. Algorithms, caches and transformations go by their names on the command line, `lop algorithms` and
/// `lop caches` list them.
#[derive(Debug, Clone)]
pub struct Strategy {
    /// The tree reducer.
    pub algorithm: String,
    /// How lists are minimised; the algorithm has a default of its own.
    pub list: Option<String>,
    /// How verdicts are remembered.
    pub cache: String,
    /// Whether a node may be replaced by one of its descendants.
    pub replacements: bool,
    /// Which descendants, and how many.
    pub hoists: Hoists,
    /// Whether of a chain of nodes with the same tokens only the topmost is tried.
    pub pruning: bool,
    /// How many queries make a wave; the algorithm has a default of its own.
    pub wave: Option<usize>,
    /// The algorithm that takes turns with the transformations of `seru`.
    pub syntactic: String,
    /// The transformations to apply; all if none is named. A name with a minus sign before it is left out.
    pub transforms: Vec<String>,
    /// Rewrite rules: patterns and replacements in the language of the program, such as `$A ? $B : $C => $B`. One that is
    /// not in the language of any file is refused.
    pub rewrites: Vec<String>,
    /// How far `auto` goes: `fast`, `normal` or `thorough`.
    pub effort: String,
    /// Where models of languages come from.
    pub model: ModelSource,
    /// Whether verdicts of the run change what the model says.
    pub online: bool,
    /// The forest that `model-guided` uses.
    pub features: String,
    /// The order in which `type-batched` takes types: `varying`, `constant`, `random`, `agnostic`, or names of types
    /// with commas between batches and plus signs within them.
    pub schedule: String,
    /// The seed of a random schedule.
    pub seed: u64,
    /// How `type-batched` makes chunks of nodes.
    pub joint: String,
    /// The algorithm that works after the last batch of `type-batched`.
    pub clean_up: Option<String>,
    /// Whether candidates with more syntax errors than the input are refused: those whose parser finds more tokens in
    /// errors. A program without errors stays one. Otherwise the test alone decides.
    pub keep_syntax: bool,
    /// Limits of all searches together.
    pub limits: Limits,
}

impl Strategy {
    /// The default of [`syntactic`](Self::syntactic).
    pub const SYNTACTIC: &'static str = "perses";
    /// The default of [`effort`](Self::effort).
    pub const EFFORT: &'static str = "normal";
    /// The default of [`features`](Self::features).
    pub const FEATURES: &'static str = "node";
    /// The default of [`schedule`](Self::schedule).
    pub const SCHEDULE: &'static str = "varying";
    /// The default of [`joint`](Self::joint).
    pub const JOINT: &'static str = "joint";
    /// The default of [`clean_up`](Self::clean_up).
    pub const CLEAN_UP: &'static str = "pardis";
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy {
            algorithm: tree::DEFAULT.to_owned(),
            list: None,
            cache: cache::DEFAULT.to_owned(),
            replacements: true,
            hoists: Hoists::default(),
            pruning: true,
            wave: None,
            syntactic: Self::SYNTACTIC.to_owned(),
            transforms: Vec::new(),
            rewrites: Vec::new(),
            effort: Self::EFFORT.to_owned(),
            model: ModelSource::Shipped,
            online: true,
            features: Self::FEATURES.to_owned(),
            schedule: Self::SCHEDULE.to_owned(),
            seed: 0,
            joint: Self::JOINT.to_owned(),
            clean_up: Some(Self::CLEAN_UP.to_owned()),
            keep_syntax: true,
            limits: Limits::default(),
        }
    }
}

/// Where models of languages come from.
#[derive(Debug, Clone, Default)]
pub enum ModelSource {
    /// Those that come with lop.
    #[default]
    Shipped,
    /// This one, for files in its language.
    Given(Rc<Model>),
    /// Nowhere: no file has a model.
    None,
}

impl ModelSource {
    /// The model for files that are read like this.
    pub fn for_files(&self, syntax: &Syntax) -> Option<Rc<Model>> {
        match self {
            ModelSource::Shipped => model::shipped(syntax.language?)?.ok().map(Rc::new),
            ModelSource::Given(model) => (model.language == syntax.name).then(|| model.clone()),
            ModelSource::None => None,
        }
    }
}

/// The entries of the tables that a strategy names.
pub(crate) struct Entries {
    pub algorithm: &'static tree::ReducerEntry,
    pub list: &'static list::ListEntry,
    pub cache: &'static cache::CacheEntry,
    /// For every file alike; a file adds its model and the files beside it.
    pub options: Options,
}

impl Strategy {
    pub(crate) fn entries(&self) -> Result<Entries, Error> {
        let algorithm = algorithm(&self.algorithm)?;
        let syntactic = algorithm_beside(SERU, algorithm.name, &self.syntactic, "syntactic")?;
        // The lists of seru are those of its partner.
        let lists = if algorithm.name == SERU {
            syntactic.list
        } else {
            algorithm.list
        };
        let list = self.list.as_deref().unwrap_or(lists);
        let list = list::named(list).ok_or_else(|| Error::unknown("list algorithm", list))?;
        let cache = cache::named(&self.cache).ok_or_else(|| Error::unknown("cache", &self.cache))?;
        let defaults = algorithm.options();
        let options = Options {
            list: (list.make)().into(),
            replacements: self.replacements,
            hoists: self.hoists,
            pruning: self.pruning,
            wave: self.wave.unwrap_or(defaults.wave),
            syntactic,
            transforms: transforms(&self.transforms)?,
            effort: self.effort()?,
            learning: self.learning()?,
            ..defaults
        };
        Ok(Entries {
            algorithm,
            list,
            cache,
            options,
        })
    }

    fn effort(&self) -> Result<Effort, Error> {
        let known = EFFORTS.iter().find(|(name, _)| *name == self.effort);
        known.map(|(_, effort)| *effort).ok_or_else(|| Error::UnknownValue {
            setting: "effort",
            value: self.effort.clone(),
            known: EFFORTS.map(|(name, _)| name).into(),
        })
    }

    fn learning(&self) -> Result<Learning, Error> {
        let unknown = |setting, value: &str, known| Error::UnknownValue {
            setting,
            value: value.to_owned(),
            known,
        };
        let features = FeatureSet::named(&self.features)
            .ok_or_else(|| unknown("features", &self.features, FeatureSet::ALL.map(FeatureSet::name).into()))?;
        let joint = Joint::ALL.iter().find(|(name, _)| *name == self.joint);
        let joint = joint.ok_or_else(|| unknown("joint", &self.joint, Joint::ALL.map(|(name, _)| name).into()))?;
        let clean_up = self.clean_up.as_deref();
        let clean_up = clean_up.map(|name| algorithm_beside(TYPE_BATCHED, TYPE_BATCHED, name, "clean_up"));
        Ok(Learning {
            is_online: self.online,
            features,
            schedule: self.schedule(),
            joint: joint.1,
            clean_up: clean_up.transpose()?,
            ..Learning::default()
        })
    }

    fn schedule(&self) -> Schedule {
        match &self.schedule[..] {
            "varying" => Schedule::Varying,
            "pointer" => Schedule::Constant,
            "random" => Schedule::Random(self.seed),
            "agnostic" => Schedule::Agnostic,
            listed => {
                let batches = listed
                    .split(',')
                    .map(|batch| batch.split('+').map(str::to_owned).collect());
                Schedule::Listed(batches.collect())
            }
        }
    }
}

fn algorithm(name: &str) -> Result<&'static tree::ReducerEntry, Error> {
    tree::named(name).ok_or_else(|| Error::unknown("algorithm", name))
}

/// The partner of an algorithm, which is another one, where that algorithm is chosen.
fn algorithm_beside(
    main: &'static str,
    chosen: &str,
    name: &str,
    setting: &'static str,
) -> Result<&'static tree::ReducerEntry, Error> {
    let partner = algorithm(name)?;
    if chosen == main && partner.name == main {
        return Err(Error::OwnPartner {
            algorithm: main,
            setting,
        });
    }
    Ok(partner)
}

/// The transformations that a list of names stands for: those that are named, or all, without those that are left out.
fn transforms(names: &[String]) -> Result<Rc<[&'static Transform]>, Error> {
    let find = |name: &str| transform::named(name).ok_or_else(|| Error::unknown("transformation", name));
    let (left_out, chosen): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| name.starts_with('-'));
    let left_out = left_out.into_iter().map(|name| find(&name[1..]));
    let left_out: Vec<&Transform> = left_out.collect::<Result<_, _>>()?;
    let mut transforms: Vec<&Transform> = match &chosen[..] {
        [] => transform::all().collect(),
        chosen => chosen.iter().map(|name| find(name)).collect::<Result<_, _>>()?,
    };
    transforms.retain(|transform| left_out.iter().all(|left_out| left_out.name != transform.name));
    Ok(transforms.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_algorithms() {
        let Entries { options, .. } = Strategy::default().entries().expect("the defaults are known");
        let defaults = algorithm(tree::DEFAULT).expect("it is in the table").options();
        assert_eq!(options.syntactic.name, defaults.syntactic.name);
        assert_eq!(options.wave, defaults.wave);
        assert_eq!(options.replacements, defaults.replacements);
        assert_eq!(options.hoists, defaults.hoists);
        assert_eq!(options.pruning, defaults.pruning);
        assert_eq!(options.effort, defaults.effort);
        let names = |options: &Options| options.transforms.iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names(&options), names(&defaults));
        let (learning, defaults) = (options.learning, defaults.learning);
        assert_eq!(learning.is_online, defaults.is_online);
        assert_eq!(learning.features.name(), defaults.features.name());
        assert_eq!(learning.joint, defaults.joint);
        assert!(matches!(
            (learning.schedule, defaults.schedule),
            (Schedule::Varying, Schedule::Varying)
        ));
        assert_eq!(
            learning.clean_up.map(|entry| entry.name),
            defaults.clean_up.map(|entry| entry.name)
        );
    }

    #[test]
    fn transforms_are_those_named_without_those_left_out() {
        let names = |said: &[&str]| {
            let said: Vec<String> = said.iter().map(|name| (*name).to_owned()).collect();
            transforms(&said).map(|found| found.iter().map(|entry| entry.name).collect::<Vec<_>>())
        };
        assert_eq!(names(&["pointer", "array"]).unwrap(), ["pointer", "array"]);
        assert_eq!(names(&["pointer", "array", "-pointer"]).unwrap(), ["array"]);
        assert_eq!(names(&["-array"]).unwrap().len(), transform::all().count() - 1);
        assert!(names(&["nothing"]).is_err());
    }
}

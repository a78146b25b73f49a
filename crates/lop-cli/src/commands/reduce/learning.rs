//! What reducers are told that learn, and which model they get for a file.

use std::path::Path;
use std::rc::Rc;

use lop_core::model::{self, FeatureSet, Model};
use lop_core::tree::{self, Joint, Learning, Schedule};

use super::files::Input;
use crate::args::{self, Switch};
use crate::input::{self, Error};

/// What stands for no model, and for no clean-up.
const NONE: &str = "none";
/// The reducer whose clean-up this is.
const TYPE_BATCHED: &str = "type-batched";

/// Where models come from.
pub enum Models {
    /// With lop.
    Shipped,
    /// From a file.
    Given(Rc<Model>),
    /// From nowhere.
    None,
}

impl Models {
    pub fn of(args: &args::Reduce) -> Result<Self, Error> {
        match &args.model {
            None => Ok(Models::Shipped),
            Some(path) if path == Path::new(NONE) => Ok(Models::None),
            Some(path) => Ok(Models::Given(Rc::new(read(path, None)?))),
        }
    }

    /// The model for a language.
    pub fn for_language(&self, language: &str) -> Option<Rc<Model>> {
        match self {
            Models::Shipped => model::shipped(language)?.ok().map(Rc::new),
            Models::Given(model) => (model.language == language).then(|| model.clone()),
            Models::None => None,
        }
    }

    /// Makes sure that a model that was given is for some file of the input.
    pub fn check(&self, args: &args::Reduce, input: &Input) -> Result<(), Error> {
        let (Models::Given(model), Some(path)) = (self, &args.model) else {
            return Ok(());
        };
        if input.has_language(&model.language) {
            return Ok(());
        }
        Err(Error::Model {
            path: path.clone(),
            source: model::ModelError::Language {
                found: model.language.clone(),
                wanted: input.languages(),
            },
        })
    }
}

/// Reads a model, for a language if one is given.
pub fn read(path: &Path, language: Option<&str>) -> Result<Model, Error> {
    let bytes = input::read(path)?;
    model::file::read(&bytes, language).map_err(|source| Error::Model {
        path: path.to_owned(),
        source,
    })
}

/// What the command line says of learning; the model comes with the file.
pub fn of(args: &args::Reduce) -> Result<Learning, Error> {
    let joint = Joint::ALL.iter().find(|(name, _)| *name == args.joint);
    let unknown = |option: &str, value: &str, known: Vec<&str>| Error::Usage {
        reason: format!("--{option} cannot be \"{value}\""),
        hint: format!("it is one of {}", known.join(", ")),
    };
    let features = FeatureSet::named(&args.features)
        .ok_or_else(|| unknown("features", &args.features, FeatureSet::ALL.map(FeatureSet::name).into()))?;
    let joint = joint.ok_or_else(|| unknown("joint", &args.joint, Joint::ALL.iter().map(|it| it.0).collect()))?;
    Ok(Learning {
        model: None,
        is_online: args.online == Switch::On,
        features,
        schedule: schedule(args),
        joint: joint.1,
        beliefs: None,
        clean_up: clean_up(&args.clean_up)?,
    })
}

fn schedule(args: &args::Reduce) -> Schedule {
    match &args.schedule[..] {
        "varying" => Schedule::Varying,
        "constant" => Schedule::Constant,
        "random" => Schedule::Random(args.seed.unwrap_or_default()),
        "agnostic" => Schedule::Agnostic,
        listed => {
            let batches = listed
                .split(',')
                .map(|batch| batch.split('+').map(str::to_owned).collect());
            Schedule::Listed(batches.collect())
        }
    }
}

fn clean_up(name: &str) -> Result<Option<&'static tree::Entry>, Error> {
    match name {
        NONE => Ok(None),
        TYPE_BATCHED => Err(Error::Usage {
            reason: "type-batched cannot clean up after itself".to_owned(),
            hint: "give --clean-up another algorithm, such as pardis, or none".to_owned(),
        }),
        name => match tree::named(name) {
            Some(entry) => Ok(Some(entry)),
            None => Err(Error::unknown("algorithm", name)),
        },
    }
}

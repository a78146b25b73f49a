//! Options of the learning reducers.

use std::rc::Rc;

use lop_syntax::{NodeId, Program};

use super::{ReducerEntry, pardis};
use crate::model::{FeatureSet, Model};

/// Options of the learning reducers.
#[derive(Clone)]
pub struct Learning {
    /// The model of the language.
    pub model: Option<Rc<Model>>,
    /// Whether the verdicts of this run update the model's chances.
    pub is_online: bool,
    /// The features of the forest that predicts removability.
    pub features: FeatureSet,
    /// The order of the types.
    pub schedule: Schedule,
    /// How chunks of nodes are made.
    pub joint: Joint,
    /// Prior belief that a node can be removed. By default that of its type if `is_online`, and 0.99 if not.
    pub beliefs: Option<Rc<Believe>>,
    /// The reducer after the last batch.
    pub clean_up: Option<&'static ReducerEntry>,
}

impl Default for Learning {
    fn default() -> Self {
        Learning {
            model: None,
            is_online: true,
            features: FeatureSet::Node,
            schedule: Schedule::Varying,
            joint: Joint::Joint,
            beliefs: None,
            clean_up: Some(&pardis::ENTRY),
        }
    }
}

/// The order of the types.
#[derive(Clone)]
pub enum Schedule {
    /// The best rate first, by chances that change with progress, while it is above that of the clean-up.
    Varying,
    /// The same by constant chances.
    Constant,
    /// A random one of those whose rate is above that of the clean-up.
    Random(u64),
    /// All types at once.
    Agnostic,
    /// These batches, each of one or more types, in this order.
    Listed(Rc<[Vec<String>]>),
}

/// The order of the nodes of a batch, and the worth of each (gharachorlu2023, Table 5.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// The likeliest first, each worth one.
    Pdd,
    /// The likeliest first, each worth its tokens.
    PddWeight,
    /// The largest expected gain first, each worth its tokens.
    Joint,
    /// The largest expected gain first, each worth one.
    JointOne,
    /// One node at a time, the heaviest first.
    Off,
}

impl Joint {
    /// All of them, with their names on the command line.
    pub const ALL: [(&str, Joint); 5] = [
        ("joint", Joint::Joint),
        ("joint+1", Joint::JointOne),
        ("pdd", Joint::Pdd),
        ("pdd+w", Joint::PddWeight),
        ("off", Joint::Off),
    ];
}

/// The prior belief that a node can be removed.
pub type Believe = dyn Fn(&Program, NodeId) -> f64;

//! What reducers can be told that learn, or that were taught.

use std::rc::Rc;

use lop_syntax::{NodeId, Program};

use super::{Entry, pardis};
use crate::model::{FeatureSet, Model};

/// What reducers can be told that learn, or that were taught.
#[derive(Clone)]
pub struct Learning {
    /// What is known of the language.
    pub model: Option<Rc<Model>>,
    /// Whether the answers of this run change what the model says.
    pub is_online: bool,
    /// Which forest is asked whether a node can go.
    pub features: FeatureSet,
    /// In which order types have their turns.
    pub schedule: Schedule,
    /// How many nodes of a type are asked about at once.
    pub joint: Joint,
    /// How likely a node is to go, before anything was asked about it, if somebody knows. Otherwise it is as likely as
    /// its type where answers change that, and 0.99 where not.
    pub beliefs: Option<Rc<Believe>>,
    /// Who works after the last batch.
    pub clean_up: Option<&'static Entry>,
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

/// In which order types have their turns.
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

/// In which order the nodes of a batch are taken, and what each is worth (gharachorlu2023, Table 5.9).
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

/// How likely somebody believes a node to go.
pub type Believe = dyn Fn(&Program, NodeId) -> f64;

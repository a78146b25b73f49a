//! Minimising a tree: which nodes can go, and which can take another's place?

mod alternatives;
mod auto;
mod binary_reduction;
mod comments;
mod coupled;
mod flat;
mod hdd;
pub(crate) mod items;
mod learning;
mod model_guided;
mod pardis;
mod pardis_hybrid;
mod perses;
mod seru;
mod spaces;
pub(crate) mod spelling;
mod t_rec;
mod type_batched;
mod vulcan;
mod walk;
mod waves;

use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::Tree;

pub use self::learning::{Believe, Joint, Learning, Schedule};
use crate::guarantee::Guarantee;
use crate::list::{self, ListReducer};
use crate::search::{Search, Stop};
use crate::transform::{self, Transform};

pub use self::pardis::pardis_walk;

/// A way to make a program smaller.
pub trait Reducer {
    /// Asks until nothing more goes.
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop>;
}

/// What all tree reducers can be told.
#[derive(Clone)]
pub struct Options {
    /// How lists are minimised, where a reducer does that.
    pub list: Rc<dyn ListReducer>,
    /// Whether nodes may take the places of those above them.
    pub replacements: bool,
    /// Whether of a chain of nodes with the same tokens only the topmost is asked about.
    pub pruning: bool,
    /// How many questions make a wave.
    pub wave: usize,
    /// What works in turn with heuristics; not a reducer that has a partner itself.
    pub syntactic: &'static Entry,
    /// The transformations that may be applied.
    pub transforms: Rc<[&'static Transform]>,
    /// Other files of the same input and in the same language.
    pub beside: Rc<[Arc<Tree>]>,
    /// What was learned, and how it is used.
    pub learning: Learning,
}

impl Options {
    /// Whether a transformation may be applied.
    pub fn has(&self, transform: &Transform) -> bool {
        self.transforms.iter().any(|chosen| std::ptr::eq(*chosen, transform))
    }

    /// The transformations of `seru` that may be applied and that fit, in their order.
    pub fn semantic(&self, fits: impl Fn(&Transform) -> bool) -> Vec<&'static Transform> {
        let all = transform::semantic();
        all.filter(|transform| self.has(transform) && fits(transform)).collect()
    }
}

/// What a reducer can be told that others cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heeds {
    /// How lists are minimised.
    List,
    /// Whether nodes may take the places of those above them.
    Replacements,
    /// Whether chains are pruned.
    Pruning,
    /// How many questions make a wave.
    Waves,
    /// What was learned about the language.
    Model,
    /// In which order types come, and how many of their nodes at once.
    Types,
}

/// A tree reducer that can be chosen by name.
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// The list reducer that it uses unless told otherwise.
    pub list: &'static str,
    /// Which of its options make a difference.
    pub heeds: &'static [Heeds],
    /// What it promises besides what all reducers promise.
    pub guarantees: &'static [Guarantee],
    /// Makes one.
    pub make: fn(Options) -> Box<dyn Reducer>,
}

impl Entry {
    /// Whether this reducer makes a promise.
    pub fn promises(&self, guarantee: Guarantee) -> bool {
        self.guarantees.contains(&guarantee)
    }

    /// What this reducer is told unless somebody knows better.
    pub fn options(&self) -> Options {
        Options {
            list: (list::named(self.list).expect("a reducer knows its list reducer").make)().into(),
            replacements: true,
            pruning: true,
            wave: waves::WAVE,
            syntactic: &perses::ENTRY,
            transforms: transform::all().collect(),
            beside: Rc::new([]),
            learning: Learning::default(),
        }
    }
}

/// The reducer that works unless told otherwise.
pub const DEFAULT: &str = auto::ENTRY.name;

/// All tree reducers.
pub static REDUCERS: &[&Entry] = &[
    &alternatives::ENTRY,
    &auto::ENTRY,
    &binary_reduction::ENTRY,
    &flat::CHARACTERS,
    &comments::ENTRY,
    &coupled::ENTRY,
    &hdd::ENTRY,
    &hdd::STAR,
    &hdd::PLUS,
    &vulcan::identifiers::ENTRY,
    &flat::LINES,
    &model_guided::ENTRY,
    &pardis::ENTRY,
    &pardis_hybrid::ENTRY,
    &perses::ENTRY,
    &perses::NODES,
    &seru::ENTRY,
    &spaces::ENTRY,
    &vulcan::subtrees::ENTRY,
    &t_rec::ENTRY,
    &flat::TOKENS,
    &type_batched::ENTRY,
    &vulcan::ENTRY,
    &waves::ENTRY,
    &vulcan::windows::ENTRY,
];

/// A tree reducer by its name.
pub fn named(name: &str) -> Option<&'static Entry> {
    REDUCERS.iter().copied().find(|entry| entry.name == name)
}

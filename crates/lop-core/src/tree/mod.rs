//! Tree reducers: they remove nodes, hoist nodes and rewrite text.

mod alternatives;
mod auto;
mod binary_reduction;
mod cascade;
mod comments;
mod coupled;
mod cuts;
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
use lop_syntax::rewrite::Rule;

pub use self::learning::{Believe, Joint, Learning, Schedule};
use crate::guarantee::Guarantee;
use crate::list::{self, ListReducer};
use crate::search::{Search, Stop};
use crate::transform::{self, Transform};

pub use self::auto::stages;
pub use self::pardis::pardis_walk;

/// A way to make a program smaller.
pub trait Reducer {
    /// Reduces the best program of `search` until no candidate is interesting.
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop>;
}

/// The options of all tree reducers.
#[derive(Clone)]
pub struct Options {
    /// The list reducer.
    pub list: Rc<dyn ListReducer>,
    /// Whether nodes may be replaced by descendants (hoisting).
    pub replacements: bool,
    /// How many descendants are tried in the place of a node.
    pub hoists: Hoists,
    /// Whether of a chain of nodes with the same tokens only the topmost is tried.
    pub pruning: bool,
    /// How many queries make a wave.
    pub wave: usize,
    /// The syntactic reducer of `seru`; not `seru` itself.
    pub syntactic: &'static ReducerEntry,
    /// The transformations that may be applied.
    pub transforms: Rc<[&'static Transform]>,
    /// Rewrite rules of the user's, besides those of the language.
    pub rewrites: Rc<[Rule]>,
    /// Other files of the same input and in the same language.
    pub beside: Rc<[Arc<Tree>]>,
    /// How far `auto` goes.
    pub effort: Effort,
    /// Options of the learning reducers.
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

/// Which descendants are tried in the place of a node. The defaults are those of Perses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hoists {
    /// How far below the node they are looked for.
    pub depth: usize,
    /// How many are tried at most, the smallest first.
    pub most: usize,
}

impl Default for Hoists {
    fn default() -> Self {
        Hoists { depth: 5, most: 100 }
    }
}

/// How far `auto` goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effort {
    /// Only what removes much: the result has no token that can go alone.
    Fast,
    /// All stages, to a fixpoint. What failed is tried again once, at the end, where nothing near it has changed.
    #[default]
    Normal,
    /// All stages, to a fixpoint, again after every change.
    Thorough,
}

/// An option that only some reducers use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heeds {
    /// The list reducer.
    List,
    /// Whether nodes may be replaced by descendants (hoisting).
    Replacements,
    /// Whether chains are pruned.
    Pruning,
    /// How many queries make a wave.
    Waves,
    /// The model of the language.
    Model,
    /// Rewrite rules.
    Rewrites,
    /// How far the reducer goes.
    Effort,
    /// The order of types, and how many of their nodes are removed at once.
    Types,
}

/// A tree reducer that can be chosen by name.
pub struct ReducerEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// Its default list reducer.
    pub list: &'static str,
    /// The options that it uses.
    pub heeds: &'static [Heeds],
    /// What it promises besides what all reducers promise.
    pub guarantees: &'static [Guarantee],
    /// Makes one.
    pub make: fn(Options) -> Box<dyn Reducer>,
}

impl ReducerEntry {
    /// Whether this reducer makes a promise.
    pub fn promises(&self, guarantee: Guarantee) -> bool {
        self.guarantees.contains(&guarantee)
    }

    /// Default options.
    pub fn options(&self) -> Options {
        Options {
            list: (list::named(self.list).expect("a reducer knows its list reducer").make)().into(),
            replacements: true,
            hoists: Hoists::default(),
            pruning: true,
            wave: waves::WAVE,
            syntactic: &perses::ENTRY,
            transforms: transform::all().collect(),
            rewrites: Rc::new([]),
            beside: Rc::new([]),
            effort: Effort::default(),
            learning: Learning::default(),
        }
    }
}

/// The default reducer.
pub const DEFAULT: &str = auto::ENTRY.name;

/// All tree reducers.
pub static REDUCERS: &[&ReducerEntry] = &[
    &alternatives::ENTRY,
    &auto::ENTRY,
    &binary_reduction::ENTRY,
    &cascade::ENTRY,
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
pub fn named(name: &str) -> Option<&'static ReducerEntry> {
    REDUCERS.iter().copied().find(|entry| entry.name == name)
}

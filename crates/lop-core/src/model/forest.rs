//! A random forest as a flat table: many small decision trees, each of which gives a chance.
//!
//! A tree is its nodes in the order in which a walk from the left meets them: a test, what follows if it holds, what
//! follows if not. A forest's answer is the mean of its trees'.

use super::features::Features;

/// What a forest may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FeatureSet {
    /// The node's type.
    Node,
    /// The types of its children.
    Children,
    /// The types on the path from it to the root.
    Path,
    /// Its type and those of its children.
    NodeChildren,
    /// All of these.
    All,
}

impl FeatureSet {
    /// All sets, in the order in which a model has its forests.
    pub const ALL: [FeatureSet; 5] = [
        FeatureSet::Node,
        FeatureSet::Children,
        FeatureSet::Path,
        FeatureSet::NodeChildren,
        FeatureSet::All,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FeatureSet::Node => "node",
            FeatureSet::Children => "children",
            FeatureSet::Path => "path",
            FeatureSet::NodeChildren => "node+children",
            FeatureSet::All => "all",
        }
    }

    /// A set by its name.
    pub fn named(name: &str) -> Option<FeatureSet> {
        FeatureSet::ALL.into_iter().find(|set| set.name() == name)
    }

    /// Its place among a model's forests.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A node of a decision tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Node {
    /// Asks whether an input is at most this; the answer yes follows at once.
    Test {
        /// Which input: see [`Features::input`].
        input: u16,
        /// What it is compared with.
        at_most: f32,
        /// Where the answer no is, counted from the start of the forest.
        otherwise: u32,
    },
    /// The end: the chance that the answer is interesting.
    Leaf(f32),
}

/// A random forest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Forest {
    /// The nodes of all trees, one tree after the other.
    pub nodes: Vec<Node>,
    /// Where each tree begins.
    pub roots: Vec<u32>,
}

impl Forest {
    /// The chance that removing a node is interesting; none if there is no tree.
    pub fn chance(&self, features: &Features) -> Option<f64> {
        let sum: f64 = self.roots.iter().map(|root| self.answer(*root, features)).sum();
        (!self.roots.is_empty()).then(|| sum / self.roots.len() as f64)
    }

    fn answer(&self, root: u32, features: &Features) -> f64 {
        let mut at = root as usize;
        loop {
            match self.nodes[at] {
                Node::Leaf(chance) => return f64::from(chance),
                Node::Test { input, at_most, .. } if features.input(input) <= at_most => at += 1,
                Node::Test { otherwise, .. } => at = otherwise as usize,
            }
        }
    }
}

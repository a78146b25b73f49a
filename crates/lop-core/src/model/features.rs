//! The features of a node, from which a model predicts whether it can be removed.
//!
//! Collecting and predicting both make their features here, so they cannot differ.

use std::ops::Range;

use lop_syntax::{NodeId, Program, names};

use super::types::{RuleType, Types};

/// A path to the root is followed this far; deeper trees repeat their types. Not measured.
const LONGEST_PATH: usize = 256;

/// What is known of a node. Types are told once each, in rising order.
#[derive(Debug, Clone, PartialEq)]
pub struct Features {
    /// Its type.
    pub rule_type: RuleType,
    /// The types of its children.
    pub children: Vec<RuleType>,
    /// The types on the path to the root, its own among them.
    pub path: Vec<RuleType>,
    /// Nodes now, divided by nodes at first.
    pub progress: f32,
    /// How many tokens it holds.
    pub weight: u32,
    /// How many nodes are above it, at most 256.
    pub depth: u32,
    /// How many children of its parent stand before it.
    pub sibling: u32,
    /// Whether a name that is declared in it is used outside of it.
    pub is_used_outside: bool,
}

/// The first inputs of a forest, in the order in which [`Features::input`] numbers them.
pub const INPUTS: [&str; 6] = ["type", "progress", "weight", "depth", "sibling", "used outside"];

/// Which set of types an input is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// The node's own type.
    Own,
    /// Those of its children.
    Children,
    /// Those on its path.
    Path,
}

/// The number of the input that is 1 where a type is there and 0 where not.
pub fn input_of(among: Among, rule_type: RuleType) -> Option<u16> {
    let number = INPUTS.len() + 3 * rule_type.index() + among as usize;
    u16::try_from(number).ok()
}

impl Features {
    /// What is known of a node of a program.
    pub fn of(program: &Program, node: NodeId, types: &Types, uses: &Uses, progress: f32) -> Self {
        let above = || std::iter::successors(program.parent(node), |node| program.parent(*node)).take(LONGEST_PATH);
        let path = std::iter::once(node).chain(above()).map(|node| types.get(node));
        let before = |parent| program.children(parent).take_while(|child| *child != node).count();
        Features {
            rule_type: types.get(node),
            children: set(program.children(node).map(|child| types.get(child))),
            path: set(path),
            progress,
            weight: program.weight(node) as u32,
            depth: above().count() as u32,
            sibling: program.parent(node).map_or(0, before) as u32,
            is_used_outside: uses.has_use_outside(program, node),
        }
    }

    /// Made-up features, one after the other, for measuring the time of a prediction.
    pub fn made_up(number: u32, types: usize) -> Self {
        let rule_type = |number: u32| RuleType((number % types.max(1) as u32) as u16);
        Features {
            rule_type: rule_type(number),
            children: vec![rule_type(number * 7)],
            path: vec![rule_type(number * 3)],
            progress: 0.5,
            weight: number,
            depth: number % 16,
            sibling: number % 5,
            is_used_outside: number.is_multiple_of(2),
        }
    }

    /// An input of a forest by its number: the six of [`INPUTS`], then for each type whether it is the node's own,
    /// among its children, on its path.
    pub fn input(&self, number: u16) -> f32 {
        let has = |is_there: bool| f32::from(u8::from(is_there));
        match number {
            0 => f32::from(self.rule_type.0),
            1 => self.progress,
            2 => self.weight as f32,
            3 => self.depth as f32,
            4 => self.sibling as f32,
            5 => has(self.is_used_outside),
            number => {
                let number = number - INPUTS.len() as u16;
                let rule_type = RuleType(number / 3);
                match number % 3 {
                    0 => has(self.rule_type == rule_type),
                    1 => has(self.children.binary_search(&rule_type).is_ok()),
                    _ => has(self.path.binary_search(&rule_type).is_ok()),
                }
            }
        }
    }
}

fn set(types: impl Iterator<Item = RuleType>) -> Vec<RuleType> {
    let mut types: Vec<RuleType> = types.collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// How many nodes of a program are left.
pub fn live_nodes(program: &Program) -> usize {
    program.tree().nodes().filter(|node| program.is_live(*node)).count()
}

/// Where names are declared and used. Made once for a tree, and valid while it shrinks.
#[derive(Debug, Clone)]
pub struct Uses {
    /// Tokens that declare something, in the order of the text, each with the number of its name.
    declared: Vec<(usize, NodeId, usize)>,
    /// For each name its tokens.
    tokens: Vec<Vec<NodeId>>,
}

impl Uses {
    /// The names of a program.
    pub fn of(program: &Program) -> Self {
        let tree = program.tree();
        let (mut declared, mut tokens) = (Vec::new(), Vec::new());
        for name in names::by_scope(program) {
            let number = tokens.len();
            let definitions = name.definitions.iter();
            declared.extend(definitions.map(|token| (tree.span(*token).start, *token, number)));
            tokens.push(name.tokens);
        }
        declared.sort_unstable();
        Uses { declared, tokens }
    }

    /// Whether a name that a node declares is still used outside of it.
    pub fn has_use_outside(&self, program: &Program, node: NodeId) -> bool {
        let span = program.tree().span(node);
        let first = self.declared.partition_point(|declared| declared.0 < span.start);
        let inside = self.declared[first..]
            .iter()
            .take_while(|declared| declared.0 < span.end);
        inside
            .filter(|(_, token, _)| program.is_live(*token))
            .any(|(_, _, name)| self.is_outside(program, *name, &span))
    }

    fn is_outside(&self, program: &Program, name: usize, span: &Range<usize>) -> bool {
        let is_outside = |token: &NodeId| !span.contains(&program.tree().span(*token).start);
        let mut tokens = self.tokens[name].iter();
        tokens.any(|token| is_outside(token) && program.is_live(*token))
    }
}

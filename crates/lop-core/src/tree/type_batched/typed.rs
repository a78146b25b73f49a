//! A tree with the types of its nodes, and which of them are tried.

use lop_syntax::{Kind, NodeId, Program, Tree};

use crate::model::{RuleType, Types, Uses, Vocabulary};
use crate::tree::walk::children;

/// A tree with the types of its nodes.
pub(super) struct Typed {
    types: Types,
    vocabulary: Vocabulary,
    /// For each node the innermost of the same type around it.
    same_above: Vec<Option<NodeId>>,
    /// How many nodes there were when the reduction began.
    nodes_at_first: usize,
    /// Whether of a chain of nodes with the same tokens only one is tried.
    is_pruned: bool,
    /// Where names are declared and used, if that matters.
    uses: Option<Uses>,
}

impl Typed {
    /// The types of a tree, in a vocabulary that knows those of a model.
    pub(super) fn new(tree: &Tree, mut vocabulary: Vocabulary, nodes_at_first: usize, is_pruned: bool) -> Self {
        let types = Types::of(tree, &mut vocabulary);
        Typed {
            same_above: same_above(tree, &types, vocabulary.len()),
            types,
            vocabulary,
            nodes_at_first,
            is_pruned,
            uses: None,
        }
    }

    /// The same, with regard to names that are declared in nodes and used outside of them.
    pub(super) fn with_uses(self, program: &Program) -> Self {
        Typed {
            uses: Some(Uses::of(program)),
            ..self
        }
    }

    /// Whether a name that is declared in a node is used outside of it, as far as that matters.
    pub(super) fn is_used(&self, program: &Program, node: NodeId) -> bool {
        let uses = self.uses.as_ref();
        uses.is_some_and(|uses| uses.has_use_outside(program, node))
    }

    /// The type of a node.
    pub(super) fn of(&self, node: NodeId) -> RuleType {
        self.types.get(node)
    }

    /// All types.
    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The innermost node of the same type around one.
    pub(super) fn same_above(&self, node: NodeId) -> Option<NodeId> {
        self.same_above[node.index()]
    }

    /// How much of the program is left: 1 at the beginning.
    pub(super) fn progress(&self, live_nodes: usize) -> f64 {
        (live_nodes as f64 / self.nodes_at_first.max(1) as f64).min(1.0)
    }

    /// Whether a node is tried: it can go, and removing it is not the same as removing another that is tried. Of a list with one item that is the item, whose type says more; else the topmost.
    pub(super) fn is_asked(&self, program: &Program, node: NodeId) -> bool {
        if !program.is_removable(node) || self.is_pruned && has_one_item(program, node) {
            return false;
        }
        let weight = program.weight(node);
        let around = std::iter::successors(program.parent(node), |node| program.parent(*node));
        let mut chain = around.take_while(|above| self.is_pruned && program.weight(*above) == weight);
        !chain.any(|above| program.is_removable(above) && !has_one_item(program, above))
    }
}

/// Whether a node is a list whose only item can go.
fn has_one_item(program: &Program, node: NodeId) -> bool {
    let mut items = children(program, node);
    program.tree().kind(node) == Kind::List
        && items.next().is_some_and(|item| program.is_removable(item))
        && items.next().is_none()
}

/// For each node the innermost of the same type around it: a walk that keeps the last node of every type.
fn same_above(tree: &Tree, types: &Types, count: usize) -> Vec<Option<NodeId>> {
    let mut same_above = vec![None; tree.node_count()];
    let mut last: Vec<Option<NodeId>> = vec![None; count];
    // A node is entered, and left when it comes up again.
    let mut todo = vec![(tree.root(), false)];
    while let Some((node, is_left)) = todo.pop() {
        let rule_type = types.get(node).index();
        if is_left {
            last[rule_type] = same_above[node.index()];
            continue;
        }
        same_above[node.index()] = last[rule_type];
        last[rule_type] = Some(node);
        todo.push((node, true));
        todo.extend(tree.children(node).map(|child| (child, false)));
    }
    same_above
}

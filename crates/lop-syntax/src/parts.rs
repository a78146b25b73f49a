//! The parts of a node as its rule lists them: without the lists, options and groups that the reduction tree adds.

use crate::program::Program;
use crate::tree::{Kind, NodeId};

impl Program {
    /// The parts of a node that rules made, in their order.
    pub fn parts(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut todo: Vec<NodeId> = self.children(node).collect();
        todo.reverse();
        std::iter::from_fn(move || {
            loop {
                let part = todo.pop()?;
                if self.tree().rule(part).is_some() {
                    return Some(part);
                }
                let first = todo.len();
                todo.extend(self.children(part));
                todo[first..].reverse();
            }
        })
    }

    /// The parts that have a name in the parser's tree, as most literals do not.
    pub fn named_parts(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.parts(node).filter(|part| self.tree().has_name(*part))
    }

    /// Whether a part, or a list or option between it and its rule's node, fills a field.
    pub(crate) fn has_field(&self, part: NodeId, field: u16) -> bool {
        let tree = self.tree();
        let is_between = |node: &NodeId| matches!(tree.kind(*node), Kind::List | Kind::Optional | Kind::Group);
        let mut around = std::iter::successors(Some(part), |node| self.parent(*node).filter(is_between));
        around.any(|node| tree.data(node).field == field)
    }

    /// Whether a node fills a field of the rule around it.
    pub(crate) fn is_field(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let is_between = |node: &NodeId| matches!(tree.kind(*node), Kind::List | Kind::Optional | Kind::Group);
        let mut around = std::iter::successors(Some(node), |node| self.parent(*node).filter(is_between));
        around.any(|node| tree.data(node).field != 0)
    }

    /// The node and those around it, from the inside out.
    pub fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| self.parent(*node))
    }

    /// Whether a node is another one, or below it.
    pub fn is_within(&self, node: NodeId, root: NodeId) -> bool {
        self.around(node).any(|around| around == root)
    }
}

//! Edits are data: who proposes one does not carry it out.

use crate::tree::NodeId;

/// One change of a tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// The node goes, with the separators that only it needed.
    Remove(NodeId),
    /// A node below the first takes its place: a compatible one, or a list whose items fit the list around it.
    Replace(NodeId, NodeId),
    /// The node becomes the given text.
    Rewrite(NodeId, Box<[u8]>),
    /// The whitespace before a token or comment becomes this; before the root stands what is behind all of them.
    Space(NodeId, Box<[u8]>),
}

impl Change {
    /// The node that is changed.
    pub fn subject(&self) -> NodeId {
        match self {
            Change::Remove(node) | Change::Replace(node, _) | Change::Rewrite(node, _) | Change::Space(node, _) => {
                *node
            }
        }
    }
}

/// Changes that belong together: all of them or none.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// The changes, in any order; none inside what another one removes.
    pub changes: Vec<Change>,
}

/// The edit that removes a node.
pub fn remove(node: NodeId) -> Edit {
    remove_all([node])
}

/// The edit that removes several nodes at once.
pub fn remove_all(nodes: impl IntoIterator<Item = NodeId>) -> Edit {
    Edit {
        changes: nodes.into_iter().map(Change::Remove).collect(),
    }
}

/// The edit that puts a node in place of one above it.
pub fn replace(node: NodeId, by: NodeId) -> Edit {
    Edit {
        changes: vec![Change::Replace(node, by)],
    }
}

/// The edit that puts text in place of a node.
pub fn rewrite(node: NodeId, text: impl Into<Box<[u8]>>) -> Edit {
    Edit {
        changes: vec![Change::Rewrite(node, text.into())],
    }
}

/// Why an edit cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A list that must keep an item would be empty.
    #[error("a list would lose its last item")]
    EmptyList,
    /// A node would lose the last of the parts of which it needs one.
    #[error("a node would lose the last part of which it needs one")]
    LastPart,
    /// The node is not there any more.
    #[error("the node is not part of the program any more")]
    Gone,
    /// A part of the program would become two texts, or go and become one.
    #[error("two changes of an edit meet")]
    Overlap,
}

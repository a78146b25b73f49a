//! The tree while it grows.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::lexical::is_blank;
use crate::syntax::Syntax;
use crate::tree::{Kind, NO_NODE, NONE, NodeData, NodeId, Piece, Tree};

/// Nodes and pieces of a tree to be. Parents are added before their children, pieces in the order of the file.
pub(super) struct Arena<'a> {
    source: &'a Arc<[u8]>,
    pub nodes: Vec<NodeData>,
    /// The last child of each node so far.
    tails: Vec<u32>,
    pieces: Vec<Piece>,
    asides: Vec<usize>,
    pub is_broken: bool,
}

impl<'a> Arena<'a> {
    /// A tree without nodes.
    pub(super) fn new(source: &'a Arc<[u8]>) -> Self {
        Arena {
            source,
            nodes: Vec::new(),
            tails: Vec::new(),
            pieces: Vec::new(),
            asides: Vec::new(),
            is_broken: false,
        }
    }

    /// Adds the root, which is to be the first node.
    pub(super) fn root(&mut self, kind: Kind, rule: u16, symbol: u16) -> NodeId {
        assert!(self.nodes.is_empty(), "a tree has one root");
        self.push(kind, NO_NODE, rule, NONE, symbol)
    }

    /// Adds a node as the last child of another.
    pub(super) fn add(&mut self, kind: Kind, parent: NodeId, rule: u16, slot: u16, symbol: u16) -> NodeId {
        let id = self.push(kind, parent.0, rule, slot, symbol);
        match std::mem::replace(&mut self.tails[parent.index()], id.0) {
            NO_NODE => self.nodes[parent.index()].first_child = id.0,
            tail => self.nodes[tail as usize].next = id.0,
        }
        id
    }

    fn push(&mut self, kind: Kind, parent: u32, rule: u16, slot: u16, symbol: u16) -> NodeId {
        self.nodes.push(NodeData {
            kind,
            symbol,
            rule,
            slot,
            field: 0,
            parent,
            first_child: NO_NODE,
            next: NO_NODE,
            start: 0,
            end: 0,
            weight: 0,
        });
        self.tails.push(NO_NODE);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Gives a leaf its text; whitespace is not a piece but stays in the gap.
    pub(super) fn piece(&mut self, start: usize, end: usize, leaf: NodeId) {
        if !is_blank(&self.source[start..end]) {
            self.raw_piece(start, end, leaf);
        }
    }

    /// Gives a leaf its text, whatever that is.
    pub(super) fn raw_piece(&mut self, start: usize, end: usize, leaf: NodeId) {
        let at = self.pieces.len() as u32;
        self.pieces.push(Piece {
            start: start as u32,
            end: end as u32,
            leaf,
        });
        let node = &mut self.nodes[leaf.index()];
        (node.start, node.end) = (at, at + 1);
        node.weight = u32::from(node.kind != Kind::Extra);
    }

    /// Gives a leaf its text, which the parser has not seen.
    pub(super) fn aside(&mut self, start: usize, end: usize, leaf: NodeId) {
        self.asides.push(self.pieces.len());
        self.raw_piece(start, end, leaf);
    }

    /// The tree; ranges and weights of inner nodes come from the leaves.
    pub(super) fn finish(mut self, syntax: &Arc<Syntax>) -> Tree {
        for index in (1..self.nodes.len()).rev() {
            let NodeData {
                parent,
                start,
                end,
                weight,
                ..
            } = self.nodes[index];
            if start == end {
                continue;
            }
            let parent = &mut self.nodes[parent as usize];
            if parent.start == parent.end {
                (parent.start, parent.end) = (start, end);
            } else {
                parent.start = parent.start.min(start);
                parent.end = parent.end.max(end);
            }
            parent.weight += weight;
        }
        self.nodes.shrink_to_fit();
        self.pieces.shrink_to_fit();
        let has_asides = !self.asides.is_empty();
        let mut asides = FixedBitSet::with_capacity(if has_asides { self.pieces.len() } else { 0 });
        self.asides.iter().for_each(|piece| asides.insert(*piece));
        Tree {
            source: self.source.clone(),
            nodes: self.nodes,
            pieces: self.pieces,
            asides,
            syntax: syntax.clone(),
            is_broken: self.is_broken,
            gave_up: None,
        }
    }
}

//! The reduction tree.
//!
//! A tree is an immutable value: the source, its pieces (tokens and comments, in order) and an arena of
//! nodes over them. Every removable part stands below an explicit list or option. Node ids stay valid
//! under edits, because edits live in a [`Program`](crate::Program) beside the tree.

use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::grammar::{ListId, RuleId, SlotId, id};
use crate::parse::GaveUp;
use crate::syntax::Syntax;

id! {
    /// A node of a [`Tree`].
    NodeId(u32)
}

/// No node.
pub(crate) const NO_NODE: u32 = u32::MAX;
/// No rule, no slot, no symbol.
pub(crate) const NONE: u16 = u16::MAX;

/// What a node is to a reducer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Made by a rule; all its parts are needed, but for those below lists and options.
    Regular,
    /// Several nodes that come and go together: an item or an option of more than one part.
    Group,
    /// Items that can go one by one.
    List,
    /// Something that can go.
    Optional,
    /// What stands between two items of a list.
    Separator,
    /// A token.
    Token,
    /// A node that is one token to a reducer, such as a string.
    Opaque,
    /// A comment, or whatever else the grammar allows anywhere.
    Extra,
    /// Text that the parser could not make sense of: a list of whatever it found.
    Error,
    /// A node whose children do not match its rule. Its parts stay.
    Unmatched,
}

/// A node as the arena holds it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeData {
    pub kind: Kind,
    /// How the node is called in the syntax tree: tree-sitter's number of it.
    pub symbol: u16,
    /// The rule that made it; of a list, the list's kind.
    pub rule: u16,
    /// What may stand in its place.
    pub slot: u16,
    /// The field that it has in its parent, or zero.
    pub field: u16,
    pub parent: u32,
    pub first_child: u32,
    pub next: u32,
    /// Its pieces.
    pub start: u32,
    pub end: u32,
    pub weight: u32,
}

/// A token or a comment: where it stands in the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub start: u32,
    pub end: u32,
    pub leaf: NodeId,
}

/// A parsed file.
#[derive(Debug)]
pub struct Tree {
    pub(crate) source: Arc<[u8]>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) pieces: Vec<Piece>,
    /// Which pieces were hidden from the parser; empty if none was.
    pub(crate) asides: FixedBitSet,
    pub(crate) syntax: Arc<Syntax>,
    pub(crate) is_broken: bool,
    /// Why a file that there is a parser for was read as text.
    pub(crate) gave_up: Option<GaveUp>,
}

impl Tree {
    /// The file as it was read.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The language it was read as.
    pub fn syntax(&self) -> &Arc<Syntax> {
        &self.syntax
    }

    /// The node that holds all others.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes; a parent comes before its children.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The nodes that hold text themselves, in the order of the text.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.pieces.iter().map(|piece| piece.leaf)
    }

    pub(crate) fn data(&self, node: NodeId) -> &NodeData {
        &self.nodes[node.index()]
    }

    /// What the node is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.data(node).kind
    }

    /// The node above, unless it is the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.data(node).parent;
        (parent != NO_NODE).then_some(NodeId(parent))
    }

    /// The nodes below, comments and errors last.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.data(node).first_child;
        std::iter::from_fn(move || {
            let node = (next != NO_NODE).then_some(NodeId(next))?;
            next = self.data(node).next;
            Some(node)
        })
    }

    /// How many tokens stand below the node.
    pub fn weight(&self, node: NodeId) -> usize {
        self.data(node).weight as usize
    }

    /// The rule that made the node; lists, groups and options have none.
    pub fn rule(&self, node: NodeId) -> Option<RuleId> {
        let data = self.data(node);
        let has_rule = matches!(
            data.kind,
            Kind::Regular | Kind::Token | Kind::Opaque | Kind::Extra | Kind::Unmatched
        );
        (has_rule && data.rule != NONE).then_some(RuleId(data.rule))
    }

    /// What kind of list the node is.
    pub fn list(&self, node: NodeId) -> Option<ListId> {
        let data = self.data(node);
        (data.kind == Kind::List && data.rule != NONE).then_some(ListId(data.rule))
    }

    /// Whether the list has to keep an item.
    pub fn is_plus(&self, list: NodeId) -> bool {
        self.list(list)
            .zip(self.syntax.grammar())
            .is_some_and(|(list, grammar)| grammar.list(list).is_plus)
    }

    /// Whether the grammar puts separators between the items of a list, however many this one has.
    pub fn is_separated(&self, list: NodeId) -> bool {
        let grammar = self.syntax.grammar();
        let list = self.list(list).and_then(|list| Some(grammar?.list(list)));
        list.is_some_and(|list| list.separator.is_some())
    }

    /// What may stand in the node's place, where that is known.
    pub fn slot(&self, node: NodeId) -> Option<SlotId> {
        let slot = self.data(node).slot;
        (slot != NONE).then_some(SlotId(slot))
    }

    /// The node's name: that of the syntax tree, or what it is.
    pub fn name(&self, node: NodeId) -> &str {
        let data = self.data(node);
        match data.kind {
            Kind::Group => "group",
            Kind::List if self.is_plus(node) => "list+",
            Kind::List => "list*",
            Kind::Optional => "optional",
            Kind::Separator => "separator",
            Kind::Error => "ERROR",
            _ => self.syntax.symbol_name(data.symbol),
        }
    }

    /// The number of the node's kind in its parser; lists, groups, options and errors have none.
    pub(crate) fn symbol(&self, node: NodeId) -> Option<u16> {
        let NodeData { kind, symbol, .. } = *self.data(node);
        let has_symbol = matches!(
            kind,
            Kind::Regular | Kind::Token | Kind::Opaque | Kind::Extra | Kind::Unmatched
        );
        (has_symbol && symbol != NONE).then_some(symbol)
    }

    /// The name of the field that the node fills in its parent.
    pub fn field(&self, node: NodeId) -> Option<&str> {
        self.syntax.field_name(self.data(node).field)
    }

    /// Whether the grammar gives the node a name, as it does not to literals.
    pub fn is_named(&self, node: NodeId) -> bool {
        self.rule(node)
            .zip(self.syntax.grammar())
            .is_some_and(|(rule, grammar)| grammar.rule(rule).named)
    }

    /// Whether the parser's tree gives the node a name: its rule's, or one that a literal has as an alias.
    pub(crate) fn has_name(&self, node: NodeId) -> bool {
        let has_alias = |symbol| self.syntax.is_named_symbol(symbol);
        self.is_named(node) || self.symbol(node).is_some_and(has_alias)
    }

    /// The bytes of the source from the node's first piece to its last.
    pub fn span(&self, node: NodeId) -> Range<usize> {
        let data = self.data(node);
        if data.start >= data.end {
            let at = self
                .pieces
                .get(data.start as usize)
                .map_or(self.source.len(), |p| p.start as usize);
            return at..at;
        }
        let first = self.pieces[data.start as usize].start as usize;
        first..self.pieces[data.end as usize - 1].end as usize
    }

    /// The source text of a node.
    pub fn text(&self, node: NodeId) -> &[u8] {
        &self.source[self.span(node)]
    }

    /// How many tokens the file has; comments and whitespace do not count.
    pub fn tokens(&self) -> usize {
        self.weight(self.root())
    }

    /// Whether the node can go by itself, as far as the grammar tells.
    pub fn is_removable(&self, node: NodeId) -> bool {
        let data = self.data(node);
        if self.is_kept(node) {
            return false;
        }
        match data.kind {
            Kind::Separator => return false,
            Kind::Optional | Kind::Extra | Kind::Error => return true,
            Kind::List if !self.is_plus(node) => return true,
            _ => {}
        }
        let Some(parent) = self.parent(node) else {
            return false;
        };
        match self.kind(parent) {
            Kind::Error => true,
            Kind::Optional => self.children(parent).nth(1).is_none(),
            Kind::List => {
                !self.is_plus(parent)
                    || self
                        .children(parent)
                        .filter(|item| self.kind(*item) != Kind::Separator)
                        .nth(1)
                        .is_some()
            }
            _ => false,
        }
    }

    /// Whether the node must not go alone, because something elsewhere needs it.
    pub(crate) fn is_kept(&self, node: NodeId) -> bool {
        let Some(grammar) = self.syntax.grammar() else {
            return false;
        };
        let is_kept = |node| self.rule(node).is_some_and(|rule| grammar.is_kept(rule));
        match self.kind(node) {
            Kind::List | Kind::Optional | Kind::Group => self.children(node).any(is_kept),
            _ => is_kept(node),
        }
    }

    /// The whitespace before a piece.
    pub(crate) fn gap(&self, piece: usize) -> &[u8] {
        let start = piece
            .checked_sub(1)
            .map_or(0, |before| self.pieces[before].end as usize);
        let end = self
            .pieces
            .get(piece)
            .map_or(self.source.len(), |piece| piece.start as usize);
        &self.source[start..end]
    }

    /// The texts of all pieces, in order.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.pieces.len()).map(|piece| self.piece_text(piece))
    }

    pub(crate) fn piece_text(&self, piece: usize) -> &[u8] {
        let Piece { start, end, .. } = self.pieces[piece];
        &self.source[start as usize..end as usize]
    }

    /// How many bytes the tree occupies, the source among them.
    pub fn memory(&self) -> usize {
        self.source.len() + size_of_val(&self.nodes[..]) + size_of_val(&self.pieces[..])
    }

    /// How many nodes did not match their rule although nothing in them is an error.
    pub fn unmatched(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind == Kind::Unmatched).count()
    }

    /// Whether the parser could not make sense of some place, or had to assume something that is not there.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Why the file's parser was stopped; it was read as text then.
    pub fn gave_up(&self) -> Option<GaveUp> {
        self.gave_up
    }

    /// How many tokens stand in places that the parser could not make sense of, at any depth.
    pub fn tokens_in_errors(&self) -> usize {
        let mut is_in_error = FixedBitSet::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let is_below = node.parent != NO_NODE && is_in_error.contains(node.parent as usize);
            is_in_error.set(index, is_below || node.kind == Kind::Error);
        }
        let leaves = self.leaves().filter(|leaf| is_in_error.contains(leaf.index()));
        leaves.map(|leaf| self.weight(leaf)).sum()
    }

    /// Which share of the tokens the parser could not make sense of.
    pub fn share_of_errors(&self) -> f64 {
        self.tokens_in_errors() as f64 / self.tokens().max(1) as f64
    }

    /// Whether a piece was hidden from the parser.
    pub(crate) fn is_aside(&self, piece: usize) -> bool {
        self.asides.contains(piece)
    }

    /// Whether all of these pieces were hidden from the parser.
    pub(crate) fn is_all_aside(&self, pieces: Range<usize>) -> bool {
        !self.asides.is_empty() && self.asides.count_ones(pieces.clone()) == pieces.len()
    }

    /// How many places the parser could not make sense of.
    pub fn errors(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind == Kind::Error).count()
    }
}

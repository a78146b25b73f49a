//! A tree with the edits made so far: what a reducer works on.
//!
//! An edit only ever takes pieces away, or gives a piece another text or other whitespace before it. So
//! the state is a row of live pieces with their lengths, kept in two Fenwick trees; proposing an edit
//! costs as much as the edit touches, whatever the size of the file. [`Program::propose`] works out what an
//! edit does, [`Candidate::text`] splices that into the current text, [`Program::accept`] makes it so.

use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::edit::{Change, Edit, Refusal};
use crate::gap;
use crate::grammar::SlotId;
use crate::parse::parse;
use crate::sums::Sums;
use crate::tree::{Kind, NodeId, Tree};

/// How deep the tokens of a separator may stand below it. Not measured.
const MAX_SEPARATOR_DEPTH: usize = 8;

/// How deep the tokens of what goes with an item may stand below it: attributes have arguments. Not measured.
const MAX_ATTACHED_DEPTH: usize = 32;

/// A tree and what is left of it.
#[derive(Debug, Clone)]
pub struct Program {
    tree: Arc<Tree>,
    /// One for every live token, and for one that was rewritten as many as its text has.
    tokens: Sums,
    /// The length of every live piece with the gap before it; a live piece is never empty.
    bytes: Sums,
    pub(crate) is_live: FixedBitSet,
    gaps: FxHashMap<usize, Box<[u8]>>,
    texts: FxHashMap<usize, Box<[u8]>>,
    /// Which node now stands in the place of another, and the other way round.
    replaced: FxHashMap<NodeId, NodeId>,
    stands_for: FxHashMap<NodeId, NodeId>,
    /// Nodes that lost their place to one below them.
    gone: FixedBitSet,
    /// Nodes that have become a text without parts.
    rewritten: FxHashSet<NodeId>,
    /// Shared, so that a holder can tell by the pointer whether a program has this text.
    text: Arc<[u8]>,
}

/// A token or a comment of a program, as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LivePiece<'a> {
    /// Its place in the tree.
    pub index: usize,
    /// The whitespace before it.
    pub gap: &'a [u8],
    /// Its text.
    pub text: &'a [u8],
    /// Whether its text is no longer the tree's.
    pub is_rewritten: bool,
}

/// Whether a piece that gets a text or a gap dies, or gets two.
fn overlap(kills: &[Range<usize>], texts: &[(usize, Box<[u8]>)]) -> bool {
    let mut rewritten: Vec<usize> = texts.iter().map(|(piece, _)| *piece).collect();
    rewritten.sort_unstable();
    let dies = |piece: &usize| {
        let at = kills.partition_point(|kill| kill.end <= *piece);
        kills.get(at).is_some_and(|kill| kill.contains(piece))
    };
    rewritten.iter().any(dies) || rewritten.windows(2).any(|pair| pair[0] == pair[1])
}

/// An edit, worked out.
#[derive(Debug, Clone)]
pub struct Candidate {
    edit: Edit,
    /// Pieces that die, in order and apart.
    pub(crate) kills: Vec<Range<usize>>,
    pub(crate) gaps: Vec<(usize, Box<[u8]>)>,
    texts: Vec<(usize, Box<[u8]>)>,
    splices: Vec<(Range<usize>, Box<[u8]>)>,
    removed_tokens: usize,
}

impl Candidate {
    /// The edit that this is.
    pub fn edit(&self) -> &Edit {
        &self.edit
    }

    /// How many tokens go.
    pub fn removed_tokens(&self) -> usize {
        self.removed_tokens
    }

    /// Whether all of a node goes.
    pub fn removes(&self, program: &Program, node: NodeId) -> bool {
        let range = program.range(node);
        let mut kills = self.kills.iter();
        kills.any(|kill| kill.start <= range.start && range.end <= kill.end)
    }

    /// What changes in the program's text: ranges in order and apart, each with what comes in its place.
    pub fn splices(&self) -> &[(Range<usize>, Box<[u8]>)] {
        &self.splices
    }

    /// The pieces of the program with the edit made.
    pub fn pieces<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = LivePiece<'a>> {
        let mut kills = self.kills.iter().peekable();
        let mut gaps = self.gaps.iter().peekable();
        let texts: FxHashMap<usize, &[u8]> = self.texts.iter().map(|(index, text)| (*index, &**text)).collect();
        program.pieces().filter_map(move |mut piece| {
            while kills.next_if(|kill| kill.end <= piece.index).is_some() {}
            if kills.peek().is_some_and(|kill| kill.contains(&piece.index)) {
                return None;
            }
            while gaps.next_if(|(index, _)| *index < piece.index).is_some() {}
            if let Some((_, gap)) = gaps.next_if(|(index, _)| *index == piece.index) {
                piece.gap = gap;
            }
            if let Some(text) = texts.get(&piece.index) {
                piece.text = text;
                piece.is_rewritten = true;
            }
            Some(piece)
        })
    }

    /// The whitespace after the last piece, with the edit made.
    pub fn tail<'a>(&'a self, program: &'a Program) -> &'a [u8] {
        let last = self.gaps.last();
        let own = last.filter(|(piece, _)| *piece == program.tree.pieces.len());
        own.map_or_else(|| program.tail(), |(_, gap)| gap)
    }

    /// The text of the program with the edit made.
    pub fn text(&self, program: &Program) -> Vec<u8> {
        let mut text = Vec::with_capacity(program.text.len());
        let mut at = 0;
        for (range, new) in &self.splices {
            text.extend_from_slice(&program.text[at..range.start]);
            text.extend_from_slice(new);
            at = range.end;
        }
        text.extend_from_slice(&program.text[at..]);
        text
    }
}

impl Program {
    /// The whole of a tree.
    pub fn new(tree: Arc<Tree>) -> Self {
        let lengths = (0..tree.pieces.len()).map(|at| (tree.gap(at).len() + tree.piece_text(at).len()) as u32);
        let tokens = tree
            .pieces
            .iter()
            .map(|piece| u32::from(tree.kind(piece.leaf) != Kind::Extra));
        let mut is_live = FixedBitSet::with_capacity(tree.pieces.len());
        is_live.insert_range(..);
        Program {
            tokens: Sums::new(tokens),
            bytes: Sums::new(lengths),
            is_live,
            gaps: FxHashMap::default(),
            texts: FxHashMap::default(),
            replaced: FxHashMap::default(),
            stands_for: FxHashMap::default(),
            gone: FixedBitSet::with_capacity(tree.node_count()),
            rewritten: FxHashSet::default(),
            text: tree.source.clone(),
            tree,
        }
    }

    /// The tree that all node ids speak of.
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The current text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The current text, shared. While it is held, no program with another text has the same pointer.
    pub fn shared_text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// The live pieces, in order.
    pub fn pieces(&self) -> impl Iterator<Item = LivePiece<'_>> {
        self.is_live.ones().map(|index| LivePiece {
            index,
            gap: self.gap(index),
            text: self.piece_text(index),
            is_rewritten: self.texts.contains_key(&index),
        })
    }

    /// The current text of a node, from its first live piece to its last.
    pub fn text_of(&self, node: NodeId) -> Vec<u8> {
        let range = self.range(node);
        let mut text = Vec::new();
        let mut next = self.first_piece(range.clone());
        while let Some(piece) = next.filter(|piece| range.contains(piece)) {
            if !text.is_empty() {
                text.extend_from_slice(self.gap(piece));
            }
            text.extend_from_slice(self.piece_text(piece));
            next = self.next_piece(piece + 1);
        }
        text
    }

    /// The tokens that are left, in order.
    pub fn live_tokens(&self) -> impl Iterator<Item = NodeId> + '_ {
        let leaves = self.is_live.ones().map(|piece| self.tree.pieces[piece].leaf);
        leaves.filter(|leaf| self.tree.kind(*leaf) != Kind::Extra)
    }

    /// The tokens that are left below a node, in order.
    pub fn tokens_of(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let range = self.range(node);
        let pieces = std::iter::successors(self.first_piece(range.clone()), |piece| self.next_piece(piece + 1));
        let leaves = pieces
            .take_while(move |piece| range.contains(piece))
            .map(|piece| self.tree.pieces[piece].leaf);
        leaves.filter(|leaf| self.tree.kind(*leaf) != Kind::Extra)
    }

    /// The whitespace after the last piece.
    pub fn tail(&self) -> &[u8] {
        self.gap(self.tree.pieces.len())
    }

    /// How many tokens are left.
    pub fn token_count(&self) -> usize {
        self.tokens.before(self.tree.pieces.len())
    }

    /// How many tokens are left below a node.
    pub fn weight(&self, node: NodeId) -> usize {
        self.tokens.sum(self.range(node))
    }

    /// Whether the node is still part of the program.
    pub fn is_live(&self, node: NodeId) -> bool {
        !self.gone.contains(node.index()) && self.first_piece(self.range(node)).is_some()
    }

    /// Whether the node is still part of the program and has its own parts: neither it nor a node around it has become
    /// a text.
    pub fn is_open(&self, node: NodeId) -> bool {
        let mut path = std::iter::successors(Some(node), |node| self.parent(*node));
        self.is_live(node) && (self.rewritten.is_empty() || path.all(|node| !self.rewritten.contains(&node)))
    }

    /// The node that this one stands for, the topmost of several; mostly the node itself.
    pub(crate) fn place(&self, mut node: NodeId) -> NodeId {
        while let Some(above) = self.stands_for.get(&node) {
            node = *above;
        }
        node
    }

    /// The node around this one as the program is now.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree.parent(self.place(node))
    }

    /// The live nodes below this one as the program is now. A node that was rewritten has none.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let most = if self.rewritten.contains(&node) { 0 } else { usize::MAX };
        self.tree
            .children(node)
            .take(most)
            .map(|child| self.standing(child))
            .filter(|child| self.first_piece(self.range(*child)).is_some())
    }

    /// The node that stands where this one was; mostly the node itself.
    pub fn standing(&self, mut node: NodeId) -> NodeId {
        while let Some(by) = self.replaced.get(&node) {
            node = *by;
        }
        node
    }

    /// What may stand in the node's place, as the program is now.
    pub fn slot(&self, node: NodeId) -> Option<SlotId> {
        self.tree.slot(self.place(node))
    }

    /// Whether the node can go by itself, as far as the grammar tells.
    pub fn is_removable(&self, node: NodeId) -> bool {
        let tree = &self.tree;
        if tree.is_kept(node) {
            return false;
        }
        match tree.kind(node) {
            Kind::Separator => return false,
            Kind::Optional | Kind::Extra | Kind::Error => return true,
            Kind::List if !tree.is_plus(node) => return true,
            _ => {}
        }
        let Some(parent) = self.parent(node) else {
            return false;
        };
        match tree.kind(parent) {
            Kind::Error => true,
            Kind::Optional => self.children(parent).nth(1).is_none(),
            Kind::List => !tree.is_plus(parent) || self.propose(&crate::edit::remove(node)).is_ok(),
            _ => false,
        }
    }

    /// Whether the second node, somewhere below the first, may take the first one's place.
    pub fn can_replace(&self, node: NodeId, by: NodeId) -> bool {
        let tree = &self.tree;
        let Some(grammar) = tree.syntax.grammar() else {
            // In plain text, whatever stands between brackets may stand without them.
            let is_list = |node| tree.kind(node) == Kind::List;
            return is_list(by) && self.parent(node).is_some_and(is_list);
        };
        let own = tree.rule(node).filter(|rule| grammar.wants_own_kind(*rule));
        let is_kin = |by: NodeId| own.is_none() || tree.rule(by) == own;
        if let (Some(inner), Some(parent)) = (tree.list(by), self.parent(node)) {
            let Some(outer) = tree.list(parent) else {
                return false;
            };
            let (outer, inner) = (grammar.list(outer), grammar.list(inner));
            let fits = |item: NodeId| tree.rule(item).is_some_and(|rule| grammar.accepts(outer.slot, rule));
            let mut items = self.items(by);
            let is_same = outer.item == inner.item && outer.slot == inner.slot;
            return outer.separator == inner.separator
                && (is_same || items.all(fits))
                && (own.is_none() || self.items(by).all(is_kin));
        }
        match (self.slot(node), tree.rule(by)) {
            (Some(slot), Some(rule)) => tree.kind(by) != Kind::Extra && grammar.accepts(slot, rule) && is_kin(by),
            _ => false,
        }
    }

    /// The live items of a list.
    fn items(&self, list: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(list)
            .filter(|item| self.tree.kind(*item) != Kind::Separator)
    }

    /// The nodes below one that may take its place, breadth first down to a depth.
    pub fn replacements(&self, node: NodeId, depth: usize) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut level: Vec<NodeId> = self.children(node).collect();
        for _ in 0..depth {
            found.extend(level.iter().copied().filter(|below| self.can_replace(node, *below)));
            level = level.iter().flat_map(|above| self.children(*above)).collect();
        }
        found
    }

    pub(crate) fn range(&self, node: NodeId) -> Range<usize> {
        let data = self.tree.data(node);
        data.start as usize..data.end as usize
    }

    pub(crate) fn first_piece(&self, range: Range<usize>) -> Option<usize> {
        self.bytes.next(range.start).filter(|piece| range.contains(piece))
    }

    pub(crate) fn next_piece(&self, from: usize) -> Option<usize> {
        self.bytes.next(from)
    }

    pub(crate) fn previous_piece(&self, to: usize) -> Option<usize> {
        self.bytes.previous(to)
    }

    /// The whitespace before a piece, as it is now.
    pub(crate) fn gap(&self, piece: usize) -> &[u8] {
        match self.gaps.get(&piece) {
            Some(gap) => gap,
            None => self.tree.gap(piece),
        }
    }

    /// The text of a piece, as it is now.
    pub(crate) fn piece_text(&self, piece: usize) -> &[u8] {
        match self.texts.get(&piece) {
            Some(text) => text,
            None => self.tree.piece_text(piece),
        }
    }

    /// How far from the beginning of its line a live piece stands, and whether only whitespace is before it.
    pub(crate) fn indentation(&self, piece: usize) -> (Vec<u8>, bool) {
        let end = self.bytes.before(piece) + self.gap(piece).len();
        let start = self.text[..end]
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let before = &self.text[start..end];
        let is_blank = before.iter().all(u8::is_ascii_whitespace);
        let blank = before
            .iter()
            .map(|byte| if byte.is_ascii_whitespace() { *byte } else { b' ' });
        (blank.collect(), is_blank)
    }

    /// Works out what an edit does.
    pub fn propose(&self, edit: &Edit) -> Result<Candidate, Refusal> {
        let mut cut = Cut::new(self);
        let mut texts = Vec::new();
        let mut hoists = Vec::new();
        let mut spaces = Vec::new();
        for change in &edit.changes {
            match change {
                Change::Remove(node) => {
                    self.check(*node)?;
                    cut.remove(*node);
                }
                Change::Replace(node, by) => {
                    self.check(*node)?;
                    self.check(*by)?;
                    let (outer, inner) = (self.range(*node), self.range(*by));
                    cut.kill(outer.start..inner.start);
                    cut.kill(inner.end..outer.end);
                    cut.kill_trailing_separator(*by);
                    hoists.push((*node, *by));
                }
                Change::Rewrite(node, text) => {
                    self.check(*node)?;
                    let range = self.range(*node);
                    let first = self.tokens.next(range.start).filter(|piece| range.contains(piece));
                    let first = first.ok_or(Refusal::Gone)?;
                    if text.is_empty() {
                        cut.kill(range);
                    } else {
                        cut.kill(range.start..first);
                        cut.kill(first + 1..range.end);
                        texts.push((first, text.clone()));
                    }
                }
                Change::Space(node, gap) => {
                    self.check(*node)?;
                    spaces.push((self.piece_behind_space(*node), gap.clone()));
                }
            }
        }
        let kills = cut.finish()?;
        if overlap(&kills, &texts) || overlap(&kills, &spaces) {
            return Err(Refusal::Overlap);
        }
        let removed_tokens = kills.iter().map(|kill| self.tokens.sum(kill.clone())).sum();
        let mut gaps = gap::after(self, &kills, &hoists, &mut texts);
        if !spaces.is_empty() {
            let told: FxHashSet<usize> = spaces.iter().map(|(piece, _)| *piece).collect();
            gaps.retain(|(piece, _)| !told.contains(piece));
            gaps.extend(spaces);
            gaps.sort_by_key(|(piece, _)| *piece);
        }
        let mut candidate = Candidate {
            edit: edit.clone(),
            kills,
            gaps,
            texts,
            splices: Vec::new(),
            removed_tokens,
        };
        candidate.splices = self.splices(&candidate);
        Ok(candidate)
    }

    /// The piece before which whitespace stands that a node tells; the end of all, if it is the root.
    fn piece_behind_space(&self, node: NodeId) -> usize {
        if node == self.tree.root() {
            self.tree.pieces.len()
        } else {
            let range = self.range(node);
            self.first_piece(range.clone()).unwrap_or(range.start)
        }
    }

    fn check(&self, node: NodeId) -> Result<(), Refusal> {
        if self.is_live(node) { Ok(()) } else { Err(Refusal::Gone) }
    }

    /// What a candidate changes in the current text.
    fn splices(&self, candidate: &Candidate) -> Vec<(Range<usize>, Box<[u8]>)> {
        let mut splices: Vec<(Range<usize>, Box<[u8]>)> = Vec::new();
        for kill in &candidate.kills {
            let range = self.bytes.before(kill.start)..self.bytes.before(kill.end);
            if !range.is_empty() {
                splices.push((range, Box::default()));
            }
        }
        for (piece, gap) in &candidate.gaps {
            let start = self.bytes.before(*piece);
            splices.push((start..start + self.gap(*piece).len(), gap.clone()));
        }
        for (piece, text) in &candidate.texts {
            let start = self.bytes.before(*piece) + self.gap(*piece).len();
            splices.push((start..start + self.piece_text(*piece).len(), text.clone()));
        }
        splices.sort_by_key(|(range, _)| (range.start, range.end));
        splices
    }

    /// Makes an edit that [`Program::propose`] has worked out on this very program.
    pub fn accept(&mut self, candidate: &Candidate) {
        self.text = candidate.text(self).into();
        for (piece, gap) in &candidate.gaps {
            if *piece < self.tree.pieces.len() {
                let text = self.piece_text(*piece).len();
                let (old, new) = (self.gap(*piece).len() + text, gap.len() + text);
                self.bytes.replace(*piece, old as u32, new as u32);
            }
            self.gaps.insert(*piece, gap.clone());
        }
        for (piece, text) in &candidate.texts {
            let old = self.gap(*piece).len() + self.piece_text(*piece).len();
            let new = self.gap(*piece).len() + text.len();
            self.bytes.replace(*piece, old as u32, new as u32);
            self.texts.insert(*piece, text.clone());
            let old = self.tokens.sum(*piece..*piece + 1);
            let new = if old > 0 { self.tokens_in(text) } else { 0 };
            self.tokens.replace(*piece, old as u32, new as u32);
        }
        for kill in &candidate.kills {
            let mut next = self.next_piece(kill.start);
            while let Some(piece) = next.filter(|piece| *piece < kill.end) {
                let length = self.gap(piece).len() + self.piece_text(piece).len();
                self.bytes.replace(piece, length as u32, 0);
                let is_token = self.tokens.sum(piece..piece + 1) as u32;
                self.tokens.replace(piece, is_token, 0);
                self.is_live.set(piece, false);
                next = self.next_piece(piece + 1);
            }
        }
        for change in &candidate.edit.changes {
            match change {
                Change::Replace(node, by) => self.stand(*node, *by),
                Change::Rewrite(node, _) => {
                    self.rewritten.insert(*node);
                }
                Change::Remove(_) | Change::Space(..) => {}
            }
        }
        debug_assert!(self.is_in_step(), "the pieces are not the text");
    }

    /// Whether the live pieces with their gaps, and the tail, are the text.
    fn is_in_step(&self) -> bool {
        let parts = self.pieces().flat_map(|piece| [piece.gap, piece.text]);
        let mut rest = self.text();
        let mut parts = parts.chain([self.tail()]);
        parts.all(|part| {
            let is_next = rest.starts_with(part);
            rest = rest.get(part.len()..).unwrap_or_default();
            is_next
        }) && rest.is_empty()
    }

    /// How many tokens a text has, read alone; one at least.
    fn tokens_in(&self, text: &[u8]) -> usize {
        let is_word = text.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let syntax = self.tree.syntax();
        if is_word || syntax.reader().is_some() {
            return 1;
        }
        parse(text, syntax).tokens().max(1)
    }

    /// Records that a node has taken the place of one above it.
    fn stand(&mut self, node: NodeId, by: NodeId) {
        let mut between = self.parent(by);
        while let Some(above) = between {
            self.gone.insert(above.index());
            if above == node {
                break;
            }
            between = self.parent(above);
        }
        // What stood between the two has no place any more, and the node may itself be standing for another.
        let below = self.place(by);
        if below != by {
            let mut at = by;
            while let Some(above) = self.stands_for.remove(&at) {
                self.replaced.remove(&above);
                at = above;
            }
        }
        self.replaced.insert(node, by);
        self.stands_for.insert(by, node);
    }
}

/// The pieces that an edit takes away, with the separators that go along.
struct Cut<'a> {
    program: &'a Program,
    kills: Vec<Range<usize>>,
    /// Nodes that go as wholes.
    removed: FxHashSet<NodeId>,
    /// Lists that lost items, and are to be looked at.
    lists: Vec<NodeId>,
    /// Nodes that need one of certain parts, and lost one.
    needy: Vec<NodeId>,
}

impl<'a> Cut<'a> {
    fn new(program: &'a Program) -> Self {
        Cut {
            program,
            kills: Vec::new(),
            removed: FxHashSet::default(),
            lists: Vec::new(),
            needy: Vec::new(),
        }
    }

    fn kill(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.kills.push(range);
        }
    }

    fn remove(&mut self, node: NodeId) {
        let program = self.program;
        self.kill(program.range(node));
        self.removed.insert(node);
        let tree = program.tree();
        if tree.kind(node) == Kind::Extra {
            return;
        }
        let Some(parent) = program.parent(node) else {
            return;
        };
        if tree.kind(parent) == Kind::List {
            self.remove_attached(node, parent);
            self.lists.push(parent);
            if let Some(separator) = self.separator_of(program.range(program.place(node)), parent) {
                self.kill(separator);
            }
        }
        self.note_need(node);
    }

    /// The separator that an item does not leave behind: the one before it, or where that is no more than the end of a
    /// line, the one after it.
    fn separator_of(&self, item: Range<usize>, list: NodeId) -> Option<Range<usize>> {
        let before = self.separator_before(item.start, list);
        before.or_else(|| self.separator_at(self.program.tokens.next(item.end)?, list))
    }

    /// What belongs to an item goes with it.
    fn remove_attached(&mut self, node: NodeId, list: NodeId) {
        let program = self.program;
        let tree = program.tree();
        let (Some(rule), Some(grammar)) = (tree.rule(node), tree.syntax.grammar()) else {
            return;
        };
        if grammar.is_lead(rule) || grammar.is_follower(rule) || !grammar.has_attached() {
            return;
        }
        let place = program.range(program.place(node));
        let mut attached = Vec::new();
        let mut start = place.start;
        while let Some(item) = self.item_at(program.tokens.previous(start), list) {
            if !tree.rule(item).is_some_and(|rule| grammar.is_lead(rule)) {
                break;
            }
            attached.push(item);
            start = program.range(item).start;
        }
        let mut end = place.end;
        while let Some(item) = self.item_at(program.tokens.next(end), list) {
            if !tree.rule(item).is_some_and(|rule| grammar.is_follower(rule)) {
                break;
            }
            attached.push(item);
            end = program.range(item).end;
        }
        for item in attached {
            self.kill(program.range(item));
            self.removed.insert(item);
            if let Some(separator) = self.separator_before(program.range(item).start, list) {
                self.kill(separator);
            }
        }
    }

    /// The item of a list that a piece belongs to, if it is not deep below it.
    fn item_at(&self, piece: Option<usize>, list: NodeId) -> Option<NodeId> {
        let tree = self.program.tree();
        let leaf = tree.pieces[piece?].leaf;
        let mut above = std::iter::successors(Some(leaf), |node| tree.parent(*node)).take(MAX_ATTACHED_DEPTH);
        above.find(|node| tree.parent(*node) == Some(list))
    }

    /// What ends one list does not end the list it is put into.
    fn kill_trailing_separator(&mut self, list: NodeId) {
        let program = self.program;
        let last = program.tokens.previous(program.range(list).end);
        let separator = last.and_then(|last| self.separator_at(last, list));
        if let Some(separator) = separator.filter(|_| program.tree.kind(list) == Kind::List) {
            self.kill(separator);
        }
    }

    /// The separator that stands before a place in a list.
    fn separator_before(&self, start: usize, list: NodeId) -> Option<Range<usize>> {
        let program = self.program;
        let first = program.range(list).start;
        let mut piece = start;
        while piece > first {
            piece -= 1;
            if program.tree.kind(program.tree.pieces[piece].leaf) == Kind::Extra || program.tree.is_aside(piece) {
                continue;
            }
            return self.separator_at(piece, list);
        }
        None
    }

    /// The separator of a list that a piece belongs to.
    fn separator_at(&self, piece: usize, list: NodeId) -> Option<Range<usize>> {
        let tree = self.program.tree();
        let mut node = tree.pieces[piece].leaf;
        // Items may be deep; separators are not.
        for _ in 0..MAX_SEPARATOR_DEPTH {
            let parent = tree.parent(node)?;
            if parent == list {
                let is_separator = tree.kind(node) == Kind::Separator;
                return is_separator.then(|| self.program.range(node));
            }
            node = parent;
        }
        None
    }

    fn note_need(&mut self, node: NodeId) {
        let program = self.program;
        let Some(grammar) = program.tree.syntax.grammar() else {
            return;
        };
        let mut above = program.parent(node);
        while let Some(parent) = above {
            match program.tree.rule(parent) {
                Some(rule) => {
                    if grammar.needs(rule).is_some() {
                        self.needy.push(parent);
                    }
                    return;
                }
                None => above = program.parent(parent),
            }
        }
    }

    fn is_killed(&self, piece: usize) -> Option<&Range<usize>> {
        let after = self.kills.partition_point(|kill| kill.start <= piece);
        self.kills[..after]
            .iter()
            .rev()
            .take(1)
            .find(|kill| kill.contains(&piece))
    }

    /// The first token of a range that stays. What was hidden from the parser fills no place, except in itself.
    fn first_left(&self, range: Range<usize>) -> Option<usize> {
        let skips_asides = !self.program.tree.is_all_aside(range.clone());
        let mut at = range.start;
        loop {
            let piece = self.program.tokens.next(at).filter(|piece| range.contains(piece))?;
            match self.is_killed(piece) {
                Some(kill) => at = kill.end,
                None if skips_asides && self.program.tree.is_aside(piece) => at = piece + 1,
                None => return Some(piece),
            }
        }
    }

    fn merge(&mut self) {
        self.kills.sort_by_key(|kill| (kill.start, kill.end));
        let mut merged: Vec<Range<usize>> = Vec::with_capacity(self.kills.len());
        for kill in self.kills.drain(..) {
            match merged.last_mut() {
                Some(last) if kill.start <= last.end => last.end = last.end.max(kill.end),
                _ => merged.push(kill),
            }
        }
        self.kills = merged;
    }

    /// Settles what the removals mean for lists and for nodes that need a part.
    fn finish(mut self) -> Result<Vec<Range<usize>>, Refusal> {
        self.merge();
        while let Some(list) = self.lists.pop() {
            self.settle(list)?;
        }
        for needy in std::mem::take(&mut self.needy) {
            self.check_need(needy)?;
        }
        Ok(self.kills)
    }

    /// A separator never comes first, and a list that must not be empty goes as a whole or not at all.
    fn settle(&mut self, list: NodeId) -> Result<(), Refusal> {
        let program = self.program;
        let range = program.range(list);
        loop {
            let Some(first) = self.first_left(range.clone()) else {
                self.kill(range.clone());
                self.merge();
                break;
            };
            let Some(separator) = self.separator_at(first, list) else {
                return Ok(());
            };
            self.kill(separator);
            self.merge();
        }
        self.settle_empty(list)
    }

    /// A list that has lost all its items is gone. If it has to be there, or was all there was of a node,
    /// what is around it goes too.
    fn settle_empty(&mut self, list: NodeId) -> Result<(), Refusal> {
        let program = self.program;
        let tree = program.tree();
        let mut node = list;
        while !self.removed.contains(&node) {
            let Some(parent) = program.parent(node) else {
                break;
            };
            let is_needed = node != list || tree.is_plus(list);
            match tree.kind(parent) {
                Kind::Optional if is_needed => {
                    self.remove(parent);
                    self.merge();
                    break;
                }
                Kind::List if is_needed => {
                    self.remove(node);
                    self.merge();
                    break;
                }
                _ if self.first_left(program.range(parent)).is_none() => node = parent,
                _ if is_needed => return Err(Refusal::EmptyList),
                _ => break,
            }
        }
        Ok(())
    }

    fn check_need(&self, node: NodeId) -> Result<(), Refusal> {
        let program = self.program;
        let tree = program.tree();
        let (Some(rule), Some(grammar)) = (tree.rule(node), tree.syntax.grammar()) else {
            return Ok(());
        };
        if self.first_left(program.range(node)).is_none() {
            return Ok(());
        }
        for needed in grammar.needs(rule).unwrap_or_default() {
            let is_needed = needed.beside.is_none_or(|beside| {
                let mut above = std::iter::successors(program.parent(node), |above| program.parent(*above));
                let parent = above.find(|above| tree.rule(*above).is_some());
                self.has_part(node, beside) || parent.is_some_and(|parent| self.has_part(parent, beside))
            });
            if is_needed && !self.has_part(node, needed.parts) {
                return Err(Refusal::LastPart);
            }
        }
        Ok(())
    }

    /// Whether a node keeps a part that is shown under one of these names.
    fn has_part(&self, node: NodeId, names: &[&str]) -> bool {
        let program = self.program;
        let tree = program.tree();
        let mut todo: Vec<NodeId> = program.children(node).collect();
        while let Some(child) = todo.pop() {
            match tree.rule(child) {
                Some(_) => {
                    if names.contains(&tree.name(child)) && self.first_left(program.range(child)).is_some() {
                        return true;
                    }
                }
                None => todo.extend(program.children(child)),
            }
        }
        false
    }
}

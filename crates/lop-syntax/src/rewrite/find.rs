//! Finding a pattern in a tree.
//!
//! A pattern is a row of tokens and metavariables. It matches a node if its tokens are the node's tokens, and every
//! metavariable stands for a whole node, or for a row of nodes side by side. So what belongs together is known from the
//! tree of the program, and the pattern needs no tree.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::tree::{Kind, NodeId, Tree};

/// Ways to match a node that are followed. Not measured: only patterns with several rows of nodes have many.
const MAX_STEPS: usize = 20_000;

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A token with this text.
    Token(Box<[u8]>),
    /// A node; the same tokens wherever the same number stands.
    Node(Option<usize>),
    /// A row of nodes, empty or not.
    Row(Option<usize>),
}

/// A pattern ready to be matched.
#[derive(Debug)]
pub(super) struct Pattern {
    /// Its parts.
    pub parts: Vec<Part>,
    /// How many metavariables have a name.
    pub variables: usize,
    /// The kinds of nodes that it can be; any if the grammar is not known.
    pub roots: Option<FxHashSet<u16>>,
}

/// A place that a pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The node.
    pub node: NodeId,
    /// The pieces of each metavariable.
    pub(crate) bound: Vec<Option<Range<usize>>>,
}

/// A pattern matched so far.
struct State {
    part: usize,
    piece: usize,
    bound: Vec<Option<Range<usize>>>,
}

impl Pattern {
    /// All places that it matches, parents first.
    pub(super) fn find(&self, tree: &Tree) -> Vec<Match> {
        let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut found = Vec::new();
        for node in tree.nodes().filter(|node| self.may_be(tree, *node)) {
            let place = (tree.data(node).start, tree.data(node).end);
            if seen.contains(&place) {
                continue;
            }
            if let Some(bound) = self.matched(tree, node) {
                seen.insert(place);
                found.push(Match { node, bound });
            }
        }
        found
    }

    fn may_be(&self, tree: &Tree, node: NodeId) -> bool {
        tree.symbol(node)
            .is_some_and(|symbol| self.roots.as_ref().is_none_or(|roots| roots.contains(&symbol)))
    }

    /// What the metavariables stand for in a node.
    fn matched(&self, tree: &Tree, node: NodeId) -> Option<Vec<Option<Range<usize>>>> {
        let end = tree.data(node).end as usize;
        let skip = |piece: usize| (piece..end).find(|piece| is_token(tree, *piece)).unwrap_or(end);
        let mut todo = vec![State {
            part: 0,
            piece: skip(tree.data(node).start as usize),
            bound: vec![None; self.variables],
        }];
        for _ in 0..MAX_STEPS {
            let State { part, piece, bound } = todo.pop()?;
            let Some(next) = self.parts.get(part) else {
                if piece == end {
                    return Some(bound);
                }
                continue;
            };
            let go_on = |to: usize, bound: Vec<Option<Range<usize>>>| State {
                part: part + 1,
                piece: skip(to),
                bound,
            };
            match next {
                Part::Token(text) => {
                    if piece < end && tree.piece_text(piece) == &**text {
                        todo.push(go_on(piece + 1, bound));
                    }
                }
                Part::Node(name) | Part::Row(name) => {
                    let ends = match next {
                        Part::Row(_) => ends_of_rows(tree, node, piece, end),
                        _ => ends_of_nodes(tree, node, piece, end),
                    };
                    // The last of them is looked at first: a row is as short as it can be, a node as large.
                    for to in ends {
                        if let Some(bound) = bind(tree, &bound, *name, piece..to) {
                            todo.push(go_on(to, bound));
                        }
                    }
                }
            }
        }
        None
    }
}

/// The bindings with one more; none if the metavariable stands for something else already.
fn bind(
    tree: &Tree,
    bound: &[Option<Range<usize>>],
    name: Option<usize>,
    range: Range<usize>,
) -> Option<Vec<Option<Range<usize>>>> {
    let mut bound = bound.to_vec();
    if let Some(name) = name {
        match &bound[name] {
            Some(known) if !is_same(tree, known.clone(), range.clone()) => return None,
            Some(_) => {}
            None => bound[name] = Some(range),
        }
    }
    Some(bound)
}

fn is_same(tree: &Tree, one: Range<usize>, other: Range<usize>) -> bool {
    let tokens = |range: Range<usize>| {
        range
            .filter(|piece| is_token(tree, *piece))
            .map(|piece| tree.piece_text(piece))
    };
    tokens(one).eq(tokens(other))
}

/// Where the nodes with a name end that begin at a piece, inside a node.
fn ends_of_nodes(tree: &Tree, root: NodeId, piece: usize, end: usize) -> Vec<usize> {
    let is_whole = |node: &NodeId| tree.has_name(*node) && !matches!(tree.kind(*node), Kind::Error | Kind::Extra);
    let mut ends: Vec<usize> = beginning_at(tree, root, piece, end)
        .filter(is_whole)
        .map(|node| tree.data(node).end as usize)
        .collect();
    ends.dedup();
    ends
}

/// Where rows of nodes side by side end that begin at a piece, inside a node; the empty row last.
fn ends_of_rows(tree: &Tree, root: NodeId, piece: usize, end: usize) -> Vec<usize> {
    let siblings = |node: NodeId| {
        let parent = tree.parent(node).filter(|_| node != root);
        let all: Vec<NodeId> = parent.map(|parent| tree.children(parent).collect()).unwrap_or_default();
        let later = all
            .into_iter()
            .filter(move |sibling| tree.data(*sibling).start >= tree.data(node).start);
        later.map(|sibling| tree.data(sibling).end as usize).collect::<Vec<_>>()
    };
    let mut ends: Vec<usize> = beginning_at(tree, root, piece, end).flat_map(siblings).collect();
    ends.retain(|to| (piece..=end).contains(to));
    ends.push(piece);
    ends.sort_unstable_by_key(|to| std::cmp::Reverse(*to));
    ends.dedup();
    ends
}

/// The nodes that begin at a piece, inside a node, the smallest first.
fn beginning_at(tree: &Tree, root: NodeId, piece: usize, end: usize) -> impl Iterator<Item = NodeId> + '_ {
    let leaf = (piece < end).then(|| tree.pieces[piece].leaf);
    let begins = move |node: &NodeId| {
        let start = tree.data(*node).start as usize;
        (start..piece).all(|before| !is_token(tree, before))
    };
    let above = move |node: &NodeId| tree.parent(*node).filter(|_| *node != root);
    std::iter::successors(leaf, above).take_while(begins)
}

/// The nodes below one that are made of these pieces, the smallest first.
pub(super) fn nodes_of(tree: &Tree, root: NodeId, pieces: &Range<usize>) -> Vec<NodeId> {
    let nodes = beginning_at(tree, root, pieces.start, pieces.end);
    let is_it = |node: &NodeId| *node != root && tree.data(*node).end as usize == pieces.end;
    nodes.filter(is_it).collect()
}

fn is_token(tree: &Tree, piece: usize) -> bool {
    tree.kind(tree.pieces[piece].leaf) != Kind::Extra
}

//! A module as its functions, blocks and values.

use lop_syntax::edit::{Change, Edit};
use rustc_hash::FxHashMap;

use super::super::View;
use super::super::node::Node;

/// A function with a body.
pub(super) struct Function<'a> {
    /// The definition.
    pub(super) node: Node<'a>,
    /// Its blocks, the entry first.
    pub(super) blocks: Vec<Block<'a>>,
    /// The tokens that mention a local name, with the label that defines it but without types, by the name.
    pub(super) locals: FxHashMap<&'a str, Vec<Node<'a>>>,
}

/// A basic block.
pub(super) struct Block<'a> {
    /// The whole block.
    pub(super) node: Node<'a>,
    /// Its name; empty where it has a number that is not written.
    pub(super) name: &'a str,
    /// Its phis: the whole assignment, and the operation.
    pub(super) phis: Vec<(Node<'a>, Node<'a>)>,
    /// The instruction that ends it.
    pub(super) terminator: Node<'a>,
    /// The names of the blocks that may follow it.
    pub(super) successors: Vec<&'a str>,
}

impl<'a> Function<'a> {
    /// All functions of a program that have bodies.
    pub(super) fn all(view: &View<'a>) -> Vec<Function<'a>> {
        let definitions = Node::named(view.tree, "function_definition");
        definitions.filter_map(Function::of).collect()
    }

    fn of(node: Node<'a>) -> Option<Self> {
        let body = node.field("body")?;
        let blocks = body.parts().into_iter().filter(|part| part.is("basic_block"));
        let blocks: Vec<Block<'a>> = blocks.filter_map(Block::of).collect();
        let mut locals: FxHashMap<&'a str, Vec<Node<'a>>> = FxHashMap::default();
        for token in node.below() {
            let name = match token.name() {
                "label" => token.text().trim_end_matches(':'),
                "local_identifier" if !token.parent().is_some_and(|parent| parent.is("type_identifier")) => {
                    token.text().trim_start_matches('%')
                }
                _ => continue,
            };
            locals.entry(name).or_default().push(token);
        }
        Some(Function { node, blocks, locals })
    }

    /// The tokens that mention a name, but for one of them.
    pub(super) fn uses<'f>(&'f self, name: &str, definition: Node<'a>) -> impl Iterator<Item = Node<'a>> + use<'a, 'f> {
        let tokens = self.locals.get(name).map(Vec::as_slice).unwrap_or_default();
        tokens.iter().copied().filter(move |token| *token != definition)
    }

    /// The edit that makes a constant of every use of an assignment's result, and removes the assignment.
    pub(super) fn sunk(&self, assignment: Node<'a>, constant: &str) -> Option<Edit> {
        let result = assignment.field("result")?;
        let mut changes = vec![Change::Remove(assignment.removable()?)];
        let uses = self.uses(result.text().trim_start_matches('%'), result);
        changes.extend(uses.map(|token| Change::Rewrite(token.id, constant.as_bytes().into())));
        Some(Edit { changes })
    }

    /// The edit that ends a block with another instruction, whose `successors` are among the block's own: phis forget the
    /// edges that are gone, and blocks that the entry no longer reaches are removed with them.
    pub(super) fn ended(&self, block: usize, terminator: &str, successors: &[&str]) -> Option<Edit> {
        let numbers: FxHashMap<&str, usize> = self
            .blocks
            .iter()
            .enumerate()
            .map(|(at, block)| (block.name, at))
            .collect();
        let after = |at: usize| {
            if at == block {
                successors
            } else {
                &self.blocks[at].successors[..]
            }
        };
        let mut is_reached = vec![false; self.blocks.len()];
        let mut todo = vec![0];
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut is_reached[at], true) {
                todo.extend(after(at).iter().filter_map(|name| numbers.get(name).copied()));
            }
        }
        let here = &self.blocks[block];
        if !is_reached[block] {
            return None;
        }
        let mut changes = vec![Change::Rewrite(here.terminator.id, terminator.as_bytes().into())];
        for (_, block) in self.blocks.iter().enumerate().filter(|(at, _)| !is_reached[*at]) {
            changes.push(Change::Remove(block.node.removable()?));
        }
        for (_, reached) in self.blocks.iter().enumerate().filter(|(at, _)| is_reached[*at]) {
            let is_edge = |name: &str| {
                let from = numbers.get(name).copied();
                from.is_some_and(|from| is_reached[from] && after(from).contains(&reached.name))
            };
            for (assignment, phi) in &reached.phis {
                changes.extend(self.without_edges(*assignment, *phi, is_edge)?);
            }
        }
        Some(Edit { changes })
    }

    /// The changes that remove from a phi all edges that are no more; without any edge left, the phi goes.
    fn without_edges(
        &self,
        assignment: Node<'a>,
        phi: Node<'a>,
        is_edge: impl Fn(&str) -> bool,
    ) -> Option<Vec<Change>> {
        let edges: Vec<Node<'a>> = phi.parts().into_iter().filter(|part| part.is("incoming")).collect();
        let is_gone = |edge: &Node<'a>| {
            let block = edge.field("block");
            block.is_some_and(|block| !is_edge(block.text().trim_start_matches('%')))
        };
        let gone: Vec<Node<'a>> = edges.iter().copied().filter(is_gone).collect();
        if gone.len() == edges.len() {
            return Some(self.sunk(assignment, UNDEF)?.changes);
        }
        gone.into_iter()
            .map(|edge| Some(Change::Remove(edge.removable()?)))
            .collect()
    }
}

impl<'a> Block<'a> {
    fn of(node: Node<'a>) -> Option<Self> {
        let parts = node.parts();
        let name = parts.first().filter(|part| part.is("label"));
        let name = name.map_or("", |label| label.text().trim_end_matches(':'));
        let phis = parts.iter().filter(|part| part.is("assignment"));
        let phis = phis.filter_map(|part| Some((*part, part.part("phi")?))).collect();
        let terminator = *parts.last()?;
        let references = terminator.below().into_iter().filter(|node| node.is("block_reference"));
        let successors = references.filter_map(|reference| Some(target(reference)?.1)).collect();
        Some(Block {
            node,
            name,
            phis,
            terminator,
            successors,
        })
    }
}

/// The text of a reference to a block, and the block's name.
pub(super) fn target(reference: Node<'_>) -> Option<(&str, &str)> {
    let name = reference.part("local_identifier")?;
    Some((reference.text(), name.text().trim_start_matches('%')))
}

/// A constant of every type that says nothing of its value.
pub(super) const UNDEF: &str = "undef";
/// A constant of every type that has a value.
pub(super) const ZERO: &str = "zeroinitializer";

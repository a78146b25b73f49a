//! A node of a tree as heuristics look at it: by its rule's parts, without the lists and options between.

use std::ops::Range;

use lop_syntax::{Kind, NodeId, Tree};

/// A node with its tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The node.
    pub id: NodeId,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && std::ptr::eq(self.tree, other.tree)
    }
}

impl<'a> Node<'a> {
    /// The node that holds all others of a tree.
    pub fn root(tree: &'a Tree) -> Self {
        Node { tree, id: tree.root() }
    }

    /// All nodes of a tree that rules made, parents first.
    pub fn all(tree: &'a Tree) -> impl Iterator<Item = Node<'a>> {
        tree.nodes()
            .map(move |id| Node { tree, id })
            .filter(|node| !node.is_between() && node.tree.kind(node.id) != Kind::Extra)
    }

    /// All nodes with a name.
    pub fn named(tree: &'a Tree, name: &str) -> impl Iterator<Item = Node<'a>> {
        Self::all(tree).filter(move |node| node.name() == name)
    }

    /// What it is called.
    pub fn name(self) -> &'a str {
        self.tree.name(self.id)
    }

    /// Whether it is called so.
    pub fn is(self, name: &str) -> bool {
        self.name() == name
    }

    /// Its place in the text.
    pub fn span(self) -> Range<usize> {
        self.tree.span(self.id)
    }

    /// Its text; nothing if that is no UTF-8.
    pub fn text(self) -> &'a str {
        text_at(self.tree, self.span())
    }

    /// Whether the node is a list, an option, a group, or what stands between items: no rule made it.
    fn is_between(self) -> bool {
        matches!(
            self.tree.kind(self.id),
            Kind::List | Kind::Optional | Kind::Group | Kind::Separator
        )
    }

    /// The parts of its rule, those inside lists and options too, but for commas and comments.
    pub fn parts(self) -> Vec<Node<'a>> {
        let below = |node: Node<'a>| {
            let mut below: Vec<NodeId> = node.tree.children(node.id).collect();
            below.reverse();
            below
        };
        let mut parts = Vec::new();
        let mut todo = below(self);
        while let Some(id) = todo.pop() {
            let node = Node { tree: self.tree, id };
            if node.is_between() {
                todo.extend(below(node));
            } else if self.tree.kind(id) != Kind::Extra && node.name() != "," {
                parts.push(node);
            }
        }
        parts
    }

    /// The part of this name.
    pub fn part(self, name: &str) -> Option<Node<'a>> {
        self.parts().into_iter().find(|part| part.is(name))
    }

    /// The part in a field of the rule.
    pub fn field(self, name: &str) -> Option<Node<'a>> {
        self.parts().into_iter().find(|part| part.has_field(name))
    }

    /// Whether it fills a field of the rule that it is a part of.
    pub fn has_field(self, name: &str) -> bool {
        let mut at = Some(self.id);
        while let Some(id) = at {
            if self.tree.field(id) == Some(name) {
                return true;
            }
            at = self.tree.parent(id).filter(|id| {
                Node {
                    tree: self.tree,
                    id: *id,
                }
                .is_between()
            });
        }
        false
    }

    /// The node whose part it is.
    pub fn parent(self) -> Option<Node<'a>> {
        self.above().next()
    }

    /// The nodes around it, the nearest first.
    pub fn above(self) -> impl Iterator<Item = Node<'a>> {
        let tree = self.tree;
        std::iter::successors(tree.parent(self.id), move |id| tree.parent(*id))
            .map(move |id| Node { tree, id })
            .filter(|node| !node.is_between())
    }

    /// The nodes below it that rules made, it itself first.
    pub fn below(self) -> Vec<Node<'a>> {
        let mut found = Vec::new();
        let mut todo = vec![self];
        while let Some(node) = todo.pop() {
            found.push(node);
            todo.extend(node.parts().into_iter().rev());
        }
        found
    }

    /// Whether another node is this one, or around it.
    pub fn is_inside(self, other: Node<'_>) -> bool {
        std::ptr::eq(self.tree, other.tree) && (self.id == other.id || self.above().any(|above| above.id == other.id))
    }

    /// The node, or the nearest around it with nothing else in it, that can be removed.
    pub fn removable(self) -> Option<NodeId> {
        let mut id = self.id;
        let weight = self.tree.weight(id);
        while !self.tree.is_removable(id) {
            id = self
                .tree
                .parent(id)
                .filter(|parent| self.tree.weight(*parent) == weight)?;
        }
        Some(id)
    }
}

/// A text of a tree's source; nothing if that is no UTF-8, or no range: after a syntax error nodes may be out of order.
pub(super) fn text_at(tree: &Tree, span: Range<usize>) -> &str {
    let bytes = tree.source().get(span).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// A node's text with some places inside it replaced. Places inside others are passed over.
pub(super) fn replaced(node: Node<'_>, mut places: Vec<(Range<usize>, String)>) -> String {
    places.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let whole = node.span();
    let mut text = String::new();
    let mut at = whole.start;
    for (span, by) in places {
        if span.start >= at && span.end <= whole.end {
            text += text_at(node.tree, at..span.start);
            text += &by;
            at = span.end;
        }
    }
    text + text_at(node.tree, at..whole.end)
}

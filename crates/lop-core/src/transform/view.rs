//! A program as transformations see it.

use std::cell::OnceCell;
use std::sync::Arc;

use lop_syntax::facts::Part;
use lop_syntax::names::{self, Name};
use lop_syntax::{Facts, Kind, NodeId, Program, Tree};
use rustc_hash::FxHashMap;

use super::calls::Listed;
use super::node::Node;

/// A program that was just read, with what is computed of it once.
pub struct View<'a> {
    /// The program. It has no edits yet: its tree is all of it.
    pub program: &'a Program,
    /// Its tree.
    pub tree: &'a Tree,
    /// What is known of its language.
    pub facts: &'a Facts,
    /// Other files of the same input and in the same language, which stay as they are.
    pub beside: &'a [Arc<Tree>],
    names: OnceCell<Names>,
    functions: OnceCell<Vec<Listed>>,
    calls: OnceCell<Vec<Listed>>,
}

struct Names {
    all: Vec<Name>,
    /// The name of each token, by its index.
    of: FxHashMap<NodeId, usize>,
}

impl<'a> View<'a> {
    /// A view of a program.
    pub fn new(program: &'a Program, beside: &'a [Arc<Tree>]) -> Self {
        let tree = program.tree();
        View {
            program,
            tree,
            facts: tree.syntax().facts(),
            beside,
            names: OnceCell::new(),
            functions: OnceCell::new(),
            calls: OnceCell::new(),
        }
    }

    fn known_names(&self) -> &Names {
        self.names.get_or_init(|| {
            let all = names::by_scope(self.program);
            let tokens = all.iter().enumerate();
            let of = tokens.flat_map(|(index, name)| name.tokens.iter().map(move |token| (*token, index)));
            let of = of.collect();
            Names { all, of }
        })
    }

    /// All names of the program.
    pub fn names(&self) -> &[Name] {
        &self.known_names().all
    }

    /// The name that a token belongs to.
    pub fn name_of(&self, token: NodeId) -> Option<&Name> {
        let names = self.known_names();
        names.of.get(&token).map(|index| &names.all[*index])
    }

    /// Whether a token defines its name.
    pub fn is_definition(&self, token: NodeId) -> bool {
        self.name_of(token)
            .is_some_and(|name| name.definitions.contains(&token))
    }

    /// All functions, with and without bodies.
    pub fn functions(&self) -> &[Listed] {
        self.functions.get_or_init(|| super::calls::functions(self))
    }

    /// All calls.
    pub fn calls(&self) -> &[Listed] {
        self.calls.get_or_init(|| super::calls::calls(self))
    }

    /// All nodes that rules made and that have parts.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.nodes().filter(|node| self.tree.kind(*node) == Kind::Regular)
    }

    /// The same nodes, and tokens, by their rule's parts.
    pub fn all(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        Node::all(self.tree)
    }

    /// The first part of a node that a fact names.
    pub fn part(&self, node: Node<'a>, part: &Part) -> Option<Node<'a>> {
        let id = part.first(self.program, node.id)?;
        Some(Node { tree: self.tree, id })
    }

    /// The token of a name, or the node around it that adds only a sign, as in PHP's `$a`.
    pub fn whole_name(&self, token: NodeId) -> NodeId {
        let parent = self.program.parent(token);
        let signed = parent.filter(|parent| self.facts.signed.contain(self.tree, *parent));
        signed.unwrap_or(token)
    }

    fn is_signed(&self, node: NodeId) -> bool {
        self.facts.signed.contain(self.tree, node)
    }

    /// The nearest node around one that can be removed.
    pub fn removable_around(&self, node: NodeId) -> Option<NodeId> {
        self.program.around(node).find(|node| self.program.is_removable(*node))
    }

    /// The nearest node around one that is a statement, a declaration or an import, as far as lists tell.
    pub fn statement_around(&self, node: NodeId) -> Option<NodeId> {
        let mut around = self.program.around(node);
        around.find(|node| self.program.weight(*node) > 1 && self.is_listed(*node))
    }

    /// Whether a node is a removable item of a list without separators.
    pub fn is_listed(&self, node: NodeId) -> bool {
        let Self { program, tree, .. } = self;
        let list = program.parent(node).filter(|parent| tree.kind(*parent) == Kind::List);
        let is_plain = list.is_some_and(|list| {
            let mut items = tree.children(list);
            items.all(|item| tree.kind(item) != Kind::Separator)
        });
        is_plain && program.is_removable(node) && !self.is_operand(node)
    }

    /// Whether a node is a name with a sign, or the first thing after a bracket, as a single argument is.
    fn is_operand(&self, node: NodeId) -> bool {
        // A view has no edits, so that the source is its text.
        let before = self.tree.source()[..self.tree.span(node).start].trim_ascii_end();
        before.ends_with(b"(") || before.ends_with(b"[") || self.is_signed(node)
    }

    /// The outermost node around one with nothing else in it, up to the item of a list.
    pub fn whole_item(&self, node: NodeId) -> NodeId {
        let Self { program, tree, .. } = self;
        let is_list = |node: &NodeId| tree.kind(*node) == Kind::List;
        let weight = program.weight(node);
        let mut whole = node;
        while let Some(parent) = program.parent(whole).filter(|parent| !is_list(parent)) {
            if program.weight(parent) != weight {
                break;
            }
            whole = parent;
        }
        whole
    }

    /// A text that stands for a node: in brackets, if the node is more than a token and the language groups expressions.
    pub fn grouped(&self, node: NodeId, text: Vec<u8>) -> Vec<u8> {
        match self.facts.group {
            Some((open, close))
                if self.program.weight(node) > 1 && !text.starts_with(b"{") && !self.is_signed(node) =>
            {
                [open.as_bytes(), &text, close.as_bytes()].concat()
            }
            _ => text,
        }
    }
}

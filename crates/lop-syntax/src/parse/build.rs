//! A tree-sitter tree, made into a reduction tree.
//!
//! Nodes are visited from the top with a stack of our own. For each one the matcher tells which of its
//! children belong to which list or option; these become nodes between parent and child. A child is
//! placed when its parent is visited and filled in later, so a parent always has a smaller id, and one
//! pass from the end sums up ranges and weights.

use std::sync::Arc;

use tree_sitter::{Node, Parser, TreeCursor};

use crate::grammar::{Grammar, Matcher, Part, Plan, RuleId, Step};
use crate::lexical::trim;
use crate::parse::arena::Arena;
use crate::syntax::Syntax;
use crate::tree::{Kind, NONE, NodeId, Tree};

/// Nodes with more children than this are lists.
const MAX_CHILDREN_WITH_FIELDS: u32 = 64;

/// Parses with tree-sitter and builds the tree; `None` if the parser gave up.
pub fn parse(source: &Arc<[u8]>, syntax: &Arc<Syntax>, grammar: &Grammar) -> Option<Tree> {
    let language = syntax.parser()?;
    if u32::try_from(source.len()).is_err() {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let parsed = parser.parse(source.as_ref(), None)?;
    let mut builder = Builder {
        grammar,
        matcher: Matcher::new(grammar, language),
        source,
        arena: Arena::new(source),
        stack: Vec::new(),
        cursor: parsed.walk(),
    };
    builder.build(parsed.root_node());
    builder.arena.is_broken = parsed.root_node().has_error();
    Some(builder.arena.finish(syntax))
}

/// Which share of the file's bytes stands directly in error nodes.
pub fn share_of_errors(tree: &Tree) -> f64 {
    let mut errors = 0;
    for piece in &tree.pieces {
        let parent = tree.parent(piece.leaf).unwrap_or(tree.root());
        if tree.kind(parent) == Kind::Error || tree.kind(piece.leaf) == Kind::Error {
            errors += piece.end - piece.start;
        }
    }
    f64::from(errors) / tree.source.len().max(1) as f64
}

/// What a syntax tree shows below a node.
#[derive(Clone, Copy)]
enum Child<'t> {
    Node(Node<'t>, u16),
    /// Text that no node covers.
    Text(u32, u32),
}

/// What is left to do, in the order of the file.
enum Todo<'t> {
    Visit(Node<'t>, NodeId),
    Text(u32, u32, NodeId),
}

struct Builder<'a, 't> {
    grammar: &'a Grammar,
    matcher: Matcher<'a>,
    source: &'a Arc<[u8]>,
    arena: Arena<'a>,
    stack: Vec<Todo<'t>>,
    cursor: TreeCursor<'t>,
}

impl<'t> Builder<'_, 't> {
    fn build(&mut self, root: Node<'t>) {
        let kind = if root.is_error() { Kind::Error } else { Kind::Regular };
        let id = self.arena.root(kind, self.grammar.start().0, root.kind_id());
        // The root may leave out text at both ends of the file; nothing must get lost.
        self.push_text(root.end_byte(), self.source.len(), id);
        self.stack.push(Todo::Visit(root, id));
        self.push_text(0, root.start_byte(), id);
        while let Some(todo) = self.stack.pop() {
            match todo {
                Todo::Visit(node, id) => self.visit(node, id),
                Todo::Text(start, end, id) => self.arena.piece(start as usize, end as usize, id),
            }
        }
    }

    /// Plans a piece of text outside the root, unless it is blank.
    fn push_text(&mut self, start: usize, end: usize, root: NodeId) {
        if let Some((start, end)) = self.trimmed(start, end) {
            let id = self.arena.add(Kind::Error, root, NONE, NONE, NONE);
            self.stack.push(Todo::Text(start, end, id));
        }
    }

    fn visit(&mut self, node: Node<'t>, id: NodeId) {
        let data = self.arena.nodes[id.index()];
        let is_leaf = node.child_count() == 0
            || data.kind == Kind::Extra
            || data.rule != NONE && self.grammar.is_opaque(RuleId(data.rule)) && is_shallow(node);
        if is_leaf {
            self.arena.piece(node.start_byte(), node.end_byte(), id);
            if node.child_count() > 0 && data.kind == Kind::Regular {
                self.arena.nodes[id.index()].kind = Kind::Opaque;
            }
            return;
        }
        let children = self.children(node);
        let todo = self.stack.len();
        if data.kind == Kind::Error {
            for child in &children {
                self.place_alone(*child, id);
            }
        } else {
            self.match_children(node, id, &children);
        }
        self.stack[todo..].sort_by_key(|todo| {
            std::cmp::Reverse(match todo {
                Todo::Visit(node, _) => node.start_byte() as u32,
                Todo::Text(start, ..) => *start,
            })
        });
    }

    /// The children of a node and the text between them that is no child.
    fn children(&mut self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut children = Vec::with_capacity(node.child_count() as usize);
        let mut end = node.start_byte();
        // Finding a field takes as long as the hidden part of the tree is deep; long lists have none.
        let has_fields = node.child_count() <= MAX_CHILDREN_WITH_FIELDS;
        self.cursor.reset(node);
        let mut has_more = self.cursor.goto_first_child();
        while has_more {
            let child = self.cursor.node();
            if let Some((start, end)) = self.trimmed(end, child.start_byte()) {
                children.push(Child::Text(start, end));
            }
            let field = if has_fields {
                self.cursor.field_id().map_or(0, std::num::NonZero::get)
            } else {
                0
            };
            children.push(Child::Node(child, field));
            end = child.end_byte();
            has_more = self.cursor.goto_next_sibling();
        }
        if let Some((start, end)) = self.trimmed(end, node.end_byte()) {
            children.push(Child::Text(start, end));
        }
        children
    }

    fn trimmed(&self, start: usize, end: usize) -> Option<(u32, u32)> {
        let text = self.source.get(start..end)?;
        let trimmed = trim(text);
        if trimmed.is_empty() {
            return None;
        }
        let start = start + (trimmed.as_ptr().addr() - text.as_ptr().addr());
        Some((start as u32, (start + trimmed.len()) as u32))
    }

    fn match_children(&mut self, node: Node<'t>, id: NodeId, children: &[Child<'t>]) {
        let (mut regular, mut strays) = (Vec::with_capacity(children.len()), Vec::new());
        for child in children {
            match child {
                Child::Node(node, _) if node.is_extra() || node.is_error() => strays.push(*child),
                _ => regular.push(*child),
            }
        }
        let mut plan = self.plan(id, &regular);
        if plan.is_none() && regular.iter().any(|child| matches!(child, Child::Text(..))) {
            // Text without a node may be white space of a kind that the grammar does not speak of.
            let text = regular.extract_if(.., |child| matches!(child, Child::Text(..)));
            strays.extend(text);
            plan = self.plan(id, &regular);
        }
        match plan {
            Some((rule, plan)) => {
                self.arena.nodes[id.index()].rule = rule.0;
                self.follow(id, &plan, &regular);
            }
            None => {
                self.arena.nodes[id.index()].kind = if node.has_error() { Kind::Error } else { Kind::Unmatched };
                regular.into_iter().for_each(|child| self.place_alone(child, id));
            }
        }
        strays.into_iter().for_each(|child| self.place_alone(child, id));
    }

    /// How the children of a node make up its rule. A node may have been made by several rules that are shown
    /// under one name.
    fn plan(&mut self, id: NodeId, children: &[Child<'t>]) -> Option<(RuleId, Plan)> {
        let first = RuleId(self.arena.nodes[id.index()].rule);
        let kind = |child: &Child<'t>| match child {
            Child::Node(node, _) => self.matcher.kind(node),
            Child::Text(..) => self.matcher.hidden_kind(),
        };
        let all: Vec<u32> = children.iter().map(kind).collect();
        if let Some(plan) = self.matcher.plan(first, &all) {
            return Some((first, plan));
        }
        for rule in self.matcher.rules_shown_as(self.arena.nodes[id.index()].symbol) {
            if let Some(plan) = self.matcher.plan(rule, &all) {
                return Some((rule, plan));
            }
        }
        None
    }

    /// Builds what lies between a node and its children.
    fn follow(&mut self, id: NodeId, plan: &[Step], children: &[Child<'t>]) {
        let mut open = vec![id];
        let mut children = children.iter();
        for step in plan {
            let parent = *open.last().expect("every step is inside the node");
            match step {
                Step::Open(part) => {
                    let (kind, rule) = match part {
                        Part::Optional => (Kind::Optional, NONE),
                        Part::List(list) => (Kind::List, list.0),
                        Part::Group => (Kind::Group, NONE),
                        Part::Separator => (Kind::Separator, NONE),
                    };
                    open.push(self.arena.add(kind, parent, rule, NONE, NONE));
                }
                Step::Close => {
                    open.pop();
                }
                Step::Child(rule, slot) => {
                    let child = *children.next().expect("the plan was made for these children");
                    self.place(child, parent, rule.0, slot.0);
                }
                Step::Hidden => {
                    let child = *children.next().expect("the plan was made for these children");
                    self.place(child, parent, NONE, NONE);
                }
            }
        }
    }

    /// Adds a child that no rule speaks of.
    fn place_alone(&mut self, child: Child<'t>, parent: NodeId) {
        let rule = match child {
            Child::Text(..) => NONE,
            Child::Node(node, _) => {
                let kind = self.matcher.kind(&node);
                self.matcher.rule_of(kind).map_or(NONE, |rule| rule.0)
            }
        };
        self.place(child, parent, rule, NONE);
    }

    fn place(&mut self, child: Child<'t>, parent: NodeId, rule: u16, slot: u16) {
        match child {
            Child::Text(start, end) => {
                let id = self.arena.add(Kind::Token, parent, NONE, NONE, NONE);
                self.stack.push(Todo::Text(start, end, id));
            }
            Child::Node(node, field) => {
                let kind = if node.is_error() {
                    Kind::Error
                } else if node.is_extra() && !(rule != NONE && self.grammar.is_opaque(RuleId(rule))) {
                    Kind::Extra
                } else if node.child_count() == 0 {
                    Kind::Token
                } else {
                    Kind::Regular
                };
                let id = self.arena.add(kind, parent, rule, slot, node.kind_id());
                self.arena.nodes[id.index()].field = field;
                self.stack.push(Todo::Visit(node, id));
            }
        }
    }
}

/// Whether the node has children but no grandchildren.
fn is_shallow(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).all(|child| child.child_count() == 0)
}

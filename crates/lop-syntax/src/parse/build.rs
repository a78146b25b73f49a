//! A tree-sitter tree, made into a reduction tree.
//!
//! Nodes are visited from the top with a stack of our own. For each one the matcher tells which of its
//! children belong to which list or option; these become nodes between parent and child. A child is
//! placed when its parent is visited and filled in later, so a parent always has a smaller id, and one
//! pass from the end sums up ranges and weights.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tree_sitter::{Node, TreeCursor};

use crate::grammar::{Grammar, Matcher, Part, Plan, RuleId, Step};
use crate::lexical::trim;
use crate::parse::arena::Arena;
use crate::parse::bounded::{BoundedParser, GaveUp};
use crate::parse::lexis::{Lexer, Lexis};
use crate::parse::read::{Reading, read};
use crate::syntax::Syntax;
use crate::tree::{Kind, NONE, NodeId, Tree};

/// Nodes with more children than this are lists. Not measured.
const MAX_CHILDREN_WITH_FIELDS: u32 = 64;

/// Parses with tree-sitter and builds the tree.
pub(super) fn parse(
    source: &Arc<[u8]>,
    syntax: &Arc<Syntax>,
    mut parser: BoundedParser<'_>,
    grammar: &Grammar,
) -> Result<Tree, GaveUp> {
    let masked = grammar.mask().map(|mask| mask(source));
    let (seen, hidden) = match &masked {
        Some(masked) => (&masked.seen[..], &masked.hidden[..]),
        None => (source.as_ref(), &[][..]),
    };
    let mut matcher = Matcher::new(grammar, parser.language(), source.len());
    let mut fits =
        |braces: Node<'_>, hole: usize, pieces: &[Node<'_>]| matcher_fits(&mut matcher, braces, hole, pieces);
    let reading = read(&mut parser, seen, grammar.lexis(), &mut fits)?;
    let mut builder = Builder {
        grammar,
        matcher,
        source,
        hidden,
        reading: &reading,
        filled: BTreeSet::new(),
        arena: Arena::new(source),
        stack: Vec::new(),
        cursor: None,
    };
    builder.build()?;
    builder.arena.is_broken = reading.has_error();
    Ok(builder.arena.finish(syntax))
}

/// Whether a node may have the children of the given nodes at the beginning of a hole in its text.
fn matcher_fits(matcher: &mut Matcher<'_>, braces: Node<'_>, hole: usize, pieces: &[Node<'_>]) -> bool {
    let mut kinds = Vec::new();
    let mut add = |node: Node<'_>| {
        if !node.is_extra() && !node.is_error() {
            kinds.push(matcher.kind(&node));
        }
    };
    let mut cursor = braces.walk();
    let (before, after): (Vec<Node<'_>>, Vec<Node<'_>>) =
        braces.children(&mut cursor).partition(|child| child.end_byte() <= hole);
    before.into_iter().for_each(&mut add);
    for piece in pieces.iter().filter(|piece| !piece.is_error()) {
        piece.children(&mut piece.walk()).for_each(&mut add);
    }
    after.into_iter().for_each(&mut add);
    let kind = matcher.kind(&braces);
    let rules = matcher.rules_shown_as(braces.kind_id());
    let rule = matcher.rule_of(kind);
    rule.into_iter()
        .chain(rules)
        .any(|rule| matcher.plan(rule, &kinds).is_some())
}

/// Which share of the file's bytes stands directly in error nodes.
pub(super) fn share_of_errors(tree: &Tree) -> f64 {
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
    /// Text that was hidden from the parser.
    Aside(u32, u32),
}

/// What is left to do, in the order of the file.
enum Todo<'t> {
    Visit(Node<'t>, NodeId),
    Text(u32, u32, NodeId),
    Aside(u32, u32, NodeId),
}

struct Builder<'a, 't> {
    grammar: &'a Grammar,
    matcher: Matcher<'a>,
    source: &'a Arc<[u8]>,
    /// What the parser has not seen, in order.
    hidden: &'a [Range<usize>],
    reading: &'t Reading,
    /// The holes of the reading whose pieces have their place.
    filled: BTreeSet<usize>,
    arena: Arena<'a>,
    stack: Vec<Todo<'t>>,
    /// One that is not in use; making one takes longer than moving it.
    cursor: Option<TreeCursor<'t>>,
}

impl<'t> Builder<'_, 't> {
    fn build(&mut self) -> Result<(), GaveUp> {
        match self.reading.root() {
            Some(root) => self.build_whole(root),
            None => self.build_pieces(),
        }
        while let Some(todo) = self.stack.pop() {
            if self.matcher.is_spent() {
                return Err(GaveUp::TooLong);
            }
            match todo {
                Todo::Visit(node, id) => self.visit(node, id),
                Todo::Text(start, end, id) => self.arena.piece(start as usize, end as usize, id),
                Todo::Aside(start, end, id) => self.fill_aside(start as usize..end as usize, id),
            }
        }
        Ok(())
    }

    fn build_whole(&mut self, root: Node<'t>) {
        let kind = if root.is_error() { Kind::Error } else { Kind::Regular };
        let id = self.arena.root(kind, self.grammar.start().0, root.kind_id());
        // The root may leave out text at both ends of the file; nothing must get lost.
        self.push_text(root.end_byte(), self.source.len(), id);
        self.stack.push(Todo::Visit(root, id));
        self.push_text(0, root.start_byte(), id);
    }

    /// The pieces of a text that was not read in one go become one list.
    fn build_pieces(&mut self) {
        let symbol = self
            .reading
            .tops()
            .find(|top| !top.is_error())
            .map_or(NONE, |top| top.kind_id());
        let id = self.arena.root(Kind::Regular, self.grammar.start().0, symbol);
        let mut children = Vec::new();
        let mut end = 0;
        for top in self.reading.tops() {
            self.add_piece(top, &mut end, &mut children);
        }
        self.add_gap(end, self.source.len(), &mut children);
        self.match_children(true, id, &children);
        self.order(0);
    }

    /// Plans text outside the root, unless it is blank.
    fn push_text(&mut self, start: usize, end: usize, root: NodeId) {
        let mut children = Vec::new();
        self.add_gap(start, end, &mut children);
        for child in children.into_iter().rev() {
            match child {
                Child::Text(start, end) => {
                    let id = self.arena.add(Kind::Error, root, NONE, NONE, NONE);
                    self.stack.push(Todo::Text(start, end, id));
                }
                _ => self.place_alone(child, root),
            }
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
            self.match_children(node.has_error(), id, &children);
        }
        self.order(todo);
    }

    /// Puts what is to be done from a place on in the order of the file.
    fn order(&mut self, from: usize) {
        self.stack[from..].sort_by_key(|todo| {
            std::cmp::Reverse(match todo {
                Todo::Visit(node, _) => node.start_byte() as u32,
                Todo::Text(start, ..) | Todo::Aside(start, ..) => *start,
            })
        });
    }

    /// The children of a node and the text between them that is no child.
    fn children(&mut self, node: Node<'t>) -> Vec<Child<'t>> {
        let mut children = Vec::with_capacity(node.child_count() as usize);
        let mut end = node.start_byte();
        self.add_children(node, &mut end, &mut children);
        self.add_gap(end, node.end_byte(), &mut children);
        children
    }

    fn add_children(&mut self, node: Node<'t>, end: &mut usize, children: &mut Vec<Child<'t>>) {
        // Finding a field takes as long as the hidden part of the tree is deep; long lists have none.
        let has_fields = node.child_count() <= MAX_CHILDREN_WITH_FIELDS;
        let mut cursor = self.cursor.take().unwrap_or_else(|| node.walk());
        cursor.reset(node);
        let mut has_more = cursor.goto_first_child();
        let mut is_first = true;
        while has_more {
            let child = cursor.node();
            // Nodes without text, such as tokens that the parser assumed, may end where a hole begins, in its pieces, too; the
            // node behind the hole is the first that begins later.
            let is_behind = !is_first && child.start_byte() > *end;
            let hole = self.reading.hole(*end);
            if let Some(hole) = hole.filter(|_| is_behind && self.filled.insert(*end)) {
                hole.for_each(|piece| self.add_piece(piece, end, children));
            }
            is_first = false;
            self.add_gap(*end, child.start_byte(), children);
            let field = if has_fields {
                cursor.field_id().map_or(0, std::num::NonZero::get)
            } else {
                0
            };
            children.push(Child::Node(child, field));
            *end = child.end_byte();
            has_more = cursor.goto_next_sibling();
        }
        self.cursor = Some(cursor);
    }

    /// The children of a piece's root, or the root if it is no more than an error.
    fn add_piece(&mut self, root: Node<'t>, end: &mut usize, children: &mut Vec<Child<'t>>) {
        if root.is_error() {
            self.add_gap(*end, root.start_byte(), children);
            children.push(Child::Node(root, 0));
            *end = root.end_byte();
        } else {
            self.add_children(root, end, children);
        }
    }

    /// What stands where no node does: what was hidden from the parser, and text.
    fn add_gap(&mut self, mut start: usize, end: usize, children: &mut Vec<Child<'t>>) {
        let mut next = self.hidden.partition_point(|range| range.start < start);
        while start < end {
            let aside = self.hidden.get(next).filter(|range| range.end <= end);
            let stop = aside.map_or(end, |range| range.start);
            if let Some((start, end)) = self.trimmed(start, stop) {
                children.push(Child::Text(start, end));
            }
            let Some(range) = aside else { return };
            children.push(Child::Aside(range.start as u32, range.end as u32));
            (start, next) = (range.end, next + 1);
        }
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

    fn match_children(&mut self, has_error: bool, id: NodeId, children: &[Child<'t>]) {
        let (mut regular, mut strays) = (Vec::with_capacity(children.len()), Vec::new());
        let todo = self.stack.len();
        let leading = leading_asides(children);
        for (place, child) in children.iter().enumerate() {
            match child {
                Child::Aside(..) if leading.contains_key(&place) => {}
                Child::Node(node, _) if node.is_extra() || node.is_error() => strays.push(*child),
                Child::Aside(..) => strays.push(*child),
                _ => regular.push(*child),
            }
        }
        let mut plan = self.plan(id, &regular);
        if plan.is_none() && regular.iter().any(|child| matches!(child, Child::Text(..))) {
            // Text without a node may be whitespace of a kind that the grammar does not speak of.
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
                self.arena.nodes[id.index()].kind = if has_error { Kind::Error } else { Kind::Unmatched };
                regular.into_iter().for_each(|child| self.place_alone(child, id));
            }
        }
        strays.into_iter().for_each(|child| self.place_alone(child, id));
        let items = if leading.is_empty() {
            FxHashMap::default()
        } else {
            self.items_since(todo)
        };
        for (place, item) in leading {
            let parent = items.get(&item).copied().unwrap_or(id);
            self.place_alone(children[place], parent);
        }
    }

    /// The items of lists among what is to be done from a place on, by their nodes.
    fn items_since(&self, todo: usize) -> FxHashMap<usize, NodeId> {
        let visits = self.stack[todo..].iter().filter_map(|todo| match todo {
            Todo::Visit(node, id) => Some((node.id(), *id)),
            _ => None,
        });
        let is_item = |id: NodeId| {
            let data = self.arena.nodes[id.index()];
            let is_opaque = data.rule != NONE && self.grammar.is_opaque(RuleId(data.rule));
            let parent = self.arena.nodes.get(data.parent as usize);
            let is_in_list = parent.is_some_and(|parent| parent.kind == Kind::List);
            data.kind == Kind::Regular && is_in_list && !is_opaque
        };
        visits.filter(|(_, id)| is_item(*id)).collect()
    }

    /// How the children of a node make up its rule. A node may have been made by several rules that are shown
    /// under one name.
    fn plan(&mut self, id: NodeId, children: &[Child<'t>]) -> Option<(RuleId, Plan)> {
        let first = RuleId(self.arena.nodes[id.index()].rule);
        let kind = |child: &Child<'t>| match child {
            Child::Node(node, _) => self.matcher.kind(node),
            Child::Text(..) | Child::Aside(..) => self.matcher.hidden_kind(),
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
            Child::Text(..) | Child::Aside(..) => NONE,
            Child::Node(node, _) => {
                let kind = self.matcher.kind(&node);
                self.matcher.rule_of(kind).map_or(NONE, |rule| rule.0)
            }
        };
        self.place(child, parent, rule, NONE);
    }

    /// Fills what was hidden from the parser: its tokens, with a list where there is one of attributes.
    fn fill_aside(&mut self, range: Range<usize>, id: NodeId) {
        let text = &self.source[range.clone()];
        // `__attribute__((a, b(c)))`, `[[a, b(c)]]`: two brackets, then items with commas between them.
        let lexis = self.grammar.lexis().unwrap_or(Lexis::C);
        let tokens: Vec<Range<usize>> = Lexer::new(self.source, range.clone(), lexis).collect();
        let is_bracket = |at: usize| matches!(self.source[tokens[at].start], b'(' | b'[');
        let first = usize::from(!text.starts_with(b"["));
        let is_list = tokens.len() > first + 4 && is_bracket(first) && is_bracket(first + 1);
        if !is_list {
            tokens.into_iter().for_each(|token| self.aside_token(token, id));
            return;
        }
        let (head, tail) = (first + 2, tokens.len() - 2);
        tokens[..head]
            .iter()
            .for_each(|token| self.aside_token(token.clone(), id));
        let list = self.arena.add(Kind::List, id, NONE, NONE, NONE);
        let mut depth = 0_usize;
        let mut item = None;
        for token in &tokens[head..tail] {
            let byte = self.source[token.start];
            if byte == b',' && depth == 0 {
                let separator = self.arena.add(Kind::Separator, list, NONE, NONE, NONE);
                self.aside_token(token.clone(), separator);
                item = None;
                continue;
            }
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let item = *item.get_or_insert_with(|| self.arena.add(Kind::Group, list, NONE, NONE, NONE));
            self.aside_token(token.clone(), item);
        }
        tokens[tail..]
            .iter()
            .for_each(|token| self.aside_token(token.clone(), id));
    }

    fn aside_token(&mut self, token: Range<usize>, parent: NodeId) {
        let leaf = self.arena.add(Kind::Token, parent, NONE, NONE, NONE);
        self.arena.aside(token.start, token.end, leaf);
    }

    fn place(&mut self, child: Child<'t>, parent: NodeId, rule: u16, slot: u16) {
        match child {
            Child::Aside(start, end) => {
                let id = self.arena.add(Kind::Optional, parent, NONE, NONE, NONE);
                self.stack.push(Todo::Aside(start, end, id));
            }
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

/// What was hidden in front of nodes, by its place, each with the node: `[[nodiscard]]` comes and goes with the function.
fn leading_asides(children: &[Child<'_>]) -> BTreeMap<usize, usize> {
    let mut leading = BTreeMap::new();
    let mut before = None;
    for (place, child) in children.iter().enumerate().rev() {
        match child {
            Child::Node(node, _) => before = (!node.is_extra() && !node.is_error()).then(|| node.id()),
            Child::Text(..) => before = None,
            Child::Aside(..) => leading.extend(before.map(|node| (place, node))),
        }
    }
    leading
}

/// Whether the node has children but no grandchildren.
fn is_shallow(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).all(|child| child.child_count() == 0)
}

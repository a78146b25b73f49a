//! What the items of a program need.
//!
//! An *item* is a declaration that can go: of the outermost list, of a namespace, of a block such as `extern "C"`, of a
//! record. It needs the item around it and those that define its names. Three kinds of items bring more along than they are
//! worth, and only follow what is there without them:
//!
//! - an *addition*, one of several overloads or a specialisation, follows once its name and all names of its head are
//!   mentioned: `swap` of two vectors is of no use to a program without vectors;
//! - a *nameless* item, an operator or Rust's `impl`, once all names of its head are mentioned; the head of a function is its
//!   parameters, of others all but the body;
//! - a *member* of a record, once its name is mentioned.
//!
//! An addition that is a specialisation waits for its arguments, not for the constraints of its parameters. A friend that is
//! declared in its record alone is nameless. An import defines the name that it makes known where there are others like it.
//!
//! If a name is mentioned and none of its definitions follows, all are needed. Where a language's definitions are not known,
//! a name is defined where it first stands; a name that is defined in no scope around is defined wherever it is.
//!
//! All of this is a guess. A missing need costs the queries that find it, and one too many stays for other reducers.

mod dominators;
mod units;
mod unused;

use std::collections::BTreeSet;

pub use self::units::Units;
use lop_syntax::facts::Function;

use self::units::packages;
pub use self::unused::Unused;
use lop_syntax::{Facts, Kind, NodeId, Program, Tree, names};
use rustc_hash::{FxHashMap, FxHashSet};

/// Items and what they need.
pub struct Needs {
    /// The items, those around others first.
    pub items: Vec<NodeId>,
    /// The item around each.
    around: Vec<Option<usize>>,
    /// The names that each mentions.
    mentions: Vec<Vec<usize>>,
    /// The names that each waits for, if it only follows; none for those that are needed as soon as they are mentioned.
    waits_for: Vec<Option<Vec<usize>>>,
    /// The items that define each name.
    definitions: Vec<Vec<usize>>,
    /// Those of them without which the others are of no use: no import, no friend, unless there is nothing else.
    firm: Vec<Vec<usize>>,
    /// The items that wait for each name.
    followers: Vec<Vec<usize>>,
    /// The items that wait for each item around them.
    inside: Vec<Vec<usize>>,
    /// Items that are there for those inside them alone, such as namespaces.
    is_space: Vec<bool>,
}

impl Needs {
    /// What the items of a program need.
    pub fn new(program: &Program, depth: Depth) -> Self {
        let items = items(program, depth);
        let mut needs = Reading::new(program, &items).needs();
        needs.items = items;
        needs
    }

    /// These items with all that they need, as marks on every item.
    pub fn closure(&self, items: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut closure = Closure {
            needs: self,
            stays: vec![false; self.items.len()],
            is_mentioned: vec![false; self.definitions.len()],
            mentioned: Vec::new(),
            missing: self
                .waits_for
                .iter()
                .map(|names| names.as_ref().map_or(0, Vec::len))
                .collect(),
            todo: items.into_iter().collect(),
        };
        closure.run();
        closure.stays
    }
}

/// How deep items are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// In the outermost list, namespaces and blocks.
    Declarations,
    /// In records as well.
    Members,
}

struct Closure<'a> {
    needs: &'a Needs,
    stays: Vec<bool>,
    is_mentioned: Vec<bool>,
    /// Mentioned names, in the order in which they were.
    mentioned: Vec<usize>,
    /// How many names are missing that each item waits for.
    missing: Vec<usize>,
    todo: Vec<usize>,
}

impl Closure<'_> {
    fn run(&mut self) {
        let mut checked = 0;
        loop {
            while let Some(item) = self.todo.pop() {
                self.keep(item);
            }
            // Names without any definition that stays need all of them, or one of the shells around what is an item itself.
            let Some(name) = self.mentioned.get(checked).copied() else {
                return;
            };
            checked += 1;
            let firm = &self.needs.firm[name];
            if !firm.iter().any(|item| self.stays[*item]) {
                self.todo.extend(firm);
            }
        }
    }

    fn keep(&mut self, item: usize) {
        if std::mem::replace(&mut self.stays[item], true) {
            return;
        }
        self.todo.extend(self.needs.around[item]);
        for name in &self.needs.mentions[item] {
            self.mention(*name);
        }
        for inside in &self.needs.inside[item] {
            self.follow(*inside);
        }
    }

    fn mention(&mut self, name: usize) {
        if std::mem::replace(&mut self.is_mentioned[name], true) {
            return;
        }
        self.mentioned.push(name);
        for item in &self.needs.definitions[name] {
            if self.needs.waits_for[*item].is_none() {
                self.todo.push(*item);
            }
        }
        for item in &self.needs.followers[name] {
            self.missing[*item] -= 1;
            self.follow(*item);
        }
    }

    /// Lets an item follow that waits for nothing more. A namespace around it stays with it: headers open the same namespace
    /// again and again, and an overload may be all that is needed of one such part.
    fn follow(&mut self, item: usize) {
        let around = std::iter::successors(self.needs.around[item], |around| self.needs.around[*around]);
        let record = around.into_iter().find(|around| !self.needs.is_space[*around]);
        let is_there = record.is_none_or(|record| self.stays[record]);
        if self.missing[item] == 0 && is_there && self.needs.waits_for[item].is_some() {
            self.todo.push(item);
        }
    }
}

/// The items of a program that have no others inside.
pub fn leaves(program: &Program, depth: Depth) -> Vec<NodeId> {
    let facts = program.tree().syntax().facts();
    let mut items = items(program, depth);
    items.retain(|item| !is_shell(program, facts, *item, depth));
    items
}

/// The items of a program, those around others first.
fn items(program: &Program, depth: Depth) -> Vec<NodeId> {
    let tree = program.tree();
    let facts = tree.syntax().facts();
    let mut items = Vec::new();
    let mut todo = vec![tree.root()];
    while let Some(node) = todo.pop() {
        let Some(list) = outermost_list(program, node) else {
            continue;
        };
        let is_item = |item: &NodeId| tree.kind(*item) != Kind::Separator && program.is_removable(*item);
        let inside: Vec<NodeId> = program.children(list).filter(is_item).collect();
        let is_most = |item: NodeId| program.weight(item) * 2 > program.token_count();
        for item in &inside {
            // The parameters of a template may be a longer list than its members.
            let record = record_in(program, facts, *item).filter(|_| depth == Depth::Members);
            let is_entered = is_most(*item) || is_shell(program, facts, *item, depth);
            todo.extend(record.or(is_entered.then_some(*item)));
        }
        items.extend(inside);
    }
    items
}

/// Whether an item is there for the items inside it.
fn is_shell(program: &Program, facts: &Facts, item: NodeId, depth: Depth) -> bool {
    let tree = program.tree();
    let is_space = |node| !facts.spaces.of(tree, node).is_empty() || facts.blocks.contain(tree, node);
    is_space(item) || depth == Depth::Members && record_in(program, facts, item).is_some()
}

/// The body of the record that an item declares.
fn record_in(program: &Program, facts: &Facts, item: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let mut todo = vec![item];
    while let Some(node) = todo.pop() {
        if facts.member_scopes.contain(tree, node) {
            return Some(node);
        }
        let is_function = !facts.functions.of(tree, node).is_empty() && facts.states_functions;
        if !is_function {
            todo.extend(program.children(node));
        }
    }
    None
}

/// Whether the head of a function, with all of the item that comes before it, has one of some words.
pub fn head_says(program: &Program, item: NodeId, node: NodeId, function: &Function, words: &[&str]) -> bool {
    let body = function.body.first(program, node);
    let start = body.map_or(usize::MAX, |body| program.tree().span(body).start);
    let tokens = program.tokens_of(item);
    let mut head = tokens.take_while(|token| program.tree().span(*token).start < start);
    let is_said = |token| words.iter().any(|word| word.as_bytes() == program.text_of(token));
    !words.is_empty() && head.any(is_said)
}

/// The heaviest of the lists below a node that are in no other.
fn outermost_list(program: &Program, node: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let mut lists = Vec::new();
    let mut todo: Vec<NodeId> = program.children(node).collect();
    while let Some(node) = todo.pop() {
        if matches!(tree.kind(node), Kind::List | Kind::Error) {
            lists.push(node);
        } else {
            todo.extend(program.children(node));
        }
    }
    lists
        .into_iter()
        .min_by_key(|list| (std::cmp::Reverse(program.weight(*list)), *list))
}

/// Where in an item a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    Head,
    Parameters,
    Body,
}

/// A program that is read for what its items need.
struct Reading<'a> {
    program: &'a Program,
    tree: &'a Tree,
    facts: &'a Facts,
    places: FxHashMap<NodeId, usize>,
    /// Bodies of functions and records: what stands there is no part of an item's head.
    bodies: FxHashSet<NodeId>,
    around: Vec<Option<usize>>,
    /// Lists of parameters.
    parameters: FxHashSet<NodeId>,
    mentions: Vec<BTreeSet<usize>>,
    heads: Vec<BTreeSet<usize>>,
    in_parameters: Vec<BTreeSet<usize>>,
    /// Items with parameters.
    has_parameters: Vec<bool>,
    /// Items that define a name, and whether one of their definitions is more than an addition.
    defines: Vec<Option<bool>>,
}

impl<'a> Reading<'a> {
    fn new(program: &'a Program, items: &[NodeId]) -> Self {
        let tree = program.tree();
        let facts = tree.syntax().facts();
        let places: FxHashMap<NodeId, usize> = items.iter().enumerate().map(|(place, item)| (*item, place)).collect();
        let bodies = tree.nodes().flat_map(|node| {
            let functions = facts.functions.of(tree, node).iter().map(|function| &function.body);
            let records = facts.only_with.of(tree, node).iter();
            let parts: Vec<_> = functions.chain(records).collect();
            parts.into_iter().filter_map(move |part| part.first(program, node))
        });
        let bodies = bodies.collect();
        let signatures = tree.nodes().flat_map(|node| {
            let signatures = facts.signatures.of(tree, node).iter();
            signatures.filter_map(move |signature| signature.list.first(program, node))
        });
        let mut reading = Reading {
            parameters: signatures.collect(),
            program,
            tree,
            facts,
            places,
            bodies,
            around: Vec::new(),
            mentions: vec![BTreeSet::new(); items.len()],
            heads: vec![BTreeSet::new(); items.len()],
            in_parameters: vec![BTreeSet::new(); items.len()],
            has_parameters: vec![false; items.len()],
            defines: vec![None; items.len()],
        };
        let around = items
            .iter()
            .map(|item| program.parent(*item).and_then(|list| reading.item_of(list)));
        reading.around = around.map(|found| found.map(|(item, _)| item)).collect();
        let lists = reading.parameters.iter();
        let functions: Vec<usize> = lists
            .filter_map(|list| {
                reading
                    .item_of(program.parent(*list)?)
                    .filter(|of| of.1 == Within::Head)
            })
            .map(|of| of.0)
            .collect();
        functions
            .into_iter()
            .for_each(|item| reading.has_parameters[item] = true);
        reading
    }

    /// The item that holds a node, and where in it the node is.
    fn item_of(&self, node: NodeId) -> Option<(usize, Within)> {
        let mut within = Within::Head;
        for node in self.program.around(node) {
            if let Some(place) = self.places.get(&node) {
                return Some((*place, within));
            }
            if self.bodies.contains(&node) {
                within = Within::Body;
            } else if within == Within::Head && self.parameters.contains(&node) {
                within = Within::Parameters;
            }
        }
        None
    }

    fn needs(mut self) -> Needs {
        let names = names::by_scope(self.program);
        self.read_specialisations(&names);
        // Parameters and local variables are known in scopes without items, so that no other item could need them.
        let items = self.places.keys();
        let scopes: FxHashSet<NodeId> = items.flat_map(|item| self.program.around(*item).skip(1)).collect();
        let mut definitions: Vec<Vec<usize>> = Vec::new();
        let mut firm: Vec<Vec<usize>> = Vec::new();
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.places.len()];
        for (number, name) in names.iter().enumerate() {
            if !scopes.contains(&name.scope) {
                definitions.push(Vec::new());
                firm.push(Vec::new());
                continue;
            }
            let first = name.tokens.first().filter(|_| !self.facts.has_names).into_iter();
            let tokens = name.definitions.iter().chain(&name.imports).chain(first);
            let defining: BTreeSet<usize> = tokens.filter_map(|token| Some(self.item_of(*token)?.0)).collect();
            for token in &name.tokens {
                let Some((item, within)) = self.item_of(*token) else {
                    continue;
                };
                self.mentions[item].insert(number);
                match within {
                    Within::Head => drop(self.heads[item].insert(number)),
                    Within::Parameters => drop(self.in_parameters[item].insert(number)),
                    Within::Body => {}
                }
            }
            let only = defining.len() == 1;
            for item in &defining {
                own[*item].push(number);
                let tokens = name
                    .definitions
                    .iter()
                    .chain(&name.imports)
                    .filter(|token| self.item_of(**token).is_some_and(|of| of.0 == *item));
                let is_more =
                    only || tokens.clone().any(|token| !name.additions.contains(token)) || tokens.count() == 0;
                let defines = &mut self.defines[*item];
                *defines = Some(defines.unwrap_or(false) | is_more);
            }
            let tokens = name.definitions.iter().filter(|token| self.is_firm(**token));
            let firmly: BTreeSet<usize> = tokens.filter_map(|token| Some(self.item_of(*token)?.0)).collect();
            firm.push(firmly.into_iter().collect());
            definitions.push(defining.into_iter().collect());
        }
        self.fall_back_to_text(&names, &mut definitions);
        let mut needs = self.finish(definitions, &own);
        for (firm, definitions) in firm.iter_mut().zip(&needs.definitions) {
            // One part of a namespace is left of its definitions.
            firm.retain(|item| definitions.contains(item));
            if firm.is_empty() {
                firm.clone_from(definitions);
            }
        }
        needs.firm = firm;
        needs
    }

    /// The arguments of a specialisation are to it what parameters are to a function. It also mentions the constraints of its
    /// own parameters, which nothing else may mention.
    fn read_specialisations(&mut self, names: &[names::Name]) {
        for token in names.iter().flat_map(|name| &name.additions) {
            let Some((item, Within::Head)) = self.item_of(*token) else {
                continue;
            };
            let (program, tree, facts) = (self.program, self.tree, self.facts);
            let around = program
                .around(*token)
                .take_while(|node| !self.places.contains_key(node));
            let instances = around.flat_map(|node| {
                let instances = facts.instances.of(tree, node).iter();
                instances.filter_map(move |instance| instance.list.first(program, node))
            });
            let lists: Vec<NodeId> = instances.collect();
            self.has_parameters[item] |= !lists.is_empty();
            self.parameters.extend(lists);
        }
    }

    /// Whether a definition stands for itself: it is no import, and not in a record about what is outside of it.
    fn is_firm(&self, token: NodeId) -> bool {
        for node in self.program.around(token) {
            if self.facts.friends.contain(self.tree, node) || !self.facts.imports.of(self.tree, node).is_empty() {
                return false;
            }
            if self.places.contains_key(&node) {
                break;
            }
        }
        true
    }

    /// Names that no scope around them defines are defined wherever something is spelt so.
    fn fall_back_to_text(&self, names: &[names::Name], definitions: &mut [Vec<usize>]) {
        let mut by_text: FxHashMap<&[u8], BTreeSet<usize>> = FxHashMap::default();
        for (name, definitions) in names.iter().zip(&*definitions) {
            let is_visible = name.scope == self.tree.root();
            if is_visible {
                by_text.entry(&name.text).or_default().extend(definitions);
            }
        }
        for (name, definitions) in names.iter().zip(definitions) {
            if definitions.is_empty() && name.definitions.is_empty() {
                definitions.extend(by_text.get(&*name.text).into_iter().flatten());
            }
        }
    }

    fn finish(self, mut definitions: Vec<Vec<usize>>, own: &[Vec<usize>]) -> Needs {
        let items: BTreeSet<(usize, NodeId)> = self.places.iter().map(|(node, place)| (*place, *node)).collect();
        let spaces = items.iter().filter(|(_, node)| self.is_space(*node));
        let spaces: FxHashSet<usize> = spaces.map(|(item, _)| *item).collect();
        let is_known = |name: &usize| definitions[*name].iter().any(|item| !spaces.contains(item));
        let waits_for = items.iter().map(|(item, node)| {
            let item = *item;
            let is_member = self.is_member(*node);
            let head = || {
                let names = if self.has_parameters[item] {
                    &self.in_parameters[item]
                } else {
                    &self.heads[item]
                };
                names
                    .iter()
                    .chain(&own[item])
                    .copied()
                    .filter(is_known)
                    .collect::<BTreeSet<usize>>()
            };
            match self.defines[item] {
                _ if !self.facts.has_names => None,
                _ if self.is_space(*node) => Some(Vec::new()),
                Some(_) if is_member => Some(own[item].clone()),
                Some(true) => None,
                None | Some(false) => Some(head().into_iter().collect()),
            }
        });
        let waits_for: Vec<Option<Vec<usize>>> = waits_for.collect();
        let nodes: Vec<NodeId> = items.iter().map(|(_, node)| *node).collect();
        for definitions in &mut definitions {
            // One part of a namespace is enough for its name; items inside bring the others along. The first part of an inline
            // namespace may be the only one that says `inline`.
            if definitions.iter().all(|item| spaces.contains(item)) {
                definitions.sort_unstable_by_key(|item| self.tree.span(nodes[*item]).start);
                definitions.truncate(1);
            }
        }
        let mut followers = vec![Vec::new(); definitions.len()];
        let mut inside = vec![Vec::new(); items.len()];
        for (item, names) in waits_for.iter().enumerate() {
            for name in names.iter().flatten() {
                followers[*name].push(item);
            }
            if let Some(around) = self.around[item].filter(|_| names.is_some() && !spaces.contains(&item)) {
                inside[around].push(item);
            }
        }
        Needs {
            items: Vec::new(),
            around: self.around,
            mentions: self
                .mentions
                .into_iter()
                .map(|names| names.into_iter().collect())
                .collect(),
            waits_for,
            definitions,
            firm: Vec::new(),
            followers,
            inside,
            is_space: (0..items.len()).map(|item| spaces.contains(&item)).collect(),
        }
    }

    /// Whether an item is there for the items inside it alone.
    fn is_space(&self, item: NodeId) -> bool {
        is_shell(self.program, self.facts, item, Depth::Declarations)
    }

    /// Whether an item is a member of a record.
    fn is_member(&self, item: NodeId) -> bool {
        let mut around = self.program.around(item).skip(1).take(4);
        around.any(|node| self.facts.member_scopes.contain(self.tree, node))
    }
}

//! Scopes: where names are known.
//!
//! A definition is known in the innermost scope around it. That is a node, such as a block; or a *space*, a namespace,
//! which several nodes open and whose names a qualifier reaches from elsewhere; or it is a member of some record, and then
//! it is known wherever there is something that has it: which record that is would need types.
//!
//! A use is looked up from the inside out. One with a qualifier is looked up in the space that the qualifier names; where
//! that is no space, it is a record's, and the name is a member's.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{first, first_name, is_name};
use crate::facts::{BySymbol, Facts, Part};
use crate::program::Program;
use crate::tree::{Kind, NodeId, Tree};

/// Where a name is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// In a node.
    Node(NodeId),
    /// In a namespace.
    Space(usize),
    /// Wherever there is something with such a member.
    Member,
    /// No definition is known.
    Unknown,
}

/// A token that defines a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Defined {
    pub place: Place,
    /// Whether it adds to what is defined elsewhere: a specialisation, an overload, a member outside of its record.
    pub is_addition: bool,
}

/// A namespace.
#[derive(Debug, Default)]
struct Space {
    parent: usize,
    inside: FxHashMap<Vec<u8>, usize>,
    /// Namespaces whose names are known here, too.
    uses: Vec<usize>,
}

/// What qualifies a name.
#[derive(Debug, Clone, Copy)]
enum Qualifier {
    /// The outermost namespace.
    Root,
    /// What this token names.
    Token(NodeId),
}

/// Where a spelling is defined.
#[derive(Debug, Default)]
struct Known {
    nodes: FxHashSet<NodeId>,
    spaces: FxHashSet<usize>,
    /// Bodies of records that have such a member.
    records: FxHashSet<NodeId>,
    /// Namespaces that know it from elsewhere, by the token that says so.
    imported: FxHashMap<usize, NodeId>,
    is_member: bool,
}

/// The scopes of a program and what is defined in them.
pub(super) struct Scopes<'a> {
    program: &'a Program,
    tree: &'a Tree,
    facts: &'a Facts,
    spaces: Vec<Space>,
    /// The namespaces that nodes open.
    space_of: FxHashMap<NodeId, usize>,
    qualifiers: FxHashMap<NodeId, Qualifier>,
    known: FxHashMap<Vec<u8>, Known>,
    /// Tokens that make a name known from elsewhere, each with the namespace where they do.
    imports: Vec<(NodeId, usize)>,
    pub defined: FxHashMap<NodeId, Defined>,
    /// Tokens that are members by their place.
    members: FxHashSet<NodeId>,
    /// Tokens that name something of another thing.
    accesses: FxHashSet<NodeId>,
}

/// Namespaces that use each other are followed so far. Not measured.
const MAX_USES: usize = 4;

impl<'a> Scopes<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let tree = program.tree();
        let facts = tree.syntax().facts();
        let mut scopes = Scopes {
            program,
            tree,
            facts,
            members: named_in(program, &facts.member_parts),
            accesses: named_in(program, &facts.accesses),
            spaces: vec![Space::default()],
            space_of: FxHashMap::default(),
            qualifiers: FxHashMap::default(),
            known: FxHashMap::default(),
            imports: Vec::new(),
            defined: FxHashMap::default(),
        };
        // Parents come before children.
        for node in tree.nodes().filter(|node| program.is_live(*node)) {
            scopes.open_space(node);
            scopes.qualify(node);
        }
        let mut befriended = Vec::new();
        for node in tree.nodes().filter(|node| program.is_live(*node)) {
            scopes.define(node, &mut befriended);
            scopes.import(node);
        }
        scopes.define_friends(&befriended);
        scopes.define_imports();
        scopes
    }

    /// Where the name of a token is known.
    pub(super) fn place(&self, token: NodeId, text: &[u8]) -> Place {
        if let Some(defined) = self.defined.get(&token) {
            return defined.place;
        }
        let is_member = self.is_member(token);
        let Some(known) = self.known.get(text) else {
            return if is_member { Place::Member } else { Place::Unknown };
        };
        if is_member {
            return Place::Member;
        }
        let found = match self.qualifiers.get(&token) {
            Some(qualifier) => match self.named_space(*qualifier) {
                Some(space) => self.visible(space, known, MAX_USES),
                None if known.is_member => Some(Place::Member),
                None => self.looked_up(token, known),
            },
            None => self.looked_up(token, known),
        };
        let has_member_scopes = !self.facts.member_scopes.is_empty();
        let only = || known.only_place(has_member_scopes);
        let any = || {
            let scope = known.nodes.iter().min().filter(|_| self.accesses.contains(&token));
            scope.map(|scope| Place::Node(*scope))
        };
        found.or_else(only).or_else(any).unwrap_or(Place::Unknown)
    }

    /// Whether a token names a member.
    pub(super) fn is_member(&self, token: NodeId) -> bool {
        self.facts.members.contain(self.tree, token) || self.members.contains(&token)
    }

    /// Looks a name up from the inside out.
    fn looked_up(&self, token: NodeId, known: &Known) -> Option<Place> {
        for node in self.program.around(token) {
            if known.nodes.contains(&node) {
                return Some(Place::Node(node));
            }
            if known.records.contains(&node) {
                return Some(Place::Member);
            }
            if let Some(space) = self.space_of.get(&node) {
                return self.visible_around(*space, known);
            }
        }
        self.visible(0, known, MAX_USES)
    }

    /// Looks a name up in a namespace and those around it.
    fn visible_around(&self, space: usize, known: &Known) -> Option<Place> {
        self.path(space).find_map(|space| self.visible(space, known, MAX_USES))
    }

    /// A namespace and those around it.
    fn path(&self, space: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(space), |space| (*space != 0).then(|| self.spaces[*space].parent))
    }

    /// Looks a name up in a namespace and those that it uses.
    fn visible(&self, space: usize, known: &Known, depth: usize) -> Option<Place> {
        if known.spaces.contains(&space) {
            return Some(Place::Space(space));
        }
        if let Some(token) = known.imported.get(&space).filter(|_| depth > 0) {
            let from = self.qualifiers.get(token).and_then(|from| self.named_space(*from));
            let from = from.filter(|from| *from != space);
            if let Some(place) = from.and_then(|from| self.visible(from, known, depth - 1)) {
                return Some(place);
            }
        }
        let mut uses = self.spaces[space].uses.iter().filter(|_| depth > 0);
        uses.find_map(|used| self.visible(*used, known, depth - 1))
    }

    /// The namespace that a qualifier names.
    fn named_space(&self, qualifier: Qualifier) -> Option<usize> {
        let Qualifier::Token(token) = qualifier else {
            return Some(0);
        };
        let text = self.program.text_of(token);
        match self.qualifiers.get(&token) {
            Some(outer) => self.inner_space(self.named_space(*outer)?, &text, MAX_USES),
            None => {
                let inside = self.innermost_space(token);
                self.path(inside)
                    .find_map(|space| self.inner_space(space, &text, MAX_USES))
            }
        }
    }

    /// A namespace by its name inside another one.
    fn inner_space(&self, space: usize, text: &[u8], depth: usize) -> Option<usize> {
        let space = &self.spaces[space];
        let mut used = space.uses.iter().filter(|_| depth > 0);
        let own = space.inside.get(text).copied();
        own.or_else(|| used.find_map(|used| self.inner_space(*used, text, depth - 1)))
    }

    fn innermost_space(&self, node: NodeId) -> usize {
        let mut around = self.program.around(node);
        around.find_map(|node| self.space_of.get(&node).copied()).unwrap_or(0)
    }

    /// Takes notice of a namespace that a node opens.
    fn open_space(&mut self, node: NodeId) {
        let Some(fact) = self.facts.spaces.of(self.tree, node).first() else {
            return;
        };
        let outer = self.innermost_space(node);
        let mut space = outer;
        let name = fact.part.first(self.program, node);
        let tokens = name.map(|name| self.program.tokens_of(name).collect::<Vec<_>>());
        let names = tokens.into_iter().flatten().filter(|token| is_name(self.tree, *token));
        let names: Vec<NodeId> = names.collect();
        for token in &names {
            space = self.space_inside(space, self.program.text_of(*token));
        }
        // What is in a part without a name, or in an inline one, is of the namespace around it.
        if self.begins_with(node, fact.word) {
            let last = names.last().map(|token| self.program.text_of(*token));
            let parent = self.spaces[space].parent;
            if let Some(text) = last.filter(|_| space != outer) {
                self.spaces[parent].inside.insert(text, parent);
                space = parent;
            }
        }
        self.space_of.insert(node, space);
    }

    fn space_inside(&mut self, parent: usize, text: Vec<u8>) -> usize {
        let next = self.spaces.len();
        let space = *self.spaces[parent].inside.entry(text).or_insert(next);
        if space == next {
            self.spaces.push(Space {
                parent,
                ..Space::default()
            });
        }
        space
    }

    /// Whether the first two tokens of a node have this text among them.
    fn begins_with(&self, node: NodeId, word: &str) -> bool {
        let mut tokens = self.program.tokens_of(node).take(2);
        !word.is_empty() && tokens.any(|token| self.program.text_of(token) == word.as_bytes())
    }

    /// Takes notice of a qualified name.
    fn qualify(&mut self, node: NodeId) {
        for fact in self.facts.qualified.of(self.tree, node) {
            let Some(name) = fact.value.first(self.program, node).and_then(|name| self.leading(name)) else {
                continue;
            };
            let scope = fact.name.first(self.program, node);
            let qualifier = match scope {
                None => Some(Qualifier::Root),
                Some(scope) => self.leading(scope).map(Qualifier::Token),
            };
            if let Some(qualifier) = qualifier {
                self.qualifiers.insert(name, qualifier);
            }
        }
    }

    /// Whether a token is a name, or may be one, if the program defines it.
    fn may_be_name(&self, token: NodeId) -> bool {
        is_name(self.tree, token) || self.facts.predefined.contain(self.tree, token)
    }

    /// Whether a token is a name.
    pub(super) fn is_name(&self, token: NodeId) -> bool {
        let is_defined = || self.known.contains_key(&self.program.text_of(token));
        let may_be = || self.facts.predefined.contain(self.tree, token) || self.is_aside_argument(token);
        is_name(self.tree, token) || may_be() && is_defined()
    }

    /// Whether a token is an argument of an attribute that the parser does not see: `f` of `__attribute__((malloc(f, 1)))`.
    fn is_aside_argument(&self, token: NodeId) -> bool {
        let (tree, parent) = (self.tree, self.tree.parent(token));
        let is_aside = tree.kind(token) == Kind::Token && tree.symbol(token).is_none();
        let group = parent.filter(|parent| is_aside && tree.kind(*parent) == Kind::Group);
        group.is_some_and(|group| tree.children(group).next() != Some(token))
    }

    /// The name that a part begins with: `a` of `a<b>` and of `a::b`.
    fn leading(&self, node: NodeId) -> Option<NodeId> {
        first(self.program, node, |node| self.may_be_name(node))
    }

    /// The name that a part of a node defines: `b` of `a::b`. A declarator inside a declarator has it.
    fn defined_name(&self, part: &Part, node: NodeId) -> Option<NodeId> {
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if self.may_be_name(node) {
                return Some(node);
            }
            if self.facts.nameless.contain(self.tree, node) {
                return None;
            }
            let qualified = self.facts.qualified.of(self.tree, node).first();
            let qualified = qualified.and_then(|fact| fact.value.first(self.program, node));
            if let Some(name) = qualified.or_else(|| part.first(self.program, node)) {
                todo.push(name);
                continue;
            }
            let first = todo.len();
            todo.extend(self.program.children(node));
            todo[first..].reverse();
        }
        None
    }

    /// Takes notice of what a node defines. What a record only declares for the namespace around it comes later.
    fn define(&mut self, node: NodeId, befriended: &mut Vec<(NodeId, NodeId)>) {
        let facts = self.facts;
        let parts = facts.definitions.of(self.tree, node);
        if parts.is_empty() || self.only_mentions(node) {
            return;
        }
        let parts = parts
            .iter()
            .flat_map(|part| part.of(self.program, node).into_iter().map(move |found| (part, found)));
        for (part, found) in parts {
            let Some(token) = self.defined_name(part, found) else {
                continue;
            };
            if self.is_friend(token) && !self.qualifiers.contains_key(&token) {
                befriended.push((node, token));
                continue;
            }
            let text = self.program.text_of(token);
            let (place, record) = self.place_of_definition(node, token, &text);
            let Some(place) = place else { continue };
            self.know(token, text, place, self.is_addition(node, token))
                .records
                .extend(record);
        }
    }

    /// Takes notice of a definition.
    fn know(&mut self, token: NodeId, text: Vec<u8>, place: Place, is_addition: bool) -> &mut Known {
        self.defined.insert(token, Defined { place, is_addition });
        let known = self.known.entry(text).or_default();
        match place {
            Place::Node(scope) => drop(known.nodes.insert(scope)),
            Place::Space(space) => drop(known.spaces.insert(space)),
            Place::Member => known.is_member = true,
            Place::Unknown => {}
        }
        known
    }

    /// Friends add to what the namespace around the record defines. One that is declared in a record alone is found by the types
    /// of its arguments: where something else is called so, it is no definition of that, and defines nothing, as operators do.
    fn define_friends(&mut self, befriended: &[(NodeId, NodeId)]) {
        let found: Vec<(NodeId, usize, Vec<u8>)> = befriended
            .iter()
            .filter_map(|(node, token)| {
                let (text, space) = (self.program.text_of(*token), self.innermost_space(*node));
                let known = self.known.get(&text);
                known
                    .is_none_or(|known| known.spaces.contains(&space))
                    .then_some((*token, space, text))
            })
            .collect();
        for (token, space, text) in found {
            self.know(token, text, Place::Space(space), true);
        }
    }

    /// Whether a node only mentions what others of its kind define: `struct S *s`.
    fn only_mentions(&self, node: NodeId) -> bool {
        let needed = self.facts.only_with.of(self.tree, node);
        let has_none = || needed.iter().all(|part| part.first(self.program, node).is_none());
        !needed.is_empty() && has_none() && self.program.is_field(node)
    }

    /// Where the name that a node defines is known, and the record that it is a member of. Constructors are called like
    /// their record, and define nothing.
    fn place_of_definition(&self, node: NodeId, token: NodeId, text: &[u8]) -> (Option<Place>, Option<NodeId>) {
        // Members are known wherever there is something that has them.
        if self.is_member(token) {
            let record = self.innermost_record(node);
            return (Some(Place::Member), record);
        }
        if let Some(qualifier) = self.qualifiers.get(&token) {
            let space = self.named_space(*qualifier);
            let record = match qualifier {
                Qualifier::Token(record) => self.program.text_of(*record),
                Qualifier::Root => Vec::new(),
            };
            let place = space.map_or(Place::Member, Place::Space);
            return ((record != text).then_some(place), None);
        }
        let mut below = node;
        for around in self.program.around(node).skip(1) {
            if self.facts.member_scopes.contain(self.tree, around) {
                let is_constructor = self.record_is_called(around, text);
                return ((!is_constructor).then_some(Place::Member), Some(around));
            }
            if let Some(space) = self.space_of.get(&around) {
                return (Some(Place::Space(*space)), None);
            }
            if self.tree.kind(around) == Kind::Regular {
                if self.facts.scopes.contain(self.tree, around) || self.is_kept_part(around, below) {
                    let is_root = around == self.tree.root();
                    let place = if is_root { Place::Space(0) } else { Place::Node(around) };
                    return (Some(place), None);
                }
                below = around;
            }
        }
        (Some(Place::Space(0)), None)
    }

    /// Whether a token is in a record and declares what belongs to the namespace around it.
    fn is_friend(&self, token: NodeId) -> bool {
        let mut around = self.program.around(token);
        let is_end = |node: &NodeId| {
            self.facts.member_scopes.contain(self.tree, *node) || self.facts.friends.contain(self.tree, *node)
        };
        let end = around.find(is_end);
        end.is_some_and(|node| self.facts.friends.contain(self.tree, node))
    }

    /// The body of the record around a node, unless something else is between.
    fn innermost_record(&self, node: NodeId) -> Option<NodeId> {
        let mut around = self.program.around(node).skip(1);
        around.find(|node| self.facts.member_scopes.contain(self.tree, *node))
    }

    /// Whether a record with this body has this name.
    fn record_is_called(&self, body: NodeId, text: &[u8]) -> bool {
        let record = self.program.around(body).skip(1);
        let mut record = record.filter(|node| self.tree.kind(*node) == Kind::Regular);
        let name = record.next().and_then(|record| {
            let part = self.facts.definitions.of(self.tree, record).first()?;
            self.defined_name(part, part.first(self.program, record)?)
        });
        name.is_some_and(|name| self.program.text_of(name) == text)
    }

    /// Whether a node keeps what is defined in the part of it that holds another node.
    fn is_kept_part(&self, node: NodeId, below: NodeId) -> bool {
        let mut parts = self.facts.scope_parts.of(self.tree, node).iter();
        parts.any(|part| part.of(self.program, node).contains(&below))
    }

    /// Whether a definition adds to one elsewhere.
    fn is_addition(&self, node: NodeId, token: NodeId) -> bool {
        let Facts {
            qualified,
            instances,
            signatures,
            overloads,
            ..
        } = self.facts;
        let tree = self.tree;
        let mut between = self.program.around(token).skip(1).take_while(|around| *around != node);
        between.any(|around| {
            let is_function = *overloads && !signatures.of(tree, around).is_empty();
            is_function || !qualified.of(tree, around).is_empty() || !instances.of(tree, around).is_empty()
        })
    }

    /// Takes notice of names that a node makes known where it is.
    fn import(&mut self, node: NodeId) {
        for word in self.facts.imports.of(self.tree, node) {
            let space = self.innermost_space(node);
            let names = self.program.tokens_of(node).filter(|token| self.may_be_name(*token));
            let Some(last) = names.last() else { continue };
            if self.begins_with(node, word) {
                let used = self.named_space(Qualifier::Token(last));
                let is_new = |used: &usize| *used != space && !self.spaces[space].uses.contains(used);
                if let Some(used) = used.filter(is_new) {
                    self.spaces[space].uses.push(used);
                }
            } else if self.innermost_record(node).is_none() {
                let known = self.known.entry(self.program.text_of(last)).or_default();
                known.imported.insert(space, last);
                self.imports.push((last, space));
            }
        }
    }

    /// What makes a name known is one of its definitions. Names from an unknown namespace are known where this is.
    fn define_imports(&mut self) {
        for index in 0..self.imports.len() {
            let (token, space) = self.imports[index];
            let text = self.program.text_of(token);
            let place = match self.place(token, &text) {
                Place::Unknown => Place::Space(space),
                place => place,
            };
            self.know(token, text, place, false);
        }
    }

    /// Tokens that make a name known in a namespace, which has names of its own that are spelt so: each with that place.
    pub(super) fn imports(&self) -> impl Iterator<Item = (NodeId, Place)> + '_ {
        let imports = self.imports.iter().map(|(token, space)| (*token, Place::Space(*space)));
        imports.filter(|(token, place)| self.defined.get(token).is_some_and(|defined| defined.place != *place))
    }
}

/// The first names in some parts of rules.
fn named_in(program: &Program, parts: &BySymbol<Part>) -> FxHashSet<NodeId> {
    if parts.is_empty() {
        return FxHashSet::default();
    }
    let tree = program.tree();
    let of_node = |node: NodeId| {
        let parts = parts.of(tree, node).iter();
        parts.flat_map(move |part| part.of(program, node))
    };
    let parts = tree.nodes().filter(|node| program.is_live(*node)).flat_map(of_node);
    parts.filter_map(|part| first_name(program, part)).collect()
}

impl Known {
    /// The only scope that is visible from elsewhere, if there is one.
    fn only_place(&self, or_member: bool) -> Option<Place> {
        match (self.spaces.len(), self.is_member && or_member) {
            (1, false) => self.spaces.iter().next().map(|space| Place::Space(*space)),
            (0, true) => Some(Place::Member),
            _ => None,
        }
    }
}

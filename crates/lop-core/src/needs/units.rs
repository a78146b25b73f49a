//! Units: parts of a program that go with all that cannot do without them.
//!
//! A *unit* is a declaration, a member or a statement, which stands in a list without separators; and, in the head of a
//! function or a record, each part that can be left out: a base class, an initialiser of a member. Parameters and arguments
//! are no units: a call without one of them is another call.
//!
//! A unit needs the one around it, the ones inside it, and those that define the names which it mentions. It *sinks* with the
//! units that use a name which nothing else defines, and with those that only sunken units need. Units that nothing needs are
//! *roots*, and stay. A unit without a name, such as an operator, is no root: it stays while all that it mentions does.

use std::collections::BTreeMap;

use lop_syntax::names::{self, Name};
use lop_syntax::{Facts, Kind, NodeId, Program, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::dominators::dominators;
use super::{Depth, head_says, is_shell};

/// The units of a program and what ties them to each other.
pub struct Units {
    /// The units, those around others first.
    pub nodes: Vec<NodeId>,
    /// The tokens of each that are in no unit inside it.
    weights: Vec<usize>,
    /// The unit around each.
    around: Vec<Option<usize>>,
    /// The units right inside each.
    inside: Vec<Vec<usize>>,
    /// The names, and lists that must not become empty, of which each is a definition.
    defines: Vec<Vec<usize>>,
    /// The units that define each name. Additions, such as specialisations, only do where there is nothing else.
    definitions: Vec<Vec<usize>>,
    /// The units that mention each name, and do not define it.
    uses: Vec<Vec<usize>>,
    /// The units that each needs.
    needs: Vec<Vec<usize>>,
    /// The units that have a name and that no other one needs.
    pub roots: Vec<usize>,
    /// The units that roots need.
    is_needed: Vec<bool>,
}

impl Units {
    /// The units of a program.
    pub fn new(program: &Program) -> Self {
        let facts = program.tree().syntax().facts();
        let names = names::by_scope(program);
        let nodes = nodes(program, &names);
        let places: FxHashMap<NodeId, usize> = nodes.iter().enumerate().map(|(place, node)| (*node, place)).collect();
        let unit_of = |node: NodeId| program.around(node).find_map(|node| places.get(&node).copied());
        let around = nodes.iter().map(|node| program.parent(*node).and_then(unit_of));
        let mut units = Units {
            around: around.collect(),
            weights: nodes.iter().map(|node| program.weight(*node)).collect(),
            inside: vec![Vec::new(); nodes.len()],
            defines: vec![Vec::new(); nodes.len()],
            definitions: Vec::new(),
            uses: Vec::new(),
            needs: vec![Vec::new(); nodes.len()],
            roots: Vec::new(),
            is_needed: Vec::new(),
            nodes,
        };
        let mut is_root = vec![false; units.nodes.len()];
        let is_import = units
            .nodes
            .iter()
            .map(|node| !facts.imports.of(program.tree(), *node).is_empty());
        let is_import: Vec<bool> = is_import.collect();
        let mut packages = packages(program);
        for mut name in names {
            if name.definitions.is_empty() {
                name.definitions.extend(packages.remove(&name.text));
            }
            retain_complete(program, &mut name);
            units.add(&name, unit_of, &is_import, &mut is_root);
        }
        for (unit, is_root) in is_root.iter_mut().enumerate() {
            let Some(around) = units.around[unit] else { continue };
            units.inside[around].push(unit);
            // After syntax errors units may share tokens.
            let inside = program.weight(units.nodes[unit]);
            units.weights[around] = units.weights[around].saturating_sub(inside);
            units.needs[unit].push(around);
            if !is_shell(program, facts, units.nodes[around], Depth::Declarations) {
                units.needs[around].push(unit);
                *is_root = false;
            }
        }
        units.add_full_lists(program, &places);
        units.roots = (0..units.nodes.len()).filter(|unit| is_root[*unit]).collect();
        units.is_needed = units.needed(|_| false);
        units
    }

    /// Takes notice of a name: of the units that define it, and of those that use it. Additions and imports only define what
    /// nothing else does. Units that define a name which no other one uses may be roots.
    fn add(
        &mut self,
        name: &Name,
        unit_of: impl Fn(NodeId) -> Option<usize>,
        is_import: &[bool],
        is_root: &mut [bool],
    ) {
        let units = |tokens: &[NodeId]| {
            let mut found: Vec<usize> = tokens.iter().filter_map(|token| unit_of(*token)).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let (mut defining, mut additions) = (units(&name.definitions), units(&name.additions));
        if !defining.iter().all(|unit| is_import[*unit]) {
            defining.retain(|unit| !is_import[*unit]);
        }
        if defining.len() > additions.len() {
            defining.retain(|unit| !additions.contains(unit));
        } else {
            additions.clear();
        }
        let mut uses = units(&name.tokens);
        uses.retain(|unit| !defining.contains(unit));
        if name.is_member {
            return self.add_member(defining, &uses);
        }
        uses.iter().for_each(|unit| self.needs[*unit].extend(&defining));
        defining.iter().for_each(|unit| self.needs[*unit].extend(&additions));
        defining.iter().for_each(|unit| is_root[*unit] = uses.is_empty());
        self.link(defining, uses);
    }

    /// Takes notice of the name of members. In a record that has such a member, this is the one that is used. Elsewhere it may
    /// be that of any record, and the value that has the member needs the record in any case.
    fn add_member(&mut self, defining: Vec<usize>, uses: &[usize]) {
        let mut by_record: BTreeMap<usize, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for unit in &defining {
            let record = self.around[*unit].unwrap_or(*unit);
            by_record.entry(record).or_default().0.push(*unit);
        }
        let mut elsewhere = Vec::new();
        for unit in uses {
            let mut around = std::iter::successors(self.around[*unit], |unit| self.around[*unit]);
            match around.find(|around| by_record.contains_key(around)) {
                Some(record) => by_record.entry(record).or_default().1.push(*unit),
                None => elsewhere.push(*unit),
            }
        }
        for (defining, uses) in by_record.into_values() {
            uses.iter().for_each(|unit| self.needs[*unit].extend(&defining));
            self.link(defining, uses);
        }
        self.link(defining, elsewhere);
    }

    /// A list that must not become empty goes with the unit around it.
    fn add_full_lists(&mut self, program: &Program, places: &FxHashMap<NodeId, usize>) {
        let tree = program.tree();
        let is_full = |list: &NodeId| tree.kind(*list) == Kind::List && tree.is_plus(*list);
        for list in tree.nodes().filter(is_full) {
            let items: Option<Vec<usize>> = program.children(list).map(|item| places.get(&item).copied()).collect();
            let items = items.unwrap_or_default();
            if let Some(around) = items.first().and_then(|item| self.around[*item]) {
                self.link(items, vec![around]);
            }
        }
    }

    /// Lets units sink with the last of others.
    fn link(&mut self, defining: Vec<usize>, uses: Vec<usize>) {
        defining
            .iter()
            .for_each(|unit| self.defines[*unit].push(self.uses.len()));
        self.definitions.push(defining);
        self.uses.push(uses);
    }

    /// The units that roots need in a program without some.
    fn needed(&self, is_gone: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut is_needed = vec![false; self.nodes.len()];
        let mut todo = self.roots.clone();
        while let Some(unit) = todo.pop() {
            if !is_gone(unit) && !std::mem::replace(&mut is_needed[unit], true) {
                todo.extend(&self.needs[unit]);
            }
        }
        is_needed
    }

    /// All units that go with some: those that sink with them, and those that nothing needs then. `is_gone` marks units that
    /// are not in the program any more. None if more than `most` units use them.
    pub fn sink(&self, units: &[usize], is_gone: &[bool], most: usize) -> Option<Sunken> {
        let mut sinking = Sinking {
            units: self,
            is_gone,
            sunken: FxHashSet::default(),
            left: FxHashMap::default(),
        };
        sinking.sink(units.to_vec(), most)?;
        let users = sinking.sunken.clone();
        let still = self.needed(|unit| is_gone[unit] || sinking.sunken.contains(&unit));
        let lost = (0..self.nodes.len()).filter(|unit| self.is_needed[*unit] && !still[*unit]);
        sinking.sink(lost.collect(), usize::MAX)?;
        Some(Sunken {
            users,
            all: sinking.sunken,
        })
    }

    /// How much goes with each unit, and its immediate dominator: every root that needs the unit needs that one, too.
    pub fn dominated(&self) -> Dominated {
        let root = self.nodes.len();
        let mut needs = self.needs.clone();
        needs.push(self.roots.clone());
        let (mut above, order) = dominators(&needs, root);
        above
            .iter_mut()
            .for_each(|above| *above = above.filter(|unit| *unit != root));
        let mut weights = self.weights.clone();
        weights.push(0);
        for unit in order.into_iter().rev() {
            let weight = weights[unit];
            above[unit].into_iter().for_each(|above| weights[above] += weight);
        }
        Dominated { weights, above }
    }

    /// The tokens of a unit that are in no unit inside it.
    pub fn weight(&self, unit: usize) -> usize {
        self.weights[unit]
    }
}

/// Units that go together.
pub struct Sunken {
    /// Those that cannot do without the first ones.
    pub users: FxHashSet<usize>,
    /// With them, those that nothing needs then.
    pub all: FxHashSet<usize>,
}

/// What is needed for one reason only.
pub struct Dominated {
    /// The tokens of each unit and of all that it dominates.
    pub weights: Vec<usize>,
    /// The immediate dominator of each.
    above: Vec<Option<usize>>,
}

impl Dominated {
    /// Whether a unit is needed only for another one.
    pub fn is_below(&self, unit: usize, other: usize) -> bool {
        let mut above = std::iter::successors(Some(unit), |unit| self.above[*unit]);
        above.any(|above| above == other)
    }
}

struct Sinking<'a> {
    units: &'a Units,
    is_gone: &'a [bool],
    sunken: FxHashSet<usize>,
    /// For names of which a definition has sunk, how many have not.
    left: FxHashMap<usize, usize>,
}

impl Sinking<'_> {
    /// Lets units sink with those inside them, and with those that use a name which only sunken ones define.
    fn sink(&mut self, mut todo: Vec<usize>, most: usize) -> Option<()> {
        while let Some(unit) = todo.pop() {
            if self.is_gone[unit] || !self.sunken.insert(unit) {
                continue;
            }
            if self.sunken.len() > most {
                return None;
            }
            todo.extend(&self.units.inside[unit]);
            for name in &self.units.defines[unit] {
                let definitions = &self.units.definitions[*name];
                let all = || definitions.iter().filter(|unit| !self.is_gone[**unit]).count();
                let left = self.left.entry(*name).or_insert_with(all);
                *left -= 1;
                if *left == 0 {
                    todo.extend(&self.units.uses[*name]);
                }
            }
        }
        Some(())
    }
}

/// What only announces a record is no definition of it, if the program has its body: a use may need that.
fn retain_complete(program: &Program, name: &mut Name) {
    let tree = program.tree();
    let only_with = &tree.syntax().facts().only_with;
    let is_complete = |token: &NodeId| {
        let mut around = program.around(*token);
        let record = around.find(|node| !only_with.of(tree, *node).is_empty());
        record.map(|record| {
            let mut parts = only_with.of(tree, record).iter();
            parts.any(|part| part.first(program, record).is_some())
        })
    };
    let own = |token: &&NodeId| !name.additions.contains(token);
    if name
        .definitions
        .iter()
        .filter(own)
        .any(|token| is_complete(token) == Some(true))
    {
        let additions = &name.additions;
        name.definitions
            .retain(|token| additions.contains(token) || is_complete(token) != Some(false));
    }
}

/// The packages that a program imports, by their names.
pub(super) fn packages(program: &Program) -> FxHashMap<Box<[u8]>, NodeId> {
    let tree = program.tree();
    let packages = &tree.syntax().facts().packages;
    let live = tree.nodes().filter(|node| program.is_live(*node));
    let paths = live.flat_map(|node| {
        packages
            .of(tree, node)
            .iter()
            .filter_map(move |part| part.first(program, node))
    });
    paths
        .filter_map(|path| {
            let text = program.text_of(path);
            let mut words = text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            let last = words.rfind(|word| !word.is_empty())?;
            Some((last.into(), path))
        })
        .collect()
}

/// Where in a program a node is.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// In a list without separators, as one of its items.
    is_listed: bool,
    /// In the head of a function or a record, and in no part of it that can be left out.
    is_in_head: bool,
    /// In a list of parameters or arguments, or in something else of which no part is a unit.
    is_argument: bool,
}

/// The units of a program, those around others first.
fn nodes(program: &Program, names: &[Name]) -> Vec<NodeId> {
    let tree = program.tree();
    let facts = tree.syntax().facts();
    let defined: FxHashSet<NodeId> = names.iter().flat_map(|name| name.definitions.iter().copied()).collect();
    let mut places: FxHashMap<NodeId, Place> = FxHashMap::default();
    let mut bodies: FxHashSet<NodeId> = FxHashSet::default();
    let mut whole: FxHashSet<NodeId> = FxHashSet::default();
    let mut lists: FxHashSet<NodeId> = FxHashSet::default();
    let mut results: FxHashSet<NodeId> = FxHashSet::default();
    let mut units = Vec::new();
    // Parents come before children.
    for node in tree.nodes().filter(|node| program.is_live(*node)) {
        let parent = tree.parent(node).and_then(|parent| places.get(&parent));
        let mut place = parent.copied().unwrap_or_default();
        place.is_argument |= results.contains(&node);
        let may_be = !place.is_argument && tree.kind(node) != Kind::Separator && program.weight(node) > 1;
        if may_be && place.is_listed && program.is_removable(node) {
            units.push(node);
        } else if may_be && place.is_in_head && program.is_removable(node) && !declares(program, &defined, node) {
            units.push(node);
            place.is_in_head = false;
        }
        place.is_listed = matches!(tree.kind(node), Kind::List | Kind::Error) && !tree.is_separated(node);
        let inner = bodies_of(program, tree, facts, node);
        let constants = inner.iter().filter(|body| is_of_constant(program, facts, node, **body));
        whole.extend(constants.copied());
        place.is_in_head |= !inner.is_empty();
        bodies.extend(inner);
        lists.extend(lists_of(program, tree, facts, node));
        results.extend(result_of(program, facts, node));
        if bodies.contains(&node) {
            place.is_in_head = false;
            place.is_argument = whole.contains(&node);
        }
        // `typename a:: ::type` is no name, though the grammar reads it.
        place.is_argument |= lists.contains(&node) || !facts.qualified.of(tree, node).is_empty();
        places.insert(node, place);
    }
    units
}

/// The type of a function's result, with what is around it in the head: only constructors do without.
fn result_of(program: &Program, facts: &Facts, node: NodeId) -> Vec<NodeId> {
    let functions = facts.functions.of(program.tree(), node).iter();
    let results = functions.filter_map(|function| function.result.as_ref()?.0.first(program, node));
    let around = results.flat_map(|result| program.around(result).take_while(|around| *around != node));
    around.collect()
}

/// Whether a body is that of a function which runs while compiling.
fn is_of_constant(program: &Program, facts: &Facts, node: NodeId, body: NodeId) -> bool {
    let functions = facts.functions.of(program.tree(), node).iter();
    let item = || program.around(node).find(|node| program.is_removable(*node));
    let mut functions = functions.filter(|function| function.body.first(program, node) == Some(body));
    functions.any(|function| head_says(program, item().unwrap_or(node), node, function, function.constant))
}

/// Whether a part of a head says what is declared: it defines a name, or has parameters.
fn declares(program: &Program, defined: &FxHashSet<NodeId>, node: NodeId) -> bool {
    let tree = program.tree();
    let facts = tree.syntax().facts();
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        let is_function = !facts.signatures.of(tree, node).is_empty();
        if is_function || defined.contains(&node) || facts.nameless.contain(tree, node) {
            return true;
        }
        todo.extend(program.children(node));
    }
    false
}

/// The bodies of a function or a record.
fn bodies_of(program: &Program, tree: &Tree, facts: &Facts, node: NodeId) -> Vec<NodeId> {
    let functions = facts.functions.of(tree, node).iter().map(|function| &function.body);
    let records = facts.only_with.of(tree, node).iter();
    let parts = functions.chain(records);
    parts.filter_map(|part| part.first(program, node)).collect()
}

/// The lists of parameters and arguments of a node.
fn lists_of(program: &Program, tree: &Tree, facts: &Facts, node: NodeId) -> Vec<NodeId> {
    let all = [
        &facts.signatures,
        &facts.calls,
        &facts.constructions,
        &facts.generics,
        &facts.instances,
    ];
    let listed = all.into_iter().flat_map(|facts| facts.of(tree, node));
    listed.flat_map(|listed| listed.list.of(program, node)).collect()
}

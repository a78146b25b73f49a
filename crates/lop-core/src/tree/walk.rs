//! The walk that most tree reducers share: a priority queue of nodes; the first are visited, and the children of those that
//! stay enter the queue.
//!
//! A reducer of this kind is a [`Plan`]: the priority of nodes, and the edits that a visit tries.

use std::collections::VecDeque;
use std::rc::Rc;

use lop_syntax::edit::{self, Change, Edit};
use lop_syntax::{Kind, NodeId, Program};
use rpds::RedBlackTreeSet;
use rustc_hash::FxHashSet;

use super::items::Items;
use super::{Hoists, Options, Reducer};
use crate::list;
use crate::search::{Search, Stop};
use crate::steps::{FirstOf, Steps};

/// A node with more replacements than this has its own list minimised before they are tried: what is left of the list has
/// few. Of a C initialiser with 200 items, two of which are needed, `auto` asks 106 queries without that.
const FEW_REPLACEMENTS: usize = 8;
/// Chains of nodes of one rule are lists from this many nodes on; shorter ones have few replacements. Not measured.
const MIN_RUNGS: usize = 4;
/// The list algorithm for both.
const HALVING: &str = "halving";
/// How far below a node the next one of its rule may be: `a.b().c()` has an access between two calls, and lists and options
/// are levels, too. Not measured.
const RUNG_DEPTH: usize = 4;

/// The priority of a node: the highest is visited first.
pub(super) type Priority = (usize, u32, u32);

/// What distinguishes one walk from another.
pub(super) trait Plan {
    /// Its options.
    fn options(&self) -> &Options;

    /// The priority of `node`, which enters the queue as a child of `parent`; the root's is the highest.
    fn priority(&self, program: &Program, order: &Order, node: NodeId, parent: &Waiting) -> Priority;

    /// The visits of the nodes in front: of one, or of all that are visited together.
    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit>;

    /// Whether nodes of two priorities are visited together.
    fn is_together(&self, _one: &Priority, _other: &Priority) -> bool {
        false
    }
}

/// A node in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    /// Its priority.
    pub priority: Priority,
    /// The node.
    pub node: NodeId,
    /// Whether an ancestor covering the same tokens was already tried.
    pub is_pruned: bool,
}

/// A step of visiting a node.
pub(super) enum Visit {
    /// Try to remove it.
    Remove(NodeId),
    /// Try these changes, all at once and then as a list.
    Minimize(Vec<Change>),
    /// Try to hoist smaller descendants into its place, after its own list and the chain that it begins.
    Replace(NodeId),
    /// Try to hoist smaller descendants into its place.
    Hoist(NodeId),
    /// Try its own list, if it has many replacements.
    OwnList(NodeId),
    /// Enqueue its children. Pruning needs to know whether it was tried.
    Enter(Waiting, WasTried),
}

/// Whether a node, or an ancestor that covers the same tokens, was tried.
pub(super) type WasTried = bool;

/// A reducer that walks by a plan to a fixpoint.
pub(super) struct Fixpoint<P>(pub Rc<P>);

impl<P: Plan + 'static> Reducer for Fixpoint<P> {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| walk(search, &self.0))
    }
}

/// Walks once by a plan.
pub(super) fn walk<P: Plan + 'static>(search: &mut Search<'_>, plan: &Rc<P>) -> Result<(), Stop> {
    search.follow(steps(search.best(), plan.clone()))?;
    Ok(())
}

/// The steps of a walk by a plan.
pub(super) fn steps<P: Plan + 'static>(program: &Program, plan: Rc<P>) -> impl Steps + use<P> {
    let root = Waiting {
        priority: (usize::MAX, u32::MAX, u32::MAX),
        node: program.tree().root(),
        is_pruned: false,
    };
    Walk {
        plan,
        order: Rc::new(Order::of(program)),
        queue: RedBlackTreeSet::new().insert(root),
        visits: Vec::new(),
        trying: None,
        rungs: Rc::default(),
    }
}

struct Walk<P> {
    plan: Rc<P>,
    order: Rc<Order>,
    queue: RedBlackTreeSet<Waiting>,
    /// The remaining visits of the nodes in front, the next one last.
    visits: Vec<Rc<Visit>>,
    trying: Option<Box<dyn Steps>>,
    /// Nodes of chains that were tried.
    rungs: Rc<FxHashSet<NodeId>>,
}

impl<P: Plan + 'static> Steps for Walk<P> {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        loop {
            if let Some(edit) = self.trying.as_mut().and_then(|steps| steps.next(best)) {
                return Some(edit);
            }
            self.trying = None;
            if let Some(visit) = self.visits.pop() {
                self.begin(&visit, best);
            } else {
                let nodes = self.take(best)?;
                let visits = self.plan.visit(best, &nodes).into_iter().rev();
                self.visits = visits.map(Rc::new).collect();
            }
        }
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        if let Some(steps) = &mut self.trying {
            steps.answer(is_accepted, best);
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(Walk {
            plan: self.plan.clone(),
            order: self.order.clone(),
            queue: self.queue.clone(),
            visits: self.visits.clone(),
            trying: self.trying.as_ref().map(|steps| steps.fork()),
            rungs: self.rungs.clone(),
        })
    }
}

impl<P: Plan> Walk<P> {
    /// The live nodes to visit next, in the order of the text.
    fn take(&mut self, best: &Program) -> Option<Vec<Waiting>> {
        loop {
            let first = self.pop()?;
            let mut taken = vec![first];
            while let Some(next) = self.queue.last() {
                if !self.plan.is_together(&first.priority, &next.priority) {
                    break;
                }
                taken.extend(self.pop());
            }
            taken.retain(|waiting| best.is_live(waiting.node));
            taken.reverse();
            if !taken.is_empty() {
                return Some(taken);
            }
        }
    }

    fn pop(&mut self) -> Option<Waiting> {
        let last = *self.queue.last()?;
        self.queue.remove_mut(&last);
        Some(last)
    }

    fn begin(&mut self, visit: &Visit, best: &Program) {
        self.trying = match visit {
            Visit::Remove(node) => Some(Box::new(FirstOf::new([edit::remove(*node)]))),
            Visit::Minimize(changes) => {
                let list = &*self.plan.options().list;
                Some(Box::new(Items::new(changes.clone(), best, list)))
            }
            Visit::Replace(node) => {
                let later = [Visit::Hoist(*node), Visit::OwnList(*node)];
                self.visits.extend(later.map(Rc::new));
                self.chain(*node, best)
            }
            Visit::OwnList(node) => {
                let below = replacements(best, *node, self.plan.options().hoists);
                match below.len() {
                    0..=FEW_REPLACEMENTS => None,
                    _ => self.halved(own_items(best, *node), best),
                }
            }
            Visit::Hoist(node) => {
                let below = replacements(best, *node, self.plan.options().hoists).into_iter();
                Some(Box::new(FirstOf::new(below.map(|by| edit::replace(*node, by)))))
            }
            Visit::Enter(waiting, was_tried) => {
                self.enter(waiting, *was_tried, best);
                None
            }
        };
    }

    /// Changes as a list that is only halved: what is left is tried in other ways anyway. Of a sum of 200 terms, two of which
    /// are needed, `auto` asks 63 queries so, 75 with probdd and 99 with opdd.
    fn halved(&self, changes: Vec<Change>, best: &Program) -> Option<Box<dyn Steps>> {
        let halving = list::named(HALVING).map(|entry| (entry.make)())?;
        Some(Box::new(Items::new(changes, best, &*halving)))
    }

    /// A chain of nodes of one rule as a list: each gives its place to the next.
    fn chain(&mut self, node: NodeId, best: &Program) -> Option<Box<dyn Steps>> {
        if self.rungs.contains(&node) {
            return None;
        }
        let rungs: Vec<NodeId> = std::iter::successors(Some(node), |node| next_rung(best, *node)).collect();
        if rungs.len() < MIN_RUNGS {
            return None;
        }
        Rc::make_mut(&mut self.rungs).extend(&rungs);
        let changes = rungs.windows(2).map(|pair| Change::Replace(pair[0], pair[1]));
        self.halved(changes.collect(), best)
    }

    /// Enqueues the children of the node, or of its replacement, if it is still live.
    fn enter(&mut self, waiting: &Waiting, was_tried: WasTried, best: &Program) {
        let waiting = Waiting {
            node: best.standing(waiting.node),
            ..*waiting
        };
        if !best.is_live(waiting.node) {
            return;
        }
        let is_pruned = self.plan.options().pruning && was_tried;
        let weight = best.weight(waiting.node);
        for child in children(best, waiting.node) {
            self.queue.insert_mut(Waiting {
                priority: self.plan.priority(best, &self.order, child, &waiting),
                node: child,
                is_pruned: is_pruned && best.weight(child) == weight,
            });
        }
    }
}

/// The place of every node in a breadth-first search from right to left, counted down: the root has the highest
/// number, its last child the next, and so on.
pub(super) struct Order {
    places: Vec<u32>,
}

impl Order {
    /// The order of a program's nodes.
    pub(super) fn of(program: &Program) -> Self {
        let tree = program.tree();
        let mut places = vec![0; tree.node_count()];
        let mut next = places.len() as u32;
        let mut level = vec![tree.root()];
        while !level.is_empty() {
            for node in &level {
                next -= 1;
                places[node.index()] = next;
            }
            let below = level.iter().flat_map(|node| {
                let mut children: Vec<NodeId> = tree.children(*node).collect();
                children.reverse();
                children
            });
            level = below.collect();
        }
        Order { places }
    }

    /// The node's place.
    pub(super) fn place(&self, node: NodeId) -> u32 {
        self.places[node.index()]
    }
}

/// The children of a node, without separators and comments.
pub(super) fn children(program: &Program, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_of_interest = |child: &NodeId| !matches!(program.tree().kind(*child), Kind::Separator | Kind::Extra);
    program.children(node).filter(is_of_interest)
}

/// The live nodes below one and itself, level by level.
pub(super) fn breadth_first(program: &Program, root: NodeId) -> Vec<NodeId> {
    let mut queue = VecDeque::from([root]);
    let mut nodes = Vec::new();
    while let Some(node) = queue.pop_front() {
        nodes.push(node);
        queue.extend(children(program, node));
    }
    nodes
}

/// The removals of the items of a node's lists.
fn own_items(program: &Program, node: NodeId) -> Vec<Change> {
    let lists = children(program, node).filter(|child| program.tree().kind(*child) == Kind::List);
    let items = lists.flat_map(|list| children(program, list).collect::<Vec<_>>());
    items
        .filter(|item| program.is_removable(*item))
        .map(Change::Remove)
        .collect()
}

/// The heaviest of the nearest nodes below one that are of its rule and may take its place: `a + b` in `a + b + c`.
fn next_rung(program: &Program, node: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let rule = tree.rule(node).filter(|_| tree.kind(node) == Kind::Regular)?;
    let is_rung = |below: &NodeId| tree.rule(*below) == Some(rule) && program.can_replace(node, *below);
    let mut level = vec![node];
    for _ in 0..RUNG_DEPTH {
        level = level
            .into_iter()
            .flat_map(|above| children(program, above).collect::<Vec<_>>())
            .collect();
        let rungs = level.iter().copied().filter(is_rung);
        // `max_by_key` returns the last of equals.
        if let Some(rung) = rungs.max_by_key(|rung| program.weight(*rung)) {
            return Some(rung);
        }
    }
    None
}

/// Descendants that can be hoisted into the place of a node, the smallest first.
pub(super) fn replacements(program: &Program, node: NodeId, hoists: Hoists) -> Vec<NodeId> {
    if !program.is_live(node) || program.tree().kind(node) != Kind::Regular {
        return Vec::new();
    }
    let weight = program.weight(node);
    let mut below = program.replacements(node, hoists.depth);
    below.retain(|below| program.weight(*below) < weight);
    below.sort_by_key(|below| program.weight(*below));
    below.truncate(hoists.most);
    below
}

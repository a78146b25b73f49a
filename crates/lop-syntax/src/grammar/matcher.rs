//! Matching the children of a node against its rule.
//!
//! All threads go through the children in step, the better alternative first; two threads in the same
//! state are one, so the time is linear in the children for any one rule. A state has a stack where hidden rules call each other; it
//! does not matter how long ago a call was made, so calls that only differ in that are one after the next child. As there may
//! still be more stacks with every child, the steps of a match are bounded, and those of all matches of a file. The winner's trace says where lists, items and options begin and end. Programs repeat themselves: a trace is remembered by the kinds
//! of the children, and most nodes are matched by looking them up.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Guard, Op, Pc};
use super::{Grammar, ListId, RuleId, SlotId, UnitId};

/// A stretch of children that the grammar sets apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Something that may be missing.
    Optional,
    /// A list.
    List(ListId),
    /// An item of the list around it.
    Item,
    /// A separator of the list around it.
    Separator,
}

/// One step of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    /// A part of the tree begins.
    Open(Mark),
    /// A hidden rule begins, which as a whole fills the slot.
    Enter(SlotId),
    /// What began last ends.
    Close,
    /// The next child is a node of this unit, in this slot.
    Child(UnitId, SlotId),
    /// The next child is text without a node.
    Hidden,
}

/// A node of the reduction tree between a node and its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Something that may go.
    Optional,
    /// Items that may go one by one.
    List(ListId),
    /// An item of several parts.
    Group,
    /// What stands between two items.
    Separator,
}

/// How to build what lies between a node and its children.
pub type Plan = Rc<[Step]>;

/// One step of a [`Plan`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A part begins.
    Open(Part),
    /// The part that began last ends.
    Close,
    /// The next child was made by this rule; the slot is what may stand in its place.
    Child(RuleId, SlotId),
    /// The next child is text without a node.
    Hidden,
}

/// The number of a child that is text without a node.
const HIDDEN: u32 = 0;
/// Longer lists of children are not worth remembering. Not measured.
const REMEMBERED_CHILDREN: usize = 24;
/// Steps that a match may take, whatever the children, and for each of them. Outside Markdown, matches of samples took no more than
/// 2,000 and 32 for a child.
const STEPS: u64 = 2_000_000;
const STEPS_PER_CHILD: u64 = 100;
/// Steps that all matches of a file may take, whatever it is, and for each of its bytes. Not measured.
const STEPS_PER_FILE: u64 = 20_000_000;
const STEPS_PER_BYTE: u64 = 100;
/// When calls were made that are older than the last child.
const LONG_AGO: u32 = u32::MAX;
/// No thread, no trace, no frame.
const NONE: u32 = u32::MAX;

/// Matches nodes of one language; keeps what it has learnt.
pub struct Matcher<'a> {
    grammar: &'a Grammar,
    language: &'a tree_sitter::Language,
    kinds: FxHashMap<(u16, u16), u32>,
    /// For each kind the units that it can be, by the rule that made it.
    exact: Vec<FixedBitSet>,
    /// For each kind the units that it can be, by the name it is shown under.
    shown: Vec<FixedBitSet>,
    known: FxHashMap<(RuleId, Vec<u32>), Option<Plan>>,
    run: MatcherMemory,
    /// Steps that are left for all matches.
    steps: u64,
}

impl<'a> Matcher<'a> {
    /// A matcher for a program of a language of so many bytes.
    pub fn new(grammar: &'a Grammar, language: &'a tree_sitter::Language, length: usize) -> Self {
        Matcher {
            grammar,
            language,
            kinds: FxHashMap::default(),
            exact: vec![FixedBitSet::new()],
            shown: vec![FixedBitSet::new()],
            known: FxHashMap::default(),
            run: MatcherMemory::default(),
            steps: STEPS_PER_FILE + STEPS_PER_BYTE * length as u64,
        }
    }

    /// Whether nothing more is matched.
    pub fn is_spent(&self) -> bool {
        self.steps == 0
    }

    /// The number of a child that is text without a node.
    pub fn hidden_kind(&self) -> u32 {
        HIDDEN
    }

    /// The number of a child's kind.
    pub fn kind(&mut self, node: &tree_sitter::Node<'_>) -> u32 {
        let ids = (node.kind_id(), node.grammar_id());
        if let Some(kind) = self.kinds.get(&ids) {
            return *kind;
        }
        let (exact, shown) = self.units_of(ids.0, ids.1);
        let kind = self.exact.len() as u32;
        self.exact.push(exact);
        self.shown.push(shown);
        self.kinds.insert(ids, kind);
        kind
    }

    fn units_of(&self, kind: u16, grammar_kind: u16) -> (FixedBitSet, FixedBitSet) {
        let name = self.language.node_kind_for_id(kind).unwrap_or_default();
        let named = self.language.node_kind_is_named(kind);
        let grammar_name = self.language.node_kind_for_id(grammar_kind).unwrap_or_default();
        let units = &self.grammar.units;
        let mut exact = FixedBitSet::with_capacity(units.len());
        let mut shown = exact.clone();
        for (index, unit) in units.iter().enumerate() {
            let rule = self.grammar.rule(unit.rule);
            let (shown_name, shown_named) = match &unit.alias {
                None => (&rule.name, rule.named),
                Some((alias, named)) => (alias, *named),
            };
            if (shown_name.as_str(), shown_named) != (name, named) {
                continue;
            }
            shown.insert(index);
            // A rule that is always renamed has lost its own name in the parser to one of the others.
            let mut aliases = units
                .iter()
                .filter(|other| other.rule == unit.rule)
                .filter_map(|other| other.alias.as_ref());
            let is_exact = rule.name == grammar_name
                || unit.alias.is_some() && (rule.is_alias || aliases.any(|(alias, _)| alias == grammar_name));
            exact.set(index, is_exact);
        }
        (exact, shown)
    }

    /// The rule that most likely made a node of this kind.
    pub fn rule_of(&self, kind: u32) -> Option<RuleId> {
        let exact = self.exact[kind as usize].ones().next();
        let unit = exact.or_else(|| self.shown[kind as usize].ones().next())?;
        Some(self.grammar.units[unit].rule)
    }

    /// The rules that a node shown under this name may have been made by.
    pub fn rules_shown_as(&self, symbol: u16) -> Vec<RuleId> {
        let kinds = self.kinds.iter().filter(|((kind, _), _)| *kind == symbol);
        let units = kinds.flat_map(|(_, kind)| self.shown[*kind as usize].ones());
        let mut rules: Vec<RuleId> = units.map(|unit| self.grammar.units[unit].rule).collect();
        rules.sort();
        rules.dedup();
        rules
    }

    /// Matches the children of a node against a rule, and tells how to build what lies between.
    pub fn plan(&mut self, rule: RuleId, children: &[u32]) -> Option<Plan> {
        if children.len() > REMEMBERED_CHILDREN {
            return self.plan_anew(rule, children);
        }
        let key = (rule, children.to_vec());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let plan = self.plan_anew(rule, children);
        self.known.insert(key, plan.clone());
        plan
    }

    fn plan_anew(&mut self, rule: RuleId, children: &[u32]) -> Option<Plan> {
        let events = self
            .events(rule, children, true)
            .or_else(|| self.events(rule, children, false))?;
        Some(simplified(self.grammar, &events))
    }

    fn events(&mut self, rule: RuleId, children: &[u32], is_exact: bool) -> Option<Vec<Event>> {
        let units = if is_exact { &self.exact } else { &self.shown };
        let limit = (STEPS + STEPS_PER_CHILD * children.len() as u64).min(self.steps);
        self.run.steps = limit;
        let events = self.run.run(self.grammar, units, rule, children);
        self.steps -= limit - self.run.steps;
        events
    }
}

/// A match without the parts that turned out empty, and with groups only where there is something to group.
fn simplified(grammar: &Grammar, events: &[Event]) -> Plan {
    struct Open {
        event: Event,
        step: usize,
        /// How many nodes stand directly in it.
        count: usize,
        /// The step of the only child, if that is all there is.
        only: Option<usize>,
    }
    let mut steps: Vec<Option<Step>> = Vec::with_capacity(events.len());
    let mut open: Vec<Open> = Vec::new();
    for event in events {
        let (count, only) = match *event {
            Event::Open(_) | Event::Enter(_) => {
                open.push(Open {
                    event: *event,
                    step: steps.len(),
                    count: 0,
                    only: None,
                });
                steps.push(None);
                continue;
            }
            Event::Child(unit, slot) => {
                steps.push(Some(Step::Child(grammar.unit(unit).rule, slot)));
                (1, Some(steps.len() - 1))
            }
            Event::Hidden => {
                steps.push(Some(Step::Hidden));
                (1, None)
            }
            Event::Close => {
                let Open {
                    event,
                    step,
                    count,
                    only,
                } = open.pop().expect("what closes was open");
                let part = match event {
                    _ if count == 0 => None,
                    Event::Open(Mark::Optional) => Some(Part::Optional),
                    Event::Open(Mark::List(list)) => Some(Part::List(list)),
                    Event::Open(Mark::Item) if count > 1 => Some(Part::Group),
                    Event::Open(Mark::Separator) => Some(Part::Separator),
                    _ => None,
                };
                match (part, event, only) {
                    (Some(part), ..) => {
                        steps[step] = Some(Step::Open(part));
                        steps.push(Some(Step::Close));
                        (1, None)
                    }
                    (None, Event::Enter(slot), Some(child)) if count == 1 => {
                        if let Some(Step::Child(_, place)) = &mut steps[child] {
                            *place = slot;
                        }
                        (count, only)
                    }
                    _ => (count, only),
                }
            }
        };
        if let Some(around) = open.last_mut().filter(|_| count > 0) {
            around.only = if around.count == 0 { only } else { None };
            around.count += count;
        }
    }
    steps.into_iter().flatten().collect()
}

/// A thread of the machine: where it is, whom it returns to, how it came here.
#[derive(Clone, Copy)]
struct Thread {
    pc: Pc,
    frame: u32,
    trace: u32,
}

/// A call in progress.
#[derive(Clone, Copy)]
struct Frame {
    parent: u32,
    rule: RuleId,
    back: Pc,
    /// How many children were consumed when it began.
    at: u32,
}

/// The memory of one run, kept to be used again.
#[derive(Default)]
struct MatcherMemory {
    frames: Vec<Frame>,
    frame_ids: FxHashMap<(u32, Pc, u32), u32>,
    traces: Vec<(u32, Event)>,
    seen: FxHashSet<(Pc, u32)>,
    now: Vec<Thread>,
    next: Vec<Thread>,
    todo: Vec<Thread>,
    /// Steps that are left.
    steps: u64,
}

impl MatcherMemory {
    fn run(&mut self, grammar: &Grammar, units: &[FixedBitSet], rule: RuleId, children: &[u32]) -> Option<Vec<Event>> {
        let (start, _) = grammar.machine.entries.get(rule.index())?.as_ref()?;
        self.frames.clear();
        self.frame_ids.clear();
        self.traces.clear();
        self.now.clear();
        self.now.push(Thread {
            pc: *start,
            frame: NONE,
            trace: NONE,
        });
        for (at, child) in children.iter().enumerate() {
            self.step(grammar, units, at as u32, Some(*child));
            if self.next.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.now, &mut self.next);
        }
        let winner = self.step(grammar, units, children.len() as u32, None)?;
        let mut events = Vec::new();
        let mut trace = winner;
        while trace != NONE {
            let (before, event) = self.traces[trace as usize];
            events.push(event);
            trace = before;
        }
        events.reverse();
        Some(events)
    }

    fn traced(&mut self, trace: u32, event: Event) -> u32 {
        self.traces.push((trace, event));
        self.traces.len() as u32 - 1
    }

    /// Moves every thread over one child, or at the end of the children finds the thread that is done.
    fn step(&mut self, grammar: &Grammar, units: &[FixedBitSet], at: u32, child: Option<u32>) -> Option<u32> {
        self.seen.clear();
        self.next.clear();
        self.todo.clear();
        self.todo.extend(self.now.iter().rev());
        let admits = |guard: &Guard| {
            guard.is_nullable
                || match child {
                    None => false,
                    Some(HIDDEN) => guard.starts_hidden,
                    Some(kind) => !guard.first.is_disjoint(&units[kind as usize]),
                }
        };
        while let Some(Thread { pc, frame, trace }) = self.todo.pop() {
            let Some(left) = self.steps.checked_sub(1) else {
                self.next.clear();
                return None;
            };
            self.steps = left;
            if !self.seen.insert((pc, frame)) {
                continue;
            }
            match &grammar.machine.ops[pc as usize] {
                Op::Unit(unit, slot) => {
                    if child.is_some_and(|kind| units[kind as usize].contains(unit.index())) {
                        let trace = self.traced(trace, Event::Child(*unit, *slot));
                        let frame = self.aged(frame);
                        self.next.push(Thread {
                            pc: pc + 1,
                            frame,
                            trace,
                        });
                    }
                }
                Op::Hidden => {
                    if child == Some(HIDDEN) {
                        let trace = self.traced(trace, Event::Hidden);
                        let frame = self.aged(frame);
                        self.next.push(Thread {
                            pc: pc + 1,
                            frame,
                            trace,
                        });
                    }
                    self.todo.push(Thread {
                        pc: pc + 1,
                        frame,
                        trace,
                    });
                }
                Op::Call(rule, slot) => {
                    let Some((start, guard)) = &grammar.machine.entries[rule.index()] else {
                        continue;
                    };
                    if admits(guard) && !self.is_running(frame, *rule, at) {
                        let frame = self.call(frame, *rule, pc + 1, at);
                        let trace = self.traced(trace, Event::Enter(*slot));
                        self.todo.push(Thread {
                            pc: *start,
                            frame,
                            trace,
                        });
                    }
                }
                Op::Return if frame == NONE => {
                    if child.is_none() {
                        return Some(trace);
                    }
                }
                Op::Return => {
                    let Frame { parent, back, .. } = &self.frames[frame as usize];
                    let (parent, back) = (*parent, *back);
                    let trace = self.traced(trace, Event::Close);
                    self.todo.push(Thread {
                        pc: back,
                        frame: parent,
                        trace,
                    });
                }
                Op::Jump(to) => self.todo.push(Thread { pc: *to, frame, trace }),
                Op::Fork(branches) => {
                    for (pc, guard) in branches.iter().rev() {
                        if admits(guard) {
                            self.todo.push(Thread { pc: *pc, frame, trace });
                        }
                    }
                }
                Op::Open(mark) => {
                    let trace = self.traced(trace, Event::Open(*mark));
                    self.todo.push(Thread {
                        pc: pc + 1,
                        frame,
                        trace,
                    });
                }
                Op::Close => {
                    let trace = self.traced(trace, Event::Close);
                    self.todo.push(Thread {
                        pc: pc + 1,
                        frame,
                        trace,
                    });
                }
            }
        }
        None
    }

    fn call(&mut self, parent: u32, rule: RuleId, back: Pc, at: u32) -> u32 {
        let next = self.frames.len() as u32;
        let frame = *self.frame_ids.entry((parent, back, at)).or_insert(next);
        if frame == next {
            self.frames.push(Frame { parent, rule, back, at });
        }
        frame
    }

    /// The same calls, without when they were made. What is below a call that is long ago is so, too.
    fn aged(&mut self, mut frame: u32) -> u32 {
        let mut recent = Vec::new();
        while frame != NONE && self.frames[frame as usize].at != LONG_AGO {
            let Frame { parent, rule, back, .. } = self.frames[frame as usize];
            recent.push((rule, back));
            frame = parent;
        }
        for (rule, back) in recent.into_iter().rev() {
            frame = self.call(frame, rule, back, LONG_AGO);
        }
        frame
    }

    /// Whether the rule was already called without consuming anything since: calling it again is no progress.
    fn is_running(&self, mut frame: u32, rule: RuleId, at: u32) -> bool {
        while frame != NONE {
            let Frame {
                parent,
                rule: running,
                at: since,
                ..
            } = &self.frames[frame as usize];
            if *since != at {
                return false;
            }
            if *running == rule {
                return true;
            }
            frame = *parent;
        }
        false
    }
}

//! Rule bodies compiled to instructions.
//!
//! A body is a regular expression over nodes, with calls for hidden rules, so a Pike-style machine
//! matches it without recursion: see [`super::matcher`]. Every fork and call carries a [`Guard`], the
//! set of nodes it can start with; in real grammars that leaves one thread nearly everywhere.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::normal::Normal;
use super::slots::{nullable, to_fixpoint};
use super::{Expr, ExprId, List, ListId, ListKind, Mark, RuleId, SlotId, UnitId};

/// An address in the program.
pub(super) type Pc = u32;

/// One instruction.
#[derive(Debug)]
pub(super) enum Op {
    /// Consumes a node.
    Unit(UnitId, SlotId),
    /// Consumes text without a node, if there is any.
    Hidden,
    /// Runs a hidden rule; the whole of it fills the slot.
    Call(RuleId, SlotId),
    /// Ends a rule.
    Return,
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on at any of these, the first being the best.
    Fork(Box<[(Pc, Guard)]>),
    /// Begins a part of the tree.
    Open(Mark),
    /// Ends the part that began last.
    Close,
}

/// What a piece of program can start with.
#[derive(Debug, Clone, Default)]
pub(super) struct Guard {
    /// The nodes it can consume first.
    pub first: FixedBitSet,
    /// Whether it can start with text that has no node.
    pub starts_hidden: bool,
    /// Whether it can consume nothing.
    pub is_nullable: bool,
}

/// All rules of a grammar, compiled.
#[derive(Debug, Default)]
pub(super) struct Machine {
    pub ops: Vec<Op>,
    /// For each rule with a body where its program starts, and its guard.
    pub entries: Vec<Option<(Pc, Guard)>>,
}

impl Machine {
    /// Compiles all rules; `plus` holds the rules whose lists keep an item, `forbidden` what the parts of a rule
    /// are not replaced by.
    pub(super) fn compile(
        normal: &Normal,
        alone: &[FixedBitSet],
        plus: &FixedBitSet,
        forbidden: &FxHashMap<RuleId, FixedBitSet>,
    ) -> (Machine, Vec<ListKind>, Vec<FixedBitSet>) {
        let mut compiler = Compiler {
            normal,
            alone,
            guards: guards(normal),
            machine: Machine::default(),
            lists: Vec::new(),
            slots: Vec::new(),
            slot_ids: FxHashMap::default(),
            keeps_one: false,
            forbidden: None,
        };
        for (index, rule) in normal.rules.iter().enumerate() {
            compiler.keeps_one = plus.contains(index);
            compiler.forbidden = forbidden.get(&RuleId(index as u16));
            let entry = rule.body.map(|body| {
                let start = compiler.here();
                let slot = compiler.slot(body);
                compiler.expr(body, slot);
                compiler.emit(Op::Return);
                (start, compiler.guards[body.index()].clone())
            });
            compiler.machine.entries.push(entry);
        }
        (compiler.machine, compiler.lists, compiler.slots)
    }
}

struct Compiler<'a> {
    normal: &'a Normal,
    alone: &'a [FixedBitSet],
    guards: Vec<Guard>,
    machine: Machine,
    lists: Vec<ListKind>,
    slots: Vec<FixedBitSet>,
    slot_ids: FxHashMap<FixedBitSet, SlotId>,
    keeps_one: bool,
    forbidden: Option<&'a FixedBitSet>,
}

impl Compiler<'_> {
    fn here(&self) -> Pc {
        self.machine.ops.len() as Pc
    }

    fn emit(&mut self, op: Op) -> Pc {
        self.machine.ops.push(op);
        self.here() - 1
    }

    fn slot(&mut self, expr: ExprId) -> SlotId {
        let mut set = self.alone[expr.index()].clone();
        if let Some(forbidden) = self.forbidden {
            set.difference_with(forbidden);
        }
        if let Some(slot) = self.slot_ids.get(&set) {
            return *slot;
        }
        let slot = SlotId(self.slots.len() as u16);
        self.slots.push(set.clone());
        self.slot_ids.insert(set, slot);
        slot
    }

    /// Emits an expression; `slot` says what may stand in its place if it turns out to be one node.
    fn expr(&mut self, expr: ExprId, slot: SlotId) {
        let normal = self.normal;
        match &normal.exprs[expr.index()] {
            Expr::Blank => {}
            Expr::Unit(unit) => {
                self.emit(Op::Unit(*unit, slot));
            }
            Expr::Hidden(_) => {
                self.emit(Op::Hidden);
            }
            Expr::Call(rule) => {
                self.emit(Op::Call(*rule, slot));
            }
            Expr::Seq(parts) => {
                for part in parts {
                    let slot = self.slot(*part);
                    self.expr(*part, slot);
                }
            }
            Expr::Choice(parts) => {
                let fork = self.emit(Op::Jump(0));
                let mut branches = Vec::new();
                let mut exits = Vec::new();
                for part in parts {
                    branches.push((self.here(), self.guards[part.index()].clone()));
                    self.expr(*part, slot);
                    exits.push(self.emit(Op::Jump(0)));
                }
                let end = self.here();
                for exit in exits {
                    self.machine.ops[exit as usize] = Op::Jump(end);
                }
                self.machine.ops[fork as usize] = Op::Fork(branches.into());
            }
            Expr::Optional(part) => {
                let fork = self.emit(Op::Jump(0));
                let body = self.here();
                self.emit(Op::Open(Mark::Optional));
                let slot = self.slot(*part);
                self.expr(*part, slot);
                self.emit(Op::Close);
                self.fork_or_skip(fork, body, *part);
            }
            Expr::List(list) => self.list(list),
        }
    }

    /// Makes `fork` choose between the part at `body` and what is emitted next.
    fn fork_or_skip(&mut self, fork: Pc, body: Pc, part: ExprId) {
        let guard = self.guards[part.index()].clone();
        self.machine.ops[fork as usize] = Op::Fork(Box::new([(body, guard), (self.here(), always())]));
    }

    fn list(&mut self, list: &List) {
        // An optional that is a whole item goes through the list, never alone.
        let (item, may_be_empty) = match &self.normal.exprs[list.item.index()] {
            Expr::Optional(part) => (*part, true),
            _ => (list.item, false),
        };
        let kind = ListKind {
            item,
            slot: self.slot(item),
            separator: list.separator,
            is_plus: list.is_plus && !may_be_empty || self.keeps_one,
        };
        let id = ListId(self.lists.iter().position(|other| *other == kind).unwrap_or_else(|| {
            self.lists.push(kind);
            self.lists.len() - 1
        }) as u16);
        let enter = self.emit(Op::Jump(0));
        self.emit(Op::Open(Mark::List(id)));
        let start = self.here();
        self.item(item, may_be_empty);
        let again = self.emit(Op::Jump(0));
        let mut branches = vec![(self.here(), self.guards[list.item.index()].clone())];
        match list.separator {
            None => {
                self.emit(Op::Jump(start));
            }
            Some(separator) => {
                branches[0].1 = self.guards[separator.index()].clone();
                self.separator(separator);
                self.emit(Op::Jump(start));
                if list.may_trail {
                    branches.push((self.here(), self.guards[separator.index()].clone()));
                    self.separator(separator);
                }
            }
        }
        branches.push((self.here(), always()));
        self.emit(Op::Close);
        self.machine.ops[again as usize] = Op::Fork(branches.into());
        if list.is_plus {
            self.machine.ops[enter as usize] = Op::Jump(enter + 1);
        } else {
            self.fork_or_skip(enter, enter + 1, list.item);
        }
    }

    fn item(&mut self, item: ExprId, may_be_empty: bool) {
        let fork = may_be_empty.then(|| self.emit(Op::Jump(0)));
        let body = self.here();
        self.emit(Op::Open(Mark::Item));
        let slot = self.slot(item);
        self.expr(item, slot);
        self.emit(Op::Close);
        if let Some(fork) = fork {
            self.fork_or_skip(fork, body, item);
        }
    }

    fn separator(&mut self, separator: ExprId) {
        self.emit(Op::Open(Mark::Separator));
        let slot = self.slot(separator);
        self.expr(separator, slot);
        self.emit(Op::Close);
    }
}

fn always() -> Guard {
    Guard {
        is_nullable: true,
        ..Guard::default()
    }
}

/// For every expression what it can start with.
fn guards(normal: &Normal) -> Vec<Guard> {
    let is_nullable = nullable(normal, |_| true);
    let mut guards: Vec<Guard> = is_nullable
        .iter()
        .map(|is_nullable| Guard {
            first: FixedBitSet::with_capacity(normal.units.len()),
            starts_hidden: false,
            is_nullable: *is_nullable,
        })
        .collect();
    to_fixpoint(normal, |expr| {
        let mut guard = std::mem::take(&mut guards[expr.index()]);
        let before = (guard.first.count_ones(..), guard.starts_hidden);
        let mut add = |part: ExprId| {
            if part != expr {
                guard.first.union_with(&guards[part.index()].first);
                guard.starts_hidden |= guards[part.index()].starts_hidden;
            }
        };
        match &normal.exprs[expr.index()] {
            Expr::Blank => {}
            Expr::Unit(unit) => guard.first.insert(unit.index()),
            Expr::Hidden(_) => guard.starts_hidden = true,
            Expr::Call(rule) => normal.rules[rule.index()].body.into_iter().for_each(add),
            Expr::Choice(parts) => parts.iter().copied().for_each(add),
            Expr::Optional(part) => add(*part),
            Expr::List(list) => {
                add(list.item);
                if is_nullable[list.item.index()] {
                    list.separator.into_iter().for_each(add);
                }
            }
            Expr::Seq(parts) => {
                for part in parts {
                    add(*part);
                    if !is_nullable[part.index()] {
                        break;
                    }
                }
            }
        }
        let has_changed = (guard.first.count_ones(..), guard.starts_hidden) != before;
        guards[expr.index()] = guard;
        has_changed
    });
    guards
}

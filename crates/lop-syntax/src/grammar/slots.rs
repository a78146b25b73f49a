//! What may stand where.
//!
//! A place in a rule body accepts every rule that can fill it alone, through hidden rules and through
//! sequences whose other parts may be missing. Nodes are compared by the rule that made them, never by
//! the name they are shown under: an aliased identifier is still an identifier.

use fixedbitset::FixedBitSet;

use super::normal::Normal;
use super::{Expr, ExprId};

/// For every expression the rules that can be all there is of it.
pub(super) fn alone_sets(normal: &Normal) -> Vec<FixedBitSet> {
    let nullable = nullable(normal, |scanner_token| scanner_token);
    let mut sets = vec![FixedBitSet::with_capacity(normal.rules.len()); normal.exprs.len()];
    to_fixpoint(normal, |expr| {
        let mut set = std::mem::take(&mut sets[expr.index()]);
        let before = set.count_ones(..);
        let mut add = |part: &ExprId| {
            // An expression that contains itself adds nothing to its own set.
            if *part != expr {
                set.union_with(&sets[part.index()]);
            }
        };
        match &normal.exprs[expr.index()] {
            Expr::Blank | Expr::Hidden(_) => {}
            Expr::Unit(unit) => set.insert(normal.units[unit.index()].rule.index()),
            Expr::Call(rule) => normal.rules[rule.index()].body.iter().for_each(&mut add),
            Expr::Choice(parts) => parts.iter().for_each(&mut add),
            Expr::Optional(part) | Expr::List(super::List { item: part, .. }) => add(part),
            Expr::Seq(parts) => {
                let mut required = parts.iter().filter(|part| !nullable[part.index()]);
                match (required.next(), required.next()) {
                    (None, _) => parts.iter().for_each(&mut add),
                    (Some(only), None) => add(only),
                    (Some(_), Some(_)) => {}
                }
            }
        }
        let has_changed = set.count_ones(..) != before;
        sets[expr.index()] = set;
        has_changed
    });
    sets
}

/// For every expression whether it can be there without any node. `hidden` says what counts for a
/// token without a node, given whether a hand-written scanner delivers it: those are mostly whitespace.
pub(super) fn nullable(normal: &Normal, hidden: impl Fn(bool) -> bool) -> Vec<bool> {
    let mut nullable = vec![false; normal.exprs.len()];
    to_fixpoint(normal, |expr| {
        let is_nullable = |part: &ExprId| nullable[part.index()];
        let now = match &normal.exprs[expr.index()] {
            Expr::Blank | Expr::Optional(_) => true,
            Expr::Unit(_) => false,
            Expr::Hidden(token) => hidden(normal.hidden[token.index()].is_none()),
            Expr::Call(rule) => normal.rules[rule.index()].body.as_ref().is_some_and(is_nullable),
            Expr::Seq(parts) => parts.iter().all(is_nullable),
            Expr::Choice(parts) => parts.iter().any(is_nullable),
            Expr::List(list) => !list.is_plus || is_nullable(&list.item),
        };
        std::mem::replace(&mut nullable[expr.index()], now) != now
    });
    nullable
}

/// Calls `update` on every expression until none changes.
pub(super) fn to_fixpoint(normal: &Normal, mut update: impl FnMut(ExprId) -> bool) {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for index in 0..normal.exprs.len() {
            has_changed |= update(ExprId(index as u32));
        }
    }
}

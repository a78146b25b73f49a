//! What a batch promises: expected tokens for each expected query.
//!
//! ```text
//! tokens(n)  = P · weight(n) + (1 - P) · Σ tokens(child)    where n is of the type and is tried, else Σ
//! queries(n) = 1             + (1 - P) · Σ queries(child)   where n is of the type and is tried, else Σ
//! rate       = tokens(root) / queries(root)
//! ```
//!
//! For the clean-up every node counts that is tried, with the chance of its own type. All types are computed in one pass
//! from the leaves: the rate of a node is added to the innermost node of the same type around it.

use lop_syntax::{NodeId, Program};

use super::typed::Typed;
use crate::model::{Chances, RuleType, live_nodes};

/// Tokens and queries that are expected.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Expected {
    /// Tokens that go.
    pub tokens: f64,
    /// Queries.
    pub queries: f64,
}

impl Expected {
    /// Tokens for each query.
    pub(super) fn rate(&self) -> f64 {
        if self.queries > 0.0 {
            self.tokens / self.queries
        } else {
            0.0
        }
    }

    fn add(&mut self, other: Expected) {
        self.tokens += other.tokens;
        self.queries += other.queries;
    }

    /// What a node promises, if it goes with some chance, and what is below it otherwise.
    fn of_node(weight: usize, chance: f64, below: Expected) -> Self {
        Expected {
            tokens: chance * weight as f64 + (1.0 - chance) * below.tokens,
            queries: 1.0 + (1.0 - chance) * below.queries,
        }
    }
}

/// What every batch and the clean-up promise.
pub(super) struct Rates {
    /// By type.
    pub types: Vec<Expected>,
    /// For the clean-up.
    pub clean_up: Expected,
}

impl Rates {
    /// What is expected of a program as it is.
    pub(super) fn of(program: &Program, typed: &Typed, chances: &Chances) -> Self {
        let tree = program.tree();
        let progress = typed.progress(live_nodes(program));
        let mut types = vec![Expected::default(); typed.vocabulary().len()];
        let chance_of: Vec<[f64; 2]> = (0..types.len())
            .map(|number| [false, true].map(|is_used| chances.of(RuleType(number as u16), is_used, progress)))
            .collect();
        let mut clean_up = Expected::default();
        // What nodes of the same type below a node promise, and what all do.
        let mut same = vec![Expected::default(); tree.node_count()];
        let mut all = same.clone();
        for index in (0..tree.node_count()).rev() {
            let node = NodeId(index as u32);
            let (mut of_type, mut of_all) = (same[index], all[index]);
            if program.is_live(node) && typed.is_asked(program, node) {
                let chance = chance_of[typed.of(node).index()][usize::from(typed.is_used(program, node))];
                let weight = program.weight(node);
                of_type = Expected::of_node(weight, chance, of_type);
                of_all = Expected::of_node(weight, chance, of_all);
            }
            match typed.same_above(node) {
                Some(above) => same[above.index()].add(of_type),
                None => types[typed.of(node).index()].add(of_type),
            }
            match tree.parent(node) {
                Some(above) => all[above.index()].add(of_all),
                None => clean_up = of_all,
            }
        }
        Rates { types, clean_up }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_syntax::{lang, parse};

    use super::*;
    use crate::model::{Time, Vocabulary};

    /// What is expected of a C program when all types go half of the time.
    fn rates(source: &str) -> (Rates, Typed) {
        let syntax = lang::named("c").expect("a language").syntax().expect("a grammar");
        let program = Program::new(Arc::new(parse(source.as_bytes(), &syntax)));
        let typed = Typed::new(program.tree(), Vocabulary::default(), live_nodes(&program), true);
        let chances = Chances::new(None, Time::Varying, false);
        (Rates::of(&program, &typed, &chances), typed)
    }

    fn expected(tokens: f64, queries: f64) -> Expected {
        Expected { tokens, queries }
    }

    #[test]
    fn a_type_counts_what_is_below_a_node_that_stays() {
        let (rates, typed) = rates("void f() { if (a) { if (b) { c; } } d; }");
        let of = |name| rates.types[typed.vocabulary().find(name).expect("a type").index()];
        // The inner one: 0.5 · 8 tokens, 1 query. The outer: 0.5 · 14 + 0.5 · 4, 1 + 0.5 · 1.
        assert_eq!(of("if_statement"), expected(9.0, 1.5));
        assert!((of("if_statement").rate() - 6.0).abs() < 1e-12);
        // Two of two tokens each, neither in the other.
        assert_eq!(of("expression_statement"), expected(2.0, 2.0));
        // Never tried: it cannot be removed.
        assert_eq!(of("compound_statement"), expected(0.0, 0.0));
    }

    #[test]
    fn the_clean_up_counts_all_types() {
        // An expression: 0.5 · 1, 1. A statement: 0.5 · 2 + 0.5 · 0.5 = 1.25, 1 + 0.5 = 1.5. The list of both:
        // 0.5 · 4 + 0.5 · 2.5 = 3.25, 1 + 0.5 · 3 = 2.5. The function: 0.5 · 10 + 0.5 · 3.25, 1 + 0.5 · 2.5.
        let (rates, _) = rates("void f() { c; d; }");
        assert_eq!(rates.clean_up, expected(6.625, 2.25));
    }
}

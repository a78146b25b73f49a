//! Alternatives: a node rewritten by a smaller alternative of the rules that its place allows.
//!
//! **Idea.** Removal and replacement keep the shape that a program has. But the place of `a && b` may also hold
//! `!a`, which is smaller. The grammar tells what a place may hold: every alternative of every rule that fits is a
//! template with holes, and the holes are filled with parts of the node that was there.
//!
//! **Loop.**
//! ```text
//! until no token goes:
//!     for each node of 2 to 64 tokens, from the root down:
//!         for each rule that its place allows, for each alternative of the rule:
//!             fill its holes with nodes below, in their order; missing punctuation is written
//!         of those that differ only in a word that the node does not have, the three shortest stand for all
//!         of all that are smaller, try the 64 smallest, the smallest first
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** At most 64 queries for a node.
//!
//! **Reference.** xu2025, "smaller structure replacement"; Perses has it as SFC.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::edit::{self, Edit};
use lop_syntax::grammar::{ExprId, Grammar, Item, RuleId, Template};
use lop_syntax::{Kind, NodeId, Program};

use super::spelling::{joined, parses};
use super::walk::breadth_first;
use super::{Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::steps::Places;

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "alternatives",
    summary: "Nodes written anew by a smaller alternative of the rules that their place allows.",
    reference: "xu2025",
    list: "opdd",
    heeds: &[],
    guarantees: &[Guarantee::Idempotent, Guarantee::Monotone, Guarantee::ValidCandidates],
    make: |_| Box::new(Alternatives),
};

/// Larger nodes are skipped: xu2025 has the same bound.
const MAX_TOKENS: usize = 64;
/// Candidates of a node at most: as in xu2025.
const MAX_CANDIDATES: usize = 64;
/// Parts of a node that may fill holes. Not measured.
const MAX_PARTS: usize = 64;
/// Partial fillings of a template that are kept at once. Not measured.
const MAX_FILLINGS: usize = 64;
/// Candidates of one template: parts further up in the node come first. Not measured.
const MAX_OF_ONE: usize = 8;
/// Candidates that differ only in words that the node does not have: `if`, `while` and `switch`. Not measured.
const MAX_OF_SHAPE: usize = 3;
/// How deep templates are put into holes of others. Not measured: with 2 the number of fillings explodes.
const MAX_DEPTH: usize = 1;

struct Alternatives;

impl Reducer for Alternatives {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(|search| sweep(search, MAX_CANDIDATES))
    }
}

/// Every node once, from the root down, with so many candidates at most.
pub(super) fn sweep(search: &mut Search<'_>, most: usize) -> Result<(), Stop> {
    let nodes = breadth_first(search.best(), search.best().tree().root());
    search.follow(Places::new(nodes, move |best, node| candidates(best, *node, most)))?;
    Ok(())
}

/// A way to write a node, as far as it goes.
#[derive(Clone)]
struct Filling {
    tokens: usize,
    text: Vec<Box<[u8]>>,
    /// Parts that come later in the text may follow.
    from: usize,
}

/// A part that may fill a hole.
struct Part {
    rule: RuleId,
    tokens: usize,
    text: Box<[u8]>,
    start: usize,
    end: usize,
}

fn candidates(program: &Program, node: NodeId, most: usize) -> Vec<Edit> {
    let tree = program.tree();
    let weight = program.weight(node);
    let is_of_interest = tree.kind(node) == Kind::Regular && (2..=MAX_TOKENS).contains(&weight);
    let (true, true, Some(slot), Some(grammar)) = (
        is_of_interest,
        program.is_open(node),
        program.slot(node),
        tree.syntax().grammar(),
    ) else {
        return Vec::new();
    };
    let writer = Writer {
        grammar,
        parts: parts(program, node),
        weight,
    };
    let rules = grammar.slot(slot).ones().map(|rule| RuleId(rule as u16));
    let rules = rules.filter(|rule| grammar.accepts(slot, *rule));
    let text = program.text_of(node);
    let own_words: BTreeSet<&[u8]> = words(&text).collect();
    let mut found: BTreeMap<(usize, usize, usize), Filling> = BTreeMap::new();
    for template in rules.flat_map(|rule| grammar.templates(rule)) {
        let start = Filling {
            tokens: 0,
            text: Vec::new(),
            from: 0,
        };
        for filling in writer.fill(&template, start, MAX_DEPTH).into_iter().take(MAX_OF_ONE) {
            found.insert((filling.tokens, filling.length(), found.len()), filling);
        }
    }
    let mut shapes: BTreeMap<_, BTreeSet<Vec<u8>>> = BTreeMap::new();
    let mut is_new = |filling: &Filling, text: &Vec<u8>| {
        let alike = shapes.entry(filling.shape(&own_words)).or_default();
        !text.is_empty() && alike.len() < MAX_OF_SHAPE && alike.insert(text.clone())
    };
    let texts = found.values().map(|filling| (filling, joined(&filling.text)));
    texts
        .filter(|(filling, text)| is_new(filling, text))
        .map(|(_, text)| edit::rewrite(node, text))
        .filter(|edit| parses(program, edit))
        .take(most)
        .collect()
}

fn parts(program: &Program, node: NodeId) -> Vec<Part> {
    let tree = program.tree();
    let below = breadth_first(program, node).into_iter().skip(1);
    let part = |below: NodeId| {
        let span = tree.span(below);
        Some(Part {
            rule: tree.rule(below).filter(|_| tree.is_named(below))?,
            tokens: program.weight(below),
            text: program.text_of(below).into(),
            start: span.start,
            end: span.end,
        })
    };
    below.filter_map(part).take(MAX_PARTS).collect()
}

struct Writer<'a> {
    grammar: &'a Grammar,
    parts: Vec<Part>,
    weight: usize,
}

impl Writer<'_> {
    /// All ways to go on with a template, few enough to be followed, none as large as the node.
    fn fill(&self, template: &Template, start: Filling, depth: usize) -> Vec<Filling> {
        let mut fillings = vec![start];
        for item in template {
            let mut longer = Vec::new();
            for filling in &fillings {
                match item {
                    Item::Text(text) => longer.push(filling.with(text.as_bytes(), 1, filling.from)),
                    Item::Hole(hole) => longer.extend(self.fill_hole(*hole, filling, depth)),
                }
            }
            longer.retain(|filling| filling.tokens < self.weight);
            longer.truncate(MAX_FILLINGS);
            fillings = longer;
        }
        fillings
    }

    fn fill_hole(&self, hole: ExprId, filling: &Filling, depth: usize) -> Vec<Filling> {
        let later = self.parts.iter().filter(|part| part.start >= filling.from);
        let fitting = later.filter(|part| self.grammar.fills(hole, part.rule));
        let mut fillings: Vec<Filling> = fitting
            .map(|part| filling.with(&part.text, part.tokens, part.end))
            .collect();
        if let Some(rule) = self.grammar.hole_rule(hole).filter(|_| depth > 0) {
            for template in self.grammar.templates(rule) {
                fillings.extend(self.fill(&template, filling.clone(), depth - 1));
            }
        }
        if let Some(text) = self.grammar.filler(hole) {
            fillings.push(filling.with(text.as_bytes(), text.len(), filling.from));
        }
        fillings
    }
}

/// The words of a text: names, numbers and keywords.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let parts = text.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    parts.filter(|word| !word.is_empty())
}

impl Filling {
    fn length(&self) -> usize {
        self.text.iter().map(|piece| piece.len()).sum()
    }

    /// The text with something else in place of words that the node does not have: `const` and `volatile` look alike.
    fn shape(&self, own_words: &BTreeSet<&[u8]>) -> Vec<Option<Box<[u8]>>> {
        let is_own = |piece: &[u8]| words(piece).all(|word| own_words.contains(word));
        let pieces = self.text.iter();
        pieces.map(|piece| is_own(piece).then(|| piece.clone())).collect()
    }

    fn with(&self, text: &[u8], tokens: usize, from: usize) -> Self {
        let mut filling = self.clone();
        filling.text.push(text.into());
        filling.tokens += tokens;
        filling.from = from;
        filling
    }
}

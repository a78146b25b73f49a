//! What a rule means in a language: the tokens of its pattern, and the kinds of nodes that it can be.
//!
//! Names, and other short texts of the grammar, take the places of metavariables, and short files go around both sides.
//! A reading is a file in which the pattern is one node, and in which the replacement parses in its place.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::find::Part;
use super::template::{Filled, Template, Variable};
use crate::grammar::contexts::Context;
use crate::parse::errors::{first_error, is_valid};
use crate::parse::parse;
use crate::syntax::Syntax;
use crate::tree::{Kind, NodeId, Tree};

/// The name that takes the place of a metavariable. A number tells two of them apart.
const NAME: &str = "lop";
/// Other texts of the grammar that are tried in place of metavariables, the shortest first. 16 are enough for every rule of
/// `rewrites/` and of the tests.
const MAX_FILLERS: usize = 16;
/// Such texts have at most so many bytes. Not measured.
const MAX_FILLER: usize = 6;
/// Metavariables of which every set is tried with another text; of more, each alone. Not measured.
const MAX_VARIED: usize = 5;
/// Files around a rule that are tried with names, and with other texts. Not measured: C++ has more than 1,000.
const MAX_CONTEXTS: (usize, usize) = (200, 60);

/// What a rule means.
pub(super) struct Reading {
    /// The parts of the pattern; metavariables by their place among all that have a name.
    pub parts: Vec<Part>,
    /// The kinds of nodes that the pattern can be; any if the grammar is not known.
    pub roots: Option<FxHashSet<u16>>,
    /// Whether a word of the language is taken for a name, as parsers do where that word cannot be.
    is_doubtful: bool,
}

/// Why a rule has no meaning, and where in the rule that shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The place in the rule.
    pub at: usize,
}

/// What is wrong with a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// No arrow.
    #[error("there is no => between a pattern and a replacement")]
    NoArrow,
    /// Nothing before the arrow.
    #[error("the pattern is empty")]
    NoPattern,
    /// A pattern that matches everything.
    #[error("the pattern is a metavariable alone, which matches everything")]
    Everything,
    /// The replacement has a metavariable that the pattern does not have.
    #[error("the pattern has no such metavariable")]
    Unbound,
    /// The pattern does not parse.
    #[error("the pattern does not parse")]
    Pattern,
    /// It parses, but as several nodes, or as a part of one.
    #[error("the pattern is no single node")]
    SeveralNodes,
    /// A metavariable in a string, for example.
    #[error("the metavariable is inside a token")]
    InToken,
    /// The replacement does not parse.
    #[error("the replacement does not parse in place of the pattern")]
    Replacement,
    /// The language has no syntax.
    #[error("files without a grammar have no patterns")]
    NoGrammar,
}

/// Both sides of a rule with texts in place of metavariables.
struct Attempt<'a> {
    pattern: Filled,
    replacement: Filled,
    names: &'a [Variable],
    syntax: &'a Arc<Syntax>,
}

/// The reading of a rule, or the fault that came furthest.
pub(super) fn read(
    pattern: &Template,
    replacement: &Template,
    names: &[Variable],
    syntax: &Arc<Syntax>,
) -> Result<Reading, Fault> {
    let Some(grammar) = syntax.grammar() else {
        return without_grammar(pattern, names, syntax);
    };
    let contexts = grammar.contexts();
    let mut all: Vec<&Variable> = pattern.variables().collect();
    all.sort_unstable();
    all.dedup();
    let attempt = |filling: &dyn Fn(&Variable) -> String| Attempt {
        pattern: pattern.fill(filling),
        replacement: replacement.fill(filling),
        names,
        syntax,
    };
    let mut doubtful: Option<Reading> = None;
    for (number, filling) in fillings(&all, &fillers(syntax)).enumerate() {
        let most = if number == 0 { MAX_CONTEXTS.0 } else { MAX_CONTEXTS.1 };
        let attempt = attempt(&*filling);
        let readings = contexts.iter().take(most);
        let readings = readings.filter_map(|context| attempt.reading(context).ok());
        let (unsure, sure): (Vec<Reading>, Vec<Reading>) = readings.partition(|reading| reading.is_doubtful);
        if let Some(reading) = sure.into_iter().reduce(Reading::and) {
            return Ok(reading);
        }
        doubtful = doubtful.into_iter().chain(unsure).reduce(Reading::and);
    }
    if let Some(reading) = doubtful {
        return Ok(reading);
    }
    let attempt = attempt(&name_for);
    let faults = contexts
        .iter()
        .filter_map(|context| Some(attempt.located(context, attempt.reading(context).err()?)));
    let furthest = faults.max_by_key(Fault::progress);
    Err(furthest.unwrap_or(Fault {
        kind: FaultKind::Pattern,
        at: 0,
    }))
}

impl Fault {
    /// How far reading came: what is wrong with a replacement shows only after a pattern has parsed.
    fn progress(&self) -> (usize, usize) {
        let stage = match self.kind {
            FaultKind::Replacement => 3,
            FaultKind::InToken => 2,
            FaultKind::SeveralNodes => 1,
            _ => 0,
        };
        (stage, self.at)
    }
}

impl Reading {
    /// With another file in which the rule has the same tokens.
    fn and(mut self, other: Reading) -> Reading {
        if let (true, Some(roots), Some(more)) = (self.parts == other.parts, &mut self.roots, other.roots) {
            roots.extend(more);
        }
        self
    }
}

impl Attempt<'_> {
    /// What the rule means in a file; the fault and its place in one of both sides, where that is known.
    fn reading(&self, context: &Context) -> Result<Reading, (FaultKind, Option<usize>)> {
        let text = text_in(context, &self.pattern);
        if !is_valid(text.as_bytes(), self.syntax) {
            return Err((FaultKind::Pattern, None));
        }
        let tree = parse(text.as_bytes(), self.syntax);
        let start = start_in(context);
        let place = start..start + self.pattern.text.len();
        let roots = roots(&tree, &place);
        let is_around = |span: Range<usize>| span.start <= place.start && place.end <= span.end;
        let variable = self.pattern.variables.first().map(|(range, _)| range.start);
        if let Some(leaf) = tree.leaves().find(|leaf| is_around(tree.span(*leaf))) {
            // A place in a string or in a comment takes any text.
            if tree.span(leaf) != place || (variable.is_some() && !context.0.is_empty()) {
                return Err((FaultKind::Pattern, Some(0)));
            }
            if let Some(variable) = variable {
                return Err((FaultKind::InToken, Some(variable)));
            }
        }
        if roots.is_empty() {
            // With text around it, the rest of a node may be there.
            let is_alone = context.0.is_empty() && context.1.is_empty();
            let kind = if is_alone {
                FaultKind::SeveralNodes
            } else {
                FaultKind::Pattern
            };
            return Err((kind, Some(0)));
        }
        let in_token = |at: usize| (FaultKind::InToken, Some(at - start));
        let parts = parts(&tree, &place, &self.pattern, self.names).map_err(in_token)?;
        if !self.has_whole_nodes(&tree, start) {
            return Err((FaultKind::Pattern, None));
        }
        // Where nothing is to be left, the node is removed, and what is around it sees to that.
        let replaced = text_in(context, &self.replacement);
        if !self.replacement.text.is_empty() && !is_valid(replaced.as_bytes(), self.syntax) {
            return Err((FaultKind::Replacement, None));
        }
        Ok(Reading {
            is_doubtful: has_word_as_name(&tree, &place, &self.pattern),
            parts,
            roots: Some(roots),
        })
    }

    /// Whether every metavariable of the pattern is a node.
    fn has_whole_nodes(&self, tree: &Tree, start: usize) -> bool {
        let nodes = self.pattern.variables.iter().filter(|(_, variable)| !variable.is_row);
        let mut places = nodes.map(|(range, _)| range.start + start..range.end + start);
        places.all(|place| !roots(tree, &place).is_empty())
    }

    /// A fault with its place in the rule.
    fn located(&self, context: &Context, (kind, known): (FaultKind, Option<usize>)) -> Fault {
        let side = match kind {
            FaultKind::Replacement => &self.replacement,
            _ => &self.pattern,
        };
        let place = known.unwrap_or_else(|| {
            let first = first_error(text_in(context, side).as_bytes(), self.syntax);
            first.saturating_sub(start_in(context)).min(side.text.len())
        });
        Fault {
            kind,
            at: side.origin(place).unwrap_or_default(),
        }
    }
}

/// A side of a rule with a file around it.
fn text_in((before, behind): &Context, side: &Filled) -> String {
    format!("{before} {}{behind}\n", side.text)
}

/// Where a side of a rule begins in such a file.
fn start_in((before, _): &Context) -> usize {
    before.len() + 1
}

/// The kinds of the nodes that are all there is at a place.
fn roots(tree: &Tree, place: &Range<usize>) -> FxHashSet<u16> {
    let is_there =
        |node: &NodeId| tree.span(*node) == *place && tree.has_name(*node) && tree.kind(*node) != Kind::Extra;
    let nodes = tree.nodes().filter(is_there);
    nodes.filter_map(|node| tree.symbol(node)).collect()
}

/// Whether a word of the language is a name at a place, metavariables aside.
fn has_word_as_name(tree: &Tree, place: &Range<usize>, filled: &Filled) -> bool {
    let Some(grammar) = tree.syntax().grammar() else {
        return false;
    };
    let is_filled = |start: usize| {
        filled
            .variables
            .iter()
            .any(|(range, _)| range.contains(&(start - place.start)))
    };
    let is_word = |leaf: NodeId| {
        let text = std::str::from_utf8(tree.text(leaf)).unwrap_or_default();
        tree.is_named(leaf) && grammar.is_keyword(text) && !is_filled(tree.span(leaf).start)
    };
    let mut leaves = tree.leaves().filter(|leaf| place.contains(&tree.span(*leaf).start));
    leaves.any(is_word)
}

/// The tokens and metavariables at a place; the place of a metavariable that is not made of whole tokens.
fn parts(tree: &Tree, place: &Range<usize>, filled: &Filled, names: &[Variable]) -> Result<Vec<Part>, usize> {
    let mut variables = filled
        .variables
        .iter()
        .map(|(range, variable)| (range.start + place.start..range.end + place.start, variable))
        .peekable();
    let mut parts = Vec::new();
    // The end of the last metavariable.
    let mut covered = 0;
    let mut add = |parts: &mut Vec<Part>, before: usize| {
        while let Some((range, variable)) = variables.next_if(|(range, _)| range.start <= before) {
            let number = names.iter().position(|name| name == variable);
            parts.push(if variable.is_row {
                Part::Row(number)
            } else {
                Part::Node(number)
            });
            covered = range.end;
        }
        let next = variables.peek().map(|(range, _)| range.start);
        (covered, next)
    };
    for leaf in tree.leaves().filter(|leaf| tree.kind(*leaf) != Kind::Extra) {
        let span = tree.span(leaf);
        if span.start < place.start || span.end > place.end {
            continue;
        }
        let (covered, next) = add(&mut parts, span.start);
        if let Some(next) = next.filter(|next| *next < span.end) {
            return Err(next);
        }
        if span.start < covered && span.end > covered {
            return Err(span.start);
        }
        if span.start >= covered {
            parts.push(Part::Token(tree.source()[span].into()));
        }
    }
    add(&mut parts, place.end);
    Ok(parts)
}

/// A pattern where the grammar is not known: the tokens that the parser makes of it, whatever they mean.
fn without_grammar(pattern: &Template, names: &[Variable], syntax: &Arc<Syntax>) -> Result<Reading, Fault> {
    let fault = |kind, at: Option<usize>| Fault {
        kind,
        at: at.unwrap_or_default(),
    };
    if syntax.parser().is_none() {
        return Err(fault(FaultKind::NoGrammar, None));
    }
    let filled = pattern.fill(name_for);
    let tree = parse(filled.text.as_bytes(), syntax);
    let parts = parts(&tree, &(0..filled.text.len()), &filled, names)
        .map_err(|place| fault(FaultKind::InToken, filled.origin(place)))?;
    Ok(Reading {
        parts,
        roots: None,
        is_doubtful: false,
    })
}

fn name_for(variable: &Variable) -> String {
    let name = variable.name.as_deref().unwrap_or_default();
    if variable.is_row {
        String::new()
    } else {
        format!("{NAME}{}", name.to_ascii_lowercase())
    }
}

/// Short texts of the grammar, each of another rule.
fn fillers(syntax: &Syntax) -> Vec<String> {
    let grammar = syntax.grammar().into_iter();
    let texts = grammar.flat_map(|grammar| {
        let rules = grammar.rules().filter(|(_, rule)| rule.named && !rule.is_hidden);
        rules.filter_map(|(id, _)| grammar.minimal_text(id))
    });
    let mut texts: Vec<&str> = texts.filter(|text| (1..=MAX_FILLER).contains(&text.len())).collect();
    texts.sort_unstable_by_key(|text| (text.len(), *text));
    texts.dedup();
    let mut texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
    texts.truncate(MAX_FILLERS);
    texts
}

/// A text for each metavariable.
type Filling<'a> = Box<dyn Fn(&Variable) -> String + 'a>;

/// Texts for all metavariables: names, and then for some of them, all with the same text, another one.
fn fillings<'a>(all: &'a [&'a Variable], fillers: &'a [String]) -> impl Iterator<Item = Filling<'a>> {
    let mut sets: Vec<u32> = match all.len() {
        0..=MAX_VARIED => (1..1 << all.len()).collect(),
        more => (0..more.min(32)).map(|at| 1 << at).collect(),
    };
    sets.sort_by_key(|set| set.count_ones());
    let names: Filling<'a> = Box::new(name_for);
    let varied = sets.into_iter().flat_map(move |set| {
        fillers.iter().map(move |text| -> Filling<'a> {
            Box::new(move |variable| {
                let at = all.iter().position(|other| *other == variable);
                match at.filter(|at| set >> at & 1 == 1) {
                    Some(_) => text.clone(),
                    None => name_for(variable),
                }
            })
        })
    });
    std::iter::once(names).chain(varied)
}

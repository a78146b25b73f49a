//! Why each token of a result is still there, from the events of the run.
//!
//! A query is about the program that was the best at its time. Going back from the result, improvement by improvement,
//! it is known where each byte was then; so the bytes that a query would have removed are known as bytes of the
//! result. Of all queries that would have removed a token, the one that removed the fewest tokens says most, and of
//! several the last.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use lop_syntax::{Kind, NodeId, Syntax, Tree, load, parse};
use serde::Serialize;

use crate::events::{Answer, Ended, Line, Past, Program, Query, Recording, Run, Splice};
use crate::input::Error;

/// A file of the result.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    pub path: String,
    #[serde(skip)]
    pub text: Vec<u8>,
    pub reasons: Vec<Reason>,
    pub tokens: Vec<Token>,
}

/// Why tokens are there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Reason {
    pub why: Why,
    /// The last line that the test printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// What happened when a token was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Why {
    /// The test ended so.
    Ended(Ended),
    /// The same candidate had been rejected before, in another query.
    Known,
    /// The journal of an earlier run had the verdict.
    Earlier,
    /// The candidate without it was interesting, but was not kept.
    NotKept,
    /// It was interesting alone, but not together with other removals of its wave.
    Together,
    /// No query would have removed it.
    NeverTried,
    /// The grammar requires it and everything around it.
    Grammar,
}

/// A token of the result.
#[derive(Debug, Serialize)]
pub(crate) struct Token {
    pub start: usize,
    pub end: usize,
    /// Its place among the reasons.
    pub reason: usize,
    /// How many queries would have removed it.
    pub tried: usize,
    /// The query with the fewest tokens.
    #[serde(rename = "question", skip_serializing_if = "Option::is_none")]
    pub query: Option<DecisiveQuery>,
}

/// A query, as the reason for a token.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DecisiveQuery {
    pub n: usize,
    /// The node that would have gone.
    pub rule: String,
    /// How many tokens it would have taken along.
    pub tokens: usize,
}

impl Reason {
    /// The reason in words.
    pub(crate) fn words(&self) -> String {
        let words = match self.why {
            Why::Ended(Ended::Code(code)) => format!("exit code {code}"),
            Why::Ended(Ended::Signal(signal)) => format!("signal {signal}"),
            Why::Ended(Ended::TimedOut) => "time-out".to_owned(),
            Why::Ended(Ended::TooManyProcesses) => "too many processes".to_owned(),
            Why::Ended(Ended::Cancelled | Ended::NotStarted) => "the test did not run".to_owned(),
            Why::Known => "rejected before, in another query".to_owned(),
            Why::Earlier => "not interesting, in an earlier run of the same command".to_owned(),
            Why::NotKept => "interesting, but the text had syntax errors, or the test is flaky".to_owned(),
            Why::Together => "interesting without it, but not without what else went at the time".to_owned(),
            Why::NeverTried => "never tried".to_owned(),
            Why::Grammar => "the grammar wants it: nothing around it can be removed".to_owned(),
        };
        if self.said.is_empty() {
            words
        } else {
            format!("{words}: {}", self.said)
        }
    }
}

impl Explained {
    /// Takes the layout of another tree with the same tokens.
    fn lay_out(&mut self, tree: &Tree, other: &Tree) {
        let (before, after) = (tokens(tree), tokens(other));
        let is_same = before.len() == after.len() && before.len() == self.tokens.len() && {
            let mut pairs = before.iter().zip(&after);
            pairs.all(|(before, after)| tree.text(*before) == other.text(*after))
        };
        if !is_same {
            return;
        }
        self.text = other.source().to_vec();
        for (token, leaf) in self.tokens.iter_mut().zip(after) {
            let span = other.span(leaf);
            (token.start, token.end) = (span.start, span.end);
        }
    }

    /// How many tokens have a reason.
    pub(crate) fn count(&self, reason: usize) -> usize {
        self.tokens.iter().filter(|token| token.reason == reason).count()
    }
}

/// A step of a file's history.
enum Step<'a> {
    Asked(&'a Query),
    Made(&'a [Splice]),
    /// The text was replaced by another one.
    Lost,
}

/// Explains every file of the result.
pub(crate) fn explain(recording: &Recording) -> Result<Vec<Explained>, Error> {
    let is_step = |line: &Line| matches!(line, Line::Query(_) | Line::Improved(_));
    // Layout that was changed at the end is no reason: the result before that is explained.
    let last = recording.lines.iter().rposition(is_step).map_or(0, |last| last + 1);
    let lines = &recording.lines[..last];
    let mut program = Program::new(&recording.start.files);
    let mut steps: BTreeMap<String, Vec<Step<'_>>> = BTreeMap::new();
    for line in lines {
        program.follow(line);
        match line {
            Line::Query(query) => {
                for file in program.file.iter().chain(&query.files) {
                    steps.entry(file.clone()).or_default().push(Step::Asked(query));
                }
            }
            Line::Improved(improved) => {
                if let Some(file) = &program.file {
                    let steps = steps.entry(file.clone()).or_default();
                    steps.push(Step::Made(&improved.splices));
                }
            }
            Line::Program { .. } => steps.values_mut().for_each(|steps| steps.push(Step::Lost)),
            _ => {}
        }
    }
    let mut result = program.clone();
    recording.lines[last..].iter().for_each(|line| result.follow(line));
    let runs = recording.runs();
    let mut explained = Vec::new();
    for (path, text) in program.files {
        let syntax = syntax(recording, &path)?;
        let tree = parse(text, &syntax);
        let steps = steps.remove(&path).unwrap_or_default();
        let mut file = explain_file(path, &tree, &steps, &runs);
        if let Some(text) = result.files.get(&file.path) {
            file.lay_out(&tree, &parse(text.as_slice(), &syntax));
        }
        explained.push(file);
    }
    Ok(explained)
}

/// The language that a file was read in.
pub(crate) fn syntax(recording: &Recording, path: &str) -> Result<Arc<Syntax>, Error> {
    if let Some(grammar) = &recording.start.grammar {
        return Ok(load::grammar(Path::new(grammar))?);
    }
    let file = recording.start.files.iter().find(|file| file.path == path);
    match file {
        Some(file) => Ok(lop::syntax_named(&file.language)?),
        None => Ok(Arc::new(Syntax::text())),
    }
}

/// The query found so far for a token.
#[derive(Clone, Default)]
struct Found<'a> {
    tried: usize,
    query: Option<&'a Query>,
}

impl<'a> Found<'a> {
    fn note(&mut self, query: &'a Query) {
        self.tried += 1;
        if self.query.is_none_or(|found| rank(query) < rank(found)) {
            self.query = Some(query);
        }
    }
}

/// The order of queries by how much they explain; less comes later.
fn rank(query: &Query) -> (bool, bool, usize, bool) {
    let is_interesting = query.answer == Answer::Interesting;
    (is_interesting, !query.files.is_empty(), query.tokens, query.known)
}

/// The tokens of a tree, without comments.
fn tokens(tree: &Tree) -> Vec<NodeId> {
    let leaves = tree.leaves();
    leaves
        .filter(|leaf| tree.kind(*leaf) != Kind::Extra && tree.weight(*leaf) > 0)
        .collect()
}

fn explain_file(path: String, tree: &Tree, steps: &[Step<'_>], runs: &BTreeMap<usize, &Run>) -> Explained {
    let text = tree.source().to_vec();
    let leaves = tokens(tree);
    let spans: Vec<Range<usize>> = leaves.iter().map(|leaf| tree.span(*leaf)).collect();
    let found = look_back(text.len(), &spans, steps);
    let can_go = can_go(tree);
    let mut reasons: Vec<Reason> = Vec::new();
    let mut tokens = Vec::with_capacity(spans.len());
    for ((leaf, span), found) in leaves.iter().zip(spans).zip(found) {
        let reason = match found.query {
            Some(query) => reason(query, runs),
            None if can_go[leaf.index()] => Reason::of(Why::NeverTried),
            None => Reason::of(Why::Grammar),
        };
        let place = reasons.iter().position(|known| *known == reason).unwrap_or_else(|| {
            reasons.push(reason);
            reasons.len() - 1
        });
        tokens.push(Token {
            start: span.start,
            end: span.end,
            reason: place,
            tried: found.tried,
            query: found.query.map(|query| DecisiveQuery {
                n: query.n,
                rule: query.rule.clone(),
                tokens: query.tokens,
            }),
        });
    }
    Explained {
        path,
        text,
        reasons,
        tokens,
    }
}

/// The queries that would have removed tokens, from the last to the first.
fn look_back<'a>(length: usize, spans: &[Range<usize>], steps: &[Step<'a>]) -> Vec<Found<'a>> {
    let mut found = vec![Found::default(); spans.len()];
    let mut past = Past::new(length);
    for step in steps.iter().rev() {
        match step {
            Step::Made(splices) => past.undo(splices),
            Step::Lost => past.forget(),
            Step::Asked(query) if query.aside => {}
            Step::Asked(query) if !query.files.is_empty() => {
                found.iter_mut().for_each(|found| found.note(query));
            }
            Step::Asked(query) => {
                let cuts = query.splices.iter().map(|splice| splice.start()..splice.end());
                for now in cuts.flat_map(|cut| past.now(cut)) {
                    let first = spans.partition_point(|span| span.start < now.start);
                    let inside = spans[first..].iter().take_while(|span| span.end <= now.end).count();
                    for found in &mut found[first..first + inside] {
                        found.note(query);
                    }
                }
            }
        }
    }
    found
}

impl Reason {
    fn of(why: Why) -> Self {
        Reason {
            why,
            said: String::new(),
        }
    }
}

fn reason(query: &Query, runs: &BTreeMap<usize, &Run>) -> Reason {
    if query.answer == Answer::Interesting {
        return Reason::of(Why::Together);
    }
    if query.known {
        return Reason::of(Why::Known);
    }
    match query.run.and_then(|run| runs.get(&run)) {
        Some(run) if run.ended == Ended::Code(0) => Reason::of(Why::NotKept),
        Some(run) => Reason {
            why: Why::Ended(run.ended),
            said: run.said.clone(),
        },
        None => Reason::of(Why::Earlier),
    }
}

/// Which nodes can go, or are in one that can.
fn can_go(tree: &Tree) -> Vec<bool> {
    let mut can_go = vec![false; tree.node_count()];
    for node in tree.nodes() {
        // Parents come before their children.
        let is_in_one = tree.parent(node).is_some_and(|parent| can_go[parent.index()]);
        can_go[node.index()] = is_in_one || tree.is_removable(node);
    }
    can_go
}

//! The data of the report page.
//!
//! Texts are strings with a character for each byte: offsets of splices count bytes, and the page decodes what it
//! shows.

use std::collections::{BTreeMap, BTreeSet};

use lop_syntax::{Kind, Tree, parse};
use serde_json::{Value, json};

use crate::commands::explain::letters;
use crate::commands::explain::reasons::{Explained, explain, syntax};
use crate::events::{Answer, Change, Ended, Line, Program, Query, Recording, Run, Splice};
use crate::input::Error;

/// All that the page shows.
pub(super) fn of(recording: &Recording) -> Result<Value, Error> {
    let start = &recording.start;
    let mut story = Story::new(recording)?;
    for line in &recording.lines {
        story.follow(line);
    }
    let explained = explain(recording)?;
    let seconds = recording.lines.iter().map(time).fold(0.0, f64::max);
    let end = recording.lines.iter().find_map(|line| match line {
        Line::End(end) => Some(end),
        _ => None,
    });
    let runs = recording.lines.iter().filter_map(|line| match line {
        Line::Run(run) => Some(json!([run.slot, run.t, run.seconds, kind(run)])),
        _ => None,
    });
    Ok(json!({
        "start": {
            "version": start.version,
            "input": start.input,
            "output": start.output,
            "algorithm": start.algorithm,
            "list": start.list,
            "cache": start.cache,
            "jobs": start.jobs,
            "command": start.command,
            "test": start.test.as_ref().map(|test| characters(test.bytes())).unwrap_or_default(),
        },
        "end": end,
        "seconds": seconds,
        "questions": story.queries,
        "texts": texts(&Program::new(&start.files)),
        "keywords": story.looks.keywords,
        "comments": story.looks.comments,
        "steps": story.steps,
        "stages": story.stages,
        "rules": story.rules(),
        "caches": story.caches,
        "runs": runs.collect::<Vec<_>>(),
        "explained": explained.iter().map(explained_file).collect::<Vec<_>>(),
    }))
}

/// The figures of a run, gathered line by line.
struct Story {
    program: Program,
    /// Tokens by file, as far as they are known, and of all.
    tokens: BTreeMap<String, usize>,
    queries: usize,
    steps: Vec<Value>,
    stages: Vec<Value>,
    caches: Vec<Value>,
    begun: (f64, usize),
    rules: BTreeMap<(String, &'static str), Rule>,
    looks: Looks,
}

/// How the languages of the input are coloured.
#[derive(Default)]
struct Looks {
    /// The keywords in it.
    keywords: BTreeSet<String>,
    /// How comments in it begin.
    comments: BTreeSet<&'static str>,
}

/// How comments may begin.
const COMMENT_SIGNS: [&str; 6] = ["/*", "//", "#", "--", ";", "%"];

impl Looks {
    fn note(&mut self, tree: &Tree) {
        for leaf in tree.leaves() {
            let text = tree.text(leaf);
            if tree.kind(leaf) == Kind::Extra {
                self.comments
                    .extend(COMMENT_SIGNS.iter().filter(|sign| text.starts_with(sign.as_bytes())));
            } else if let Some(word) = std::str::from_utf8(text)
                .ok()
                .filter(|word| !self.keywords.contains(*word))
            {
                let grammar = tree.syntax().grammar();
                if grammar.is_some_and(|grammar| grammar.is_keyword(word)) {
                    self.keywords.insert(word.to_owned());
                }
            }
        }
    }
}

/// Queries about nodes of a rule.
#[derive(Default)]
struct Rule {
    asked: usize,
    known: usize,
    interesting: usize,
    tokens: usize,
}

impl Story {
    fn new(recording: &Recording) -> Result<Self, Error> {
        let start = &recording.start;
        let mut tokens = BTreeMap::new();
        let mut looks = Looks::default();
        for file in &start.files {
            let tree = parse(file.text.bytes(), &syntax(recording, &file.path)?);
            looks.note(&tree);
            tokens.insert(file.path.clone(), tree.tokens());
        }
        let first = json!({"t": 0.0, "n": 0, "tokens": start.tokens, "bytes": start.bytes});
        Ok(Story {
            program: Program::new(&start.files),
            tokens,
            queries: 0,
            steps: vec![first],
            stages: Vec::new(),
            caches: Vec::new(),
            begun: (0.0, 0),
            rules: BTreeMap::new(),
            looks,
        })
    }

    fn follow(&mut self, line: &Line) {
        self.program.follow(line);
        match line {
            Line::Query(query) => self.ask(query),
            Line::StageBegin(stage) => self.begun = (stage.t, stage.tokens),
            Line::StageEnd(stage) => self.stages.push(json!({
                "name": stage.name,
                "file": self.file_of_several(),
                "before": self.begun.1,
                "after": stage.tokens,
                "asked": stage.asked,
                "known": stage.known,
                "interesting": stage.interesting,
                "seconds": stage.t - self.begun.0,
                "stopped": stage.stopped,
            })),
            Line::Improved(improved) => {
                if let Some(file) = &self.program.file {
                    self.tokens.insert(file.clone(), improved.tokens);
                }
                for dropped in &improved.files {
                    self.tokens.remove(dropped);
                }
                let mut step = self.step(improved.t, improved.n);
                step["file"] = json!(self.program.file);
                step["splices"] = improved.splices.iter().map(splice).collect();
                step["dropped"] = json!(improved.files);
                self.steps.push(step);
            }
            Line::Program { t, reason, .. } => {
                let mut step = self.step(*t, self.queries);
                step["texts"] = texts(&self.program);
                step["reason"] = json!(reason);
                self.steps.push(step);
            }
            Line::Cache(cache) => {
                let mut row = json!(cache);
                row["file"] = json!(self.file_of_several());
                self.caches.push(row);
            }
            _ => {}
        }
    }

    fn step(&self, t: f64, n: usize) -> Value {
        let bytes: usize = self.program.files.values().map(Vec::len).sum();
        json!({"t": t, "n": n, "tokens": self.tokens.values().sum::<usize>(), "bytes": bytes})
    }

    /// The file that is searched, if there are several.
    fn file_of_several(&self) -> Option<&str> {
        let file = self.program.file.as_deref();
        file.filter(|_| self.program.files.len() > 1)
    }

    fn ask(&mut self, query: &Query) {
        self.queries = query.n;
        let change = match query.change {
            Change::Remove => "remove",
            Change::Replace => "replace",
            Change::Rewrite => "rewrite",
            Change::Space => "space",
        };
        let rule = self.rules.entry((query.rule.clone(), change)).or_default();
        if query.known {
            rule.known += 1;
            return;
        }
        rule.asked += 1;
        if query.answer == Answer::Interesting {
            rule.interesting += 1;
            rule.tokens += query.tokens;
        }
    }

    /// The rules, those with the most queries first.
    fn rules(&self) -> Vec<Value> {
        let mut rules: Vec<_> = self.rules.iter().collect();
        rules.sort_by_key(|(_, rule)| std::cmp::Reverse(rule.asked + rule.known));
        let row = |((name, change), rule): (&(String, &str), &Rule)| {
            json!({
                "rule": name,
                "change": change,
                "asked": rule.asked,
                "known": rule.known,
                "interesting": rule.interesting,
                "tokens": rule.tokens,
            })
        };
        rules.into_iter().map(row).collect()
    }
}

fn time(line: &Line) -> f64 {
    match line {
        Line::Start(_) => 0.0,
        Line::Search(search) => search.t,
        Line::StageBegin(stage) => stage.t,
        Line::StageEnd(stage) => stage.t,
        Line::Round { t, .. } | Line::Program { t, .. } => *t,
        Line::Run(run) => run.t + run.seconds,
        Line::Query(query) => query.t,
        Line::Improved(improved) => improved.t,
        Line::Cache(cache) => cache.t,
        Line::End(end) => end.t,
    }
}

/// The class of a run on the time-line.
fn kind(run: &Run) -> &'static str {
    match run.ended {
        Ended::Code(0) => "yes",
        Ended::TimedOut => "late",
        Ended::Cancelled => "cancelled",
        _ => "no",
    }
}

fn characters(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

fn texts(program: &Program) -> Value {
    let texts = program
        .files
        .iter()
        .map(|(path, text)| (path.clone(), json!(characters(text))));
    Value::Object(texts.collect())
}

fn splice(splice: &Splice) -> Value {
    match splice {
        Splice::Cut(start, end) => json!([start, end]),
        Splice::Put(start, end, text) => json!([start, end, characters(text.bytes())]),
    }
}

fn explained_file(file: &Explained) -> Value {
    let reasons =
        file.reasons.iter().enumerate().map(
            |(place, reason)| json!({"letter": letters(place), "words": reason.words(), "tokens": file.count(place)}),
        );
    let tokens = file.tokens.iter().map(|token| match &token.query {
        Some(asked) => json!([
            token.start,
            token.end,
            token.reason,
            token.tried,
            asked.n,
            asked.rule,
            asked.tokens
        ]),
        None => json!([token.start, token.end, token.reason, token.tried]),
    });
    json!({
        "path": file.path,
        "text": characters(&file.text),
        "reasons": reasons.collect::<Vec<_>>(),
        "tokens": tokens.collect::<Vec<_>>(),
    })
}

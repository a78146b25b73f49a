//! The statistics of a reduction.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use lop_core::cache::{Course, Usage};
use lop_core::{Counts, Event, Observer, Stop};
use lop_exec::{ExecutorStack, Manner, RemoteCounts, RunCounts, Tally, save};
use serde::Serialize;
use serde_json::{Value, json};

use super::course::{MOST, TokenCourse};
use super::files::{Input, Output, Size};
use super::plan::{Plan, TestSource};
use super::syntax::SyntaxReport;
use crate::events::{End, SCHEMA, Start, Text};
use crate::input::Error;
use crate::say::say;

/// The figures of a result.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResultFigures {
    /// Its size on the disk.
    pub size: Size,
    /// Its bytes without unnecessary white space.
    pub compact_bytes: usize,
    /// The errors in it.
    pub syntax: SyntaxReport,
}

/// All figures of a reduction.
pub(super) struct Summary {
    /// Queries of all searches.
    counts: Counts,
    /// The cache's usage in the search in which it kept most.
    cache: Usage,
    cache_course: Course,
    /// The tally of the runs on the result.
    tally: Tally,
    /// The figures of each stage.
    stages: Stages,
    input: Rc<Input>,
    course: TokenCourse,
    choice: Value,
    before: Size,
    /// Once it is known.
    result: Option<ResultFigures>,
    runs: RunCounts,
    remote: Option<RemoteCounts>,
    replayed: usize,
    reason: &'static str,
    seconds: f64,
    stats: Option<PathBuf>,
    is_printed: bool,
    is_quiet: bool,
}

impl Summary {
    /// A summary before the first query.
    pub(super) fn new(input: &Rc<Input>, plan: &Plan) -> Self {
        let before = input.size(&input.source);
        Summary {
            counts: Counts::default(),
            cache: Usage::default(),
            cache_course: Course::default(),
            tally: Tally::default(),
            stages: Stages::default(),
            input: input.clone(),
            course: TokenCourse::new(before.tokens),
            choice: json!({
                "algorithm": plan.driver.algorithm().name,
                "list": plan.driver.list().name,
                "cache": plan.driver.cache().name,
                "language": input.languages(),
            }),
            before,
            result: None,
            runs: RunCounts::default(),
            remote: None,
            replayed: 0,
            reason: "done",
            seconds: 0.0,
            stats: plan.reports.stats.clone(),
            is_printed: plan.reports.is_json,
            is_quiet: plan.reports.is_quiet,
        }
    }

    /// At the end.
    pub(super) fn finish(
        &mut self,
        result: ResultFigures,
        stopped: Option<Stop>,
        took: Duration,
        tally: Tally,
        stack: &ExecutorStack<'_>,
    ) {
        self.result = Some(result);
        self.tally = tally;
        self.reason = match stopped {
            None => "done",
            Some(Stop::QueryLimit) => "query limit",
            Some(Stop::TimeLimit) => "time limit",
            Some(_) => "interrupted",
        };
        self.seconds = took.as_secs_f64();
        self.replayed = stack.replayed();
        self.runs = stack.counts();
        self.remote = stack.remote_counts();
    }

    /// Prints the summary, and writes the statistics.
    pub(super) fn tell(&self, output: &str) -> Result<(), Error> {
        let (before, after) = (self.before, self.after());
        if !self.is_quiet {
            say!(
                "{}: {}{} to {} tokens, {} to {}, {} queries in {:.1} s: {}",
                self.reason,
                files(before.files, after.files),
                before.tokens,
                after.tokens,
                before.bytes,
                self.bytes_in_words(),
                self.counts.asked,
                self.seconds,
                output,
            );
            if let Some(at) = self.course.mostly_gone_after() {
                let seconds = at.as_secs_f64();
                say!("{MOST} % of the removed tokens were gone after {seconds:.1} s");
            }
            if let Some(line) = self.result.and_then(|result| result.syntax.line()) {
                say!("{line}");
            }
            if self.tally.misses > 0 {
                let Tally { hits, misses } = self.tally;
                say!("the result was interesting in {hits} of {} runs", hits + misses);
            }
            for stage in self.stages.rows.iter().filter(|stage| stage.is_skipped) {
                say!("{} was skipped; more may go without that", stage.name);
            }
            if self.reason != "done" {
                say!("the same command continues from here; --fresh starts over");
            }
        }
        let text = format!("{}\n", self.json());
        if let Some(path) = &self.stats {
            save(path, text.as_bytes(), &Manner::default()).map_err(|source| lop_exec::refused(path, source))?;
        }
        if self.is_printed {
            std::io::stdout()
                .lock()
                .write_all(text.as_bytes())
                .map_err(Error::Print)?;
        }
        Ok(())
    }

    /// The size of the result, or of the input as long as there is none.
    fn after(&self) -> Size {
        self.result.map_or(self.before, |result| result.size)
    }

    /// The bytes of the result: compact ones if it was formatted.
    fn bytes_in_words(&self) -> String {
        let bytes = self.after().bytes;
        match self.result.map(|result| result.compact_bytes) {
            Some(compact) if compact < bytes => format!("{compact} bytes when compact"),
            _ => format!("{bytes} bytes"),
        }
    }

    /// The statistics as the last event.
    pub(super) fn recorded(&self, t: f64) -> End {
        End {
            t,
            stopped: self.reason.to_owned(),
            tokens: self.after().tokens,
            bytes: self.after().bytes,
            asked: self.counts.asked,
            executed: self.runs.executed,
            known: self.counts.cached,
            interesting: self.counts.interesting,
            rounds: self.counts.rounds,
        }
    }

    fn json(&self) -> Value {
        let mut figures = self.figures();
        if let Some(remote) = &self.remote {
            figures["remote"] = json!({
                "asked": remote.asked,
                "answered": remote.answered,
                "cached": remote.cached,
                "fresh": remote.fresh,
                "lost": remote.lost,
                "contradicted": remote.contradicted,
                "overhead_ms": remote.overhead.as_secs_f64() * 1e3,
            });
        }
        figures
    }

    fn figures(&self) -> Value {
        let (counts, after) = (&self.counts, self.after());
        let samples = self.cache_course.samples();
        let course: Vec<[usize; 3]> = samples
            .map(|sample| [sample.asked, sample.entries, sample.answer_bytes])
            .collect();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": self.choice["algorithm"],
            "list": self.choice["list"],
            "language": self.choice["language"],
            "tokens": {"before": self.before.tokens, "after": after.tokens},
            "bytes": {
                "before": self.before.bytes,
                "after": after.bytes,
                "compact": self.result.map(|result| result.compact_bytes),
            },
            "files": {"before": self.before.files, "after": after.files},
            "syntax": self.result.map(|result| result.syntax),
            "queries": {
                "asked": counts.asked,
                "executed": self.runs.executed,
                "wasted": counts.wasted(),
                "cached": counts.cached,
                "interesting": counts.interesting,
                "replayed": self.replayed,
                "timed_out": self.runs.timed_out,
            },
            "seconds": {
                "total": self.seconds,
                "oracle": self.runs.oracle.as_secs_f64(),
                "mostly_gone": self.course.mostly_gone_after().map(|at| at.as_secs_f64()),
            },
            "rounds": counts.rounds,
            "stages": self.stages.rows,
            "cache": {
                "scheme": self.choice["cache"],
                "entries": self.cache.entries,
                "peak_bytes": self.cache.peak_bytes,
                "peak_answer_bytes": self.cache_course.peak_answer_bytes(),
                "mean_answer_bytes": self.cache_course.mean_answer_bytes(),
                "course": course,
            },
            "stopped": self.reason,
        })
    }
}

impl Observer for Summary {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Event::SearchEnded {
            counts, cache, course, ..
        } = event
        {
            self.counts += **counts;
            if cache.peak_bytes >= self.cache.peak_bytes {
                self.cache = **cache;
                self.cache_course = (*course).clone();
            }
        }
        self.course.note(event, &self.input);
        self.stages.observe(event)
    }
}

/// The first event.
pub(super) fn recorded_start(plan: &Plan, input: &Input, output: &Output) -> Start {
    let Size { tokens, bytes, .. } = input.size(&input.source);
    Start {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        input: input.path.display().to_string(),
        output: output.path().display().to_string(),
        algorithm: plan.driver.algorithm().name.to_owned(),
        list: plan.driver.list().name.to_owned(),
        cache: plan.driver.cache().name.to_owned(),
        jobs: plan.slots(),
        tokens,
        bytes,
        grammar: plan.sources.grammar.as_ref().map(|path| path.display().to_string()),
        command: command_line(
            std::env::args_os()
                .skip(1)
                .map(|word| word.to_string_lossy().into_owned()),
        ),
        test: recorded_test(&plan.test),
        files: input.recorded(&input.source),
    }
}

/// The option whose value may be a secret.
const SECRET: &str = "--remote-header";

/// The command line as a shell reads it, without secrets: a report may be published.
fn command_line(arguments: impl Iterator<Item = String>) -> String {
    let mut words = vec!["lop".to_owned()];
    let mut is_secret = false;
    for argument in arguments {
        let hidden = argument.strip_prefix(SECRET).filter(|rest| rest.starts_with('='));
        words.push(match (is_secret, hidden) {
            (true, _) => "…".to_owned(),
            (false, Some(_)) => format!("{SECRET}=…"),
            (false, None) => lop_exec::quote(&argument),
        });
        is_secret = !is_secret && argument == SECRET;
    }
    words.join(" ")
}

/// The test, for the report.
fn recorded_test(test: &TestSource) -> Option<Text> {
    match test {
        TestSource::Script(path) => std::fs::read(path).ok().map(|text| text.as_slice().into()),
        TestSource::Line(line) => Some(line.as_bytes().into()),
        TestSource::Golden(golden) => Some(golden.command.as_bytes().into()),
    }
}

/// An observer of the stages.
#[derive(Default)]
struct Stages {
    rows: Vec<Stage>,
    /// Those that have not ended, the outermost first.
    open: Vec<OpenStage>,
}

struct OpenStage {
    row: usize,
    begun: Instant,
    counts: Counts,
    tokens: usize,
}

/// The figures of a stage, all its turns within another stage together. Stages of several searches, one for each file,
/// come one after the other.
#[derive(Serialize)]
struct Stage {
    name: String,
    #[serde(rename = "within", skip_serializing_if = "Option::is_none")]
    outer: Option<String>,
    turns: usize,
    tokens_before: usize,
    tokens_after: usize,
    removed_tokens: usize,
    asked: usize,
    interesting: usize,
    seconds: f64,
    #[serde(rename = "skipped")]
    is_skipped: bool,
}

impl Stages {
    /// The row of a stage that begins.
    fn row(&mut self, name: &str, tokens: usize) -> usize {
        let outer = self.open.last().map(|open| open.row);
        if let Some(outer) = outer {
            let within = &self.rows[outer].name;
            let is_known = |stage: &Stage| stage.name == name && stage.outer.as_ref() == Some(within);
            let known = self.rows[outer..].iter().position(is_known);
            if let Some(known) = known {
                return outer + known;
            }
        }
        self.rows.push(Stage {
            name: name.to_owned(),
            outer: outer.map(|outer| self.rows[outer].name.clone()),
            turns: 0,
            tokens_before: tokens,
            tokens_after: tokens,
            removed_tokens: 0,
            asked: 0,
            interesting: 0,
            seconds: 0.0,
            is_skipped: false,
        });
        self.rows.len() - 1
    }
}

impl Observer for Stages {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::StageBegun { name, best, counts } => {
                let tokens = best.token_count();
                let row = self.row(name, tokens);
                self.open.push(OpenStage {
                    row,
                    begun: Instant::now(),
                    counts: **counts,
                    tokens,
                });
            }
            Event::StageEnded { best, counts, stop, .. } => {
                if let Some(open) = self.open.pop() {
                    let stage = &mut self.rows[open.row];
                    stage.turns += 1;
                    stage.tokens_after = best.token_count();
                    stage.removed_tokens += open.tokens.saturating_sub(best.token_count());
                    stage.asked += counts.asked - open.counts.asked;
                    stage.interesting += counts.interesting - open.counts.interesting;
                    stage.seconds += open.begun.elapsed().as_secs_f64();
                    stage.is_skipped |= *stop == Some(Stop::Skipped);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The number of files, if there are several.
fn files(before: usize, after: usize) -> String {
    if before == 1 {
        return String::new();
    }
    format!("{before} to {after} files, ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_recorded_without_secrets() {
        let words = [
            "--remote-header",
            "authorization: x",
            "-j",
            "2",
            "--remote-header=a: y",
            "./a test.sh",
        ];
        assert_eq!(
            command_line(words.map(str::to_owned).into_iter()),
            "lop --remote-header … -j 2 --remote-header=… './a test.sh'"
        );
    }
}

//! What is said of a reduction at its end.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lop_core::cache::Usage;
use lop_core::{Counts, Event, Observer, Stop};
use lop_exec::{RunCounts, Tally, save};
use serde::Serialize;
use serde_json::{Value, json};

use super::files::{Input, Size};
use super::{Asked, Choice};
use crate::args;
use crate::events::End;
use crate::input::Error;

/// All figures of a reduction.
pub struct Summary {
    /// Questions.
    pub counts: Counts,
    /// How much the cache kept.
    pub cache: Usage,
    /// How the result did when it was run again.
    pub tally: Tally,
    /// What each stage did.
    pub stages: Stages,
    choice: Value,
    before: Size,
    after: Size,
    runs: RunCounts,
    replayed: usize,
    reason: &'static str,
    seconds: f64,
    stats: Option<PathBuf>,
    is_printed: bool,
    is_quiet: bool,
}

impl Summary {
    /// Before anything was asked.
    pub fn new(input: &Input, args: &args::Reduce, choice: &Choice) -> Self {
        let before = input.size(&input.source);
        Summary {
            counts: Counts::default(),
            cache: Usage::default(),
            tally: Tally::default(),
            stages: Stages::default(),
            choice: json!({
                "algorithm": choice.tree.name,
                "list": choice.list.name,
                "cache": choice.cache.name,
                "language": input.languages(),
            }),
            before,
            after: before,
            runs: RunCounts::default(),
            replayed: 0,
            reason: "done",
            seconds: 0.0,
            stats: args.stats.clone(),
            is_printed: args.json,
            is_quiet: args.quiet,
        }
    }

    /// How large the input is.
    pub fn before(&self) -> Size {
        self.before
    }

    /// Takes notice of the cache of a search that is over; the one that kept most is told of.
    pub fn note_cache(&mut self, usage: Usage) {
        if usage.peak_bytes >= self.cache.peak_bytes {
            self.cache = usage;
        }
    }

    /// At the end.
    pub fn finish(&mut self, after: Size, stopped: Option<Stop>, took: Duration, asked: &mut Asked) {
        self.after = after;
        self.reason = match stopped {
            None => "done",
            Some(Stop::QueryLimit) => "query limit",
            Some(Stop::TimeLimit) => "time limit",
            Some(Stop::Interrupted | Stop::Executor | Stop::Observer | Stop::Skipped) => "interrupted",
        };
        self.seconds = took.as_secs_f64();
        self.replayed = asked.replayed();
        self.runs = asked.inner().inner().counts();
    }

    /// Tells the user, and whoever reads the statistics.
    pub fn tell(&self, output: &str) -> Result<(), Error> {
        let (before, after) = (self.before, self.after);
        if !self.is_quiet {
            eprintln!(
                "{}: {}{} to {} tokens, {} to {} bytes, {} questions in {:.1} s: {}",
                self.reason,
                files(before.files, after.files),
                before.tokens,
                after.tokens,
                before.bytes,
                after.bytes,
                self.counts.asked,
                self.seconds,
                output,
            );
            if self.tally.misses > 0 {
                let Tally { hits, misses } = self.tally;
                eprintln!("the result was interesting in {hits} of {} runs", hits + misses);
            }
            for stage in self.stages.rows.iter().filter(|stage| stage.is_skipped) {
                eprintln!("{} was skipped; more may go without that", stage.name);
            }
            if self.reason != "done" {
                eprintln!("the same command continues from here; --fresh starts over");
            }
        }
        let text = format!("{}\n", self.json());
        if self.is_printed {
            std::io::stdout()
                .lock()
                .write_all(text.as_bytes())
                .map_err(Error::Print)?;
        }
        let Some(path) = &self.stats else { return Ok(()) };
        save(path, text.as_bytes()).map_err(|source| Error::Write {
            path: path.clone(),
            source,
        })
    }

    /// The same for whoever reads events.
    pub fn recorded(&self, t: f64) -> End {
        End {
            t,
            stopped: self.reason.to_owned(),
            tokens: self.after.tokens,
            bytes: self.after.bytes,
            asked: self.counts.asked,
            executed: self.runs.executed,
            known: self.counts.cached,
            interesting: self.counts.interesting,
            rounds: self.counts.rounds,
        }
    }

    fn json(&self) -> Value {
        let counts = &self.counts;
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": self.choice["algorithm"],
            "list": self.choice["list"],
            "language": self.choice["language"],
            "tokens": {"before": self.before.tokens, "after": self.after.tokens},
            "bytes": {"before": self.before.bytes, "after": self.after.bytes},
            "files": {"before": self.before.files, "after": self.after.files},
            "queries": {
                "asked": counts.asked,
                "executed": self.runs.executed,
                "wasted": counts.wasted(),
                "cached": counts.cached,
                "interesting": counts.interesting,
                "replayed": self.replayed,
                "timed_out": self.runs.timed_out,
            },
            "seconds": {"total": self.seconds, "oracle": self.runs.oracle.as_secs_f64()},
            "rounds": counts.rounds,
            "stages": self.stages.rows,
            "cache": {
                "scheme": self.choice["cache"],
                "entries": self.cache.entries,
                "peak_bytes": self.cache.peak_bytes,
            },
            "stopped": self.reason,
        })
    }
}

/// An observer of what each stage does.
#[derive(Default)]
pub struct Stages {
    rows: Vec<Stage>,
    begun: Option<(Instant, Counts)>,
}

/// What a stage did. Those of several searches, one for each file, come one after the other.
#[derive(Serialize)]
struct Stage {
    name: String,
    tokens_before: usize,
    tokens_after: usize,
    asked: usize,
    interesting: usize,
    seconds: f64,
    #[serde(rename = "skipped")]
    is_skipped: bool,
}

impl Observer for Stages {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::StageBegun { name, best, counts } => {
                self.begun = Some((Instant::now(), **counts));
                self.rows.push(Stage {
                    name: (*name).to_owned(),
                    tokens_before: best.token_count(),
                    tokens_after: best.token_count(),
                    asked: 0,
                    interesting: 0,
                    seconds: 0.0,
                    is_skipped: false,
                });
            }
            Event::StageEnded { best, counts, stop, .. } => {
                if let (Some(stage), Some((begun, before))) = (self.rows.last_mut(), self.begun) {
                    stage.tokens_after = best.token_count();
                    stage.asked = counts.asked - before.asked;
                    stage.interesting = counts.interesting - before.interesting;
                    stage.seconds = begun.elapsed().as_secs_f64();
                    stage.is_skipped = *stop == Some(Stop::Skipped);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// One file is not worth a word.
fn files(before: usize, after: usize) -> String {
    if before == 1 {
        return String::new();
    }
    format!("{before} to {after} files, ")
}

//! What is said of a reduction at its end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lop_core::cache::Usage;
use lop_core::{Counts, Stop};
use lop_exec::{RunCounts, Tally, save};
use lop_syntax::Tree;
use serde_json::{Value, json};

use super::{Asked, Choice};
use crate::args;
use crate::input::Error;

/// All figures of a reduction.
pub struct Summary {
    /// Questions.
    pub counts: Counts,
    /// How much the cache kept.
    pub cache: Usage,
    /// How the result did when it was run again.
    pub tally: Tally,
    choice: Value,
    before: (usize, usize),
    after: (usize, usize),
    runs: RunCounts,
    replayed: usize,
    reason: &'static str,
    seconds: f64,
    stats: Option<PathBuf>,
    is_quiet: bool,
}

impl Summary {
    /// Before anything was asked.
    pub fn new(tree: &Tree, args: &args::Reduce, choice: &Choice) -> Self {
        Summary {
            counts: Counts::default(),
            cache: Usage::default(),
            tally: Tally::default(),
            choice: json!({
                "algorithm": choice.tree.name,
                "list": choice.list.name,
                "cache": choice.cache.name,
                "language": tree.syntax().name,
            }),
            before: (tree.tokens(), tree.source().len()),
            after: (tree.tokens(), tree.source().len()),
            runs: RunCounts::default(),
            replayed: 0,
            reason: "done",
            seconds: 0.0,
            stats: args.stats.clone(),
            is_quiet: args.quiet,
        }
    }

    /// At the end.
    pub fn finish(&mut self, best: &[u8], tokens: usize, stopped: Option<Stop>, took: Duration, asked: &mut Asked) {
        self.after = (tokens, best.len());
        self.reason = match stopped {
            None => "done",
            Some(Stop::QueryLimit) => "query limit",
            Some(Stop::TimeLimit) => "time limit",
            Some(Stop::Interrupted | Stop::Executor | Stop::Observer) => "interrupted",
        };
        self.seconds = took.as_secs_f64();
        self.replayed = asked.replayed();
        self.runs = asked.inner().inner().counts();
    }

    /// Tells the user, and whoever reads the statistics.
    pub fn tell(&self, output: &Path) -> Result<(), Error> {
        let ((tokens_before, bytes_before), (tokens, bytes)) = (self.before, self.after);
        if !self.is_quiet {
            eprintln!(
                "{}: {tokens_before} to {tokens} tokens, {bytes_before} to {bytes} bytes, {} questions in {:.1} s: {}",
                self.reason,
                self.counts.asked,
                self.seconds,
                output.display(),
            );
            if self.tally.misses > 0 {
                let Tally { hits, misses } = self.tally;
                eprintln!("the result was interesting in {hits} of {} runs", hits + misses);
            }
            if self.reason != "done" {
                eprintln!("the same command continues from here; --fresh starts over");
            }
        }
        let Some(path) = &self.stats else { return Ok(()) };
        let text = format!("{}\n", self.json());
        save(path, text.as_bytes()).map_err(|source| Error::Write {
            path: path.clone(),
            source,
        })
    }

    fn json(&self) -> Value {
        let counts = &self.counts;
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": self.choice["algorithm"],
            "list": self.choice["list"],
            "language": self.choice["language"],
            "tokens": {"before": self.before.0, "after": self.after.0},
            "bytes": {"before": self.before.1, "after": self.after.1},
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
            "cache": {
                "scheme": self.choice["cache"],
                "entries": self.cache.entries,
                "peak_bytes": self.cache.peak_bytes,
            },
            "stopped": self.reason,
        })
    }
}

//! `lop TEST INPUT`: the main job.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::tree::{self, Options};
use lop_core::{Event, Inline, Limits, Observer, Search, Stop, cache, list};
use lop_exec::{Failure, Test, save};
use lop_syntax::{Program, Tree, parse, print};

use crate::args::{self, Switch};
use crate::input::{Error, read_tree};

/// Without `--timeout`, a run may take this many times as long as on the input.
const TIME_OUT_FACTOR: f64 = 10.0;
/// And never less than this.
const LEAST_TIME_OUT: Duration = Duration::from_secs(5);
/// Progress is shown this often.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);
/// This many lines of the test's output are shown when it fails on the input.
const SHOWN_LINES: usize = 10;

pub fn run(args: &args::Reduce) -> Result<(), Error> {
    let (Some(script), Some(input)) = (&args.test, &args.input) else {
        unreachable!("clap asks for both");
    };
    let entry = tree::named(&args.algorithm).ok_or_else(|| unknown("algorithm", &args.algorithm))?;
    let list_name = args.list.as_deref().unwrap_or(entry.list);
    let list = list::named(list_name).ok_or_else(|| unknown("list algorithm", list_name))?;
    let cache = cache::named(&args.cache).ok_or_else(|| unknown("cache", &args.cache))?;
    let tree = Arc::new(read_tree(input, &args.language)?);
    let output = args.output.clone().unwrap_or_else(|| reduced_name(input));
    let mut test = Test::new(script, input)?;
    test.set_time_out(args.timeout.map(seconds));
    let took = check_original(&test, &tree, script, input)?;
    test.set_time_out(Some(args.timeout.map_or_else(|| default_time_out(took), seconds)));
    write(&output, tree.source())?;

    let start = Instant::now();
    let mut progress = Progress::new(&tree, &output, args.quiet);
    let program = Program::new(tree.clone());
    let limits = Limits {
        queries: args.max_queries,
        rounds: args.max_rounds,
    };
    let mut executor = Inline::new(&test);
    let mut search = Search::new(program, &mut executor, (cache.make)(), limits);
    search.observe_with(&mut progress);
    let options = || Options {
        list: (list.make)().into(),
        replacements: args.replacements == Switch::On,
        pruning: !args.no_pruning,
        wave: args.wave.unwrap_or(entry.options().wave),
    };
    let comments = tree::named("comments").expect("it is in the table");
    let mut stages = [comments, entry].into_iter();
    let stopped = stages
        .try_for_each(|stage| (stage.make)(options()).reduce(&mut search))
        .err();
    let counts = *search.counts();
    let usage = search.cache().usage();
    let best = search.best().text().to_vec();
    drop(search);
    if let Some(error) = progress.failed.take() {
        return Err(error);
    }
    let (best, tokens) = polished(best, &tree, &test, args.format);
    write(&output, &best)?;
    let seconds = start.elapsed().as_secs_f64();
    let reason = match stopped {
        None => "done",
        Some(Stop::QueryLimit) => "query limit",
        Some(Stop::TimeLimit) => "time limit",
        Some(Stop::Interrupted | Stop::Executor | Stop::Observer) => "interrupted",
    };
    if !args.quiet {
        eprintln!(
            "{reason}: {} to {tokens} tokens, {} to {} bytes, {} runs of the test in {seconds:.1} s: {}",
            tree.tokens(),
            tree.source().len(),
            best.len(),
            counts.asked,
            output.display(),
        );
    }
    if let Some(path) = &args.stats {
        let stats = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"),
            "algorithm": entry.name,
            "list": list_name,
            "language": tree.syntax().name,
            "tokens": {"before": tree.tokens(), "after": tokens},
            "bytes": {"before": tree.source().len(), "after": best.len()},
            "queries": {
                "asked": counts.asked,
                "executed": counts.executed,
                "wasted": counts.wasted(),
                "cached": counts.cached,
                "interesting": counts.interesting,
            },
            "seconds": {"total": seconds},
            "rounds": counts.rounds,
            "cache": {"scheme": cache.name, "entries": usage.entries, "peak_bytes": usage.peak_bytes},
            "stopped": reason,
        });
        write(path, format!("{stats}\n").as_bytes())?;
    }
    Ok(())
}

fn unknown(kind: &'static str, name: &str) -> Error {
    Error::UnknownName {
        kind,
        name: name.to_owned(),
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

fn default_time_out(took: Duration) -> Duration {
    took.mul_f64(TIME_OUT_FACTOR).max(LEAST_TIME_OUT)
}

/// `crash.reduced.c` for `crash.c`.
fn reduced_name(input: &Path) -> PathBuf {
    let mut name = input.file_stem().unwrap_or_default().to_owned();
    name.push(".reduced");
    if let Some(extension) = input.extension() {
        name.push(".");
        name.push(extension);
    }
    input.with_file_name(name)
}

fn write(path: &Path, content: &[u8]) -> Result<(), Error> {
    save(path, content).map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
    })
}

/// Runs the test on the input itself, which has to be interesting.
fn check_original(test: &Test, tree: &Tree, script: &Path, input: &Path) -> Result<Duration, Error> {
    let run = test.run(tree.source(), true)?;
    let Some(failure) = run.failure else {
        return Ok(run.took);
    };
    let mut reason = match failure {
        Failure::Code(code) => format!("it ended with exit code {code}"),
        Failure::Signal(signal) => format!("it was ended by signal {signal}"),
        Failure::TimeOut => "it took too long".to_owned(),
    };
    let output = String::from_utf8_lossy(&run.output);
    let lines: Vec<&str> = output.lines().collect();
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        let _ = write!(reason, "\n  {line}");
    }
    Err(Error::NotInteresting {
        script: script.to_owned(),
        input: input.to_owned(),
        reason,
    })
}

/// The result in the format that was asked for, if it is still interesting so; and its tokens.
fn polished(best: Vec<u8>, tree: &Tree, test: &Test, format: args::Format) -> (Vec<u8>, usize) {
    let reduced = parse(best.clone(), tree.syntax());
    let tokens = reduced.tokens();
    let text = print::print(&reduced, format.into());
    let is_kept = text != best && test.run(&text, false).is_ok_and(|run| run.failure.is_none());
    (if is_kept { text } else { best }, tokens)
}

/// Keeps the best program on the disk and the user informed.
struct Progress<'a> {
    output: &'a Path,
    tokens: usize,
    is_shown: bool,
    last: Instant,
    failed: Option<Error>,
}

impl<'a> Progress<'a> {
    fn new(tree: &Tree, output: &'a Path, is_quiet: bool) -> Self {
        Progress {
            output,
            tokens: tree.tokens(),
            is_shown: !is_quiet,
            last: Instant::now(),
            failed: None,
        }
    }
}

impl Observer for Progress<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Improved { best, counts } = event else {
            return Ok(());
        };
        if let Err(error) = write(self.output, best.text()) {
            self.failed = Some(error);
            return Err(Stop::Observer);
        }
        if self.is_shown && self.last.elapsed() >= PROGRESS_EVERY {
            self.last = Instant::now();
            let end = if std::io::stderr().is_terminal() { "\r" } else { "\n" };
            eprint!(
                "{} of {} tokens after {} runs of the test{end}",
                best.token_count(),
                self.tokens,
                counts.asked
            );
        }
        Ok(())
    }
}

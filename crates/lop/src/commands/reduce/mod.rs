//! `lop TEST INPUT`: the main job.

mod progress;
mod stats;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::tree::{self, Options};
use lop_core::{Counts, Limits, Search, Stop, cache, list};
use lop_exec::sanity::{self, Sanity};
use lop_exec::{
    Fingerprint, Flaky, History, Interrupt, Journal, Run, Runners, Sandbox, Settled, Setup, TimeOut, check_writable,
    describe,
};
use lop_syntax::{Program, Tree, parse, print};

use crate::args::{self, Switch};
use crate::exit_code::ExitStatus;
use crate::input::{Error, read_tree};
use progress::Progress;
use stats::Summary;

/// What asks the test: a journal of answers, before them doubts about them, before them the runners.
type Asked = Journal<Flaky<Runners>>;

pub fn run(args: &args::Reduce) -> Result<ExitStatus, Error> {
    let (Some(script), Some(input)) = (&args.test, &args.input) else {
        unreachable!("clap asks for both");
    };
    let choice = Choice::of(args)?;
    let tree = Arc::new(read_tree(input, &args.language)?);
    let output = args.output.clone().unwrap_or_else(|| reduced_name(input));
    let start = Instant::now();
    sanity::check_script(script)?;
    check_writable(&output)?;
    let mut runners = start_runners(args, script, input, start)?;
    let one_token = tree.leaves().next().map(|leaf| tree.text(leaf).to_vec());
    let sanity = sanity::check_input(&mut runners, input, tree.source(), one_token.as_deref())?;
    warn(&sanity, args.quiet);

    let source: Arc<[u8]> = tree.source().into();
    let mut flaky = Flaky::new(runners, args.flaky, source.clone());
    let mut history = History::new(source);
    let mut summary = Summary::new(&tree, args, &choice);
    let journal = journal_name(&output);
    if args.fresh {
        let _ = fs::remove_file(&journal);
    }
    let mut progress = Progress::new(&tree, &output, args.quiet);
    progress.save(tree.source())?;
    let distrusted = if sanity.is_flaky() { flaky.distrust() } else { Ok(()) };
    let mut asked = Journal::open(&journal, &fingerprint(args, script, &tree)?, flaky)?;
    progress.resumed(asked.len());
    let stopped = distrusted
        .and_then(|()| choice.reduce_and_settle(&tree, &mut asked, &mut history, &mut progress, &mut summary))
        .err();
    if let Some(error) = progress.take_error() {
        return Err(error);
    }
    if stopped == Some(Stop::Executor) {
        return Err(test_error(&mut asked));
    }
    if let Some(error) = asked.take_error() {
        eprintln!("warning: {error}: this run cannot be continued if it is interrupted");
    }
    let is_cut_short = stopped.is_some_and(|stop| stop != Stop::QueryLimit);
    let (best, tokens) = polished(history.last(), &tree, &mut asked, args.format, is_cut_short);
    progress.save(&best)?;
    summary.finish(&best, tokens, stopped, start.elapsed(), &mut asked);
    drop(asked);
    // What is finished is not continued.
    if stopped.is_none() {
        let _ = fs::remove_file(&journal);
    }
    summary.tell(&output)?;
    Ok(match stopped {
        None => ExitStatus::Done,
        Some(Stop::QueryLimit | Stop::TimeLimit) => ExitStatus::Limit,
        Some(Stop::Interrupted | Stop::Executor | Stop::Observer) => ExitStatus::Interrupted,
    })
}

/// The algorithms that were chosen.
pub struct Choice {
    tree: &'static tree::Entry,
    list: &'static list::Entry,
    cache: &'static cache::Entry,
    options: Options,
    limits: Limits,
}

impl Choice {
    fn of(args: &args::Reduce) -> Result<Self, Error> {
        let tree = tree::named(&args.algorithm).ok_or_else(|| unknown("algorithm", &args.algorithm))?;
        let list_name = args.list.as_deref().unwrap_or(tree.list);
        let list = list::named(list_name).ok_or_else(|| unknown("list algorithm", list_name))?;
        let cache = cache::named(&args.cache).ok_or_else(|| unknown("cache", &args.cache))?;
        let defaults = tree.options();
        Ok(Choice {
            tree,
            list,
            cache,
            options: Options {
                list: (list.make)().into(),
                replacements: args.replacements == Switch::On,
                pruning: !args.no_pruning,
                wave: args.wave.unwrap_or(defaults.wave),
            },
            limits: Limits {
                queries: args.max_queries,
                rounds: args.max_rounds,
            },
        })
    }

    /// Reduces until the result stands, which takes more than one search where the test is flaky.
    fn reduce_and_settle(
        &self,
        tree: &Tree,
        asked: &mut Asked,
        history: &mut History,
        progress: &mut Progress<'_>,
        summary: &mut Summary,
    ) -> Result<(), Stop> {
        loop {
            let program = Program::new(Arc::new(parse(history.last().clone(), tree.syntax())));
            let limits = Limits {
                queries: self
                    .limits
                    .queries
                    .map(|most| most.saturating_sub(summary.counts.asked)),
                ..self.limits
            };
            let mut observer = progress.with_history(history);
            let mut search = Search::new(program, asked, (self.cache.make)(), limits);
            search.observe_with(&mut observer);
            let comments = tree::named("comments").expect("it is in the table");
            let mut stages = [comments, self.tree].into_iter();
            let result = stages.try_for_each(|stage| (stage.make)(self.options.clone()).reduce(&mut search));
            add(&mut summary.counts, search.counts());
            summary.cache = search.cache().usage();
            drop(search);
            result?;
            match asked.inner().settle(history)? {
                Settled::Done(tally) => {
                    summary.tally = tally;
                    return Ok(());
                }
                Settled::Again => asked.begin_epoch(),
            }
        }
    }
}

fn add(all: &mut Counts, more: &Counts) {
    all.asked += more.asked;
    all.executed += more.executed;
    all.repeated += more.repeated;
    all.cached += more.cached;
    all.interesting += more.interesting;
    all.rounds += more.rounds;
}

fn start_runners(args: &args::Reduce, script: &Path, input: &Path, start: Instant) -> Result<Runners, Error> {
    let interrupt = Interrupt::catch().map_err(lop_exec::Error::Runner)?;
    let mut setup = Setup::script(script, input);
    setup.slots = args.jobs.unwrap_or_else(cores);
    setup.memory_bytes = args.memory_limit.map(|megabytes| megabytes << 20);
    setup.keeps_output = args.keep_logs.is_some();
    if args.sandbox {
        setup.sandbox = Sandbox::On;
    }
    if let Some(limit) = args.timeout {
        setup.time_out = TimeOut::fixed(seconds(limit));
    }
    let mut runners = Runners::start(setup, Arc::new(interrupt))?;
    runners.set_deadline(args.time_limit.and_then(|limit| start.checked_add(seconds(limit))));
    if let Some(folder) = args.keep_logs.clone() {
        fs::create_dir_all(&folder).map_err(|source| Error::Write {
            path: folder.clone(),
            source,
        })?;
        runners.watch_with(move |ticket, run| keep_log(&folder, ticket.0, run));
    }
    Ok(runners)
}

/// One file for each run. A log that cannot be written is no reason to stop.
fn keep_log(folder: &Path, number: u64, run: &Run) {
    let mut log = format!("{}, after {:.3} s\n", describe(run.outcome), run.took.as_secs_f64()).into_bytes();
    log.extend(&run.output);
    let _ = fs::write(folder.join(format!("{number:06}.log")), log);
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

fn warn(sanity: &Sanity, is_quiet: bool) {
    if is_quiet {
        return;
    }
    for weakness in &sanity.weaknesses {
        eprintln!("warning: {weakness}: the result may say nothing about what you are after");
    }
    if sanity.is_flaky() {
        eprintln!(
            "warning: the test found the input interesting {} of {} times: it is flaky, and will be asked often",
            sanity.hits, sanity.runs
        );
    }
}

/// What answers depend on.
fn fingerprint(args: &args::Reduce, script: &Path, tree: &Tree) -> Result<Fingerprint, Error> {
    let content = fs::read(script).map_err(|source| Error::Read {
        path: script.to_owned(),
        source,
    })?;
    let settings = format!("{:?} {:?} {}", args.memory_limit, args.timeout, args.sandbox);
    let version = env!("CARGO_PKG_VERSION");
    Ok(Fingerprint::new(version, &content, tree.source(), settings.as_bytes()))
}

fn test_error(asked: &mut Asked) -> Error {
    match asked.inner().inner().take_error() {
        Some(error) => error.into(),
        None => Error::Exec(lop_exec::Error::Interrupted),
    }
}

fn unknown(kind: &'static str, name: &str) -> Error {
    Error::UnknownName {
        kind,
        name: name.to_owned(),
    }
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

/// `crash.reduced.c.lop-journal` for `crash.reduced.c`.
fn journal_name(output: &Path) -> PathBuf {
    let mut name = output.file_name().unwrap_or_default().to_owned();
    name.push(".lop-journal");
    output.with_file_name(name)
}

/// The result in the format that was asked for, if it is still interesting so; and its tokens.
fn polished(
    best: &Arc<[u8]>,
    tree: &Tree,
    asked: &mut Asked,
    format: args::Format,
    is_cut_short: bool,
) -> (Vec<u8>, usize) {
    let reduced = parse(best.clone(), tree.syntax());
    let tokens = reduced.tokens();
    let text = print::print(&reduced, format.into());
    let mut is_interesting = |text: &[u8]| {
        let run = asked.inner().inner().run(text, false);
        run.is_ok_and(|run| run.verdict() == lop_core::Verdict::Interesting)
    };
    let is_kept = !is_cut_short && text != **best && is_interesting(&text);
    (if is_kept { text } else { best.to_vec() }, tokens)
}

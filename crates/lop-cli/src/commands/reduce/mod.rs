//! `lop TEST INPUT...`: the main job.
//!
//! `files.rs` knows what is reduced and where the best goes, `choice.rs` which searches that takes.

mod choice;
mod display;
mod elsewhere;
mod files;
mod finish;
mod in_place;
pub mod learning;
mod progress;
mod recorder;
#[cfg(feature = "remote")]
pub mod remote;
mod stats;
mod test;
mod trace;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::Stop;
use lop_exec::sanity::{self, Sanity};
use lop_exec::{
    Activity, ExecutorStack, Fingerprint, Flaky, History, Interrupt, Journal, Mixed, Runners, Sandbox, Setup, Step,
    TimeOut, describe,
};
use lop_syntax::print;

use super::report;
use crate::args;
use crate::events::{SCHEMA, Start};
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::options;
use choice::{Choice, Work};
use display::{Board, Display, Title};
use files::{Input, Output, Size};
use progress::Progress;
use recorder::{Events, Recorder};
use stats::Summary;
use test::Test;
use trace::Trace;

pub fn run(args: &args::Reduce) -> Result<ExitStatus, Error> {
    check_usage(args)?;
    let choice = Choice::of(args)?;
    let input = Input::read(args)?;
    choice.check(args, &input)?;
    finish::check(&input, args)?;
    let start = Instant::now();
    let output = Output::new(output_path(args, &input), &input, args)?;
    let interrupt = Arc::new(Interrupt::catch().map_err(lop_exec::Error::Runner)?);
    let test = Test::of(args, &input, &interrupt)?;
    let runners = start_runners(args, test.setup(&input), &input, start, &interrupt)?;
    let mut mixed = Mixed::new(runners);
    #[cfg(feature = "remote")]
    remote::connect(args, &test, &input, &mut mixed)?;
    let one_token = input.one_token();
    let sanity = sanity::check_input(&mut mixed, &input.path, &input.source, one_token.as_deref())
        .map_err(|error| test.explain(error))?;
    elsewhere::check(&mut mixed, &input.source)?;
    if !args.quiet {
        warn_about(args, &choice, &input, &sanity);
    }
    if args.in_place {
        in_place::keep_original(&input)?;
    }

    let flaky = Flaky::new(mixed, args.flaky, input.source.clone());
    let mut history = History::new(input.source.clone());
    let mut summary = Summary::new(&input, args, &choice);
    let journal = output.journal();
    if args.fresh {
        let _ = fs::remove_file(&journal);
    }
    let mut trace = Trace::new(args.trace.as_deref())?;
    let events = Events::of(args)?;
    let mut recorder = Recorder::new(events.path(), start)?;
    let mut progress = Progress::new(output);
    let opened = Journal::open(&journal, &fingerprint(args, &test, &input)?, flaky)?;
    let mut stack = ExecutorStack::new(opened, |text| input.is_whole(text));
    // Only now: whoever is told that something changed keeps what the run before has found.
    let known = stack.known();
    if known > 0 && !args.quiet {
        eprintln!("continuing a run that was interrupted: {known} answers are known");
    }
    if known == 0 || !progress.resume(&input) {
        progress.save(&input.source)?;
    }
    recorder.begin(|| recorded_start(args, &choice, &input, &progress, &summary));
    let mut display = start_display(args, &input, &progress, &summary, &interrupt);
    let watcher = watcher(args.keep_logs.clone(), &display, &recorder);
    stack.watch_with(watcher);
    stack.notify_with(display.notifier(args.quiet));
    let distrusted = if sanity.is_flaky() { stack.distrust() } else { Ok(()) };
    let mut work = Work {
        input: &input,
        stack: &mut stack,
        history: &mut history,
        progress: &mut progress,
        display: &mut display,
        summary: &mut summary,
        trace: &mut trace,
        recorder: &mut recorder,
    };
    let stopped = distrusted.and_then(|()| choice.reduce_and_settle(&mut work)).err();
    display.finish();
    if let Some(error) = progress.take_error() {
        return Err(error);
    }
    if stopped == Some(Stop::Executor) {
        return Err(test_error(&mut stack));
    }
    if let Some(error) = stack.take_journal_error() {
        eprintln!("warning: {error}: this run cannot be continued if it is interrupted");
    }
    let is_cut_short = stopped.is_some_and(|stop| stop != Stop::QueryLimit);
    let mut best = history.last().clone();
    if stopped.is_none() {
        best = finish::finish(best, &input, &mut stack, args)?;
    }
    let tokens = input.size(&best).tokens;
    if !is_cut_short {
        best = polished(best, &input, &mut stack, args.format);
        if best != *history.last() {
            recorder.replace("printed with other white space", || input.recorded(&best));
        }
    }
    if stopped.is_none() {
        progress.save(&best)?;
    } else {
        progress.save_better(&best, &input)?;
    }
    let verified = elsewhere::verify(&mut stack, &best);
    summary.finish(
        Size {
            tokens,
            ..input.size(&best)
        },
        stopped,
        start.elapsed(),
        &stack,
    );
    recorder.end(|t| summary.recorded(t));
    drop(stack);
    // What is finished is not continued.
    if stopped.is_none() {
        let _ = fs::remove_file(&journal);
    }
    progress.output().print(&best)?;
    summary.tell(&progress.output().shown())?;
    verified?;
    if let (Some(events), Some(page)) = (events.path(), &args.report) {
        report::write(events, page)?;
    }
    Ok(match stopped {
        None => ExitStatus::Done,
        Some(Stop::QueryLimit | Stop::TimeLimit) => ExitStatus::Limit,
        Some(_) => ExitStatus::Interrupted,
    })
}

/// What clap does not know about options that do not go together.
fn check_usage(args: &args::Reduce) -> Result<(), Error> {
    let is_several = args.inputs.len() > 1 || args.inputs.iter().any(|path| path.is_dir());
    let is_printed = |path: &Path| path == Path::new("-");
    let has_stdin = args.inputs.iter().any(|path| is_printed(path));
    let is_output_printed = match &args.output {
        Some(output) => is_printed(output),
        None => has_stdin,
    };
    let refused = |reason: &str, hint: &str| {
        Err(Error::Usage {
            reason: reason.to_owned(),
            hint: hint.to_owned(),
        })
    };
    if has_stdin && is_several {
        return refused(
            "standard input is one file, and there are several inputs",
            "write it to a file first",
        );
    }
    if is_output_printed && is_several {
        return refused("several files do not fit standard output", "name a directory with -o");
    }
    if is_output_printed && args.json {
        return refused(
            "both the result and the figures would go to standard output",
            "write the figures to a file with --stats, or the result with -o",
        );
    }
    if args.jobs == Some(0) && remote_jobs(args) == 0 {
        return refused(
            "with -j 0 no test is run here, and nobody else is there to run it",
            "give -j a number, or name servers with --remote",
        );
    }
    if args.in_place && (is_several || has_stdin) {
        return refused(
            "only one file can be reduced in place",
            "without --in-place the result is put beside the inputs",
        );
    }
    Ok(())
}

/// Where the best program goes.
fn output_path(args: &args::Reduce, input: &Input) -> PathBuf {
    match &args.output {
        Some(output) => output.clone(),
        None if args.in_place => input.path.clone(),
        None if args.inputs == [Path::new("-")] => PathBuf::from("-"),
        None => input.default_output(),
    }
}

/// Sets what a run of the test may take.
fn confine(setup: &mut Setup, args: &args::Reduce) {
    setup.memory_bytes = args.memory_limit.map(|megabytes| megabytes << 20);
    if args.sandbox {
        setup.sandbox = Sandbox::On;
    }
    if let Some(limit) = args.timeout {
        setup.time_out = TimeOut::fixed(seconds(limit));
    }
}

fn start_runners(
    args: &args::Reduce,
    mut setup: Setup,
    input: &Input,
    start: Instant,
    interrupt: &Arc<Interrupt>,
) -> Result<Runners, Error> {
    setup.slots = jobs(args);
    setup.keeps_output = args.keep_logs.is_some() || args.events.is_some() || args.report.is_some();
    confine(&mut setup, args);
    let mut runners = Runners::start(setup, interrupt.clone())?;
    input.place(&mut runners);
    runners.set_deadline(args.time_limit.and_then(|limit| start.checked_add(seconds(limit))));
    if let Some(folder) = args.keep_logs.clone() {
        fs::create_dir_all(&folder).map_err(|source| Error::Write {
            path: folder.clone(),
            source,
        })?;
        runners.watch_with(move |activity| keep_log(&folder, activity));
    }
    Ok(runners)
}

fn start_display(
    args: &args::Reduce,
    input: &Input,
    progress: &Progress,
    summary: &Summary,
    interrupt: &Arc<Interrupt>,
) -> Display {
    let title = Title {
        input: input.path.display().to_string(),
        output: progress.output().path().display().to_string(),
    };
    let kind = args.progress.unwrap_or_else(|| Display::fitting(args.quiet));
    let board = Board::new(summary.before(), input.source.clone(), jobs(args) + remote_jobs(args));
    Display::start(kind, title, board, interrupt)
}

fn recorded_start(
    args: &args::Reduce,
    choice: &Choice,
    input: &Input,
    progress: &Progress,
    summary: &Summary,
) -> Start {
    let Size { tokens, bytes, .. } = summary.before();
    Start {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        input: input.path.display().to_string(),
        output: progress.output().path().display().to_string(),
        algorithm: choice.tree.name.to_owned(),
        list: choice.list.name.to_owned(),
        cache: choice.cache.name.to_owned(),
        jobs: jobs(args) + remote_jobs(args),
        tokens,
        bytes,
        grammar: args.language.grammar.as_ref().map(|path| path.display().to_string()),
        files: input.recorded(&input.source),
    }
}

/// Everybody who wants to know what the runners do.
fn watcher(logs: Option<PathBuf>, display: &Display, recorder: &Recorder) -> impl FnMut(Activity<'_>) + use<> {
    let mut show = display.runner_watch();
    let mut record = recorder.runner_watch();
    move |activity| {
        show(activity);
        record(activity);
        if let Some(folder) = &logs {
            keep_log(folder, activity);
        }
    }
}

/// One file for each run. A log that cannot be written is no reason to stop.
fn keep_log(folder: &Path, activity: Activity<'_>) {
    let Step::Ended(run) = activity.step else { return };
    let number = activity.ticket.0;
    let mut log = format!("{}, after {:.3} s\n", describe(run.outcome), run.took.as_secs_f64()).into_bytes();
    log.extend(&run.output);
    let _ = fs::write(folder.join(format!("{number:06}.log")), log);
}

/// How many tests are run here at once.
fn jobs(args: &args::Reduce) -> usize {
    args.jobs.unwrap_or_else(cores)
}

/// How many tests are run elsewhere at once.
#[cfg(feature = "remote")]
fn remote_jobs(args: &args::Reduce) -> usize {
    args.remote.slots()
}

/// Nobody is elsewhere in a lop that was built without.
#[cfg(not(feature = "remote"))]
fn remote_jobs(_: &args::Reduce) -> usize {
    0
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

fn warn_about(args: &args::Reduce, choice: &Choice, input: &Input, sanity: &Sanity) {
    for warning in warnings(args, choice) {
        eprintln!("warning: {warning}");
    }
    for protect in input.protected.idle() {
        eprintln!("warning: --protect '{protect}' protects nothing: it is not in the input");
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

/// What the user should know about the options.
fn warnings(args: &args::Reduce, choice: &Choice) -> Vec<String> {
    let mut warnings = options::idle(args, choice.tree);
    if let (Some(timeout), Some(limit)) = (args.timeout, args.time_limit)
        && timeout >= limit
    {
        warnings.push(format!(
            "one run of the test may take {timeout} s, which is all the time there is: --time-limit {limit}"
        ));
    }
    warnings
}

/// What verdicts depend on.
fn fingerprint(args: &args::Reduce, test: &Test, input: &Input) -> Result<Fingerprint, Error> {
    let content = test.content()?;
    let settings = format!("{}{}", options::verdict_settings(args), input.names());
    let version = env!("CARGO_PKG_VERSION");
    Ok(Fingerprint::new(version, &content, &input.source, settings.as_bytes()))
}

fn test_error(stack: &mut ExecutorStack<'_>) -> Error {
    match stack.take_error() {
        Some(error) => error.into(),
        None => Error::Exec(lop_exec::Error::Interrupted),
    }
}

/// The result in the format of `--format`, file by file, as far as it is interesting so.
fn polished(mut best: Arc<[u8]>, input: &Input, stack: &mut ExecutorStack<'_>, format: args::Format) -> Arc<[u8]> {
    for path in input.paths(&best) {
        let Some(part) = input.part(&best, &path) else { continue };
        let text = part.frame.text(&print::print(&input.tree(&part), format.into()));
        if text != best && stack.judge_result(&text) == Ok(true) {
            best = text;
        }
    }
    best
}

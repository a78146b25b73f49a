//! `lop TEST INPUT...`: the main job, in four phases.
//!
//! 1. [`Plan::new`] makes a plan of the command line.
//! 2. [`check::check`] reads the input, starts the runners and has the test judge the input.
//! 3. [`Reduction::search`] (`searches.rs`) makes the searches, with the library's driver.
//! 4. [`Reduction::finish`] (`finish.rs`) hands the result on, prints it and tells of it.
//!
//! `files.rs` knows what is reduced and where the best goes.

mod also;
mod check;
mod course;
mod display;
mod files;
mod finish;
mod finish_with;
mod in_place;
mod observers;
mod opening;
mod outputs;
mod plan;
mod progress;
mod recorder;
#[cfg(feature = "remote")]
pub(crate) mod remote;
mod searches;
mod show;
mod stats;
mod syntax;
mod test;
mod test_files;
mod trace;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use lop_exec::{ExecutorStack, Fingerprint, Flaky, History, Interrupt, Journal, Subject, Tally};

use crate::args;
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::say::say;
use also::Also;
use check::Checked;
use display::Display;
pub(crate) use files::Input;
use files::Output;
use observers::Observers;
use plan::Plan;
pub(crate) use plan::Sources;
use progress::Progress;
use recorder::{Events, Recorder};
use stats::Summary;
use syntax::SyntaxLimits;
use test::Test;
use test_files::TestFiles;
use trace::Trace;

pub(crate) fn run(args: &args::Reduce) -> Result<ExitStatus, Error> {
    let plan = Plan::new(args)?;
    let checked = check::check(&plan)?;
    let mut reduction = Reduction::begin(plan, checked)?;
    let stopped = reduction.search()?;
    reduction.finish(stopped)
}

/// A reduction between its checks and its end.
struct Reduction {
    plan: Plan,
    input: Rc<Input>,
    stack: ExecutorStack<'static>,
    syntax: SyntaxLimits,
    /// Whether the test contradicted itself on the input.
    is_flaky: bool,
    history: History,
    /// The tally of the runs on the result.
    tally: Tally,
    progress: Progress,
    observers: Observers,
    events: Events,
    also: Option<Also>,
    interrupt: Arc<Interrupt>,
    start: Instant,
}

impl Reduction {
    /// Opens the journal and all reports.
    fn begin(plan: Plan, checked: Checked) -> Result<Self, Error> {
        let Checked {
            input,
            mut output,
            lock,
            test,
            mixed,
            sanity,
            interrupt,
            start,
        } = checked;
        let flaky = Flaky::new(mixed, plan.flaky, input.source.clone());
        let about = About::new(&plan, &test, &input)?;
        let opened = Journal::open(lock, &about.fingerprint(), flaky)?;
        // Only after the journal was opened: if it is refused, the reports of the run before stay.
        let trace = Trace::new(plan.reports.trace.as_deref(), &input.manner())?;
        let events = Events::of(&plan.reports)?;
        let recorder = Recorder::new(events.path(), input.clone(), start)?;
        let guard = input.clone();
        let mut stack = ExecutorStack::new(opened, move |text| guard.is_whole(text));
        let syntax = SyntaxLimits::new(&input, plan.syntax);
        let limits = syntax.clone();
        stack.allow_results(move |text| limits.allow(text));
        output.set_subject(about.subject());
        let also = Also::new(&plan, &input, &output)?;
        let mut progress = resume(&plan, &input, output, &mut stack, about.subject())?;
        let summary = Summary::new(&input, &plan);
        tell_of_given_up(&plan, &input);
        let observers = Observers {
            display: start_display(&plan, &input, progress.output(), &interrupt),
            trace,
            summary,
            recorder,
        };
        let notifier = observers.display.notifier(plan.reports.is_quiet);
        progress.watch_test(TestFiles::new(&test, &input.test_name(), notifier));
        let mut reduction = Reduction {
            history: History::new(input.source.clone()),
            tally: Tally::default(),
            is_flaky: sanity.is_flaky(),
            plan,
            input,
            stack,
            syntax,
            progress,
            observers,
            events,
            also,
            interrupt,
            start,
        };
        reduction.tell_of_runs();
        Ok(reduction)
    }

    /// Makes display, recorder and logs watch the runners.
    fn tell_of_runs(&mut self) {
        let Observers { display, recorder, .. } = &mut self.observers;
        recorder.begin(|| stats::recorded_start(&self.plan, &self.input, self.progress.output()));
        let mut show = display.runner_watch();
        let mut record = recorder.runner_watch();
        let logs = self.plan.reports.logs.clone();
        let manner = self.input.manner();
        let also = self.also.clone();
        self.stack.watch_with(move |activity| {
            show(activity);
            record(activity);
            if let Some(folder) = &logs {
                check::keep_log(folder, &manner, activity);
            }
            if let Some(also) = &also {
                also.watch(activity);
            }
        });
        self.stack.notify_with(display.notifier(self.plan.reports.is_quiet));
    }
}

/// Continues from the output of an earlier run, or begins with the input. The result on the disk is only ever replaced
/// by one that is no larger, as long as its subject is the same and it is interesting.
fn resume(
    plan: &Plan,
    input: &Input,
    output: Output,
    stack: &mut ExecutorStack<'_>,
    subject: Subject,
) -> Result<Progress, Error> {
    let known = stack.known();
    if known > 0 && !plan.reports.is_quiet {
        say!("continuing a run that was interrupted: {known} answers are known");
    }
    let earlier = output.earlier(input).filter(|_| !plan.is_fresh);
    let mut progress = Progress::new(output);
    let earlier = match earlier {
        // It may be from a run with `--syntax free`.
        Some(earlier) if known > 0 => stack.allows_result(&earlier.text).then_some(earlier),
        // A finished run left no journal: the test decides whether its result is still interesting.
        Some(earlier) if earlier.is_about(subject) => {
            let text: Arc<[u8]> = earlier.text.as_slice().into();
            let is_interesting = *text == *input.source || stack.judge_result(&text) == Ok(true);
            is_interesting.then_some(earlier)
        }
        _ => None,
    };
    match earlier {
        Some(earlier) => progress.keep(earlier.text, input),
        None => progress.save(&input.source)?,
    }
    Ok(progress)
}

/// Warns of files that are reduced as text because their parser gave up.
fn tell_of_given_up(plan: &Plan, input: &Input) {
    let is_told = !plan.reports.is_quiet;
    for (language, gave_up) in input.given_up().into_iter().filter(|_| is_told) {
        say!("warning: the parser of {language} {gave_up} on this input: it is reduced as text, in lines and words");
    }
}

fn start_display(plan: &Plan, input: &Rc<Input>, output: &Output, interrupt: &Arc<Interrupt>) -> Display {
    let title = display::Title {
        input: input.path.display().to_string(),
        output: output.path().display().to_string(),
    };
    let reports = &plan.reports;
    let kind = reports.progress.unwrap_or_else(|| Display::fitting(reports.is_quiet));
    Display::start(kind, title, input.clone(), plan.slots(), interrupt)
}

/// Everything that verdicts depend on.
struct About {
    test: Vec<u8>,
    input: Arc<[u8]>,
    settings: String,
}

impl About {
    fn new(plan: &Plan, test: &Test, input: &Input) -> Result<Self, Error> {
        Ok(About {
            test: test.content()?,
            input: input.source.clone(),
            settings: format!("{}{}", plan.verdict_settings, input.names()),
        })
    }

    /// A journal is for one version of lop, which makes the same queries again.
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(
            env!("CARGO_PKG_VERSION"),
            &self.test,
            &self.input,
            self.settings.as_bytes(),
        )
    }

    /// A result is valid for every version.
    fn subject(&self) -> Subject {
        Subject::new(&[&self.test, &self.input, self.settings.as_bytes()])
    }
}

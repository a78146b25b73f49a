//! The checks before the first query.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use lop_core::model::ModelError;
use lop_exec::sanity::{self, Sanity};
use lop_exec::{Activity, Confinement, Deaf, Interrupt, JournalLock, Manner, Mixed, Runners, Step, describe};

use super::files::{self, Input, Output};
use super::opening::{self, Trying};
use super::plan::{Destination, Plan};
use super::test::Test;
use super::{finish_with, in_place, outputs};
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::say::say;

/// A reduction that has passed its checks: its files, its test, and the runners of that test.
pub(super) struct Checked {
    pub input: Rc<Input>,
    pub output: Output,
    pub lock: JournalLock,
    pub test: Test,
    pub mixed: Mixed,
    pub sanity: Sanity,
    pub interrupt: Arc<Interrupt>,
    pub start: Instant,
}

/// Reads the input, starts the runners and has the test judge the input.
pub(super) fn check(plan: &Plan) -> Result<Checked, Error> {
    // Before all else: reading and parsing may take long.
    let interrupt = Arc::new(Interrupt::catch().map_err(lop_exec::Error::Runner)?);
    interrupt.when_deaf(|deaf| end(deaf, None));
    opening::reading(plan);
    let input = Rc::new(Input::read(&plan.sources)?);
    opening::tell_input(plan, &input);
    check_model(plan, &input)?;
    check_rewrites(plan, &input)?;
    finish_with::check(plan, &input)?;
    let start = Instant::now();
    let (output, lock) = open_output(plan, &input)?;
    interrupt.when_deaf({
        let (path, shown, is_printed) = (output.path().to_owned(), output.shown(), output.is_standard());
        move |deaf| {
            if is_printed {
                let _ = fs::read(&path).and_then(|text| std::io::stdout().write_all(&text));
            }
            end(deaf, Some((path, shown)));
        }
    });
    let test = Test::of(plan, &input, &interrupt)?;
    let mut mixed = Mixed::new(start_runners(plan, &test, &input, start, &interrupt)?);
    #[cfg(feature = "remote")]
    super::remote::connect(plan, &test, &input, &mut mixed)?;
    let one_token = input.one_token();
    let trying = Trying::begin(plan, &mut mixed);
    let sanity = sanity::check_input(&mut mixed, &input.path, &input.source, one_token.as_deref())
        .map_err(|error| test.explain(error))?;
    drop(trying);
    opening::tell_test(plan, &mut mixed, &sanity);
    check_remote(&mut mixed, &input)?;
    if !plan.reports.is_quiet {
        warn(plan, &input, &sanity);
    }
    if plan.sources.is_in_place && !input.is_bundle() {
        in_place::keep_original(&input)?;
    }
    Ok(Checked {
        input,
        output,
        lock,
        test,
        mixed,
        sanity,
        interrupt,
        start,
    })
}

/// Ends a process that does not notice an interrupt or the time limit because it parses or waits. The best program is
/// on the disk at any moment.
fn end(deaf: Deaf, output: Option<(PathBuf, String)>) {
    super::display::leave_screen();
    let (reason, status) = match deaf {
        Deaf::Interrupted => ("interrupted", ExitStatus::Interrupted),
        Deaf::TimeLimit => ("the time limit is reached", ExitStatus::Limit),
    };
    match &output {
        Some((path, shown)) if path.exists() => {
            say!("{reason}: the best program so far is in {shown}; the same command continues from here");
        }
        _ => say!("{reason} before the first query"),
    }
    if let Some((path, _)) = output {
        JournalLock::abandon(&outputs::journal(&path));
    }
    std::process::exit(status as i32);
}

/// Makes sure that the result and all other outputs can be written, and that no other process writes them. Before
/// that, nothing is written.
fn open_output(plan: &Plan, input: &Input) -> Result<(Output, JournalLock), Error> {
    let path = plan.destination.path(input);
    outputs::check(plan, input, &path)?;
    if path == Path::new("-") {
        let output = Output::standard(input)?;
        let lock = JournalLock::take(&outputs::journal(output.path()))?;
        return Ok((output, lock));
    }
    let mut lock = take_lock(&path)?;
    let is_beside = match plan.destination {
        Destination::Beside => true,
        Destination::InPlace => input.is_bundle(),
        Destination::Named(_) => false,
    };
    if is_beside && !plan.is_forced {
        files::check_ours(&path, input, &lock)?;
    }
    if plan.is_fresh {
        lock.forget()?;
    }
    let output = Output::new(path, input, &plan.sources.paths, &lock)?;
    Ok((output, lock))
}

/// The lock of a result. If it cannot be made, neither can the result, and the error names the result.
fn take_lock(result: &Path) -> Result<JournalLock, lop_exec::Error> {
    JournalLock::take(&outputs::journal(result)).map_err(|error| match error {
        lop_exec::Error::Write { source, .. } => lop_exec::Error::Write {
            path: result.to_owned(),
            source,
        },
        error => error,
    })
}

/// Refuses a model of the user's that is for no file of the input.
fn check_model(plan: &Plan, input: &Input) -> Result<(), Error> {
    match &plan.model {
        Some((path, model)) if !input.has_language(&model.language) => Err(Error::Model {
            path: path.clone(),
            source: ModelError::Language {
                found: model.language.clone(),
                wanted: input.languages(),
            },
        }),
        _ => Ok(()),
    }
}

/// Refuses rewrite rules that are in no language of the input.
fn check_rewrites(plan: &Plan, input: &Input) -> Result<(), Error> {
    let refused = plan.driver.check_rewrites(&input.syntaxes());
    refused.map_err(|error| match error {
        lop::Error::Rewrite(rule) => {
            let mut rewrites = plan.rewrites.iter();
            let refused = rewrites.find(|rewrite| rewrite.rule == rule.rule);
            let place = refused.and_then(|rewrite| rewrite.place.clone());
            Error::Rewrite { place, rule }
        }
        error => error.into(),
    })
}

/// Checks that remote workers find the input interesting, too. Without local runners that is known already.
fn check_remote(mixed: &mut Mixed, input: &Input) -> Result<(), Error> {
    if mixed.remote_counts().is_none() || mixed.runners().setup().slots == 0 {
        return Ok(());
    }
    Ok(sanity::check_elsewhere(mixed, &input.source)?)
}

fn start_runners(
    plan: &Plan,
    test: &Test,
    input: &Input,
    start: Instant,
    interrupt: &Arc<Interrupt>,
) -> Result<Runners, Error> {
    let mut setup = test.setup(input);
    setup.slots = plan.jobs;
    setup.keeps_output = plan.reports.keep_output();
    plan.confinement.apply(&mut setup);
    let mut runners = Runners::start(setup, interrupt.clone())?;
    if let Some(confinement) = runners.confinement().filter(|_| !plan.reports.is_quiet) {
        tell_of_sandbox(confinement);
    }
    input.place(&mut runners);
    runners.set_deadline(plan.time_limit.and_then(|limit| start.checked_add(limit)));
    if let Some(folder) = plan.reports.logs.clone() {
        make_logs(&folder).map_err(|source| Error::Write {
            path: folder.clone(),
            source,
        })?;
        let manner = input.manner();
        runners.watch_with(move |activity| keep_log(&folder, &manner, activity));
    }
    Ok(runners)
}

/// Reports which sandbox is on, and what it does not cover.
fn tell_of_sandbox(confinement: Confinement) {
    let Confinement { name, not_covered, .. } = confinement;
    match confinement.is_second_choice {
        false => say!("the sandbox is {name}; it does not cover {not_covered}"),
        true => say!(
            "warning: the sandbox is {name}, for bubblewrap is not installed or does not work here; it does not cover {not_covered}"
        ),
    }
}

/// Makes the directory for logs, with a mark if it is not there yet.
fn make_logs(folder: &Path) -> std::io::Result<()> {
    let is_new = !folder.exists();
    fs::create_dir_all(folder)?;
    if is_new {
        Manner::default().mark.leave(&fs::File::open(folder)?);
    }
    Ok(())
}

/// Writes a file for each test run. A log that cannot be written is no reason to stop.
pub(super) fn keep_log(folder: &Path, manner: &Manner, activity: Activity<'_>) {
    let Step::Ended(run, _) = activity.step else { return };
    let number = activity.ticket.0;
    let mut log = format!("{}, after {:.3} s\n", describe(run.outcome), run.took.as_secs_f64()).into_bytes();
    log.extend(&run.output);
    let path = folder.join(format!("{number:06}.log"));
    let _ = lop_exec::create(&path, manner).and_then(|mut file| file.write_all(&log));
}

fn warn(plan: &Plan, input: &Input, sanity: &Sanity) {
    for warning in &plan.warnings {
        say!("warning: {warning}");
    }
    for protect in input.protected.idle() {
        say!("warning: --protect '{protect}' protects nothing: it is not in the input");
    }
    for weakness in &sanity.weaknesses {
        say!("warning: {weakness}: the result may say nothing about what you are after");
    }
    if sanity.is_flaky() {
        say!(
            "warning: the test found the input interesting {} of {} times: it is flaky, and will be asked often",
            sanity.hits,
            sanity.runs
        );
    }
}

//! What is checked before the first query.

use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use lop_core::model::ModelError;
use lop_exec::sanity::{self, Sanity};
use lop_exec::{Activity, Interrupt, Mixed, Runners, Step, describe};

use super::files::{Input, Output};
use super::plan::Plan;
use super::test::Test;
use super::{finish_with, in_place};
use crate::input::Error;

/// A reduction that can begin: its files, its test, and the runners of that test.
pub struct Checked {
    pub input: Rc<Input>,
    pub output: Output,
    pub test: Test,
    pub mixed: Mixed,
    pub sanity: Sanity,
    pub interrupt: Arc<Interrupt>,
    pub start: Instant,
}

/// Reads the input, starts the runners and has the test judge the input.
pub fn check(plan: &Plan) -> Result<Checked, Error> {
    let input = Rc::new(Input::read(&plan.sources)?);
    check_model(plan, &input)?;
    finish_with::check(plan, &input)?;
    let start = Instant::now();
    let output = Output::new(plan.destination.path(&input), &input, &plan.sources.paths)?;
    let interrupt = Arc::new(Interrupt::catch().map_err(lop_exec::Error::Runner)?);
    let test = Test::of(plan, &input, &interrupt)?;
    let mut mixed = Mixed::new(start_runners(plan, &test, &input, start, &interrupt)?);
    #[cfg(feature = "remote")]
    super::remote::connect(plan, &test, &input, &mut mixed)?;
    let one_token = input.one_token();
    let sanity = sanity::check_input(&mut mixed, &input.path, &input.source, one_token.as_deref())
        .map_err(|error| test.explain(error))?;
    check_remote(&mut mixed, &input)?;
    if !plan.reports.is_quiet {
        warn(plan, &input, &sanity);
    }
    if plan.sources.is_in_place {
        in_place::keep_original(&input)?;
    }
    Ok(Checked {
        input,
        output,
        test,
        mixed,
        sanity,
        interrupt,
        start,
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
    input.place(&mut runners);
    runners.set_deadline(plan.time_limit.and_then(|limit| start.checked_add(limit)));
    if let Some(folder) = plan.reports.logs.clone() {
        fs::create_dir_all(&folder).map_err(|source| Error::Write {
            path: folder.clone(),
            source,
        })?;
        runners.watch_with(move |activity| keep_log(&folder, activity));
    }
    Ok(runners)
}

/// Writes a file for each test run. A log that cannot be written is no reason to stop.
pub fn keep_log(folder: &Path, activity: Activity<'_>) {
    let Step::Ended(run) = activity.step else { return };
    let number = activity.ticket.0;
    let mut log = format!("{}, after {:.3} s\n", describe(run.outcome), run.took.as_secs_f64()).into_bytes();
    log.extend(&run.output);
    let _ = fs::write(folder.join(format!("{number:06}.log")), log);
}

fn warn(plan: &Plan, input: &Input, sanity: &Sanity) {
    for warning in &plan.warnings {
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

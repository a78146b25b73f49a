//! The test: a script, a line for the shell, or a command that has to end as it does on the input.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use lop_exec::sanity::check_script;
use lop_exec::{Interrupt, Outcome, Run, Runners, Setup, describe};

use super::files::Input;
use super::plan::{self, Plan, TestSource};
use crate::input::Error;
use crate::script;

/// The test.
pub(crate) enum Test {
    /// The user's executable.
    Script(PathBuf),
    /// A line for the shell.
    Line(String),
    /// A script made from the exit code and output of a command.
    Golden(String),
}

impl Test {
    /// The test of the plan; a golden command is run on the input.
    pub(crate) fn of(plan: &Plan, input: &Input, interrupt: &Arc<Interrupt>) -> Result<Self, Error> {
        let name = input.test_name();
        match &plan.test {
            TestSource::Line(line) => Ok(Test::Line(script::with_file(line, &name))),
            TestSource::Golden(golden) => Golden { plan, input, interrupt }
                .record(golden, &name)
                .map(Test::Golden),
            TestSource::Script(script) => {
                check_script(script).map_err(|error| turned_round(error, &plan.sources.paths))?;
                Ok(Test::Script(script.clone()))
            }
        }
    }

    /// How it is run.
    pub(crate) fn setup(&self, input: &Input) -> Setup {
        match self {
            Test::Script(script) => input.setup(Setup::script(script, &input.path)),
            Test::Line(line) | Test::Golden(line) => input.setup(Setup::shell(line, &input.path)),
        }
    }

    /// The content of the test, which verdicts depend on.
    pub(crate) fn content(&self) -> Result<Vec<u8>, Error> {
        match self {
            Test::Script(script) => fs::read(script).map_err(|source| Error::Read {
                path: script.clone(),
                source,
            }),
            Test::Line(line) | Test::Golden(line) => Ok(line.clone().into_bytes()),
        }
    }

    /// An error of the first runs; without a script, its hints about scripts are replaced.
    pub(crate) fn explain(&self, error: lop_exec::Error) -> Error {
        match (self, error) {
            (Test::Golden(_), lop_exec::Error::NotInteresting { output, .. }) => Error::Golden {
                reason: "does not print on the input what it is to print".to_owned(),
                hint: "the expressions are those of `grep -E`; try the command by hand".to_owned(),
                output,
            },
            (_, error) => error.into(),
        }
    }
}

/// An error with a hint, if the input was given first and the test last.
fn turned_round(error: lop_exec::Error, inputs: &[PathBuf]) -> Error {
    match (error, inputs) {
        (lop_exec::Error::NotExecutable(test), [input]) if check_script(input).is_ok() => Error::Usage {
            reason: format!(
                "the test \"{}\" is not executable, but \"{}\" is",
                test.display(),
                input.display()
            ),
            hint: "the test comes first, then the input".to_owned(),
        },
        (error, _) => error.into(),
    }
}

/// Finds out how commands end on the input.
struct Golden<'a> {
    plan: &'a Plan,
    input: &'a Input,
    interrupt: &'a Arc<Interrupt>,
}

impl Golden<'_> {
    /// A script that requires a command to end as it does on the input.
    fn record(&self, golden: &plan::Golden, name: &str) -> Result<String, Error> {
        let line = script::on_file(&golden.command, name);
        let run = self.run(&line)?;
        let status = self.status(&run)?;
        let expected = [
            (&golden.match_stdout, "lop.out", "the output"),
            (&golden.match_stderr, "lop.err", "the error output"),
        ];
        let mut prints: Vec<String> = expected
            .iter()
            .filter_map(|(regex, file, what)| Some(script::matches(regex.as_deref()?, file, what)))
            .collect();
        if status == 0 && prints.is_empty() {
            return Err(Error::Golden {
                reason: "ends with exit code 0 on the input, as it does on most".to_owned(),
                hint: "say what it has to print with --match-stdout or --match-stderr".to_owned(),
                output: run.output,
            });
        }
        if let Some(other) = &golden.cross_check {
            let line = script::on_file(other, name);
            let run = self.run(&line)?;
            prints.push(script::ends(&line, self.status(&run)?));
        }
        let gaps = [
            ("WHAT", "the command ends as it does on the input"),
            ("FILE", &script::comment(name)),
            ("BEFORE", ""),
            ("RUN", &script::in_shell(&line)),
            ("STATUS", &status.to_string()),
            ("PRINTS", &prints.join("\n")),
        ];
        Ok(script::fill(script::CRASH, &gaps))
    }

    fn run(&self, line: &str) -> Result<Run, Error> {
        let mut setup = self.input.setup(Setup::shell(line, &self.input.path));
        self.plan.confinement.apply(&mut setup);
        let mut runners = Runners::start(setup, self.interrupt.clone())?;
        self.input.place(&mut runners);
        Ok(runners.run(&self.input.source, true)?)
    }

    /// How a run ended, as a shell tells it.
    fn status(&self, run: &Run) -> Result<i32, Error> {
        match run.outcome {
            Outcome::Code(code) => Ok(code),
            Outcome::Signal(signal) => Ok(128 + signal),
            outcome => Err(Error::Golden {
                reason: format!("gives no answer on the input: {}", describe(outcome)),
                hint: "a hang is for `lop init --hang`; allow it more time with --timeout".to_owned(),
                output: run.output.clone(),
            }),
        }
    }
}

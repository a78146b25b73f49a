//! Commands tried on the input, as a test would run them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_exec::sanity::{self, Sanity};
use lop_exec::{Interrupt, Mixed, Outcome, Run, Runners, Setup, TimeOut, describe};
use lop_syntax::lang;

use crate::input::{self, Error};

/// A command that is tried may take this long.
const PATIENCE: Duration = Duration::from_secs(120);
/// A run may take this many times what it takes on the input.
const FACTOR: f64 = 10.0;
/// And this many seconds at least.
const LEAST_SECONDS: f64 = 2.0;

/// The input, and what commands do with it.
pub struct Trial {
    pub path: PathBuf,
    pub name: String,
    source: Arc<[u8]>,
    interrupt: Arc<Interrupt>,
}

impl Trial {
    pub fn new(path: &Path) -> Result<Self, Error> {
        let interrupt = Interrupt::catch().map_err(lop_exec::Error::Runner)?;
        Ok(Trial {
            source: input::read(path)?.into(),
            path: path.to_owned(),
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            interrupt: Arc::new(interrupt),
        })
    }

    /// Whether the input is of a language with compilers that have sanitizers and warnings as we know them.
    pub fn is_c(&self) -> bool {
        lang::detect(&self.path, &self.source).is_some_and(|language| ["c", "cpp"].contains(&language.name))
    }

    /// Runs a line on the input, or ends it after a while.
    pub fn run_for(&self, line: &str, patience: Duration) -> Result<Run, Error> {
        // Messages are compared, so they have to be in one language, as they are in the script.
        let line = format!("LC_ALL=C; export LC_ALL; {line}");
        let mut setup = Setup::shell(&line, &self.path);
        setup.time_out = TimeOut::fixed(patience);
        let mut runners = Runners::start(setup, self.interrupt.clone())?;
        Ok(runners.run(&self.source, true)?)
    }

    /// Runs a line on the input; it has to end.
    pub fn run(&self, line: &str) -> Result<Run, Error> {
        let run = self.run_for(line, PATIENCE)?;
        match run.outcome {
            Outcome::TimedOut { .. } => Err(Error::Init {
                reason: format!("\"{line}\" does not end within {} s on the input", PATIENCE.as_secs()),
                hint: "if that is the problem, use --hang".to_owned(),
                output: run.output,
            }),
            _ => Ok(run),
        }
    }

    /// How a line ends on the input, as a shell tells it.
    pub fn status(&self, line: &str) -> Result<i32, Error> {
        let run = self.run(line)?;
        status(&run)
    }

    /// Whether a line succeeds on the input.
    pub fn succeeds(&self, line: &str) -> Result<bool, Error> {
        Ok(self.status(line)? == 0)
    }

    /// Has a script judge the input several times, and an empty file.
    pub fn check(&self, script: &Path) -> Result<Sanity, Error> {
        let mut setup = Setup::script(script, &self.path);
        setup.command = vec![OsString::from("/bin/sh"), script.into()];
        let runners = Runners::start(setup, self.interrupt.clone())?;
        Ok(sanity::check_input(
            &mut Mixed::new(runners),
            &self.path,
            &self.source,
            None,
        )?)
    }
}

/// How a run ended, as a shell tells it.
pub fn status(run: &Run) -> Result<i32, Error> {
    match run.outcome {
        Outcome::Code(code) => Ok(code),
        Outcome::Signal(signal) => Ok(128 + signal),
        outcome => Err(Error::Init {
            reason: format!("a command gives no answer: {}", describe(outcome)),
            hint: "try it by hand".to_owned(),
            output: run.output.clone(),
        }),
    }
}

/// How many seconds a command gets that took so long on the input.
pub fn seconds_for(took: Duration) -> u64 {
    (took.as_secs_f64() * FACTOR).ceil().max(LEAST_SECONDS) as u64
}

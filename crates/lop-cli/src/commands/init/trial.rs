//! Commands tried on the input, as a test would run them, and where the user stands.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_exec::sanity::{self, Sanity};
use lop_exec::{Interrupt, Mixed, Outcome, Run, Runners, Setup, TimeOut, describe, quote};

use super::include::Include;
use super::signs::InputWords;
use crate::commands::reduce::{Input, Sources};
use crate::input::Error;
use crate::script;

/// A command that is tried may take this long.
const PATIENCE: Duration = Duration::from_secs(120);
/// A run may take this many times what it takes on the input.
const FACTOR: f64 = 10.0;
/// And this many seconds at least.
const LEAST_SECONDS: f64 = 2.0;

/// The input, and what commands do with it.
pub(super) struct Trial {
    pub input: Input,
    /// What commands find it under.
    pub name: String,
    /// What is brought along.
    pub includes: Vec<Include>,
    /// What the user calls it.
    path: PathBuf,
    interrupt: Arc<Interrupt>,
}

impl Trial {
    pub(super) fn new(paths: &[PathBuf], includes: &[PathBuf]) -> Result<Self, Error> {
        let interrupt = Interrupt::catch().map_err(lop_exec::Error::Runner)?;
        let input = Input::read(&Sources::plain(paths)?)?;
        let path = match paths {
            [path] => path.clone(),
            _ => input.path.clone(),
        };
        Ok(Trial {
            name: input.test_name(),
            includes: Include::all(includes, &input)?,
            input,
            path,
            interrupt: Arc::new(interrupt),
        })
    }

    /// A command with the input in its place. At the end if it has none, unless there are several inputs, which the
    /// command names itself.
    pub(super) fn line(&self, command: &str) -> String {
        self.on(command, &self.name)
    }

    fn on(&self, command: &str, path: &str) -> String {
        if self.name == "." {
            return script::with_file(command, path);
        }
        script::on_file(command, path)
    }

    /// Where the files of the input are.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let paths = self.input.paths(&self.input.source).into_iter();
        let full = paths.map(|path| match path.as_os_str().is_empty() {
            true => self.input.path.clone(),
            false => self.input.path.join(path),
        });
        full.filter_map(|path| fs::canonicalize(path).ok()).collect()
    }

    /// The words of the input and the names of its files.
    pub(super) fn words(&self) -> InputWords {
        let paths = self.input.paths(&self.input.source);
        let name = |path: &PathBuf| {
            let name = self.input.file_name(path);
            Path::new(&name)
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let parts: Vec<_> = paths
            .iter()
            .filter_map(|path| self.input.part(&self.input.source, path))
            .collect();
        InputWords::of(paths.iter().filter_map(name), parts.iter().map(|part| &*part.content))
    }

    /// Whether the input is of a language with compilers that have sanitizers and warnings as we know them.
    pub(super) fn is_c(&self) -> bool {
        self.input.has_language("c") || self.is_cpp()
    }

    pub(super) fn is_cpp(&self) -> bool {
        self.input.has_language("cpp")
    }

    /// Runs a line on the input, or ends it after a while.
    pub(super) fn run_for(&self, line: &str, patience: Duration) -> Result<Run, Error> {
        self.start(&format!("{}{line}", self.copies()), patience)
    }

    fn copies(&self) -> String {
        let copies = self.includes.iter().map(|include| format!("{}\n", include.line()));
        copies.collect()
    }

    fn start(&self, line: &str, patience: Duration) -> Result<Run, Error> {
        // Messages are compared, so they have to be in one language, as they are in the script.
        let line = format!("LC_ALL=C; export LC_ALL\n{line}");
        let mut setup = self.input.setup(Setup::shell(&line, &self.input.path));
        setup.time_out = TimeOut::fixed(patience);
        let mut runners = Runners::start(setup, self.interrupt.clone())?;
        self.input.place(&mut runners);
        Ok(runners.run(&self.input.source, true)?)
    }

    /// Runs a line on the input; it has to end.
    pub(super) fn run(&self, line: &str) -> Result<Run, Error> {
        self.ended(line, self.run_for(line, PATIENCE)?)
    }

    /// Runs a command where the user stands, on the input itself; it has to end.
    pub(super) fn run_here(&self, command: &str) -> Result<Run, Error> {
        let here = env::current_dir().unwrap_or_default();
        let line = self.on(command, &self.path.to_string_lossy());
        let here = quote(&here.to_string_lossy());
        let line = format!("cd {here} || exit 125\n{}", alone(&line));
        self.ended(command, self.start(&line, PATIENCE)?)
    }

    /// Runs a command on the input as the script will: in a shell of its own, without input.
    pub(super) fn run_alone(&self, command: &str, redirection: &str) -> Result<Run, Error> {
        self.run(&format!("{} {redirection}", alone(&self.line(command))))
    }

    fn ended(&self, line: &str, run: Run) -> Result<Run, Error> {
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
    pub(super) fn status(&self, line: &str) -> Result<i32, Error> {
        let run = self.run(line)?;
        status(&run)
    }

    /// Whether a line succeeds on the input.
    pub(super) fn succeeds(&self, line: &str) -> Result<bool, Error> {
        Ok(self.status(line)? == 0)
    }

    /// Has a script judge the input several times, an empty file and a single token.
    pub(super) fn check(&self, script: &Path) -> Result<Sanity, Error> {
        let mut setup = self.input.setup(Setup::script(script, &self.input.path));
        setup.command = vec![OsString::from("/bin/sh"), script.into()];
        let mut runners = Runners::start(setup, self.interrupt.clone())?;
        self.input.place(&mut runners);
        let one_token = self.input.one_token();
        Ok(sanity::check_input(
            &mut Mixed::new(runners),
            &self.path,
            &self.input.source,
            one_token.as_deref(),
        )?)
    }
}

/// A line in the place of the shell that runs it, which would print something of its own about a signal.
fn alone(line: &str) -> String {
    format!("exec {} </dev/null", script::in_shell(line))
}

/// How a run ended, as a shell tells it.
pub(super) fn status(run: &Run) -> Result<i32, Error> {
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
pub(super) fn seconds_for(took: Duration) -> u64 {
    (took.as_secs_f64() * FACTOR).ceil().max(LEAST_SECONDS) as u64
}

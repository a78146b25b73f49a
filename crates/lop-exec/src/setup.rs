//! The settings and the results of test runs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lop_core::{Ticket, Verdict};

use crate::TimeOut;
use crate::protocol::Outcome;
use crate::sandbox::Sandbox;

/// Default limit of the processes of one test run. Not measured.
const PROCESSES: usize = 1024;

/// How the test is run.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The test and its first arguments; the candidate's path comes after them.
    pub command: Vec<OsString>,
    /// What the candidate is called; empty if it is all that is in the test's directory.
    pub file_name: OsString,
    /// Paths in the test's directory that become arguments after the candidate's.
    pub further: Vec<PathBuf>,
    /// How many test runs are in flight at once.
    pub slots: usize,
    /// What the test may do outside its directory.
    pub sandbox: Sandbox,
    /// Limit of the address space of each process of the test.
    pub memory_bytes: Option<u64>,
    /// Limit of the processes of one test run; a run that exceeds it is ended, and uninteresting.
    pub processes: usize,
    /// How long a run may take.
    pub time_out: TimeOut,
    /// Whether the end of what each run prints is kept.
    pub keeps_output: bool,
    /// Where scratch directories are made; by default in memory if there is room, or in the directory of temporary
    /// files.
    pub place: Option<PathBuf>,
    /// The size of the input, from which the room is estimated.
    pub input_bytes: u64,
    /// The program that calls [`run_if_runner`](crate::run_if_runner); by default this one.
    pub runner: Option<PathBuf>,
}

impl Setup {
    /// A script as the test, for candidates named like the input.
    pub fn script(script: &Path, input: &Path) -> Self {
        let script = fs::canonicalize(script).unwrap_or_else(|_| script.to_owned());
        Setup {
            command: vec![script.into()],
            file_name: input.file_name().unwrap_or("input".as_ref()).to_owned(),
            further: Vec::new(),
            slots: 1,
            sandbox: Sandbox::Off,
            memory_bytes: None,
            processes: PROCESSES,
            time_out: TimeOut::default(),
            keeps_output: false,
            place: None,
            input_bytes: fs::metadata(input).map_or(0, |metadata| metadata.len()),
            runner: None,
        }
    }

    /// A line for the shell instead of a script, with the candidate's path as `$1`.
    pub fn shell(line: &str, input: &Path) -> Self {
        let command = ["/bin/sh", "-c", line, "lop"].map(OsString::from).into();
        Setup {
            command,
            ..Setup::script(Path::new("/bin/sh"), input)
        }
    }
}

/// One run of the test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
    /// The end of what it printed, if `keeps_output`.
    pub output: Vec<u8>,
}

impl Run {
    /// The verdict of the run: interesting with exit code 0, uninteresting with any other end. A time-out is unresolved unless
    /// the run had a processor for most of its time, and so is a kill on another machine.
    pub fn verdict(&self) -> Verdict {
        match self.outcome {
            Outcome::Code(0) => Verdict::Interesting,
            Outcome::Code(_)
            | Outcome::Signal(_)
            | Outcome::TooManyProcesses
            | Outcome::TimedOut { was_busy: true } => Verdict::Uninteresting,
            _ => Verdict::Unresolved,
        }
    }
}

/// A step of a runner, for observers.
#[derive(Debug, Clone, Copy)]
pub struct Activity<'a> {
    /// Which runner, from zero.
    pub slot: usize,
    /// The query.
    pub ticket: Ticket,
    /// What happens.
    pub step: Step<'a>,
}

/// What happens to a run.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// It begins; again if its runner was lost.
    Begun,
    /// It ended, on this candidate.
    Ended(&'a Run, &'a [u8]),
    /// It was cancelled.
    Cancelled,
}

/// Counts of test runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// Runs that began.
    pub executed: usize,
    /// Runs that were cancelled.
    pub cancelled: usize,
    /// Runs that took too long.
    pub timed_out: usize,
    /// Runners that had to be replaced.
    pub lost_runners: usize,
    /// The durations of all runs, added up.
    pub oracle: Duration,
}

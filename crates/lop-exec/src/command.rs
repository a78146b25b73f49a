//! The user's script, run on one candidate at a time.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use lop_core::{Oracle, Verdict};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

/// Why a test cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum TestError {
    /// The script is not there.
    #[error("no test at \"{}\"", .0.display())]
    Missing(PathBuf),
    /// The script cannot be started.
    #[error("cannot run \"{}\"", path.display())]
    Start {
        /// The script.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The candidate cannot be put in place.
    #[error("cannot make a scratch directory")]
    Scratch(#[source] io::Error),
}

/// How the test can fail where an answer was needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It ended with this exit code.
    Code(i32),
    /// It was ended by this signal.
    Signal(i32),
    /// It took longer than allowed.
    TimeOut,
}

/// One run of the test.
#[derive(Debug)]
pub struct Run {
    /// How it failed; `None` if the program is interesting.
    pub failure: Option<Failure>,
    /// What it printed, where that was asked for.
    pub output: Vec<u8>,
    /// How long it took.
    pub took: Duration,
}

/// A script and how it is run: in a directory of its own that holds the candidate under the input's name.
#[derive(Debug, Clone)]
pub struct Test {
    script: PathBuf,
    file_name: OsString,
    time_out: Option<Duration>,
}

impl Test {
    /// A script that judges files of a name.
    pub fn new(script: &Path, input: &Path) -> Result<Self, TestError> {
        let found = fs::canonicalize(script).map_err(|_| TestError::Missing(script.to_owned()))?;
        Ok(Test {
            script: found,
            file_name: input.file_name().unwrap_or("input".as_ref()).to_owned(),
            time_out: None,
        })
    }

    /// Sets how long a run may take.
    pub fn set_time_out(&mut self, time_out: Option<Duration>) {
        self.time_out = time_out;
    }

    /// Runs the script once on a text.
    pub fn run(&self, text: &[u8], keeps_output: bool) -> Result<Run, TestError> {
        let folder = tempfile::Builder::new()
            .prefix("lop-")
            .tempdir()
            .map_err(TestError::Scratch)?;
        let file = folder.path().join(&self.file_name);
        fs::write(&file, text).map_err(TestError::Scratch)?;
        let log = folder.path().join(".lop-output");
        let output = || -> io::Result<Stdio> {
            if keeps_output {
                Ok(fs::File::options().create(true).append(true).open(&log)?.into())
            } else {
                Ok(Stdio::null())
            }
        };
        let start = Instant::now();
        let mut child = Command::new(&self.script)
            .arg(&file)
            .env("LOP_FILE", &file)
            .env("TMPDIR", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(output().map_err(TestError::Scratch)?)
            .stderr(output().map_err(TestError::Scratch)?)
            .process_group(0)
            .spawn()
            .map_err(|source| self.start_error(source))?;
        let status = wait(&mut child, self.time_out).map_err(|source| self.start_error(source))?;
        let failure = match status {
            None => Some(Failure::TimeOut),
            Some(status) if status.success() => None,
            Some(status) => Some(match status.signal() {
                Some(signal) => Failure::Signal(signal),
                None => Failure::Code(status.code().unwrap_or(1)),
            }),
        };
        Ok(Run {
            failure,
            output: fs::read(&log).unwrap_or_default(),
            took: start.elapsed(),
        })
    }

    fn start_error(&self, source: io::Error) -> TestError {
        TestError::Start {
            path: self.script.clone(),
            source,
        }
    }
}

impl Oracle for Test {
    fn judge(&self, text: &[u8]) -> Verdict {
        match self.run(text, false) {
            Ok(Run { failure: None, .. }) => Verdict::Interesting,
            Ok(Run {
                failure: Some(Failure::TimeOut),
                ..
            })
            | Err(_) => Verdict::Unresolved,
            Ok(_) => Verdict::Uninteresting,
        }
    }
}

/// Waits for a child, and ends it with all it started when its time is up.
fn wait(child: &mut Child, time_out: Option<Duration>) -> io::Result<Option<ExitStatus>> {
    let pid = Pid::from_child(child);
    let status = match time_out {
        None => Some(child.wait()?),
        Some(time_out) => {
            let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
            let limit = Timespec::try_from(time_out).map_err(io::Error::other)?;
            let ready = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], Some(&limit))?;
            if ready == 0 { None } else { Some(child.wait()?) }
        }
    };
    // Whatever the script left behind in its process group goes with it.
    let _ = kill_process_group(pid, Signal::KILL);
    if status.is_none() {
        child.wait()?;
    }
    Ok(status)
}

//! What lop's exit codes mean.

use std::process::ExitCode;

/// How a run of lop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// All went well.
    Done = 0,
    /// The command line makes no sense; clap uses the same code.
    Usage = 2,
    /// A file cannot be read or written.
    File = 3,
    /// A grammar cannot be loaded or compiled.
    Grammar = 4,
    /// The test does not find the input interesting.
    NotInteresting = 5,
    /// The test cannot be run.
    Test = 6,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

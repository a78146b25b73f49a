//! The exit codes of lop.

use std::process::ExitCode;

/// How a run of lop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// Success.
    Done = 0,
    /// The command line is wrong; clap uses the same code.
    Usage = 2,
    /// A file cannot be read or written.
    File = 3,
    /// A grammar cannot be loaded or compiled.
    Grammar = 4,
    /// The test does not find the input interesting.
    NotInteresting = 5,
    /// The test cannot be run.
    Test = 6,
    /// A signal or the user stopped lop; the best program so far is on the disk.
    Interrupted = 7,
    /// The limit of time or of queries is reached; the best program so far is on the disk.
    Limit = 8,
    /// The journal is in use, or belongs to another input, test or option.
    Journal = 9,
    /// The test that `lop init` would write is always true.
    AlwaysTrue = 10,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

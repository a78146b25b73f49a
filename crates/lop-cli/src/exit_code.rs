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
    /// Somebody stopped lop; the best program so far is on the disk.
    Interrupted = 7,
    /// All time or all questions are spent; the best program so far is on the disk.
    Limit = 8,
    /// Another run of lop is under way, or the one before was about something else.
    Journal = 9,
    /// The test that `lop init` would write is always true.
    AlwaysTrue = 10,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

//! Errors of the test and its surroundings.

use std::io;
use std::path::PathBuf;

use crate::journal::Part;
use crate::protocol::Outcome;

/// Why a test cannot be run, or its verdicts cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The script does not exist.
    #[error("no test at \"{}\"", .0.display())]
    Missing(PathBuf),
    /// The script is a directory or a special file.
    #[error("the test \"{}\" is not a file", .0.display())]
    NoFile(PathBuf),
    /// The script lacks the permission to be executed.
    #[error("the test \"{}\" is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// The script has no `#!` line and is not a program.
    #[error("the test \"{}\" does not say what executes it", .0.display())]
    NoInterpreter(PathBuf),
    /// The interpreter of the script's `#!` line does not exist.
    #[error("the test \"{}\" needs the interpreter \"{interpreter}\", which does not exist", script.display(), interpreter = interpreter.escape_debug())]
    BadInterpreter {
        /// The script.
        script: PathBuf,
        /// What its first line asks for.
        interpreter: String,
    },
    /// The test cannot be started.
    #[error("cannot run \"{}\"", path.display())]
    Start {
        /// The test.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The input is not interesting.
    #[error("the test says that the input is not interesting: {}", describe(*outcome))]
    NotInteresting {
        /// How the test ended.
        outcome: Outcome,
        /// The end of what it printed.
        output: Vec<u8>,
        /// A command that does the same by hand.
        by_hand: String,
    },
    /// The candidate cannot be put in place.
    #[error("cannot make a scratch directory")]
    Scratch(#[source] io::Error),
    /// A runner cannot be started, or does not live long.
    #[error("cannot start a process that runs the test")]
    Runner(#[source] io::Error),
    /// The test cannot be confined.
    #[error("this system has no means to confine the test")]
    NoSandbox,
    /// A file cannot be written.
    #[error("cannot write \"{}\"", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that is to be written is a link.
    #[error("\"{}\" is a link, and what it leads to would be overwritten", .0.display())]
    Link(PathBuf),
    /// A file of the input cannot be read.
    #[error("cannot read \"{}\"", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of the input is a pipe, a socket or a device.
    #[error("\"{}\" is neither a file nor a directory nor a link", .0.display())]
    Special(PathBuf),
    /// An input is the same as another or stands in it.
    #[error("\"{}\" is given twice", .0.display())]
    Twice(PathBuf),
    /// The output would change the input.
    #[error("the output \"{}\" and the input \"{}\" overlap", output.display(), input.display())]
    OutputIsInput {
        /// The output.
        output: PathBuf,
        /// The input.
        input: PathBuf,
    },
    /// The output would replace files that are not part of the input.
    #[error("the output \"{}\" holds \"{}\", which the input does not", output.display(), path.display())]
    Foreign {
        /// The output.
        output: PathBuf,
        /// Where in it the first such file is.
        path: PathBuf,
    },
    /// The journal cannot be read.
    #[error("cannot read the journal \"{}\"", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file has another format.
    #[error("\"{}\" is not a journal", .0.display())]
    NoJournal(PathBuf),
    /// Another user may have written the journal's verdicts.
    #[error("the journal \"{}\" can be written by other users", .0.display())]
    ForeignJournal(PathBuf),
    /// Another process writes this journal.
    #[error("the journal \"{}\" is in use", .0.display())]
    JournalInUse(PathBuf),
    /// The journal belongs to another version, test, input or option.
    #[error("{part} changed since the journal \"{}\" was begun", path.display())]
    JournalOutdated {
        /// The journal.
        path: PathBuf,
        /// What changed.
        part: Part,
    },
    /// No remote worker answers, and the test is not run on this machine.
    #[error("the test cannot be run remotely: {0}")]
    Elsewhere(String),
    /// The input is interesting on this machine, but not on a remote worker.
    #[error("the input is not interesting on a remote worker: {}", describe(*outcome))]
    NotInterestingElsewhere {
        /// How the test ended.
        outcome: Outcome,
        /// The end of what it printed.
        output: Vec<u8>,
    },
    /// A signal or the user stopped lop.
    #[error("interrupted")]
    Interrupted,
    /// The time is up.
    #[error("the time limit is reached")]
    TimeLimit,
}

impl Error {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::Missing(_) => "give the path of an executable that exits with 0 if the program is interesting".into(),
            Error::NoFile(_) => "the test comes first, then the input".into(),
            Error::NotExecutable(path) => format!("chmod +x {}", quote(&path.to_string_lossy())),
            Error::NoInterpreter(_) => "let the script begin with #!/bin/sh or the like".into(),
            Error::BadInterpreter { interpreter, .. } if interpreter.ends_with('\r') => {
                "the script has Windows line ends; remove the carriage returns".into()
            }
            Error::BadInterpreter { .. } => "change the first line of the script".into(),
            Error::NotInteresting { outcome: Outcome::Code(126), .. } => {
                "126 is how a shell says that it may not execute a command".into()
            }
            Error::NotInteresting { outcome: Outcome::Code(127), .. } => {
                "127 is how a shell says that it cannot find a command; the test runs in a directory of its own, so paths \
                 have to be absolute"
                    .into()
            }
            Error::NotInteresting { outcome: Outcome::TimedOut { .. }, .. } => "allow it more time with --timeout".into(),
            Error::NotInteresting { by_hand, .. } => {
                format!("if the bug shows only sometimes, let the test try several times; to run it yourself: {by_hand}")
            }
            Error::Elsewhere(_) => "the best program is on the disk; the same command continues when servers answer".into(),
            Error::NotInterestingElsewhere { .. } => {
                "what the test uses has to be there as well: --remote-include brings it, --remote-property chooses machines \
                 that have it"
                    .into()
            }
            Error::NoSandbox => "install bubblewrap, use Linux 6.7 or later, or run without --sandbox".into(),
            Error::Write { source, .. } | Error::Scratch(source) => write_hint(source)?.into(),
            Error::Special(_) => "leave it out: give the files and directories that matter one by one".into(),
            Error::Twice(_) => "give a directory or files in it, not both".into(),
            Error::OutputIsInput { .. } | Error::Foreign { .. } => "write the result elsewhere with -o".into(),
            Error::JournalOutdated { .. } => "start over with --fresh, or undo the change to go on".into(),
            Error::Link(_) => "name the file itself, or remove the link".into(),
            Error::NoJournal(_) | Error::ForeignJournal(_) => "move it away, or write the result elsewhere with -o".into(),
            Error::JournalInUse(_) => "wait for the other run of lop, or write the result elsewhere with -o".into(),
            _ => return None,
        };
        Some(hint)
    }
}

fn write_hint(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full: make room",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only: write elsewhere",
        io::ErrorKind::IsADirectory => "name a file in it",
        io::ErrorKind::PermissionDenied => "the directory is not writable: write elsewhere",
        io::ErrorKind::NotFound => "the directory is not there, or gone: make it",
        _ => return None,
    })
}

/// How a run ended, as the end of a sentence.
pub fn describe(outcome: Outcome) -> String {
    match outcome {
        Outcome::Code(code) => format!("it ended with exit code {code}"),
        Outcome::Signal(signal) => format!("it was ended by signal {signal}"),
        Outcome::TimedOut { .. } => "it took too long".into(),
        Outcome::TooManyProcesses => "it started too many processes".into(),
        Outcome::Killed => "the machine killed it, which may be out of memory".into(),
        Outcome::Cancelled => "it was cancelled".into(),
        Outcome::NotStarted(number) => format!("it was not started: {}", io::Error::from_raw_os_error(number)),
        Outcome::NoScratch(number) => format!("it had no directory: {}", io::Error::from_raw_os_error(number)),
    }
}

/// A word as a shell reads it.
pub fn quote(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./+:=@%,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

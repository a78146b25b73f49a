//! What can go wrong.

use std::io;
use std::path::PathBuf;

/// Why something cannot be learnt.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read \"{}\"", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write \"{}\"", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file holds something else.
    #[error("\"{}\" does not hold what `lop train collect` writes", .0.display())]
    NoData(PathBuf),
    /// A file was written by another version.
    #[error("\"{}\" has format {found}, and this version of lop reads format {known}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u8,
        /// Ours.
        known: u8,
    },
    /// The bytes of a file have changed since they were written.
    #[error("\"{}\" is damaged after {tasks} tasks", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How many of its tasks can be read.
        tasks: usize,
    },
    /// A file was begun with something else.
    #[error("\"{}\" was collected with {what}", path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// What is different, and what it was.
        what: String,
    },
    /// Another process writes the file.
    #[error("another run of lop collects into \"{}\"", .0.display())]
    InUse(PathBuf),
    /// Files are about different languages.
    #[error("\"{}\" is about {found}, and the files before it about {expected}", path.display())]
    Languages {
        /// The file.
        path: PathBuf,
        /// Its language.
        found: String,
        /// That of the others.
        expected: String,
    },
    /// A checker cannot be run.
    #[error("cannot run the checker \"{command}\"")]
    Start {
        /// Its command.
        command: String,
        /// Why.
        source: io::Error,
    },
    /// A checker that stays does not answer.
    #[error("the checker \"{command}\" {reason}")]
    NoAnswer {
        /// Its command.
        command: String,
        /// What it does instead.
        reason: String,
        /// What has to be installed, where that is known.
        needs: Option<&'static str>,
    },
    /// A checker does not always give the same answer.
    #[error("the checker \"{command}\" accepted \"{}\" before a task and not after it", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// The checker's command.
        command: String,
    },
    /// There is nothing to ask about.
    #[error("there is no file in the corpus")]
    NoFiles,
    /// The checker turns everything down.
    #[error("the checker accepts none of the {files} files of the corpus")]
    NoneAccepted {
        /// How many there are.
        files: usize,
        /// What it was asked.
        command: String,
    },
    /// There is nothing to learn from.
    #[error("{samples} samples of {tasks} tasks are too few to fit a model and hold some back")]
    TooFew {
        /// How many there are.
        samples: usize,
        /// From so many tasks.
        tasks: usize,
    },
}

impl Error {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Error::Read { .. } => "check its name; paths begin at the current directory".to_owned(),
            Error::NoFiles => "check the paths; in a directory only files with names of the language count".to_owned(),
            Error::Write { .. } => "check that the directory is there and can be written".to_owned(),
            Error::NoData(_) | Error::Version { .. } => {
                "collect anew into another file with `lop train collect -o`".to_owned()
            }
            Error::Damaged { .. } => "take a copy of it from before, or collect anew".to_owned(),
            Error::OtherSettings { .. } => "give the same options to go on, or another file to start over".to_owned(),
            Error::InUse(_) => "wait for it, or give another file".to_owned(),
            Error::Languages { .. } => "fit one model for each language".to_owned(),
            Error::NoAnswer { needs: Some(needs), .. } => format!("it needs {needs}; see what it printed"),
            Error::Start { .. } | Error::NoAnswer { .. } => {
                "try it by hand: a checker is sent a path on a line of its own, and answers ok or no".to_owned()
            }
            Error::Contradiction { .. } => {
                "a checker's answer may depend on nothing but the file: it must not remember others".to_owned()
            }
            Error::NoneAccepted { command, .. } => format!("try it by hand on one of them: {command}"),
            Error::TooFew { .. } => "go on collecting: the same command with more --questions continues".to_owned(),
        })
    }
}

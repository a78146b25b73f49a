//! Reading files, and finding out what they are.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_syntax::{Syntax, Tree, lang, load, parse};

use crate::args::LanguageChoice;
use crate::exit_code::ExitStatus;

/// Why a command cannot do its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read \"{}\"", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write \"{}\"", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("no {kind} is called \"{name}\"")]
    UnknownName { kind: &'static str, name: String },
    #[error(transparent)]
    Exec(#[from] lop_exec::Error),
    #[error("cannot print")]
    Print(#[source] io::Error),
    #[error("no language is called \"{name}\"")]
    UnknownLanguage { name: String },
    #[error("cannot use the grammar of \"{name}\"")]
    Grammar {
        name: String,
        source: lop_syntax::grammar::GrammarError,
    },
    #[error(transparent)]
    Load(#[from] load::LoadError),
}

impl Error {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::Read { source, .. } if source.kind() == io::ErrorKind::IsADirectory => {
                Some("give the files in it one by one".to_owned())
            }
            Error::UnknownName { kind: "cache", .. } => Some("`lop caches` lists them all".to_owned()),
            Error::UnknownName { .. } => Some("`lop algorithms` lists them all".to_owned()),
            Error::Exec(error) => error.hint(),
            Error::UnknownLanguage { .. } => Some("`lop languages` lists them all".to_owned()),
            Error::Load(error) => error.hint(),
            _ => None,
        }
    }

    /// The exit code that goes with it.
    pub fn status(&self) -> ExitStatus {
        match self {
            Error::Read { .. } | Error::Write { .. } | Error::Print(_) => ExitStatus::File,
            Error::UnknownLanguage { .. } | Error::UnknownName { .. } => ExitStatus::Usage,
            Error::Exec(error) => match error {
                lop_exec::Error::NotInteresting { .. } => ExitStatus::NotInteresting,
                lop_exec::Error::Read { .. }
                | lop_exec::Error::Write { .. }
                | lop_exec::Error::Special(_)
                | lop_exec::Error::Twice(_)
                | lop_exec::Error::OutputIsInput { .. }
                | lop_exec::Error::Foreign { .. }
                | lop_exec::Error::Journal { .. }
                | lop_exec::Error::NoJournal(_) => ExitStatus::File,
                lop_exec::Error::JournalInUse(_) | lop_exec::Error::JournalOutdated { .. } => ExitStatus::Journal,
                lop_exec::Error::Interrupted => ExitStatus::Interrupted,
                lop_exec::Error::TimeLimit => ExitStatus::Limit,
                _ => ExitStatus::Test,
            },
            Error::Grammar { .. } | Error::Load(_) => ExitStatus::Grammar,
        }
    }

    /// What the test printed, where that says more.
    pub fn output(&self) -> Option<&[u8]> {
        match self {
            Error::Exec(lop_exec::Error::NotInteresting { output, .. }) => Some(output),
            _ => None,
        }
    }

    /// Whether somebody who read our output has seen enough, as `head` does.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Error::Print(source) if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Reads a file and parses it in the language that was chosen or that fits.
pub fn read_tree(path: &Path, choice: &LanguageChoice) -> Result<Tree, Error> {
    let source = read(path)?;
    let syntax = Chooser::new(choice)?.choose(path, &source)?;
    Ok(parse(source, &syntax))
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let result = if path == Path::new("-") {
        let mut source = Vec::new();
        io::stdin().lock().read_to_end(&mut source).map(|_| source)
    } else {
        std::fs::read(path)
    };
    result.map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })
}

/// Finds the languages of files.
pub struct Chooser {
    /// What the user says, whatever a file's name.
    chosen: Option<Arc<Syntax>>,
    text: Arc<Syntax>,
}

impl Chooser {
    /// Takes the language that was chosen, or that fits.
    pub fn new(choice: &LanguageChoice) -> Result<Self, Error> {
        let chosen = match (&choice.grammar, choice.language.as_deref()) {
            (Some(grammar), _) => Some(load::grammar(grammar)?),
            (None, Some("text")) => Some(Arc::new(Syntax::text())),
            (None, Some("bytes")) => Some(Arc::new(Syntax::bytes())),
            (None, Some(name)) => {
                let language = lang::named(name).ok_or_else(|| Error::UnknownLanguage { name: name.to_owned() })?;
                Some(ready(language)?)
            }
            (None, None) => None,
        };
        Ok(Chooser {
            chosen,
            text: Arc::new(Syntax::text()),
        })
    }

    /// The language of a file.
    pub fn choose(&self, path: &Path, source: &[u8]) -> Result<Arc<Syntax>, Error> {
        match (&self.chosen, lang::detect(path, source)) {
            (Some(chosen), _) => Ok(chosen.clone()),
            (None, Some(language)) => ready(language),
            (None, None) => Ok(self.text.clone()),
        }
    }
}

fn ready(language: &'static lang::Language) -> Result<Arc<Syntax>, Error> {
    language.syntax().map_err(|source| Error::Grammar {
        name: language.name.to_owned(),
        source,
    })
}

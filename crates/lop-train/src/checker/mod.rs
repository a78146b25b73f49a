//! Checkers: commands that accept valid programs.
//!
//! A checker is a command that is run for every program, or a process that stays, is sent the path of a file on a line
//! of its own, and answers with `ok` or `no` on another. The second way is for compilers that are slow to start.

mod command;
mod server;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lop_syntax::lang::description;
use tempfile::TempDir;

use self::command::run;
use self::server::Server;
use crate::Error;

pub use lop_syntax::lang::description::Script;

/// A program that takes the checker longer than this counts as invalid. Not measured: far above a compiler's time for
/// files of a corpus.
const PATIENCE: Duration = Duration::from_secs(20);
/// A checker without a verdict this often in a row, or before its first verdict, is broken. Not measured.
const MOST_SILENCE: usize = 20;
/// The directory of programs, apart from that of the script.
const WORK: &str = "work";

/// How programs are checked.
#[derive(Debug, Clone)]
pub struct Check {
    /// A line for the shell. In a command `{}` stands for the file, and exit code 0 is yes.
    pub line: String,
    /// Whether it is a process that stays.
    pub is_server: bool,
    /// The content of `{script}` in the line.
    pub script: Option<Script>,
    /// What has to be installed, where that is known.
    pub needs: Option<&'static str>,
}

impl Check {
    /// The checker that comes with lop for a language.
    pub fn shipped(checker: &description::Checker) -> Self {
        Check {
            line: checker.line.to_owned(),
            is_server: checker.script.is_some(),
            script: checker.script,
            needs: Some(checker.needs),
        }
    }

    /// The line as people read it.
    pub fn shown(&self) -> String {
        let name = self.script.map_or("{script}", |script| script.name);
        self.line.replace("{script}", name)
    }
}

/// A checker at work, in a directory of its own.
#[derive(Debug)]
pub struct Checker {
    check: Check,
    /// The line with the script's place in it.
    line: String,
    folder: TempDir,
    server: Option<Server>,
    /// How many programs in a row had no verdict.
    silence: usize,
}

impl Checker {
    /// Starts a checker.
    pub fn start(check: &Check) -> Result<Self, Error> {
        let (folder, line) = prepare(check).map_err(|source| Error::Write {
            path: std::env::temp_dir(),
            source,
        })?;
        Ok(Checker {
            check: check.clone(),
            line,
            folder,
            server: None,
            // Before its first verdict nothing says that it works.
            silence: MOST_SILENCE,
        })
    }

    /// Whether a program is valid, as a file with this name.
    pub fn accepts(&mut self, name: &Path, text: &[u8]) -> Result<bool, Error> {
        let path: PathBuf = self.folder.path().join(WORK).join(name);
        fs::write(&path, text).map_err(|source| Error::Write {
            path: path.clone(),
            source,
        })?;
        if !self.check.is_server {
            return run(&self.line, &path, PATIENCE);
        }
        let mut server = match self.server.take() {
            Some(server) => server,
            None => Server::start(&self.line, &self.folder.path().join(WORK))?,
        };
        match server.ask(&path, PATIENCE)? {
            Some(answer) => {
                self.server = Some(server);
                self.silence = 0;
                Ok(answer)
            }
            // It hangs or died; the next program gets a new process.
            None if self.silence < MOST_SILENCE => {
                self.silence += 1;
                Ok(false)
            }
            None => Err(Error::NoAnswer {
                command: self.check.shown(),
                reason: "gives no answer".to_owned(),
                needs: self.check.needs,
            }),
        }
    }
}

/// The directory of a checker, and its line.
fn prepare(check: &Check) -> io::Result<(TempDir, String)> {
    let folder = tempfile::Builder::new().prefix("lop-check.").tempdir()?;
    fs::create_dir(folder.path().join(WORK))?;
    let mut line = check.line.clone();
    if let Some(script) = check.script {
        let path = folder.path().join(script.name);
        fs::write(&path, script.text)?;
        line = line.replace("{script}", &lop_exec::quote(&path.to_string_lossy()));
    }
    Ok((folder, line))
}

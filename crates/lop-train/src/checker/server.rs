//! A checker that stays.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags};

use super::command::{end, is_ready, shell};
use crate::Error;

/// A process that answers.
#[derive(Debug)]
pub(super) struct Server {
    line: String,
    child: Child,
    samples: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Server {
    /// Starts it in a directory.
    pub(super) fn start(line: &str, folder: &Path) -> Result<Self, Error> {
        let no_answer = |reason: &str| Error::NoAnswer {
            command: line.to_owned(),
            reason: reason.to_owned(),
            needs: None,
        };
        let mut child = shell(line, &folder.join("program"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|source| Error::Start {
                command: line.to_owned(),
                source,
            })?;
        let samples = child.stdin.take().ok_or_else(|| no_answer("cannot be asked"))?;
        let answers = child.stdout.take().ok_or_else(|| no_answer("cannot be heard"))?;
        Ok(Server {
            line: line.to_owned(),
            child,
            samples,
            answers: BufReader::new(answers),
        })
    }

    /// The verdict on a file; none if the process takes too long, or died of it.
    pub(super) fn ask(&mut self, path: &Path, patience: Duration) -> Result<Option<bool>, Error> {
        let Some(answer) = self.answer(path, patience) else {
            return Ok(None);
        };
        match answer.trim() {
            "ok" => Ok(Some(true)),
            "no" => Ok(Some(false)),
            other => Err(Error::NoAnswer {
                command: self.line.clone(),
                reason: format!("answers \"{other}\" instead of ok or no"),
                needs: None,
            }),
        }
    }

    fn answer(&mut self, path: &Path, patience: Duration) -> Option<String> {
        writeln!(self.samples, "{}", path.display()).ok()?;
        let mut answer = String::new();
        let is_there = is_ready(
            &PollFd::from_borrowed_fd(self.answers.get_ref().as_fd(), PollFlags::IN),
            patience,
        );
        let is_read = is_there.ok()? && self.answers.read_line(&mut answer).ok()? > 0;
        is_read.then_some(answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

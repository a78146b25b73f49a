//! Keeps the best program on the disk and the user informed.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use lop_core::{Event, Observer, Stop};
use lop_exec::History;
use lop_exec::bundle::Frame;

use super::files::Output;
use crate::input::Error;

/// Progress is shown this often.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Keeps the best program on the disk and the user informed.
pub struct Progress {
    output: Output,
    /// Tokens of the input, and of what is left.
    tokens: (usize, usize),
    is_shown: bool,
    last: Instant,
    failed: Option<Error>,
    /// A run before this one left something of this length: what is not shorter does not take its place.
    left_by_another: Option<usize>,
}

/// What a search looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The tokens of a file.
    Tokens,
    /// Whole files.
    Files,
}

impl Progress {
    /// Of a reduction that begins with this many tokens.
    pub fn new(output: Output, tokens: usize, is_quiet: bool) -> Self {
        Progress {
            output,
            tokens: (tokens, tokens),
            is_shown: !is_quiet,
            last: Instant::now(),
            failed: None,
            left_by_another: None,
        }
    }

    /// Where the best program is.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Puts a program on the disk.
    pub fn save(&mut self, text: &[u8]) -> Result<(), Error> {
        self.output.save(text)
    }

    /// Puts a program on the disk if it is shorter than what another run left there. A run that is continued
    /// passes through all its programs again, from the input on.
    pub fn save_smaller(&mut self, text: &[u8]) -> Result<(), Error> {
        if self.left_by_another.is_some_and(|length| text.len() >= length) {
            return Ok(());
        }
        self.left_by_another = None;
        self.save(text)
    }

    /// Says that answers of an earlier run are there, and whether what it found is.
    pub fn resume(&mut self, answers: usize) -> bool {
        if self.is_shown {
            eprintln!("continuing a run that was interrupted: {answers} answers are known");
        }
        let found = std::fs::metadata(self.output.path())
            .ok()
            .filter(std::fs::Metadata::is_file);
        self.left_by_another = found.and_then(|found| found.len().try_into().ok());
        self.left_by_another.is_some()
    }

    /// Takes notice of how many tokens are left in all.
    pub fn set_tokens(&mut self, tokens: usize) {
        self.tokens.1 = tokens;
    }

    /// Why a program could not be put on the disk.
    pub fn take_error(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// An observer of a search on a text with something around it, after so many questions and with so many tokens
    /// in the text; it also remembers what the best programs were.
    pub fn watch<'a>(
        &'a mut self,
        history: &'a mut History,
        frame: &'a Frame,
        view: View,
        asked: usize,
        tokens: usize,
    ) -> Watch<'a> {
        Watch {
            progress: self,
            history,
            frame,
            view,
            asked,
            tokens,
            left: tokens,
        }
    }
}

/// Sees every step of a search.
pub struct Watch<'a> {
    progress: &'a mut Progress,
    history: &'a mut History,
    frame: &'a Frame,
    view: View,
    asked: usize,
    /// Tokens of the text when the search began, and now.
    tokens: usize,
    left: usize,
}

impl Watch<'_> {
    /// The search is over.
    pub fn finish(self) {
        if self.view == View::Tokens {
            self.progress.tokens.1 = self.all_left();
        }
    }

    /// Tokens of all files.
    fn all_left(&self) -> usize {
        (self.progress.tokens.1 + self.left).saturating_sub(self.tokens)
    }
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Improved { best, counts } = event else {
            return Ok(());
        };
        self.left = best.token_count();
        let text = self.frame.text(best.text());
        self.history.push(text.clone());
        if let Err(error) = self.progress.save_smaller(&text) {
            self.progress.failed = Some(error);
            return Err(Stop::Observer);
        }
        if self.progress.is_shown && self.progress.last.elapsed() >= PROGRESS_EVERY {
            self.progress.last = Instant::now();
            let end = if std::io::stderr().is_terminal() { "\r" } else { "\n" };
            let asked = self.asked + counts.asked;
            match self.view {
                View::Tokens => eprint!(
                    "{} of {} tokens after {asked} questions{end}",
                    self.all_left(),
                    self.progress.tokens.0,
                ),
                View::Files => eprint!(
                    "{} of {} files and directories after {asked} questions{end}",
                    self.left, self.tokens,
                ),
            }
        }
        Ok(())
    }
}

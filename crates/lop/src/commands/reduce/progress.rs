//! Keeps the best program on the disk and the user informed.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use lop_core::{Event, Observer, Stop};
use lop_exec::{History, save};
use lop_syntax::Tree;

use crate::input::Error;

/// Progress is shown this often.
const PROGRESS_EVERY: Duration = Duration::from_secs(1);

/// Keeps the best program on the disk and the user informed.
pub struct Progress<'a> {
    output: &'a Path,
    tokens: usize,
    is_shown: bool,
    last: Instant,
    failed: Option<Error>,
}

impl<'a> Progress<'a> {
    /// Of a reduction that begins with a tree.
    pub fn new(tree: &Tree, output: &'a Path, is_quiet: bool) -> Self {
        Progress {
            output,
            tokens: tree.tokens(),
            is_shown: !is_quiet,
            last: Instant::now(),
            failed: None,
        }
    }

    /// Puts a program on the disk.
    pub fn save(&self, text: &[u8]) -> Result<(), Error> {
        save(self.output, text).map_err(|source| Error::Write {
            path: self.output.to_owned(),
            source,
        })
    }

    /// Says that answers of an earlier run are there.
    pub fn resumed(&self, answers: usize) {
        if self.is_shown && answers > 0 {
            eprintln!("continuing a run that was interrupted: {answers} answers are known");
        }
    }

    /// Why a program could not be put on the disk.
    pub fn take_error(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// An observer of a search, which also remembers what the best programs were.
    pub fn with_history<'b>(&'b mut self, history: &'b mut History) -> Watch<'b, 'a> {
        Watch {
            progress: self,
            history,
        }
    }
}

/// Sees every step of a search.
pub struct Watch<'b, 'a> {
    progress: &'b mut Progress<'a>,
    history: &'b mut History,
}

impl Observer for Watch<'_, '_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Improved { best, counts } = event else {
            return Ok(());
        };
        self.history.push(best.text().into());
        let progress = &mut *self.progress;
        if let Err(error) = progress.save(best.text()) {
            progress.failed = Some(error);
            return Err(Stop::Observer);
        }
        if progress.is_shown && progress.last.elapsed() >= PROGRESS_EVERY {
            progress.last = Instant::now();
            let end = if std::io::stderr().is_terminal() { "\r" } else { "\n" };
            eprint!(
                "{} of {} tokens after {} questions{end}",
                best.token_count(),
                progress.tokens,
                counts.asked
            );
        }
        Ok(())
    }
}

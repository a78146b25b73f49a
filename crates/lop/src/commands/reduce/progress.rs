//! Keeps the best program on the disk.

use lop_core::{Event, Observer, Stop};
use lop_exec::History;
use lop_exec::bundle::Frame;

use super::files::Output;
use crate::input::Error;

/// Keeps the best program on the disk.
pub struct Progress {
    output: Output,
    failed: Option<Error>,
    /// A run before this one left something of this length: what is not shorter does not take its place.
    left_by_another: Option<usize>,
}

impl Progress {
    /// Of a reduction whose best goes there.
    pub fn new(output: Output) -> Self {
        Progress {
            output,
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

    /// Whether what an earlier run found is there; then only what is shorter takes its place.
    pub fn resume(&mut self) -> bool {
        let found = std::fs::metadata(self.output.path())
            .ok()
            .filter(std::fs::Metadata::is_file);
        self.left_by_another = found.and_then(|found| found.len().try_into().ok());
        self.left_by_another.is_some()
    }

    /// Why a program could not be put on the disk.
    pub fn take_error(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// An observer of a search on a text with something around it; it also remembers what the best programs
    /// were.
    pub fn watch<'a>(&'a mut self, history: &'a mut History, frame: &'a Frame) -> Watch<'a> {
        Watch {
            progress: self,
            history,
            frame,
        }
    }
}

/// Sees every step of a search.
pub struct Watch<'a> {
    progress: &'a mut Progress,
    history: &'a mut History,
    frame: &'a Frame,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Improved { best, .. } = event else {
            return Ok(());
        };
        let text = self.frame.text(best.text());
        self.history.push(text.clone());
        if let Err(error) = self.progress.save_smaller(&text) {
            self.progress.failed = Some(error);
            return Err(Stop::Observer);
        }
        Ok(())
    }
}

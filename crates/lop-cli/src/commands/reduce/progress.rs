//! Keeps the best program on the disk.

use lop_core::{Event, Observer, Stop};
use lop_exec::History;
use lop_exec::bundle::Frame;

use super::files::{Input, Output, Size};
use super::test_files::TestFiles;
use crate::input::Error;

/// Keeps the best program on the disk.
pub(super) struct Progress {
    output: Output,
    failed: Option<Error>,
    /// The result that an earlier run left there.
    left: Option<EarlierResult>,
    test_files: Option<TestFiles>,
}

/// The result of an earlier run.
struct EarlierResult {
    text: Vec<u8>,
    size: Size,
}

impl EarlierResult {
    /// Whether a program is no larger: a run that repeats the earlier one's queries has reached it, or got further
    /// another way.
    fn is_reached(&self, text: &[u8], input: &Input) -> bool {
        if text == self.text {
            return true;
        }
        let size = input.size(text);
        size.bytes <= self.size.bytes && size.tokens <= self.size.tokens && size.files <= self.size.files
    }
}

impl Progress {
    /// The progress of a reduction with this output.
    pub(super) fn new(output: Output) -> Self {
        Progress {
            output,
            failed: None,
            left: None,
            test_files: None,
        }
    }

    /// Checks the files of the test at every new best program.
    pub(super) fn watch_test(&mut self, test_files: TestFiles) {
        self.test_files = Some(test_files);
    }

    /// Reports files of the test that have changed.
    pub(super) fn look_at_test(&mut self) {
        if let Some(test_files) = &mut self.test_files {
            test_files.look();
        }
    }

    /// Where the best program is.
    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    /// Puts a program on the disk.
    pub(super) fn save(&mut self, text: &[u8]) -> Result<(), Error> {
        self.output.save(text)
    }

    /// Writes a program if it is as good as the result of an earlier run. A run that is continued passes through all
    /// its programs again, from the input on.
    pub(super) fn save_better(&mut self, text: &[u8], input: &Input) -> Result<(), Error> {
        if self.left.as_ref().is_some_and(|left| !left.is_reached(text, input)) {
            return Ok(());
        }
        self.left = None;
        self.save(text)
    }

    /// Keeps an earlier run's result until a program is no larger.
    pub(super) fn keep(&mut self, text: Vec<u8>, input: &Input) {
        self.left = Some(EarlierResult {
            size: input.size(&text),
            text,
        });
    }

    /// The earlier run's result, if this run did not reach it.
    pub(super) fn unreached(&self) -> Option<&[u8]> {
        self.left.as_ref().map(|left| left.text.as_slice())
    }

    /// Why a program could not be written.
    pub(super) fn take_error(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// An observer of a search on a file in a frame; it also fills the history.
    pub(super) fn watch<'a>(&'a mut self, input: &'a Input, history: &'a mut History, frame: &'a Frame) -> Watch<'a> {
        Watch {
            progress: self,
            input,
            history,
            frame,
        }
    }
}

/// The observer of a search.
pub(super) struct Watch<'a> {
    progress: &'a mut Progress,
    input: &'a Input,
    history: &'a mut History,
    frame: &'a Frame,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Improved { best, .. } = event else {
            return Ok(());
        };
        self.progress.look_at_test();
        let text = self.frame.text(best.text());
        self.history.push(text.clone());
        if let Err(error) = self.progress.save_better(&text, self.input) {
            self.progress.failed = Some(error);
            return Err(Stop::Observer);
        }
        Ok(())
    }
}

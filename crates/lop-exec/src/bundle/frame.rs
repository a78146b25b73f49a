//! One file of an archive, reduced as if it were alone.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

use super::{Kind, Record};

/// The parts of an archive before and after the content of one file.
#[derive(Debug, Clone)]
pub struct Frame {
    before: Box<[u8]>,
    /// Path and permissions of the file, if it is one of an archive.
    file: Option<(OsString, u32)>,
    after: Box<[u8]>,
}

impl Frame {
    /// No archive: the content is the text.
    pub fn none() -> Self {
        Frame {
            before: Box::default(),
            file: None,
            after: Box::default(),
        }
    }

    /// The other records of an archive.
    pub fn around(archive: &[u8], record: &Record<'_>) -> Self {
        assert_eq!(record.kind, Kind::File, "only files have content to be reduced");
        Frame {
            before: archive[..record.span.start].into(),
            file: Some((record.path.as_os_str().to_owned(), record.mode)),
            after: archive[record.span.end..].into(),
        }
    }

    /// The whole text with this content.
    pub fn text(&self, content: &[u8]) -> Arc<[u8]> {
        let Some((path, mode)) = &self.file else {
            return content.into();
        };
        let mut text = Vec::with_capacity(self.before.len() + content.len() + self.after.len() + path.len() + 32);
        text.extend(&self.before);
        let record = Record {
            path: Path::new(path),
            kind: Kind::File,
            mode: *mode,
            content,
            span: 0..0,
        };
        record.write(content, &mut text);
        text.extend(&self.after);
        text.into()
    }
}

/// An executor of candidates for one file, over an executor of whole archives.
pub struct Framed<'a> {
    inner: &'a mut dyn Executor,
    frame: &'a Frame,
}

impl<'a> Framed<'a> {
    /// Submits contents with a frame around them to another executor.
    pub fn new(inner: &'a mut dyn Executor, frame: &'a Frame) -> Self {
        Framed { inner, frame }
    }
}

impl Executor for Framed<'_> {
    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        let text = match self.frame.file {
            Some(_) => self.frame.text(&text),
            None => text,
        };
        self.inner.submit(ticket, text);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        self.inner.wait()
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.inner.cancel(ticket);
    }
}

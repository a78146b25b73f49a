//! Reading recorded events.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{File, Line, Run, SCHEMA, Start, spliced};
use crate::input::Error;

/// A recorded run.
pub(crate) struct Recording {
    pub start: Start,
    /// All lines after the first.
    pub lines: Vec<Line>,
}

impl Recording {
    /// Reads a file of events. The last line may be torn: the run may still be going, or was killed.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let content = fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let mut lines = Vec::new();
        for (at, text) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if !text.ends_with(b"\n") {
                break;
            }
            let line = serde_json::from_slice(text).map_err(|source| Error::Events {
                path: path.to_owned(),
                line: at + 1,
                source,
            })?;
            lines.push(line);
        }
        let mut lines = lines.into_iter();
        match lines.next() {
            Some(Line::Start(start)) if start.schema == SCHEMA => Ok(Recording {
                start,
                lines: lines.collect(),
            }),
            _ => Err(Error::NoEvents(path.to_owned())),
        }
    }

    /// Runs of the test by their number.
    pub(crate) fn runs(&self) -> BTreeMap<usize, &Run> {
        let runs = self.lines.iter().filter_map(|line| match line {
            Line::Run(run) => Some((run.run, run)),
            _ => None,
        });
        runs.collect()
    }
}

/// The best program at a point of a recording.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// Texts by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The file that is searched.
    pub file: Option<String>,
}

impl Program {
    /// The program at the start.
    pub(crate) fn new(files: &[File]) -> Self {
        let files = files
            .iter()
            .map(|file| (file.path.clone(), file.text.bytes().to_owned()));
        Program {
            files: files.collect(),
            file: None,
        }
    }

    /// Goes on past a line.
    pub(crate) fn follow(&mut self, line: &Line) {
        match line {
            Line::Search(search) => self.file.clone_from(&search.file),
            Line::Improved(improved) => {
                for dropped in &improved.files {
                    self.files.remove(dropped);
                }
                if let Some(text) = self.file.as_ref().and_then(|file| self.files.get_mut(file))
                    && let Some(new) = spliced(text, &improved.splices)
                {
                    *text = new;
                }
            }
            Line::Program { files, .. } => *self = Program::new(files),
            _ => {}
        }
    }
}

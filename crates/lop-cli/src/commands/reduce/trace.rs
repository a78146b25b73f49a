//! Every step of a search as a line of text, without times: the same for every number of jobs.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use lop_exec::Manner;

use lop_core::{Event, Observer, Stop, Verdict};
use lop_syntax::{Change, Edit};

use crate::input::Error;

/// Writes a line for each query, each new best program and each round.
pub(super) struct Trace {
    file: Option<BufWriter<File>>,
    queries: usize,
}

impl Trace {
    /// Into a file, or nowhere.
    pub(super) fn new(path: Option<&Path>, manner: &Manner) -> Result<Self, Error> {
        let create = |path: &Path| {
            let file = lop_exec::create(path, manner).map(BufWriter::new);
            file.map_err(|source| lop_exec::refused(path, source))
        };
        Ok(Trace {
            file: path.map(create).transpose()?,
            queries: 0,
        })
    }
}

impl Observer for Trace {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line = match event {
            Event::Judged {
                edit,
                removed_tokens,
                verdict,
                was_cached,
                ..
            } => {
                self.queries += 1;
                let answer = match (verdict, was_cached) {
                    (_, true) => "known",
                    (Verdict::Interesting, _) => "yes",
                    (Verdict::Uninteresting, _) => "no",
                    (Verdict::Unresolved, _) => "unresolved",
                };
                format!("{} {answer} -{removed_tokens}{}", self.queries, show(edit))
            }
            Event::Improved { best, .. } => format!("best {} tokens {} bytes", best.token_count(), best.text().len()),
            Event::Round { round } => format!("round {round}"),
            Event::SearchBegun { .. }
            | Event::SearchEnded { .. }
            | Event::BestReplaced { .. }
            | Event::StageBegun { .. }
            | Event::StageEnded { .. } => return Ok(()),
        };
        // A trace that cannot be written is no reason to stop; it just ends.
        let _ = writeln!(file, "{line}");
        Ok(())
    }
}

/// The change of an edit, by the numbers of the nodes.
fn show(edit: &Edit) -> String {
    let mut text = String::new();
    for change in &edit.changes {
        let _ = match change {
            Change::Remove(node) => write!(text, " {}", node.index()),
            Change::Replace(node, by) => write!(text, " {}={}", node.index(), by.index()),
            Change::Rewrite(node, by) => write!(text, " {}={:?}", node.index(), String::from_utf8_lossy(by)),
            Change::Space(node, gap) => write!(text, " {:?}+{}", String::from_utf8_lossy(gap), node.index()),
        };
    }
    text
}

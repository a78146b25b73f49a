//! Writes what happens as lines of JSON: see [`crate::events`].

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use lop_core::{Counts, Event, Observer, Stop, Ticket, Verdict};
use lop_exec::bundle::{self, Kind};
use lop_exec::{Activity, Outcome, Step, check_writable};
use tempfile::NamedTempFile;

use super::files::Input;
use super::plan::Reports;
use crate::events::{
    Answer, Cache, Change, End, Ended, Improved, Line, Query, Run, Search, Splice, StageBegin, StageEnd, Start, Text,
    spliced,
};
use crate::input::Error;

/// Most runs that are remembered until their query is answered. Not measured.
const AWAITED_RUNS: usize = 4096;
/// Most characters of the last line of a run's output. Not measured.
const SAID: usize = 200;

/// Where events go: to the user's file, or to a temporary one for the report.
pub(super) enum Events {
    Nowhere,
    Named(PathBuf),
    Hidden(NamedTempFile),
}

impl Events {
    /// Checks that the files can be written.
    pub(super) fn of(reports: &Reports) -> Result<Self, Error> {
        if let Some(page) = &reports.page {
            check_writable(page)?;
        }
        Ok(match (&reports.events, &reports.page) {
            (Some(path), _) => Events::Named(path.clone()),
            (None, Some(_)) => {
                let hidden = NamedTempFile::new().map_err(|source| Error::Write {
                    path: std::env::temp_dir(),
                    source,
                })?;
                Events::Hidden(hidden)
            }
            (None, None) => Events::Nowhere,
        })
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Events::Nowhere => None,
            Events::Named(path) => Some(path),
            Events::Hidden(file) => Some(file.path()),
        }
    }
}

/// Writes a line for every event, or nothing.
pub(super) struct Recorder {
    record: Option<Record>,
}

struct Record {
    input: Rc<Input>,
    file: BufWriter<std::fs::File>,
    start: Instant,
    runs: Rc<RefCell<Runs>>,
    queries: usize,
    /// The program that queries are about.
    best: Arc<[u8]>,
    is_archive: bool,
    /// The change of the last interesting query.
    interesting: Vec<Splice>,
    /// Queries before the stage.
    before: Counts,
    scheme: String,
}

/// Runs of the test that are not written yet.
struct Runs {
    start: Instant,
    count: usize,
    /// When the runs of each slot began.
    begun: BTreeMap<usize, Instant>,
    ended: Vec<Run>,
    /// The last run for each query.
    by_ticket: BTreeMap<Ticket, usize>,
}

impl Recorder {
    /// Into a file, or nowhere.
    pub(super) fn new(path: Option<&Path>, input: Rc<Input>, start: Instant) -> Result<Self, Error> {
        let Some(path) = path else {
            return Ok(Recorder { record: None });
        };
        let manner = input.manner();
        let file = lop_exec::create(path, &manner).map_err(|source| lop_exec::refused(path, source))?;
        let runs = Runs {
            start,
            count: 0,
            begun: BTreeMap::new(),
            ended: Vec::new(),
            by_ticket: BTreeMap::new(),
        };
        Ok(Recorder {
            record: Some(Record {
                input,
                file: BufWriter::new(file),
                start,
                runs: Rc::new(RefCell::new(runs)),
                queries: 0,
                best: Arc::default(),
                is_archive: false,
                interesting: Vec::new(),
                before: Counts::default(),
                scheme: String::new(),
            }),
        })
    }

    /// Writes the first event, which is only made if events are written.
    pub(super) fn begin(&mut self, start: impl FnOnce() -> Start) {
        if let Some(record) = &mut self.record {
            let start = start();
            record.scheme.clone_from(&start.cache);
            record.write(&Line::Start(start));
        }
    }

    /// A callback for the runs.
    pub(super) fn runner_watch(&self) -> impl FnMut(Activity<'_>) + use<> {
        let runs = self.record.as_ref().map(|record| record.runs.clone());
        move |activity| {
            if let Some(runs) = &runs {
                runs.borrow_mut().note(activity);
            }
        }
    }

    /// Writes the last event.
    pub(super) fn end(&mut self, end: impl FnOnce(f64) -> End) {
        let Some(record) = &mut self.record else { return };
        record.write_runs();
        let end = end(record.now());
        record.write(&Line::End(end));
        let _ = record.file.flush();
    }
}

impl Observer for Recorder {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Some(record) = &mut self.record {
            record.note(event);
        }
        Ok(())
    }
}

impl Record {
    fn now(&self) -> f64 {
        rounded(self.start.elapsed().as_secs_f64())
    }

    /// Events that cannot be written are no reason to stop; the file just ends.
    fn write(&mut self, line: &Line) {
        if serde_json::to_writer(&mut self.file, line).is_ok() {
            let _ = self.file.write_all(b"\n");
        }
    }

    fn write_runs(&mut self) {
        let ended = std::mem::take(&mut self.runs.borrow_mut().ended);
        for run in ended {
            self.write(&Line::Run(run));
        }
    }

    fn note(&mut self, event: &Event<'_>) {
        let t = self.now();
        let line = match event {
            Event::SearchBegun { file, best } => {
                self.begin_search(best.shared_text(), file.is_none());
                let file = file.map(str::to_owned);
                Line::Search(Search { t, file })
            }
            Event::SearchEnded { counts, cache, .. } => Line::Cache(Cache {
                t,
                scheme: self.scheme.clone(),
                known: counts.cached,
                asked: counts.asked,
                entries: cache.entries,
                peak_bytes: cache.peak_bytes,
            }),
            Event::BestReplaced { text, reason } => Line::Program {
                t,
                files: self.input.recorded(text),
                reason: (*reason).to_owned(),
            },
            Event::Judged { .. } => {
                self.write_runs();
                match self.query(event, t) {
                    Some(query) => Line::Query(query),
                    None => return,
                }
            }
            Event::Improved { best, .. } => Line::Improved(self.improved(best, t)),
            Event::Round { round } => Line::Round { t, round: *round },
            Event::StageBegun { name, best, counts } => {
                self.before = **counts;
                Line::StageBegin(StageBegin {
                    t,
                    name: (*name).to_owned(),
                    tokens: best.token_count(),
                })
            }
            Event::StageEnded {
                name,
                best,
                counts,
                stop,
            } => Line::StageEnd(StageEnd {
                t,
                name: (*name).to_owned(),
                tokens: best.token_count(),
                asked: counts.asked - self.before.asked,
                known: counts.cached - self.before.cached,
                interesting: counts.interesting - self.before.interesting,
                stopped: stop.map(|stop| stop.to_string()),
            }),
        };
        self.write(&line);
        if !matches!(event, Event::Judged { .. }) {
            let _ = self.file.flush();
        }
    }

    /// Queries are about another program from now on. Each search counts its tickets anew.
    fn begin_search(&mut self, text: &Arc<[u8]>, is_archive: bool) {
        self.is_archive = is_archive;
        self.best = text.clone();
        self.runs.borrow_mut().by_ticket.clear();
    }

    fn query(&mut self, event: &Event<'_>, t: f64) -> Option<Query> {
        let Event::Judged {
            program,
            edit,
            splices,
            removed_tokens,
            verdict,
            was_cached,
            ticket,
        } = event
        else {
            return None;
        };
        self.queries += 1;
        let first = edit.changes.first()?;
        let text = program.shared_text();
        let is_best = Arc::ptr_eq(&self.best, text) || self.best == *text;
        if is_best {
            self.best = text.clone();
        }
        let made: Vec<Splice> = splices.iter().map(|(range, new)| splice(range, new)).collect();
        if *verdict == Verdict::Interesting {
            self.interesting.clone_from(&made);
        }
        let (splices, files) = if self.is_archive {
            (Vec::new(), dropped(text, &made))
        } else {
            (made, Vec::new())
        };
        Some(Query {
            n: self.queries,
            t,
            change: match first {
                lop_syntax::Change::Remove(_) => Change::Remove,
                lop_syntax::Change::Replace(..) => Change::Replace,
                lop_syntax::Change::Rewrite(..) => Change::Rewrite,
                lop_syntax::Change::Space(..) => Change::Space,
            },
            rule: program.tree().name(first.subject()).to_owned(),
            nodes: edit.changes.len(),
            tokens: *removed_tokens,
            answer: match verdict {
                Verdict::Interesting => Answer::Interesting,
                Verdict::Uninteresting => Answer::Uninteresting,
                Verdict::Unresolved => Answer::Unresolved,
            },
            known: *was_cached,
            run: ticket.and_then(|ticket| self.runs.borrow_mut().by_ticket.remove(&ticket)),
            splices,
            files,
            aside: !is_best,
        })
    }

    fn improved(&mut self, best: &lop_syntax::Program, t: f64) -> Improved {
        let former = std::mem::replace(&mut self.best, best.shared_text().clone());
        let is_known = spliced(&former, &self.interesting).is_some_and(|text| text == best.text());
        let mut splices = std::mem::take(&mut self.interesting);
        if !is_known {
            splices = vec![difference(&former, best.text())];
        }
        let mut files = Vec::new();
        if self.is_archive {
            files = dropped(&former, &splices);
            splices.clear();
        }
        Improved {
            t,
            n: self.queries,
            tokens: best.token_count(),
            bytes: best.text().len(),
            splices,
            files,
        }
    }
}

impl Runs {
    fn note(&mut self, activity: Activity<'_>) {
        let Activity { slot, ticket, step } = activity;
        if matches!(step, Step::Begun) {
            self.begun.insert(slot, Instant::now());
            return;
        }
        let Some(begun) = self.begun.remove(&slot) else { return };
        self.count += 1;
        let (seconds, ended, said) = match step {
            Step::Ended(run, _) => (run.took.as_secs_f64(), run.outcome.into(), last_line(&run.output)),
            _ => (begun.elapsed().as_secs_f64(), Ended::Cancelled, String::new()),
        };
        if ended != Ended::Cancelled {
            self.by_ticket.insert(ticket, self.count);
            if self.by_ticket.len() > AWAITED_RUNS {
                self.by_ticket.pop_first();
            }
        }
        self.ended.push(Run {
            run: self.count,
            slot,
            t: rounded(begun.duration_since(self.start).as_secs_f64()),
            seconds: rounded(seconds),
            ended,
            said,
        });
    }
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Code(code) => Ended::Code(code),
            Outcome::Signal(signal) => Ended::Signal(signal),
            Outcome::TimedOut { .. } => Ended::TimedOut,
            Outcome::Killed => Ended::Signal(9),
            Outcome::TooManyProcesses => Ended::TooManyProcesses,
            Outcome::Cancelled => Ended::Cancelled,
            Outcome::NotStarted(_) | Outcome::NoScratch(_) => Ended::NotStarted,
        }
    }
}

/// Milliseconds are enough.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn splice(range: &std::ops::Range<usize>, new: &[u8]) -> Splice {
    if new.is_empty() {
        Splice::Cut(range.start, range.end)
    } else {
        Splice::Put(range.start, range.end, Text::from(new))
    }
}

/// One splice that makes one text the other.
fn difference(before: &[u8], after: &[u8]) -> Splice {
    let most = before.len().min(after.len());
    let same = |(one, other): &(&u8, &u8)| one == other;
    let start = before.iter().zip(after).take_while(same).count();
    let back = before.iter().rev().zip(after.iter().rev()).take_while(same).count();
    let back = back.min(most - start);
    splice(&(start..before.len() - back), &after[start..after.len() - back])
}

/// The files of an archive that splices remove.
fn dropped(archive: &[u8], splices: &[Splice]) -> Vec<String> {
    let records = bundle::records(archive).unwrap_or_default();
    let is_cut = |record: &bundle::Record<'_>| {
        let mut cuts = splices.iter();
        cuts.any(|cut| cut.start() <= record.span.start && record.span.end <= cut.end())
    };
    let files = records
        .iter()
        .filter(|record| record.kind == Kind::File && is_cut(record));
    files.map(|record| record.path.display().to_string()).collect()
}

/// The last line of a message: one with words, and not the quoted source, with a bar in front, that compilers print
/// below a message.
fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let is_quote = |line: &str| {
        line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
            .starts_with('|')
    };
    let says_something = |line: &&str| line.contains(char::is_alphanumeric) && !is_quote(line);
    let line = text.lines().rev().map(str::trim).find(says_something);
    let line = line.unwrap_or_default();
    let mut said: String = line.chars().take(SAID).collect();
    if said.len() < line.len() {
        said.push('…');
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_splice_makes_one_text_the_other() {
        for (before, after) in [
            ("abcabc", "abc"),
            ("aaaa", "aa"),
            ("", "x"),
            ("xay", "xby"),
            ("same", "same"),
        ] {
            let splices = [difference(before.as_bytes(), after.as_bytes())];
            let made = spliced(before.as_bytes(), &splices).expect("it fits");
            assert_eq!(made, after.as_bytes(), "{before} to {after}");
        }
    }

    #[test]
    fn the_last_line_is_one_that_says_something() {
        assert_eq!(last_line(b"one\ntwo\n\n  \n"), "two");
        assert_eq!(
            last_line(b"a.c:7: error: no\n    7 |  f(x);\n      |  ^~~\n"),
            "a.c:7: error: no"
        );
        assert_eq!(last_line(b""), "");
        assert!(last_line("ü".repeat(300).as_bytes()).ends_with("ü…"));
    }
}

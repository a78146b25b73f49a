//! The last phase: another reducer, formatting, statistics.

use std::path::Path;
use std::sync::Arc;

use lop_core::{Event, Observer, Stop};
use lop_syntax::print;

use super::plan::{Plan, TestSource};
use super::stats::ResultFigures;
use super::{Input, Reduction, finish_with, in_place, show};
use crate::commands::report;
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::say::say;
use crate::script;

impl Reduction {
    /// Runs the other reducer on the result, prints it in the user's format, and reports it.
    pub(super) fn finish(mut self, stopped: Option<Stop>) -> Result<ExitStatus, Error> {
        let mut best = self.history.last().clone();
        if stopped.is_none()
            && let Some(other) = finish_with::reduce(&best, &self.plan, &self.input, &mut self.stack, &self.interrupt)?
        {
            best = other;
            self.replace_best(&best, "another reducer made it smaller");
        }
        let found = best.clone();
        if stopped.is_none_or(|stop| stop == Stop::QueryLimit) {
            best = self.formatted(best);
        }
        self.progress.save_better(&best, &self.input)?;
        if let Some(earlier) = self.progress.unreached() {
            best = earlier.into();
            self.replace_best(&best, "an earlier run found a smaller one");
            if stopped.is_none() && !self.plan.reports.is_quiet {
                let place = self.progress.output().shown();
                say!("{place} stays as an earlier run left it: that is smaller (--fresh starts over)");
            }
        }
        let result = match self.progress.unreached() {
            Some(_) => self.figures(&best, &best),
            None => self.figures(&best, &found),
        };
        self.tell(&best, result, stopped)
    }

    /// The figures of a result; `found` is the result before formatting.
    fn figures(&self, result: &[u8], found: &[u8]) -> ResultFigures {
        ResultFigures {
            size: self.input.size(result),
            compact_bytes: self.compact_bytes(found),
            syntax: self.syntax.report(result),
        }
    }

    /// The bytes of a text without unnecessary white space.
    fn compact_bytes(&self, text: &[u8]) -> usize {
        let parts = self.input.paths(text).into_iter();
        let parts = parts.filter_map(|path| self.input.part(text, &path));
        let bytes = parts.map(|part| {
            let compact = print::print(&self.input.tree(&part), print::Format::Compact);
            compact.len().min(part.content.len())
        });
        bytes.sum()
    }

    /// The result in the format of `--format`, file by file, as far as it stays interesting.
    fn formatted(&mut self, mut best: Arc<[u8]>) -> Arc<[u8]> {
        for path in self.input.paths(&best) {
            if let Some((text, by)) = self.formatted_file(&best, &path) {
                best = text;
                let reason = match by {
                    Some(program) => format!("formatted by {program}"),
                    None => "printed with other white space".to_owned(),
                };
                self.replace_best(&best, &reason);
            }
        }
        best
    }

    /// A text with one file in the first format that is interesting, and the formatter; `None` if no format is
    /// interesting or changes anything.
    fn formatted_file(&mut self, best: &Arc<[u8]>, path: &Path) -> Option<(Arc<[u8]>, Option<&'static str>)> {
        let part = self.input.part(best, path)?;
        let tree = self.input.tree(&part);
        let interrupt = self.interrupt.clone();
        for form in self.plan.format.forms() {
            let Some(formatted) = form.of(&tree, &|| interrupt.is_set()) else {
                continue;
            };
            let text = part.frame.text(&formatted.text);
            if text == *best {
                return None;
            }
            if self.stack.judge_result(&text) == Ok(true) {
                return Some((text, formatted.by));
            }
        }
        None
    }

    /// A line for a shell that runs the test on the result.
    fn by_hand(&mut self) -> String {
        let place = self.progress.output().path();
        match &self.plan.test {
            TestSource::Script(_) => self.stack.by_hand(place),
            TestSource::Line(line) => script::with_file(line, &place.to_string_lossy()),
            TestSource::Golden(golden) => script::on_file(&golden.command, &place.to_string_lossy()),
        }
    }

    fn replace_best(&mut self, text: &[u8], reason: &str) {
        // The searches have ended: there is nothing left to stop.
        let _ = self.observers.observe(&Event::BestReplaced { text, reason });
    }

    /// Reports the result.
    fn tell(mut self, best: &[u8], result: ResultFigures, stopped: Option<Stop>) -> Result<ExitStatus, Error> {
        let by_hand = self.by_hand();
        let summary = &mut self.observers.summary;
        summary.finish(result, stopped, self.start.elapsed(), self.tally, &self.stack);
        self.observers.recorder.end(|t| summary.recorded(t));
        // A finished run is not continued.
        if stopped.is_none() {
            self.stack.finish();
        }
        drop(self.stack);
        // Only the reports are left, which the user wants as much as the result.
        self.interrupt.stand_down();
        unless_closed(self.progress.output().print(best))?;
        unless_closed(summary.tell(&self.progress.output().shown()))?;
        if self.plan.sources.is_in_place && stopped.is_none() {
            put_in_place(&self.input, &self.plan, best)?;
        }
        if let Some(also) = self.also.filter(|_| !self.plan.reports.is_quiet) {
            also.tell();
        }
        if stopped.is_none() && !self.plan.reports.is_quiet && !self.progress.output().is_standard() {
            show(self.input.only_file(best), &by_hand);
        }
        if let (Some(events), Some(page)) = (self.events.path(), &self.plan.reports.page) {
            report::write(events, page, &self.input.manner())?;
        }
        Ok(match stopped {
            None => ExitStatus::Done,
            Some(Stop::QueryLimit | Stop::TimeLimit) => ExitStatus::Limit,
            Some(_) => ExitStatus::Interrupted,
        })
    }
}

/// Replaces several files by what is left of them; a single one is in its place all the time.
fn put_in_place(input: &Input, plan: &Plan, best: &[u8]) -> Result<(), Error> {
    let files = input.replaced(&plan.sources.paths, best);
    in_place::replace(&files)?;
    if plan.reports.is_quiet {
        return Ok(());
    }
    for file in &files {
        let place = script::comment(&file.path.to_string_lossy());
        match file.result {
            Some(_) => say!("{place} is replaced; what it was is beside it"),
            None => say!("{place} is removed: the result does without it; what it was is beside it"),
        }
    }
    Ok(())
}

/// Prints a result that is short, and how to try it.
fn show(result: Option<&[u8]>, by_hand: &str) {
    if let Some(text) = result.and_then(show::shown) {
        say!("\n{text}\n");
    }
    say!("to see it yourself: {by_hand}");
}

/// A closed pipe, as of `head`, changes neither the other reports nor the exit code.
fn unless_closed(result: Result<(), Error>) -> Result<(), Error> {
    result.or_else(|error| if error.is_closed_pipe() { Ok(()) } else { Err(error) })
}

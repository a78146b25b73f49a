//! What becomes of the result.

use std::sync::Arc;

use lop_core::{Event, Observer, Stop};
use lop_syntax::print;

use super::files::Size;
use super::{Reduction, finish_with};
use crate::commands::report;
use crate::exit_code::ExitStatus;
use crate::input::Error;
use crate::say::say;

impl Reduction {
    /// Hands the result on to another reducer, prints it in the format that the user wants, and tells of it.
    pub fn finish(mut self, stopped: Option<Stop>) -> Result<ExitStatus, Error> {
        let mut best = self.history.last().clone();
        if stopped.is_none()
            && let Some(other) = finish_with::reduce(&best, &self.plan, &self.input, &mut self.stack, &self.interrupt)?
        {
            best = other;
            self.replace_best(&best, "another reducer made it smaller");
        }
        // White space is no token, whatever the format makes of it.
        let tokens = self.input.size(&best).tokens;
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
        let size = match self.progress.unreached() {
            Some(earlier) => self.input.size(earlier),
            None => Size {
                tokens,
                ..self.input.size(&best)
            },
        };
        self.tell(&best, size, stopped)
    }

    /// The result in the format of `--format`, file by file, as far as it is interesting so.
    fn formatted(&mut self, mut best: Arc<[u8]>) -> Arc<[u8]> {
        let before = best.clone();
        for path in self.input.paths(&best) {
            let Some(part) = self.input.part(&best, &path) else {
                continue;
            };
            let text = part
                .frame
                .text(&print::print(&self.input.tree(&part), self.plan.format));
            if text != best && self.stack.judge_result(&text) == Ok(true) {
                best = text;
            }
        }
        if best != before {
            self.replace_best(&best, "printed with other white space");
        }
        best
    }

    fn replace_best(&mut self, text: &[u8], reason: &str) {
        // The searches are over: there is nothing left to stop.
        let _ = self.observers.observe(&Event::BestReplaced { text, reason });
    }

    /// Tells of the result everywhere.
    fn tell(mut self, best: &[u8], size: Size, stopped: Option<Stop>) -> Result<ExitStatus, Error> {
        let summary = &mut self.observers.summary;
        summary.finish(size, stopped, self.start.elapsed(), self.tally, &self.stack);
        self.observers.recorder.end(|t| summary.recorded(t));
        // A run that is done is not continued.
        if stopped.is_none() {
            self.stack.finish();
        }
        drop(self.stack);
        // All that is left is telling, which the user wants as much as the result.
        self.interrupt.stand_down();
        unless_closed(self.progress.output().print(best))?;
        unless_closed(summary.tell(&self.progress.output().shown()))?;
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

/// A reader that has seen enough, as `head` has, changes neither what is told elsewhere nor the exit code.
fn unless_closed(result: Result<(), Error>) -> Result<(), Error> {
    result.or_else(|error| if error.is_closed_pipe() { Ok(()) } else { Err(error) })
}

//! The searches of a reduction.
//!
//! One file takes one search. Of several, whole files are dropped and the remaining ones reduced, until neither
//! changes anything. A flaky test may repeat all of that.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop::{Searched, Subject};
use lop_core::{Event, Observer, Stop};
use lop_exec::Settled;
use lop_exec::bundle::{Frame, Framed};
use lop_syntax::parse;

use super::Reduction;
use super::files::archives;
use crate::input::Error;
use crate::say::say;

impl Reduction {
    /// Reduces until the result stands. Returns why it stopped early, if so; the best program is on the disk.
    pub(super) fn search(&mut self) -> Result<Option<Stop>, Error> {
        let stopped = self.search_and_settle().err();
        self.progress.look_at_test();
        self.observers.display.finish();
        if let Some(error) = self.progress.take_error() {
            return Err(error);
        }
        if stopped == Some(Stop::Executor) {
            let error = self.stack.take_error().unwrap_or(lop_exec::Error::Interrupted);
            return Err(error.into());
        }
        if let Some(error) = self.stack.take_journal_error() {
            say!("warning: {error}: this run cannot be continued if it is interrupted");
        }
        Ok(stopped)
    }

    /// Reduces until the result stands, which may take several searches if the test is flaky.
    fn search_and_settle(&mut self) -> Result<(), Stop> {
        if self.is_flaky {
            self.stack.distrust()?;
        }
        loop {
            match self.search_all() {
                // The result is settled now, not when the search has no candidates left.
                Ok(()) | Err(Stop::Contradiction) => {}
                Err(stop) => return Err(stop),
            }
            match self.stack.settle(&mut self.history)? {
                Settled::Done(tally) => {
                    self.tally = tally;
                    return Ok(());
                }
                Settled::Again => self.observers.observe(&Event::BestReplaced {
                    text: self.history.last(),
                    reason: "the last one did not stand",
                })?,
            }
        }
    }

    /// Drops whole files and reduces the remaining ones, until neither changes anything. A file is not searched again
    /// unless another one changed since.
    fn search_all(&mut self) -> Result<(), Stop> {
        let mut changes = 0;
        // How many changes there had been at the end of the last search on a file, or on the archive as a whole.
        let mut searched: BTreeMap<Option<PathBuf>, usize> = BTreeMap::new();
        for round in 1.. {
            let before = changes;
            let whole = self.input.is_bundle().then_some(None);
            let files = self.input.paths(self.history.last()).into_iter().map(Some);
            for target in whole.into_iter().chain(files) {
                if searched.get(&target) == Some(&changes) {
                    continue;
                }
                let text = self.history.last().clone();
                match &target {
                    None => self.drop_files()?,
                    Some(path) => self.reduce_file(path)?,
                }
                changes += usize::from(*self.history.last() != text);
                searched.insert(target, changes);
            }
            let is_last = self.plan.driver.limits().rounds.is_some_and(|limit| round >= limit);
            if !self.input.is_bundle() || changes == before || is_last {
                break;
            }
        }
        Ok(())
    }

    fn drop_files(&mut self) -> Result<(), Stop> {
        let tree = Arc::new(parse(self.history.last().clone(), &Arc::new(archives())));
        let frame = Frame::none();
        let mut watch = self.progress.watch(&self.input, &mut self.history, &frame);
        let observers = &mut [&mut watch as &mut dyn Observer, &mut self.observers];
        ended(&self.plan.driver.drop_files(tree, &mut self.stack, observers))
    }

    fn reduce_file(&mut self, path: &Path) -> Result<(), Stop> {
        let Some(part) = self.input.part(self.history.last(), path) else {
            return Ok(());
        };
        let subject = Subject {
            file: &self.input.file_name(path),
            tree: self.input.tree(&part),
            beside: self.input.beside(self.history.last(), path),
        };
        let mut framed = Framed::new(&mut self.stack, &part.frame);
        let mut watch = self.progress.watch(&self.input, &mut self.history, &part.frame);
        let observers = &mut [&mut watch as &mut dyn Observer, &mut self.observers];
        ended(&self.plan.driver.reduce(subject, &mut framed, observers))
    }
}

fn ended(searched: &Searched) -> Result<(), Stop> {
    searched.stopped.map_or(Ok(()), Err)
}

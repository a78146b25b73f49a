//! Foresight: speculative execution beyond the current steps.
//!
//! Steps can be forked; the reducer that follows one sequence of steps after the other cannot. But it is a function of the
//! search and of verdicts, so it can be run again. [`Search::foresee_with`] keeps a copy of the search and the work that
//! follows. When the current steps or the current wave leave slots free, that work runs on the copy: with the verdicts
//! committed since, and with the likelier verdict for every query after them. The queries that it makes are the plan; they
//! are submitted before the reducer makes them. The first verdict that is not the predicted one ends the plan.
//!
//! On the case dce-clang1-5033 with recorded verdicts and half a second more for each test run, `auto` is 5.0 times as fast
//! with 16 jobs as with one without foresight and 5.7 times with it; with 64 jobs 6.4 and 8.1 times. Nearly all queries of its
//! last stages are refused, and their step sequences are short: *subtrees*, *windows* and *alternatives* become 15 to 18 times
//! as fast with 16 jobs.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::Program;
use rustc_hash::FxBuildHasher;

use super::memory::Memory;
use super::runs::Runs;
use super::syntax::SyntaxCheck;
use super::{Counts, Detour, Limits, Patience, Search, Stop};
use crate::cache::QueryCache;
use crate::executor::{Executor, Ticket};
use crate::oracle::Verdict;

/// Queries of a plan for each slot. Not measured: a plan of one for each slot would be used up before the first verdict.
const PLANNED_PER_SLOT: usize = 4;
/// The least queries of a plan: making one repeats all proposals since the copy, so short plans cost much. Not measured.
const LEAST_PLANNED: usize = 64;
/// Larger programs are not foreseen: repeating their proposals would take longer than a quick test. Not measured.
const MAX_BYTES: usize = 1 << 16;

/// Work that follows from the state of a search and from verdicts alone.
pub(super) type Work = dyn Fn(&mut Search<'_>) -> Result<(), Stop>;

/// A copy of a search, the work that follows, and the queries that it is expected to make.
pub(super) struct Foresight {
    start: Start,
    work: Rc<Work>,
    /// Whether texts were interesting, of the verdicts committed since the start.
    verdicts: HashMap<Arc<[u8]>, bool, FxBuildHasher>,
    plan: VecDeque<Planned>,
    /// How many of the plan were looked at, and need no run or have one.
    submitted: usize,
    /// Whether the work ends with the plan.
    is_complete: bool,
    /// Whether a verdict was not the predicted one since the plan was made.
    is_stale: bool,
}

struct Planned {
    text: Arc<[u8]>,
    is_interesting: bool,
}

/// What a search depends on, without executor and observers.
struct Start {
    best: Rc<Program>,
    cache: Box<dyn QueryCache>,
    limits: Limits,
    counts: Counts,
    detours: Vec<Detour>,
    patience: Option<Patience>,
    memory: Memory,
    cost: f64,
    syntax: SyntaxCheck,
}

impl Start {
    fn of(search: &Search<'_>) -> Self {
        Start {
            best: search.best.clone(),
            cache: search.cache.fork(),
            limits: search.limits,
            counts: search.counts,
            detours: search.detours.clone(),
            patience: search.patience,
            memory: search.memory.clone(),
            cost: search.cost,
            syntax: search.syntax.clone(),
        }
    }

    /// Does `work` on a copy of the search. Whether it came to its end.
    fn play(&self, seer: &mut Seer<'_>, work: &Work) -> bool {
        let mut search = Search {
            best: self.best.clone(),
            cache: self.cache.fork(),
            limits: self.limits,
            counts: self.counts,
            detours: self.detours.clone(),
            patience: self.patience,
            memory: self.memory.clone(),
            cost: self.cost,
            syntax: self.syntax.clone(),
            expects_success: seer.expects_success.clone(),
            ..Search::blank(self.best.clone(), seer)
        };
        work(&mut search).is_ok()
    }
}

impl Foresight {
    /// Takes notice of a committed verdict.
    fn note(&mut self, text: &Arc<[u8]>, is_interesting: bool) {
        self.verdicts.insert(text.clone(), is_interesting);
        let is_as_planned = |planned: &Planned| planned.text == *text && planned.is_interesting == is_interesting;
        if self.plan.front().is_some_and(is_as_planned) {
            self.plan.pop_front();
            self.submitted = self.submitted.saturating_sub(1);
        } else {
            self.discard();
        }
    }

    fn discard(&mut self) {
        self.plan.clear();
        self.submitted = 0;
        self.is_complete = false;
        self.is_stale = true;
    }

    /// Makes a plan of so many queries.
    fn make_plan(&mut self, runs: &Runs, wanted: usize) {
        let mut seer = Seer {
            verdicts: &self.verdicts,
            runs,
            plan: VecDeque::new(),
            wanted,
            expects_success: Rc::default(),
            submitted: None,
        };
        self.is_complete = self.start.play(&mut seer, &*self.work);
        self.plan = seer.plan;
        self.submitted = 0;
    }
}

impl Search<'_> {
    /// Says what this search does from now on, so that its queries can be run before their turn. `work` does what the caller
    /// does after this call, and depends on the search alone.
    pub fn foresee_with(&mut self, work: Rc<Work>) {
        if self.executor.slots() == 1 || self.best.text().len() > MAX_BYTES {
            self.end_foresight();
            return;
        }
        let start = Start::of(self);
        let verdicts = HashMap::default();
        self.foresight = Some(match self.foresight.take() {
            Some(foresight) => Foresight {
                start,
                work,
                verdicts,
                ..foresight
            },
            None => Foresight {
                start,
                work,
                verdicts,
                plan: VecDeque::new(),
                submitted: 0,
                is_complete: false,
                is_stale: true,
            },
        });
    }

    /// Cancels all that was submitted by foresight, and foresees no more.
    pub fn end_foresight(&mut self) {
        if self.foresight.take().is_some() {
            self.cancel_unless(|_| false);
        }
    }

    /// Notes a committed verdict.
    pub(super) fn note_foreseen(&mut self, text: &Arc<[u8]>, is_interesting: bool) {
        if let Some(foresight) = &mut self.foresight {
            foresight.note(text, is_interesting);
        }
    }

    /// Drops the plan, after work that did not come to its end.
    pub(super) fn discard_plan(&mut self) {
        if let Some(foresight) = &mut self.foresight {
            foresight.discard();
        }
    }

    /// Cancels runs of a plan that is stale. `is_owned` says which runs belong to the current steps or wave.
    pub(super) fn drop_stale(&mut self, is_owned: impl Fn(Ticket) -> bool) {
        if let Some(foresight) = &mut self.foresight
            && std::mem::replace(&mut foresight.is_stale, false)
        {
            self.cancel_unless(is_owned);
        }
    }

    /// Submits the next queries of the plan while slots are free. Whether all slots are taken.
    pub(super) fn foresee(&mut self) -> bool {
        let Some(mut foresight) = self.foresight.take() else {
            return false;
        };
        let slots = self.executor.slots();
        if foresight.submitted == foresight.plan.len() && !foresight.is_complete {
            foresight.make_plan(&self.runs, LEAST_PLANNED.max(slots * PLANNED_PER_SLOT));
        }
        while self.runs.in_flight() < slots
            && let Some(planned) = foresight.plan.get(foresight.submitted)
        {
            if self.runs.of(&planned.text).is_none() {
                let ticket = self.ticket();
                self.submit(ticket, planned.text.clone());
            }
            foresight.submitted += 1;
        }
        self.foresight = Some(foresight);
        self.runs.in_flight() >= slots
    }
}

/// An executor that knows some verdicts, and predicts so many others.
struct Seer<'a> {
    verdicts: &'a HashMap<Arc<[u8]>, bool, FxBuildHasher>,
    runs: &'a Runs,
    plan: VecDeque<Planned>,
    wanted: usize,
    /// Whether the query that is submitted next is expected to be interesting.
    expects_success: Rc<Cell<bool>>,
    submitted: Option<(Ticket, Arc<[u8]>)>,
}

impl Executor for Seer<'_> {
    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.submitted = Some((ticket, text));
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, text) = self.submitted.take().expect("`wait` called with nothing in flight");
        if let Some(is_interesting) = self.verdicts.get(&text) {
            return Ok((ticket, verdict(*is_interesting)));
        }
        if self.plan.len() >= self.wanted {
            return Err(Stop::Interrupted);
        }
        let is_interesting = match self.runs.of(&text).and_then(|run| run.verdict) {
            Some(Verdict::Interesting) => true,
            Some(Verdict::Uninteresting) => false,
            Some(Verdict::Unresolved) | None => self.expects_success.get(),
        };
        self.plan.push_back(Planned { text, is_interesting });
        Ok((ticket, verdict(is_interesting)))
    }

    fn cancel(&mut self, _ticket: Ticket) {
        self.submitted = None;
    }
}

fn verdict(is_interesting: bool) -> Verdict {
    if is_interesting {
        Verdict::Interesting
    } else {
        Verdict::Uninteresting
    }
}

//! The search: the best program so far, and the queries that improve it.
//!
//! A reducer holds the idea of an algorithm; [`Search`] holds the rest: proposing edits, caching, speculative execution,
//! counting, limits, events. Verdicts are committed in the order in which a single job makes the queries, so the number of
//! jobs changes how long a search takes and nothing else.

mod foresight;
mod memory;
mod patience;
mod runs;
mod smallest;
mod speculation;
mod syntax;
mod wave;

use std::cell::Cell;
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{Edit, ErrorLimit, Program, Tree, parse};

use crate::cache::{self, Course, QueryCache};
use crate::event::{Event, Observer};
use crate::executor::{Executor, Ticket};
use crate::oracle::Verdict;
use crate::query::Query;
use crate::steps::{FirstOf, Steps};
use foresight::Foresight;
use memory::Memory;
use runs::Runs;
use speculation::{Speculation, State};
use syntax::SyntaxCheck;

pub(crate) use patience::Patience;
pub(crate) use wave::Outcome;

/// Prior for the success rate: one interesting result in this many queries. It decides what is speculated on before the
/// first verdicts, so it was not measured.
const EXPECTED_QUERIES_PER_SUCCESS: f64 = 5.0;
/// The success rate is an exponential average over about this many verdicts. Not measured; it affects speculation only.
const RATE_WINDOW: f64 = 32.0;
/// A test that does nothing takes as long as compiling so many bytes: g++ reads 2.5 MB of headers a second and starts in 10 ms.
const COST_OF_START: usize = 1 << 15;
/// A byte that is missing costs as much as so many that are read. Not measured.
const COST_OF_REPORTS: usize = 2;
/// Scenarios that the cache answers take no slot, so their number needs a bound of its own: this many for each slot. Not
/// measured.
const SCENARIOS_PER_SLOT: usize = 8;

/// Why a search ends before its reducer is done. The best program is safe in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The user interrupted it.
    #[error("interrupted")]
    Interrupted,
    /// The limit on queries is reached.
    #[error("the limit on queries is reached")]
    QueryLimit,
    /// The time is up.
    #[error("the time is up")]
    TimeLimit,
    /// The user skipped the stage.
    #[error("the stage was skipped")]
    Skipped,
    /// A program that was interesting is not any more, so all later bests are in doubt.
    #[error("the test contradicted itself")]
    Contradiction,
    /// The test cannot be run any more.
    #[error("the test cannot be run")]
    Executor,
    /// An observer could not do its work.
    #[error("an observer failed")]
    Observer,
}

/// How far a search may go. Time is the executor's business.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// At most this many queries.
    pub queries: Option<usize>,
    /// At most this many rounds.
    pub rounds: Option<usize>,
}

/// How many queries there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Queries that the cache could not answer.
    pub asked: usize,
    /// Test runs, those of wrong speculation among them.
    pub executed: usize,
    /// Queries run a second time, alone, because the first run gave no verdict.
    pub repeated: usize,
    /// Queries that the cache answered.
    pub cached: usize,
    /// Queries whose candidate was interesting.
    pub interesting: usize,
    /// Rounds begun.
    pub rounds: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.asked += more.asked;
        self.executed += more.executed;
        self.repeated += more.repeated;
        self.cached += more.cached;
        self.interesting += more.interesting;
        self.rounds += more.rounds;
    }
}

impl Counts {
    /// Test runs of wrong speculation.
    pub fn wasted(&self) -> usize {
        self.executed.saturating_sub(self.asked + self.repeated)
    }
}

/// The result of a stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StageResult {
    /// Queries that the cache could not answer.
    pub asked: usize,
    /// Tokens that it removed.
    pub removed_tokens: usize,
    /// What the queries cost, as far as their texts tell.
    pub cost: f64,
}

/// A search from one interesting program to smaller ones.
pub struct Search<'a> {
    best: Rc<Program>,
    executor: &'a mut dyn Executor,
    cache: Box<dyn QueryCache>,
    cache_course: Course,
    observers: Vec<&'a mut dyn Observer>,
    limits: Limits,
    counts: Counts,
    runs: Runs,
    foresight: Option<Foresight>,
    /// Whether the run that is submitted next is expected to be interesting, for an executor that predicts verdicts.
    expects_success: Rc<Cell<bool>>,
    next_ticket: u64,
    success_rate: f64,
    /// The detours that were begun and not ended, the innermost last.
    detours: Vec<Detour>,
    /// How long work that only fails goes on.
    patience: Option<Patience>,
    has_given_up: bool,
    memory: Memory,
    /// What all queries cost so far, by [`estimated_cost`].
    cost: f64,
    syntax: SyntaxCheck,
}

impl<'a> Search<'a> {
    /// A search that starts from an interesting program.
    pub fn new(
        program: Program,
        executor: &'a mut dyn Executor,
        mut cache: Box<dyn QueryCache>,
        limits: Limits,
    ) -> Self {
        cache.improved(&program);
        Search {
            cache,
            limits,
            ..Search::blank(Rc::new(program), executor)
        }
    }

    /// A search without a cache and without limits.
    fn blank(best: Rc<Program>, executor: &'a mut dyn Executor) -> Self {
        Search {
            best,
            executor,
            cache: (cache::none::ENTRY.make)(),
            cache_course: Course::default(),
            observers: Vec::new(),
            limits: Limits::default(),
            counts: Counts::default(),
            runs: Runs::default(),
            foresight: None,
            expects_success: Rc::default(),
            next_ticket: 0,
            success_rate: 1.0 / EXPECTED_QUERIES_PER_SUCCESS,
            detours: Vec::new(),
            patience: None,
            has_given_up: false,
            memory: Memory::default(),
            cost: 0.0,
            syntax: SyntaxCheck::default(),
        }
    }

    /// From now on, no candidate is kept that has more syntax errors than the best program has at this moment. Without this
    /// call, errors are for the test to judge.
    pub fn keep_syntax(&mut self) {
        let limit = ErrorLimit::of(self.best.shared_text(), self.best.tree().syntax());
        let completes = self.syntax.completes;
        self.syntax = SyntaxCheck::new(limit);
        self.syntax.completes = completes;
    }

    /// Does `work` with edits completed: where a compiler refuses names that nothing uses, an import goes with its last use,
    /// and a variable becomes blank.
    pub fn completing(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let outer = std::mem::replace(&mut self.syntax.completes, true);
        let result = work(self);
        self.syntax.completes = outer;
        result
    }

    /// Adds an observer of every event.
    pub fn observe_with(&mut self, observer: &'a mut dyn Observer) {
        self.observers.push(observer);
    }

    /// The smallest interesting program so far.
    pub fn best(&self) -> &Program {
        &self.best
    }

    /// How many queries there were.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The query cache.
    pub fn cache(&self) -> &dyn QueryCache {
        &*self.cache
    }

    /// The size of the query cache over the course of the search.
    pub fn cache_course(&self) -> &Course {
        &self.cache_course
    }

    /// How far the search may go.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Tests the best program with `edit` made; if that is interesting, it is the new best. Inapplicable edits are
    /// rejected without a query, and so are those that [`Search::keep_syntax`] rules out, where that is cheap to know.
    pub fn attempt(&mut self, edit: &Edit) -> Result<bool, Stop> {
        Ok(self.follow(FirstOf::new([edit.clone()]))?.is_some())
    }

    /// Attempts one edit after the other until one is interesting.
    pub fn attempt_first(&mut self, edits: impl IntoIterator<Item = Edit>) -> Result<Option<Edit>, Stop> {
        self.follow(FirstOf::new(edits))
    }

    /// Attempts the edits of `steps`, to their end. Returns the edit that was accepted last.
    pub fn follow(&mut self, steps: impl Steps + 'static) -> Result<Option<Edit>, Stop> {
        let ticket = self.ticket();
        let mut accepted = None;
        if let Some(patience) = &mut self.patience {
            patience.begin();
        }
        let mut next = Speculation::new(Box::new(steps), &self.best, ticket, &self.syntax);
        while next.is_some() {
            if self.gives_up() {
                self.cancel_all(next.map(|speculation| speculation.in_flight()).unwrap_or_default());
                break;
            }
            let (asked, tokens) = (self.counts.asked, self.best.token_count());
            match self.step(&mut next) {
                Ok(edit) => {
                    let pays = edit.is_some() && self.best.token_count() < tokens;
                    self.note_result(edit.is_some(), pays, asked);
                    accepted = edit.or(accepted);
                }
                Err(stop) => {
                    self.cancel_unless(|_| false);
                    self.discard_plan();
                    return Err(stop);
                }
            }
        }
        Ok(accepted)
    }

    /// Settles the query in front and moves on. Returns the edit if it was accepted.
    fn step(&mut self, next: &mut Option<Speculation>) -> Result<Option<Edit>, Stop> {
        let Some(mut speculation) = next.take() else {
            return Ok(None);
        };
        let settled = self.settle(&mut speculation);
        let Ok(is_accepted) = settled else {
            *next = Some(speculation);
            return settled.map(|_| None);
        };
        let edit = is_accepted.then(|| speculation.scenario(speculation.front()).candidate.edit().clone());
        let ticket = self.ticket();
        *next = speculation.advance(is_accepted, &mut self.best, ticket, &self.syntax);
        if is_accepted {
            self.improved()?;
        }
        Ok(edit)
    }

    /// Does `work` with so much patience. Returns whether it was aborted.
    pub(crate) fn with_patience(
        &mut self,
        patience: Option<Patience>,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let outer = std::mem::replace(&mut self.patience, patience);
        let had_given_up = std::mem::replace(&mut self.has_given_up, false);
        let result = work(self);
        self.patience = outer;
        let has_given_up = std::mem::replace(&mut self.has_given_up, had_given_up);
        result?;
        Ok(has_given_up)
    }

    /// Whether work was aborted because there was no patience left.
    pub(crate) fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// Whether there is no patience left.
    fn gives_up(&mut self) -> bool {
        let is_over = self.patience.is_some_and(Patience::is_over);
        self.has_given_up |= is_over;
        is_over
    }

    /// Takes notice of a result, given how many queries there were before it.
    fn note_result(&mut self, is_interesting: bool, pays: bool, asked: usize) {
        let was_asked = self.counts.asked > asked;
        if let Some(patience) = &mut self.patience {
            patience.note(is_interesting, pays, was_asked);
        }
    }

    /// A detour: lets `work` grow the program temporarily. Keeps the smallest program found if it beats the starting point,
    /// otherwise rolls back.
    pub fn detour(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<bool, Stop> {
        self.take_detour(false, work)
    }

    /// A detour that has to save tokens: fewer bytes alone are rolled back, so that later stages get the program as it was.
    pub fn detour_for_tokens(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<bool, Stop> {
        self.take_detour(true, work)
    }

    fn take_detour(
        &mut self,
        is_for_tokens: bool,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        self.detours.push(Detour {
            smallest: self.best.clone(),
            has_paid: false,
            is_for_tokens,
        });
        let result = work(self);
        let Detour { smallest, has_paid, .. } = self.detours.pop().expect("it was begun");
        if !has_paid || size(&self.best) > size(&smallest) {
            self.best = smallest;
            self.cache.improved(&self.best);
        }
        result?;
        Ok(has_paid)
    }

    /// Does all the `work` of the search between the events of its begin and its end. `file` is the name of the reduced
    /// file, or none if the program is an archive whose files are dropped.
    pub fn run(&mut self, file: Option<&str>, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let best = self.best.clone();
        self.tell(&Event::SearchBegun { file, best: &best })?;
        drop(best);
        let result = work(self);
        let (best, counts, cache) = (self.best.clone(), self.counts, self.cache.usage());
        let course = std::mem::take(&mut self.cache_course);
        let told = self.tell(&Event::SearchEnded {
            best: &best,
            counts: &counts,
            cache: &cache,
            course: &course,
        });
        self.cache_course = course;
        result.and(told)
    }

    /// Runs a named stage. A skipped stage ends; its improvements stay.
    pub fn stage(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<StageResult, Stop> {
        let (before, counts) = (self.best.clone(), self.counts);
        self.tell(&Event::StageBegun {
            name,
            best: &before,
            counts: &counts,
        })?;
        let (tokens, asked, cost) = (before.token_count(), counts.asked, self.cost);
        drop(before);
        let result = work(self);
        let (best, counts) = (self.best.clone(), self.counts);
        self.tell(&Event::StageEnded {
            name,
            best: &best,
            counts: &counts,
            stop: result.err(),
        })?;
        match result {
            Ok(()) | Err(Stop::Skipped) => Ok(StageResult {
                asked: counts.asked - asked,
                removed_tokens: tokens.saturating_sub(best.token_count()),
                cost: self.cost - cost,
            }),
            Err(stop) => Err(stop),
        }
    }

    /// Repeats `round` to a fixpoint: on its own result, parsed anew, while that has fewer tokens.
    pub fn to_fixpoint(&mut self, round: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.rounds(round, |before, after| after.token_count() < before.token_count())
    }

    /// Repeats `round` on its own result, parsed anew, while that is another text.
    pub fn until_unchanged(&mut self, round: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.rounds(round, |before, after| after.text() != before.text())
    }

    fn rounds(
        &mut self,
        mut round: impl FnMut(&mut Self) -> Result<(), Stop>,
        is_progress: impl Fn(&Program, &Program) -> bool,
    ) -> Result<(), Stop> {
        let mut number = 0;
        loop {
            number += 1;
            self.counts.rounds += 1;
            self.tell(&Event::Round { round: number })?;
            let before = self.best.clone();
            round(self)?;
            self.memory.settle();
            // A rewritten node counts as one token until the text is parsed again.
            self.parse_anew();
            let is_last = self.limits.rounds.is_some_and(|limit| number >= limit);
            if !is_progress(&before, &self.best) || is_last {
                return Ok(());
            }
        }
    }

    /// Parses the text of the best program again: after edits other rules of the grammar may apply.
    pub fn parse_anew(&mut self) {
        if *self.best.text() == *self.best.tree().source() {
            return;
        }
        let tree = parse(self.best.text(), self.best.tree().syntax());
        // A tree with errors is worse than the edited one, and so is one of lines and words.
        if tree.is_broken() <= self.best.tree().is_broken() && tree.gave_up().is_none() {
            self.see_as(tree);
        }
    }

    /// Does `work` on the best program as `read` parses its text: as lines, or as characters.
    pub fn read_as(
        &mut self,
        read: impl Fn(&Arc<[u8]>) -> Tree,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let syntax = self.best.tree().syntax().clone();
        let source: Arc<[u8]> = self.best.text().into();
        self.see_as(read(&source));
        let result = work(self);
        self.see_as(parse(self.best.text(), &syntax));
        result
    }

    fn see_as(&mut self, tree: Tree) {
        self.best = Rc::new(Program::new(Arc::new(tree)));
        self.cache.improved(&self.best);
    }

    /// Gets the verdict of the query in front, and commits it.
    fn settle(&mut self, speculation: &mut Speculation) -> Result<bool, Stop> {
        let front = speculation.front();
        let (program, candidate) = {
            let scenario = speculation.scenario(front);
            (scenario.program.clone(), scenario.candidate.clone())
        };
        let query = Query::new(&program, &candidate);
        if self.is_known(&query) {
            self.note_known(&query);
            if speculation.scenario(front).state == State::InFlight {
                self.cancel_all(vec![front]);
            }
            let dead = speculation.note(front, State::Known);
            self.cancel_all(dead);
            self.counts.cached += 1;
            self.tell_judged(&query, Verdict::Uninteresting, None)?;
            return Ok(false);
        }
        self.count_query()?;
        let verdict = loop {
            match speculation.scenario(speculation.front()).state {
                State::Answered(Verdict::Unresolved) => break self.run_alone(speculation, &query)?,
                State::Answered(verdict) => break verdict,
                State::InFlight => {}
                State::Idle | State::Known => match self.runs.of(query.text()) {
                    Some(run) => {
                        speculation.adopt(speculation.front(), run);
                        continue;
                    }
                    None => self.submit_front(speculation, &query),
                },
            }
            self.speculate(speculation);
            let (ticket, verdict) = self.wait()?;
            let dead = speculation.note(ticket, State::Answered(verdict));
            self.cancel_all(dead);
        };
        self.commit(&query, (speculation.front(), verdict))
    }

    /// Records the verdict of a query.
    fn commit(&mut self, query: &Query<'_>, (ticket, verdict): (Ticket, Verdict)) -> Result<bool, Stop> {
        let is_interesting = verdict == Verdict::Interesting;
        self.runs.commit(query.text());
        self.note_foreseen(query.text(), is_interesting);
        self.cost += estimated_cost(query, is_interesting);
        self.success_rate += (f64::from(u8::from(is_interesting)) - self.success_rate) / RATE_WINDOW;
        if is_interesting {
            self.counts.interesting += 1;
        }
        if !is_interesting {
            self.cache.insert(query);
            self.memory.note_rejected(query);
        }
        self.cache_course.note(self.cache.usage());
        self.tell_judged(query, verdict, Some(ticket))?;
        Ok(is_interesting)
    }

    /// Whether a query is answered without a run: it is not interesting.
    fn is_known(&mut self, query: &Query<'_>) -> bool {
        self.cache.contains(query) || self.memory.rejects(query)
    }

    /// Notes that a query was answered without a run. The memory is the same whatever the cache knows.
    fn note_known(&mut self, query: &Query<'_>) {
        self.memory.note_rejected(query);
    }

    fn count_query(&mut self) -> Result<(), Stop> {
        if self.limits.queries.is_some_and(|limit| self.counts.asked >= limit) {
            return Err(Stop::QueryLimit);
        }
        self.counts.asked += 1;
        Ok(())
    }

    /// Submits the query in front; if no slot is free, it cancels the youngest run.
    fn submit_front(&mut self, speculation: &mut Speculation, query: &Query<'_>) {
        if self.runs.in_flight() >= self.executor.slots()
            && let Some(youngest) = self.runs.youngest()
        {
            self.cancel_all(vec![youngest]);
            speculation.note(youngest, State::Idle);
        }
        let front = speculation.front();
        let chance = speculation.scenario(front).chance();
        self.expects_success.set(chance.is_some_and(|chance| chance > 0.5));
        // The ticket may be that of an earlier run, whose text another scenario has as well.
        let ticket = self.ticket();
        speculation.rename(front, ticket);
        self.submit(ticket, query.text().clone());
        speculation.note(ticket, State::InFlight);
    }

    /// Runs a query without a verdict once more, with nothing else in flight.
    fn run_alone(&mut self, speculation: &mut Speculation, query: &Query<'_>) -> Result<Verdict, Stop> {
        for ticket in self.runs.tickets() {
            self.cancel_all(vec![ticket]);
            speculation.note(ticket, State::Idle);
        }
        self.discard_plan();
        let (ticket, verdict) = self.repeat(query)?;
        speculation.rename(speculation.front(), ticket);
        speculation.note(ticket, State::Answered(verdict));
        Ok(verdict)
    }

    /// Runs a query a second time; nothing else may be in flight.
    fn repeat(&mut self, query: &Query<'_>) -> Result<(Ticket, Verdict), Stop> {
        let ticket = self.ticket();
        self.counts.repeated += 1;
        self.submit(ticket, query.text().clone());
        self.wait().inspect_err(|_| self.cancel_all(vec![ticket]))
    }

    /// Fills free slots with the likeliest speculative queries: after either verdict on those of the steps, and after their
    /// end.
    fn speculate(&mut self, speculation: &mut Speculation) {
        self.drop_stale(|ticket| speculation.has(ticket));
        let slots = self.executor.slots();
        while self.runs.in_flight() < slots && speculation.len() < slots * SCENARIOS_PER_SLOT {
            let (end, branch) = (
                speculation.end(self.success_rate),
                speculation.likeliest(self.success_rate),
            );
            if branch.is_none_or(|(chance, _)| chance < end) && end > 0.0 && self.foresee() {
                return;
            }
            let ticket = self.ticket();
            let Some(ticket) = branch.and_then(|(_, branch)| speculation.open(branch, ticket, &self.syntax)) else {
                return;
            };
            let scenario = speculation.scenario(ticket);
            let query = Query::new(&scenario.program, &scenario.candidate);
            if self.is_known(&query) {
                speculation.note(ticket, State::Known);
                continue;
            }
            let text = query.text().clone();
            match self.runs.of(&text) {
                Some(run) => speculation.adopt_if_free(ticket, run),
                None => {
                    self.submit(ticket, text);
                    speculation.note(ticket, State::InFlight);
                }
            }
        }
    }

    fn ticket(&mut self) -> Ticket {
        self.next_ticket += 1;
        Ticket(self.next_ticket)
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.counts.executed += 1;
        self.runs.begin(ticket, text.clone());
        self.executor.submit(ticket, text);
    }

    /// Waits for the verdict of any run.
    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, said) = self.executor.wait()?;
        let syntax = &self.syntax;
        let verdict = self.runs.end(ticket, |text| syntax.verdict(text, said));
        Ok((ticket, verdict))
    }

    fn cancel_all(&mut self, tickets: Vec<Ticket>) {
        for ticket in tickets {
            self.runs.cancel(ticket);
            self.executor.cancel(ticket);
        }
    }

    /// Cancels the runs that are not wanted, and forgets verdicts that were not committed.
    fn cancel_unless(&mut self, is_wanted: impl Fn(Ticket) -> bool) {
        let mut unwanted = self.runs.tickets();
        unwanted.retain(|ticket| !is_wanted(*ticket));
        self.cancel_all(unwanted);
        self.runs.forget_verdicts();
    }

    /// Makes an edit whose result is known to be interesting.
    fn make(&mut self, edit: &Edit) -> Result<(), Stop> {
        if let Some(candidate) = self.syntax.completed(&self.best, edit) {
            Rc::make_mut(&mut self.best).accept(&candidate);
            self.improved()?;
        }
        Ok(())
    }

    /// Takes notice of a new program. Inside a detour, a program is an improvement only if it is smaller than every
    /// program seen on that detour.
    fn improved(&mut self) -> Result<(), Stop> {
        for detour in self.detours.iter_mut().rev() {
            if !detour.is_gain(&self.best) {
                return Ok(());
            }
            detour.smallest = self.best.clone();
            detour.has_paid = true;
        }
        self.cache.improved(&self.best);
        let event = Event::Improved {
            best: &self.best,
            counts: &self.counts,
        };
        self.observers
            .iter_mut()
            .try_for_each(|observer| observer.observe(&event))
    }

    fn tell_judged(&mut self, query: &Query<'_>, verdict: Verdict, ticket: Option<Ticket>) -> Result<(), Stop> {
        let candidate = query.candidate;
        self.tell(&Event::Judged {
            program: query.program,
            edit: candidate.edit(),
            splices: candidate.splices(),
            removed_tokens: candidate.removed_tokens(),
            verdict,
            was_cached: ticket.is_none(),
            ticket,
        })
    }

    fn tell(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        self.observers
            .iter_mut()
            .try_for_each(|observer| observer.observe(event))
    }
}

/// Work that may grow the program.
#[derive(Clone)]
struct Detour {
    /// The smallest program of the detour, at first its starting point.
    smallest: Rc<Program>,
    /// Whether that is not the starting point any more.
    has_paid: bool,
    /// Whether the first improvement has to save tokens.
    is_for_tokens: bool,
}

impl Detour {
    /// Whether `program` is smaller than every program seen on the detour.
    fn is_gain(&self, program: &Program) -> bool {
        if self.is_for_tokens && !self.has_paid {
            program.token_count() < self.smallest.token_count()
        } else {
            size(program) < size(&self.smallest)
        }
    }
}

/// The estimated cost of a test run, in bytes that a compiler reads: those of the candidate, and as many as starting the test
/// takes. An uninteresting candidate that lacks much costs more, because the compiler reports it. The estimate uses no clock,
/// so that the order of stages is the same in every run.
fn estimated_cost(query: &Query<'_>, is_interesting: bool) -> f64 {
    let left = query.text().len();
    let missing = query.program.text().len().saturating_sub(left);
    let reported = if is_interesting { 0 } else { COST_OF_REPORTS * missing };
    (COST_OF_START + left + reported) as f64
}

/// The size that reduction minimises: tokens, then bytes.
fn size(program: &Program) -> (usize, usize) {
    (program.token_count(), program.text().len())
}

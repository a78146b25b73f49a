//! The search: the best program so far, and questions about better ones.
//!
//! Everything that is not the idea of an algorithm is here: proposing edits, known answers, asking several
//! questions at once, counting, limits, telling observers. Answers are committed in the order in which a single
//! job would have asked, so the number of jobs changes how long a search takes and nothing else.

mod ahead;
mod smallest;
mod wave;

use std::collections::HashMap;
use std::ops::AddAssign;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{Edit, Program, Tree, parse};

use crate::cache::{Course, QueryCache};
use crate::event::{Event, Observer};
use crate::executor::{Executor, Ticket};
use crate::oracle::Verdict;
use crate::question::Question;
use crate::steps::{FirstOf, Steps};
use ahead::{Ahead, State};
use wave::Fetched;

pub use wave::Outcome;

/// Before anything is known, one answer in this many is expected to be the hoped-for one.
const EXPECTED_ASKED_PER_SUCCESS: f64 = 5.0;
/// How many answers make up the memory of the success rate.
const RATE_WINDOW: f64 = 32.0;
/// A test that does nothing takes as long as compiling so many bytes: g++ reads 2.5 MB of headers a second and starts in 10 ms.
const COST_OF_START: usize = 1 << 15;
/// A byte that is missing costs as much as so many that are read.
const COST_OF_REPORTS: usize = 2;
/// Scenarios whose answers are known take no slot; there are at most this many for each slot.
const SCENARIOS_PER_SLOT: usize = 8;

/// Why a search ends before its reducer is done. The best program is safe in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Somebody asked for it.
    #[error("interrupted")]
    Interrupted,
    /// All questions are spent.
    #[error("as many questions were asked as allowed")]
    QueryLimit,
    /// The time is up.
    #[error("the time is up")]
    TimeLimit,
    /// Somebody wants to go on with the next stage.
    #[error("the stage was skipped")]
    Skipped,
    /// What was interesting is not any more, so what came of it is in doubt.
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
    /// At most this many questions.
    pub queries: Option<usize>,
    /// At most this many rounds.
    pub rounds: Option<usize>,
}

/// How many questions there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions that reached the oracle, in the order in which one job asks them.
    pub asked: usize,
    /// Runs of the test, with those that turned out useless.
    pub executed: usize,
    /// Questions asked a second time, alone, because the first run gave no answer.
    pub repeated: usize,
    /// Questions whose answer was known.
    pub cached: usize,
    /// Questions with the answer that everybody hopes for.
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
    /// Runs whose answer was not wanted in the end.
    pub fn wasted(&self) -> usize {
        self.executed.saturating_sub(self.asked + self.repeated)
    }
}

/// What came of a stage's turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// Questions that reached the oracle.
    pub asked: usize,
    /// Tokens that went.
    pub removed_tokens: usize,
    /// What the queries cost, as far as their texts tell.
    pub cost: f64,
}

/// A search under way.
pub struct Search<'a> {
    best: Rc<Program>,
    executor: &'a mut dyn Executor,
    cache: Box<dyn QueryCache>,
    cache_course: Course,
    observers: Vec<&'a mut dyn Observer>,
    limits: Limits,
    counts: Counts,
    under_way: usize,
    /// Questions that are expected to be asked, by their text.
    fetched: HashMap<Arc<[u8]>, Fetched>,
    next_ticket: u64,
    success_rate: f64,
    /// The detours under way, the innermost last.
    detours: Vec<Detour>,
    /// After this many answers in a row that nobody hoped for, whoever asks gives up.
    patience: Option<usize>,
    has_given_up: bool,
    /// What all queries cost so far, by [`estimated_cost`].
    cost: f64,
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
            best: Rc::new(program),
            executor,
            cache,
            cache_course: Course::default(),
            observers: Vec::new(),
            limits,
            counts: Counts::default(),
            under_way: 0,
            fetched: HashMap::new(),
            next_ticket: 0,
            success_rate: 1.0 / EXPECTED_ASKED_PER_SUCCESS,
            detours: Vec::new(),
            patience: None,
            has_given_up: false,
            cost: 0.0,
        }
    }

    /// Lets somebody see every step.
    pub fn observe_with(&mut self, observer: &'a mut dyn Observer) {
        self.observers.push(observer);
    }

    /// The smallest interesting program so far.
    pub fn best(&self) -> &Program {
        &self.best
    }

    /// How many questions there were.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The cache of answers.
    pub fn cache(&self) -> &dyn QueryCache {
        &*self.cache
    }

    /// How much the answers that the cache kept took after one question and another.
    pub fn cache_course(&self) -> &Course {
        &self.cache_course
    }

    /// How far the search may go.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Asks whether the best program is still interesting with an edit made; if so, that is the new best.
    /// An edit that cannot be made is no question.
    pub fn attempt(&mut self, edit: &Edit) -> Result<bool, Stop> {
        Ok(self.follow(FirstOf::new([edit.clone()]))?.is_some())
    }

    /// Attempts one edit after the other until one is interesting.
    pub fn attempt_first(&mut self, edits: impl IntoIterator<Item = Edit>) -> Result<Option<Edit>, Stop> {
        self.follow(FirstOf::new(edits))
    }

    /// Attempts what some steps say, to their end. The edit that was accepted last comes back.
    pub fn follow(&mut self, steps: impl Steps + 'static) -> Result<Option<Edit>, Stop> {
        let ticket = self.ticket();
        let mut accepted = None;
        let mut failures = 0;
        let mut next = Ahead::new(Box::new(steps), &self.best, ticket);
        while next.is_some() {
            if self.patience.is_some_and(|most| failures >= most) {
                self.has_given_up = true;
                self.cancel_all(next.map(|ahead| ahead.under_way()).unwrap_or_default());
                break;
            }
            match self.step(&mut next) {
                Ok(edit) => {
                    failures = if edit.is_some() { 0 } else { failures + 1 };
                    accepted = edit.or(accepted);
                }
                Err(stop) => {
                    self.cancel_all(next.map(|ahead| ahead.under_way()).unwrap_or_default());
                    self.forget_fetched();
                    return Err(stop);
                }
            }
        }
        Ok(accepted)
    }

    /// Settles the question in front and moves on. The edit comes back if it was accepted.
    fn step(&mut self, next: &mut Option<Ahead>) -> Result<Option<Edit>, Stop> {
        let Some(mut ahead) = next.take() else {
            return Ok(None);
        };
        let settled = self.settle(&mut ahead);
        let Ok(is_accepted) = settled else {
            *next = Some(ahead);
            return settled.map(|_| None);
        };
        let edit = is_accepted.then(|| ahead.scenario(ahead.front()).candidate.edit().clone());
        let ticket = self.ticket();
        *next = ahead.advance(is_accepted, &mut self.best, ticket);
        if is_accepted {
            self.improved()?;
        }
        Ok(edit)
    }

    /// Lets something work until so many answers in a row are not the hoped-for one, known answers among them. Says
    /// whether it had to give up.
    pub fn with_patience(
        &mut self,
        patience: Option<usize>,
        work: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        let outer = std::mem::replace(&mut self.patience, patience);
        self.has_given_up = false;
        let result = work(self);
        self.patience = outer;
        result?;
        Ok(self.has_given_up)
    }

    /// Goes a way that may make the program larger on its way to something smaller. If it came past something
    /// smaller than what it began with, the smallest of that is the best now; else all of it is forgotten.
    pub fn detour(&mut self, way: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<bool, Stop> {
        self.go_aside(false, way)
    }

    /// The same, where fewer bytes alone are not worth the step aside: others may do more with the program as it was.
    pub fn detour_for_tokens(&mut self, way: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<bool, Stop> {
        self.go_aside(true, way)
    }

    fn go_aside(&mut self, is_for_tokens: bool, way: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<bool, Stop> {
        self.detours.push(Detour {
            smallest: self.best.clone(),
            has_paid: false,
            is_for_tokens,
        });
        let result = way(self);
        let Detour { smallest, has_paid, .. } = self.detours.pop().expect("it was begun");
        if !has_paid || size(&self.best) > size(&smallest) {
            self.best = smallest;
            self.cache.improved(&self.best);
        }
        result?;
        Ok(has_paid)
    }

    /// Does all the work of the search. Observers are told of its beginning and its end; `file` is the name of what is
    /// reduced, or none if it is an archive whose files are dropped.
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

    /// Does a part of the work that has a name. One that is skipped is over, and all that it found is kept.
    pub fn stage(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<Turn, Stop> {
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
            Ok(()) | Err(Stop::Skipped) => Ok(Turn {
                asked: counts.asked - asked,
                removed_tokens: tokens.saturating_sub(best.token_count()),
                cost: self.cost - cost,
            }),
            Err(stop) => Err(stop),
        }
    }

    /// Runs something to a fix-point: again on what it left, parsed anew, while that has fewer tokens.
    pub fn to_fix_point(&mut self, round: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.rounds(round, |before, after| after.token_count() < before.token_count())
    }

    /// Runs something again on what it left, parsed anew, while that is another text.
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
            // What counts is the text: a node that was rewritten may hold more tokens than one.
            self.parse_anew();
            let is_last = self.limits.rounds.is_some_and(|limit| number >= limit);
            if !is_progress(&before, &self.best) || is_last {
                return Ok(());
            }
        }
    }

    /// Reads the best program again, so that it can be seen through other rules of its grammar.
    pub fn parse_anew(&mut self) {
        if *self.best.text() == *self.best.tree().source() {
            return;
        }
        let tree = parse(self.best.text(), self.best.tree().syntax());
        // A text that reads worse than the edits that made it stays what it is.
        if tree.is_broken() <= self.best.tree().is_broken() {
            self.see_as(tree);
        }
    }

    /// Lets something work on another reading of the best program's text: as lines, or as characters.
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

    /// Gets the answer to the question in front, and commits it.
    fn settle(&mut self, ahead: &mut Ahead) -> Result<bool, Stop> {
        let front = ahead.front();
        let (program, candidate) = {
            let scenario = ahead.scenario(front);
            (scenario.program.clone(), scenario.candidate.clone())
        };
        let question = Question::new(&program, &candidate);
        if self.cache.contains(&question) {
            if ahead.scenario(front).state == State::UnderWay {
                self.cancel_all(vec![front]);
            }
            let dead = ahead.note(front, State::Known);
            self.cancel_all(dead);
            self.counts.cached += 1;
            self.tell_judged(&question, Verdict::Uninteresting, None)?;
            return Ok(false);
        }
        self.count_question()?;
        let mut asked_under = front;
        let answer = loop {
            match ahead.scenario(front).state {
                State::Answered(Verdict::Unresolved) => break self.ask_alone(ahead, &question)?,
                State::Answered(verdict) => break (asked_under, verdict),
                State::UnderWay => {}
                State::Idle | State::Known => match self.wait_for_fetched(&question)? {
                    Some((ticket, verdict)) => {
                        asked_under = ticket;
                        ahead.note(front, State::Answered(verdict));
                        continue;
                    }
                    None => self.submit_front(ahead, &question),
                },
            }
            self.look_ahead(ahead);
            let (ticket, verdict) = self.wait()?;
            let dead = ahead.note(ticket, State::Answered(verdict));
            self.cancel_all(dead);
        };
        self.commit(&question, answer)
    }

    /// Counts a question and records its answer.
    fn commit(&mut self, question: &Question<'_>, (ticket, verdict): (Ticket, Verdict)) -> Result<bool, Stop> {
        let is_interesting = verdict == Verdict::Interesting;
        self.cost += estimated_cost(question, is_interesting);
        self.success_rate += (f64::from(u8::from(is_interesting)) - self.success_rate) / RATE_WINDOW;
        if is_interesting {
            self.counts.interesting += 1;
        }
        if !is_interesting {
            self.cache.insert(question);
        }
        self.cache_course.note(self.cache.usage());
        self.tell_judged(question, verdict, Some(ticket))?;
        Ok(is_interesting)
    }

    fn count_question(&mut self) -> Result<(), Stop> {
        if self.limits.queries.is_some_and(|limit| self.counts.asked >= limit) {
            return Err(Stop::QueryLimit);
        }
        self.counts.asked += 1;
        Ok(())
    }

    /// The question in front goes before all that is only foreseen.
    fn submit_front(&mut self, ahead: &mut Ahead, question: &Question<'_>) {
        if self.under_way >= self.executor.slots() {
            match ahead.under_way().pop() {
                Some(youngest) => {
                    self.cancel_all(vec![youngest]);
                    ahead.note(youngest, State::Idle);
                }
                None => self.forget_fetched(),
            }
        }
        self.submit(ahead.front(), question.text().clone());
        ahead.note(ahead.front(), State::UnderWay);
    }

    /// A question without an answer is asked once more, with nothing beside it.
    fn ask_alone(&mut self, ahead: &mut Ahead, question: &Question<'_>) -> Result<(Ticket, Verdict), Stop> {
        for ticket in ahead.under_way() {
            self.cancel_all(vec![ticket]);
            ahead.note(ticket, State::Idle);
        }
        self.forget_fetched();
        let answer = self.repeat(question)?;
        ahead.note(ahead.front(), State::Answered(answer.1));
        Ok(answer)
    }

    /// Asks a question a second time, with nothing else under way.
    fn repeat(&mut self, question: &Question<'_>) -> Result<(Ticket, Verdict), Stop> {
        let ticket = self.ticket();
        self.counts.repeated += 1;
        self.submit(ticket, question.text().clone());
        self.wait().inspect_err(|_| self.cancel_all(vec![ticket]))
    }

    /// Keeps every slot busy with what is likeliest to be asked.
    fn look_ahead(&mut self, ahead: &mut Ahead) {
        let slots = self.executor.slots();
        while self.under_way < slots && ahead.len() < slots * SCENARIOS_PER_SLOT {
            let ticket = self.ticket();
            let Some(ticket) = ahead.open(self.success_rate, ticket) else {
                return;
            };
            let scenario = ahead.scenario(ticket);
            let question = Question::new(&scenario.program, &scenario.candidate);
            if self.cache.contains(&question) {
                ahead.note(ticket, State::Known);
            } else {
                let text = question.text().clone();
                self.submit(ticket, text);
                ahead.note(ticket, State::UnderWay);
            }
        }
    }

    fn ticket(&mut self) -> Ticket {
        self.next_ticket += 1;
        Ticket(self.next_ticket)
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.under_way += 1;
        self.counts.executed += 1;
        self.executor.submit(ticket, text);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        loop {
            let (ticket, verdict) = self.executor.wait()?;
            self.under_way -= 1;
            if !self.note_fetched(ticket, verdict) {
                return Ok((ticket, verdict));
            }
        }
    }

    fn cancel_all(&mut self, tickets: Vec<Ticket>) {
        for ticket in tickets {
            self.under_way -= 1;
            self.executor.cancel(ticket);
        }
    }

    /// Makes an edit that is known to be interesting.
    fn make(&mut self, edit: &Edit) -> Result<(), Stop> {
        if let Ok(candidate) = self.best.propose(edit) {
            Rc::make_mut(&mut self.best).accept(&candidate);
            self.improved()?;
        }
        Ok(())
    }

    /// Takes notice of a new best program. On a detour, only what is smaller than all that it came past is one.
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

    fn tell_judged(&mut self, question: &Question<'_>, verdict: Verdict, ticket: Option<Ticket>) -> Result<(), Stop> {
        let candidate = question.candidate;
        self.tell(&Event::Judged {
            program: question.program,
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

/// A way that may make the program larger.
struct Detour {
    /// The smallest program on the way, at first the one that it began with.
    smallest: Rc<Program>,
    /// Whether that is another one.
    has_paid: bool,
    /// Whether the first such has to have fewer tokens.
    is_for_tokens: bool,
}

impl Detour {
    /// Whether a program is smaller than all that it came past.
    fn is_gain(&self, program: &Program) -> bool {
        if self.is_for_tokens && !self.has_paid {
            program.token_count() < self.smallest.token_count()
        } else {
            size(program) < size(&self.smallest)
        }
    }
}

/// What a test run costs, in bytes that a compiler reads: those of the candidate, and besides as much as starting the test
/// takes. What is refused because much is missing costs more: the compiler reports it. No clock is asked, so that the order of
/// stages is the same in every run.
fn estimated_cost(question: &Question<'_>, is_interesting: bool) -> f64 {
    let left = question.text().len();
    let missing = question.program.text().len().saturating_sub(left);
    let reported = if is_interesting { 0 } else { COST_OF_REPORTS * missing };
    (COST_OF_START + left + reported) as f64
}

/// What has to fall: tokens, then bytes.
fn size(program: &Program) -> (usize, usize) {
    (program.token_count(), program.text().len())
}

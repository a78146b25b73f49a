//! Local runners and remote workers, together.
//!
//! Who runs a query changes when its verdict comes, not what it is, so each query goes where it is answered soonest.
//! Two measurements decide: how long a test run takes, and what a remote query adds to it. Remote queries pay only if
//! a run takes several times as long as that; then both sides have their slots filled, the quicker one first, and
//! verdicts that a server has cached come back at once.
//!
//! Remote workers are trusted for "uninteresting" only. A candidate that a server finds interesting is run once more
//! on this machine, and that run decides; if nothing is run here, another server has to agree, or the same one in a
//! second run if there is no other. So every best program was interesting on two machines, and nothing is left to be
//! verified after the search, however it ended. A wrong "uninteresting" costs a chance to reduce, and no more.
//!
//! A query that a server loses is run here. So is one that took too long there, that was killed there, or that ended
//! as a shell ends when it cannot find a command: either the candidate or the other machine may be the cause. Where
//! nothing is run here, a lost query ends the search, with the best program on the disk.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::{Executor, Stop, Ticket, Verdict};
use sha2::{Digest, Sha256};

use crate::flaky::OWN;
use crate::remote::{Inquiry, News, Order, Remote};
use crate::setup::{Run, RunCounts, Step};
use crate::{Error, Outcome, Runners, describe};

/// A run has to take so many times as long as a remote query adds. Not measured.
const WORTH: u32 = 5;
/// Weight of the latest measurement in a mean. Not measured.
const WEIGHT: f64 = 1.0 / 16.0;
/// If nothing is run here, the longest wait for a server to come back. Not measured.
const PATIENCE: Duration = Duration::from_secs(300);
/// If nothing is run here, a query is sent again until it was lost so many times. Not measured.
const LOSSES: usize = 10;
/// So many lost queries in a row are reported to the user. Not measured.
const TOLD_LOSSES: usize = 5;
/// The ticket of a run outside a search.
const ALONE: Ticket = Ticket(u64::MAX);
/// Outcomes that a local runner has to decide: how shells say that they cannot execute or find a command, and kills
/// that may be due to a lack of memory.
const DOUBTFUL: [Outcome; 3] = [Outcome::Code(126), Outcome::Code(127), Outcome::Killed];

/// Gets the messages for the user.
type Notifier = Box<dyn FnMut(&str)>;
/// The first half of a SHA-256.
type Hash = [u8; 16];

/// Executes candidates locally and remotely.
pub struct Mixed {
    runners: Runners,
    pool: Option<RemotePool>,
    /// Queries that are not in flight yet.
    waiting: VecDeque<(Ticket, PendingQuery)>,
    patience: Duration,
    notifier: Option<Notifier>,
}

/// The remote workers: what they have in flight, and what was measured of them.
struct RemotePool {
    remote: Remote,
    /// How many queries can be in flight now, and how many at most.
    slots: usize,
    most: usize,
    under_way: BTreeMap<Ticket, InFlight>,
    /// Texts and tickets that have a verdict.
    answered: BTreeSet<Hash>,
    answered_tickets: BTreeSet<Ticket>,
    /// Texts that took too long.
    late: BTreeSet<Hash>,
    /// How long a test run takes, and what a remote query adds.
    run: Mean,
    overhead: Mean,
    /// The share of verdicts that a server had cached.
    known: Mean,
    gone_since: Option<Instant>,
    /// Candidates that a server found interesting and that a runner here has to confirm, with the server's address.
    to_confirm: BTreeMap<Ticket, Arc<str>>,
    /// The addresses of servers whose "interesting" another machine contradicted.
    contradicted: BTreeSet<Arc<str>>,
    losses_in_a_row: usize,
    counts: RemoteCounts,
}

/// Counts of remote queries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemoteCounts {
    /// Queries that were sent.
    pub asked: usize,
    /// Queries that were answered.
    pub answered: usize,
    /// Answered queries whose test had been run before.
    pub cached: usize,
    /// Answered queries whose test had to be run: confirmations, and checks before and after the search.
    pub fresh: usize,
    /// Queries that came back without a verdict.
    pub lost: usize,
    /// Candidates that were interesting there, but not on the machine that was to confirm it.
    pub contradicted: usize,
    /// What a remote query adds to a test run: the moving average.
    pub overhead: Duration,
}

#[derive(Clone)]
struct PendingQuery {
    text: Arc<[u8]>,
    keeps_output: bool,
    is_for_runners: bool,
    losses: usize,
    /// The server that found the text interesting; another machine has to agree.
    found_by: Option<Arc<str>>,
}

/// A query in flight at a server.
struct InFlight {
    asked: PendingQuery,
    slot: usize,
    is_fresh: bool,
}

/// An exponential moving average.
#[derive(Debug, Clone, Copy, Default)]
struct Mean(Option<f64>);

impl Mean {
    fn note(&mut self, value: f64) {
        self.0 = Some(self.0.map_or(value, |mean| mean + (value - mean) * WEIGHT));
    }

    fn duration(self) -> Duration {
        Duration::from_secs_f64(self.0.unwrap_or(0.0).max(0.0))
    }
}

impl Mixed {
    /// Local runners alone.
    pub fn new(runners: Runners) -> Self {
        Mixed {
            runners,
            pool: None,
            waiting: VecDeque::new(),
            patience: PATIENCE,
            notifier: None,
        }
    }

    /// Adds remote workers that take at most so many queries at once.
    pub fn add_remote(&mut self, remote: Remote, slots: usize) {
        self.pool = Some(RemotePool {
            remote,
            slots,
            most: slots,
            under_way: BTreeMap::new(),
            answered: BTreeSet::new(),
            answered_tickets: BTreeSet::new(),
            late: BTreeSet::new(),
            run: Mean::default(),
            overhead: Mean::default(),
            known: Mean::default(),
            gone_since: None,
            to_confirm: BTreeMap::new(),
            contradicted: BTreeSet::new(),
            losses_in_a_row: 0,
            counts: RemoteCounts::default(),
        });
    }

    /// Sets what is called with messages for the user: servers that went, and came back.
    pub fn notify_with(&mut self, notifier: impl FnMut(&str) + 'static) {
        self.notifier = Some(Box::new(notifier));
    }

    /// The longest wait for a server to come back if nothing is run here, instead of five minutes.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The runners of this machine.
    pub fn runners(&mut self) -> &mut Runners {
        &mut self.runners
    }

    /// The test runs so far, local and remote.
    pub fn counts(&self) -> RunCounts {
        let mut counts = self.runners.counts();
        counts.executed += self
            .pool
            .as_ref()
            .map_or(0, |pool| pool.counts.asked - pool.counts.cached);
        counts
    }

    /// The counts of remote queries, if there are remote workers.
    pub fn remote_counts(&self) -> Option<RemoteCounts> {
        self.pool.as_ref().map(|pool| RemoteCounts {
            overhead: pool.overhead.duration(),
            ..pool.counts
        })
    }

    /// Runs the test once and waits for it: locally if there are runners, otherwise remotely. Not to be used while
    /// queries are in flight.
    pub fn run(&mut self, text: &[u8], keeps_output: bool) -> Result<Run, Error> {
        if self.runners.setup().slots > 0 {
            let run = self.runners.run(text, keeps_output)?;
            if let Some(pool) = &mut self.pool {
                pool.run.note(run.took.as_secs_f64());
            }
            return Ok(run);
        }
        self.run_elsewhere(text, keeps_output)
    }

    /// Runs the test once remotely, without the server's cache, and waits for it.
    pub fn run_elsewhere(&mut self, text: &[u8], keeps_output: bool) -> Result<Run, Error> {
        let asked = PendingQuery {
            text: text.into(),
            keeps_output,
            is_for_runners: false,
            losses: 0,
            found_by: None,
        };
        match &mut self.pool {
            Some(pool) => pool.ask(ALONE, asked, &mut self.runners),
            None => return Err(Error::Elsewhere("there is no server".to_owned())),
        }
        loop {
            match self.next() {
                Ok((ALONE, run)) => return Ok(run),
                Ok(_) => {}
                Err(stop) => {
                    self.cancel(ALONE);
                    return Err(self.runners.error_for(stop));
                }
            }
        }
    }

    /// Sends a query where it is answered soonest.
    fn place(&mut self, ticket: Ticket, asked: PendingQuery) {
        let has_runner = self.runners.free_slots() > 0;
        let is_alone = self.runners.setup().slots == 0;
        let pool = self.pool.as_mut();
        match pool.filter(|pool| !asked.is_for_runners && pool.is_free()) {
            Some(pool) if is_alone || pool.is_worth_it() && (!has_runner || pool.knows_much()) => {
                pool.ask(ticket, asked, &mut self.runners);
            }
            _ if has_runner => self.runners.ask(ticket, asked.text, asked.keeps_output),
            _ => self.waiting.push_back((ticket, asked)),
        }
    }

    /// Sends the waiting queries, as far as there are free slots.
    fn place_waiting(&mut self) {
        for _ in 0..self.waiting.len() {
            if let Some((ticket, asked)) = self.waiting.pop_front() {
                self.place(ticket, asked);
            }
        }
    }

    fn next(&mut self) -> Result<(Ticket, Run), Stop> {
        loop {
            while let Some(news) = self.pool.as_mut().and_then(|pool| pool.remote.news()) {
                if let Some(answer) = self.hear(news) {
                    return Ok(answer);
                }
            }
            self.place_waiting();
            let patience = self.pool.as_ref().and_then(|pool| pool.gone_since);
            let patience = patience.filter(|_| self.runners.setup().slots == 0);
            let patience = patience.and_then(|since| since.checked_add(self.patience));
            if patience.is_some_and(|end| end <= Instant::now()) {
                self.runners
                    .fail(Error::Elsewhere("no server has answered for a long time".to_owned()));
            }
            let bell = self.pool.as_ref().map(|pool| std::os::fd::AsFd::as_fd(&pool.remote));
            if let Some((ticket, run)) = self.runners.next_or(bell, patience)? {
                self.note_local(ticket, &run);
                return Ok((ticket, run));
            }
        }
    }

    /// Learns from a local run, which may confirm a server's verdict or contradict it.
    fn note_local(&mut self, ticket: Ticket, run: &Run) {
        let Some(pool) = &mut self.pool else { return };
        pool.run.note(run.took.as_secs_f64());
        if let Some(server) = pool.to_confirm.remove(&ticket) {
            self.compare(&server, run);
        }
    }

    /// Reports the first contradiction of each server.
    fn compare(&mut self, server: &Arc<str>, run: &Run) {
        let Some(pool) = &mut self.pool else { return };
        if run.verdict() != Verdict::Uninteresting {
            return;
        }
        pool.counts.contradicted += 1;
        let is_new = pool.contradicted.insert(server.clone());
        if let Some(notifier) = self.notifier.as_mut().filter(|_| is_new) {
            notifier(&format!(
                "{server} found a candidate interesting that is not interesting on another machine, where {}; a candidate counts only \
                 where both agree",
                describe(run.outcome)
            ));
        }
    }

    /// Handles news; returns the verdict of a query, if the news has one.
    fn hear(&mut self, news: News) -> Option<(Ticket, Run)> {
        let pool = self.pool.as_mut()?;
        match news {
            News::Slots { slots, notice } => {
                pool.slots = slots;
                pool.gone_since = match slots {
                    0 => pool.gone_since.or_else(|| Some(Instant::now())),
                    _ => None,
                };
                let suffix = match slots {
                    0 if self.runners.setup().slots > 0 => "; going on here until a server is back",
                    0 => "; waiting for a server to come back",
                    _ => "",
                };
                if let (Some(notifier), Some(notice)) = (&mut self.notifier, notice) {
                    notifier(&format!("{notice}{suffix}"));
                }
                None
            }
            News::Lost {
                ticket,
                is_final,
                reason,
            } => {
                self.lost(ticket, is_final, reason);
                None
            }
            News::Answered {
                ticket,
                run,
                is_cached,
                round_trip,
                server,
            } => {
                let sent = pool.under_way.remove(&ticket)?;
                pool.losses_in_a_row = 0;
                pool.counts.fresh += usize::from(sent.is_fresh);
                pool.note(&run, is_cached, round_trip);
                self.runners
                    .tell(sent.slot, ticket, Step::Ended(&run, &sent.asked.text));
                self.answered(ticket, sent.asked, run, server)
            }
        }
    }

    /// Sends a query again that came back without a verdict.
    fn lost(&mut self, ticket: Ticket, is_final: bool, reason: String) -> Option<()> {
        let has_runners = self.runners.setup().slots > 0;
        let pool = self.pool.as_mut()?;
        let InFlight { slot, mut asked, .. } = pool.under_way.remove(&ticket)?;
        pool.counts.lost += 1;
        pool.losses_in_a_row += 1;
        asked.losses += 1;
        if pool.losses_in_a_row == TOLD_LOSSES
            && let Some(notifier) = &mut self.notifier
        {
            notifier(&format!(
                "no server has answered any of the last {TOLD_LOSSES} queries: {reason}"
            ));
        }
        self.runners.tell(slot, ticket, Step::Cancelled);
        if has_runners {
            asked.is_for_runners = true;
        } else if is_final || asked.losses == LOSSES {
            self.runners.fail(Error::Elsewhere(reason));
        }
        self.waiting.push_front((ticket, asked));
        Some(())
    }

    /// Takes the answer of a server; `None` if another machine has to confirm it.
    fn answered(
        &mut self,
        ticket: Ticket,
        mut asked: PendingQuery,
        run: Run,
        server: Arc<str>,
    ) -> Option<(Ticket, Run)> {
        let has_runners = self.runners.setup().slots > 0;
        let pool = self.pool.as_mut()?;
        let is_interesting = run.verdict() == Verdict::Interesting;
        let is_doubtful = DOUBTFUL.contains(&run.outcome) && has_runners;
        let is_confirmed = asked.found_by.is_some();
        if ticket != ALONE && (is_doubtful || is_interesting && !is_confirmed) {
            // If the query goes to a server again, the test has to be run again.
            pool.answered.insert(hash(&asked.text));
            asked.is_for_runners = has_runners;
            asked.losses = 0;
            if is_interesting && has_runners {
                pool.to_confirm.insert(ticket, server);
            } else if is_interesting {
                asked.found_by = Some(server);
            }
            self.waiting.push_front((ticket, asked));
            return None;
        }
        pool.remember(ticket, &asked.text, &run);
        if let Some(server) = &asked.found_by {
            self.compare(server, &run);
        }
        self.runners.note(&run);
        Some((ticket, run))
    }
}

impl RemotePool {
    fn is_free(&self) -> bool {
        self.under_way.len() < self.slots
    }

    /// Whether a test run takes so long that a remote query pays.
    fn is_worth_it(&self) -> bool {
        self.run.duration() >= self.overhead.duration() * WORTH
    }

    /// Whether most of the latest remote verdicts were cached, which is sooner than any run.
    fn knows_much(&self) -> bool {
        self.known.0.is_some_and(|share| share > 0.5)
    }

    fn ask(&mut self, ticket: Ticket, asked: PendingQuery, runners: &mut Runners) {
        let taken: BTreeSet<usize> = self.under_way.values().map(|sent| sent.slot).collect();
        let first = runners.setup().slots;
        let slot = (first..).find(|slot| !taken.contains(slot)).unwrap_or(first);
        let is_repeat = ticket.0 >= OWN || self.answered_tickets.contains(&ticket);
        let is_fresh = is_repeat || self.answered.contains(&hash(&asked.text));
        let inquiry = Inquiry {
            ticket,
            text: asked.text.clone(),
            limit: runners.time_out().limit(),
            is_fresh,
            keeps_output: asked.keeps_output,
            not_at: asked.found_by.clone(),
        };
        self.counts.asked += 1;
        self.under_way.insert(ticket, InFlight { asked, slot, is_fresh });
        self.remote.order(Order::Ask(inquiry));
        runners.tell(slot, ticket, Step::Begun);
    }

    fn note(&mut self, run: &Run, is_cached: bool, round_trip: Duration) {
        self.counts.answered += 1;
        self.counts.cached += usize::from(is_cached);
        let took = if is_cached { Duration::ZERO } else { run.took };
        self.overhead.note(round_trip.saturating_sub(took).as_secs_f64());
        self.run.note(run.took.as_secs_f64());
        self.known.note(f64::from(u8::from(is_cached)));
    }

    fn remember(&mut self, ticket: Ticket, text: &[u8], run: &Run) {
        self.answered.insert(hash(text));
        self.answered_tickets.insert(ticket);
        if run.verdict() == Verdict::Unresolved {
            self.late.insert(hash(text));
        }
    }
}

impl Executor for Mixed {
    fn slots(&self) -> usize {
        let here = self.runners.setup().slots;
        let elsewhere = match &self.pool {
            Some(pool) if here == 0 => pool.most,
            Some(pool) if pool.is_worth_it() => pool.slots,
            _ => 0,
        };
        here + elsewhere
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        let keeps_output = self.runners.setup().keeps_output;
        let Some(pool) = &self.pool else {
            return self.runners.ask(ticket, text, keeps_output);
        };
        let has_runners = self.runners.setup().slots > 0;
        let asked = PendingQuery {
            is_for_runners: has_runners && pool.late.contains(&hash(&text)),
            text,
            keeps_output,
            losses: 0,
            found_by: None,
        };
        self.place(ticket, asked);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, run) = self.next()?;
        Ok((ticket, run.verdict()))
    }

    fn cancel(&mut self, ticket: Ticket) {
        if let Some(pool) = &mut self.pool {
            pool.to_confirm.remove(&ticket);
        }
        if let Some(place) = self.waiting.iter().position(|(waiting, _)| *waiting == ticket) {
            self.waiting.remove(place);
            return;
        }
        let elsewhere = self.pool.as_mut().and_then(|pool| {
            let sent = pool.under_way.remove(&ticket)?;
            pool.remote.order(Order::Cancel(ticket));
            Some(sent.slot)
        });
        match elsewhere {
            Some(slot) => self.runners.tell(slot, ticket, Step::Cancelled),
            None => self.runners.cancel(ticket),
        }
    }
}

fn hash(text: &[u8]) -> Hash {
    let mut hash = Hash::default();
    hash.copy_from_slice(&Sha256::digest(text)[..16]);
    hash
}

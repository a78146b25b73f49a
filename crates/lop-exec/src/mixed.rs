//! Runners of this machine and machines elsewhere, together.
//!
//! Who answers a question changes when the answer comes, not what it is, so questions go wherever they are answered
//! soonest. Two measurements decide: what a run of the test takes, and what asking elsewhere adds to it. Elsewhere pays
//! only when a run takes several times as long as that; then both sides have their slots filled, the quicker
//! one first, and answers that are known there come back in no time.
//!
//! Elsewhere is never trusted with more than a no. A candidate that a server finds interesting is run once more here, and that
//! run decides; where nothing can be run here, another server has to agree, or the same one in a run of its own if there is no other. So
//! what becomes the best program was interesting on two machines, and there is nothing left to be verified after the search, whatever
//! ended it. A wrong no costs a chance to reduce, and no more.
//!
//! A question that a server loses is asked here. So is one that took too long there, that was killed there, or that ended as a
//! shell ends when it cannot find a command: that may be the candidate, or the other machine. Where nothing can be run here, the
//! loss of a question ends the search, with the best program on the disk.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_core::{Executor, Stop, Ticket, Verdict};
use sha2::{Digest, Sha256};

use crate::flaky::OWN;
use crate::remote::{Inquiry, News, Order, Remote};
use crate::setup::{Run, RunCounts, Step};
use crate::{Error, Outcome, Runners, describe};

/// A run has to take so many times as long as asking elsewhere adds.
const WORTH: u32 = 5;
/// How much the latest measurement counts.
const WEIGHT: f64 = 1.0 / 16.0;
/// Where nothing is run here, so long is waited for somebody elsewhere to come back.
const PATIENCE: Duration = Duration::from_secs(300);
/// And a question is asked there again until it was lost so many times.
const LOSSES: usize = 10;
/// So many questions are lost in a row when the user is told that servers answer none. Not measured.
const TOLD_LOSSES: usize = 5;
/// The ticket of a question that is asked outside a search.
const ALONE: Ticket = Ticket(u64::MAX);
/// What a runner here has to decide: how shells say that they cannot execute a command, or cannot find it, and what may be
/// a lack of memory.
const DOUBTFUL: [Outcome; 3] = [Outcome::Code(126), Outcome::Code(127), Outcome::Killed];

/// Told of what the user should know.
type Notifier = Box<dyn FnMut(&str)>;
/// The first half of a SHA-256.
type Hash = [u8; 16];

/// Judges candidates here and elsewhere.
pub struct Mixed {
    runners: Runners,
    pool: Option<RemotePool>,
    /// Questions that nobody answers yet.
    waiting: VecDeque<(Ticket, Asked)>,
    patience: Duration,
    notifier: Option<Notifier>,
}

/// The remote workers: what they have in flight, and what was measured of them.
struct RemotePool {
    remote: Remote,
    /// How many questions can be under way now, and how many at most.
    slots: usize,
    most: usize,
    under_way: BTreeMap<Ticket, Sent>,
    /// Texts and tickets that have an answer.
    answered: BTreeSet<Hash>,
    answered_tickets: BTreeSet<Ticket>,
    /// Texts that took too long.
    late: BTreeSet<Hash>,
    /// What a run of the test takes, and what asking elsewhere adds.
    run: Mean,
    overhead: Mean,
    /// The share of answers that were known there.
    known: Mean,
    gone_since: Option<Instant>,
    /// Candidates that a server found interesting and that a runner here has to confirm, with the server's address.
    to_confirm: BTreeMap<Ticket, Arc<str>>,
    /// The addresses of servers that found something interesting which was not so on another machine.
    contradicted: BTreeSet<Arc<str>>,
    losses_in_a_row: usize,
    counts: RemoteCounts,
}

/// What was asked elsewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RemoteCounts {
    /// Questions that were asked there.
    pub asked: usize,
    /// Questions that were answered there.
    pub answered: usize,
    /// Of them those whose test had been run before.
    pub cached: usize,
    /// And those whose test had to be run: doubts, and checks before and after the search.
    pub fresh: usize,
    /// Questions that came back without an answer.
    pub lost: usize,
    /// Candidates that were interesting there, but not on the machine that was to confirm it.
    pub contradicted: usize,
    /// What asking there adds to a run of the test, on average of late.
    pub overhead: Duration,
}

#[derive(Clone)]
struct Asked {
    text: Arc<[u8]>,
    keeps_output: bool,
    is_for_runners: bool,
    losses: usize,
    /// The server that found the text interesting; another machine has to agree.
    found_by: Option<Arc<str>>,
}

/// A question that is elsewhere.
struct Sent {
    asked: Asked,
    slot: usize,
    is_fresh: bool,
}

/// A mean that forgets.
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
    /// The runners of this machine alone.
    pub fn new(runners: Runners) -> Self {
        Mixed {
            runners,
            pool: None,
            waiting: VecDeque::new(),
            patience: PATIENCE,
            notifier: None,
        }
    }

    /// Has somebody elsewhere answer questions, too; at most so many at once.
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

    /// Has somebody told of what the user should know: who went, and who came back.
    pub fn notify_with(&mut self, notifier: impl FnMut(&str) + 'static) {
        self.notifier = Some(Box::new(notifier));
    }

    /// How long to wait for somebody elsewhere to come back where nothing is run here, instead of five minutes.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The runners of this machine.
    pub fn runners(&mut self) -> &mut Runners {
        &mut self.runners
    }

    /// What was run so far, here and elsewhere.
    pub fn counts(&self) -> RunCounts {
        let mut counts = self.runners.counts();
        counts.executed += self
            .pool
            .as_ref()
            .map_or(0, |pool| pool.counts.asked - pool.counts.cached);
        counts
    }

    /// What was asked elsewhere, if there is anybody.
    pub fn remote_counts(&self) -> Option<RemoteCounts> {
        self.pool.as_ref().map(|pool| RemoteCounts {
            overhead: pool.overhead.duration(),
            ..pool.counts
        })
    }

    /// Runs the test once and waits for it: here if that is possible, otherwise elsewhere. Not to be used while questions
    /// are under way.
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

    /// Runs the test once elsewhere, whatever is known there, and waits for it.
    pub fn run_elsewhere(&mut self, text: &[u8], keeps_output: bool) -> Result<Run, Error> {
        let asked = Asked {
            text: text.into(),
            keeps_output,
            is_for_runners: false,
            losses: 0,
            found_by: None,
        };
        match &mut self.pool {
            Some(pool) => pool.ask(ALONE, asked, &mut self.runners),
            None => return Err(Error::Elsewhere("there is nobody elsewhere".to_owned())),
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

    /// Gives a question to whoever answers it soonest.
    fn place(&mut self, ticket: Ticket, asked: Asked) {
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

    /// Has those who are free look at what is waiting.
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
                    .fail(Error::Elsewhere("nobody has answered for a long time".to_owned()));
            }
            let bell = self.pool.as_ref().map(|pool| std::os::fd::AsFd::as_fd(&pool.remote));
            if let Some((ticket, run)) = self.runners.next_or(bell, patience)? {
                self.note_local(ticket, &run);
                return Ok((ticket, run));
            }
        }
    }

    /// Learns from a run here, which may be one that was to confirm what a server said.
    fn note_local(&mut self, ticket: Ticket, run: &Run) {
        let Some(pool) = &mut self.pool else { return };
        pool.run.note(run.took.as_secs_f64());
        if let Some(server) = pool.to_confirm.remove(&ticket) {
            self.compare(&server, run);
        }
    }

    /// Tells of the first time that a server's finding is not confirmed by a run on another machine.
    fn compare(&mut self, server: &Arc<str>, run: &Run) {
        let Some(pool) = &mut self.pool else { return };
        if run.verdict() != Verdict::Uninteresting {
            return;
        }
        pool.counts.contradicted += 1;
        let is_new = pool.contradicted.insert(server.clone());
        if let Some(notifier) = self.notifier.as_mut().filter(|_| is_new) {
            notifier(&format!(
                "{server} found a candidate interesting that is not so on another machine, where {}; a candidate counts only \
                 where both agree",
                describe(run.outcome)
            ));
        }
    }

    /// Takes notice of news; the answer to a question comes back.
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

    /// Has a question that came back without an answer asked again.
    fn lost(&mut self, ticket: Ticket, is_final: bool, reason: String) -> Option<()> {
        let has_runners = self.runners.setup().slots > 0;
        let pool = self.pool.as_mut()?;
        let Sent { slot, mut asked, .. } = pool.under_way.remove(&ticket)?;
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
    fn answered(&mut self, ticket: Ticket, mut asked: Asked, run: Run, server: Arc<str>) -> Option<(Ticket, Run)> {
        let has_runners = self.runners.setup().slots > 0;
        let pool = self.pool.as_mut()?;
        let is_interesting = run.verdict() == Verdict::Interesting;
        let is_doubtful = DOUBTFUL.contains(&run.outcome) && has_runners;
        let is_confirmed = asked.found_by.is_some();
        if ticket != ALONE && (is_doubtful || is_interesting && !is_confirmed) {
            // Asked of a server again, it is to be run again.
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

    /// Whether a run takes so long that it may as well be elsewhere.
    fn is_worth_it(&self) -> bool {
        self.run.duration() >= self.overhead.duration() * WORTH
    }

    /// Whether most answers of late were known there, which is sooner than any run.
    fn knows_much(&self) -> bool {
        self.known.0.is_some_and(|share| share > 0.5)
    }

    fn ask(&mut self, ticket: Ticket, asked: Asked, runners: &mut Runners) {
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
        self.under_way.insert(ticket, Sent { asked, slot, is_fresh });
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
        let asked = Asked {
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

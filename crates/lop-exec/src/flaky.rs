//! Tests that do not always give the same verdict.
//!
//! Every verdict is believed until the test contradicts itself. From then on a verdict is an estimate, and the danger
//! is drift: a program that shows the bug rarely is interesting once by luck, becomes the best, and everything after
//! it is judged against worse and worse programs. So a single hit does not count, but the *rate* of hits, compared
//! with the rate of the input.
//!
//! # Procedure
//!
//! - **Detection.** The input is run several times at the start; the first, second, fourth, … interesting
//!   candidate, and every sixteenth, is run once more; so is the newest one after 32 misses in a row, after 64, 128, …;
//!   the result is run ten times at the end. One miss on a text that had a hit is proof. If the newest one misses,
//!   the search is over: a program that was interesting by luck has nothing smaller to offer, and every
//!   query about it is wasted.
//! - **Anchor.** The input is then run sixty times: its rate *a*. Before anything is decided for good, it is run
//!   until the standard error of *a* is small, four hundred times at most: an input that always hits needs no more
//!   than the sixty. The anchor never moves with the best program.
//! - **Candidates.** As many misses as a program of rate *a* has in a row with a chance of 3 % reject. Any hit
//!   starts Wald's sequential test of rate ≤ *a*/2 against rate ≥ *a*, with 5 % for either error; programs
//!   that lost half of the rate are turned down after some five runs.
//! - **Settling.** A slow drift passes that, so the result is tested at the end: rate ≤ 0.9 *a* against rate ≥
//!   0.98 *a*. If it does not stand, the newest program of the history that does is found by bisection, and
//!   the search goes on from there with a stricter test for candidates: 0.75 *a* first, then 0.9 *a*.
//! - **Texts made after the search**, by the printer or by another reducer, are judged like a result: ten runs without
//!   a miss, or the test of the last item if the test is known to be flaky.
//!
//! # Error bound
//!
//! A program whose rate is 0.9 *a* or less stands with a probability of at most about 2 % (Wald's bound), and a
//! bisection over 64 programs asks six times; *a* itself has a standard error of at most 0.025. Simulated with an
//! input at 0.7 and seeds that no constant was chosen by, 500 times each, the result had 0.6 or more in all cases
//! where the rate stays or falls by halves, and in 496 where each step costs two per cent of it. With 0.87 instead
//! of 0.9 it was 473 of 500. The price is size: a program near the limit is hard to tell from one beyond it, so
//! where every step costs something little is removed.
//!
//! Reference: A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16 (1945).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::str::FromStr;
use std::sync::Arc;

use lop_core::{Executor, Stop, Ticket, Verdict};

/// Tickets of the filter's own runs have this bit.
pub(crate) const OWN: u64 = 1 << 63;
/// Runs of the input when the test is found flaky, and at most before anything is decided for good.
const FIRST_SAMPLE: usize = 60;
const WHOLE_SAMPLE: usize = 400;
/// The input has been run often enough when its rate is known as well as this.
const STANDARD_ERROR: f64 = 0.0225;
/// Runs of the result of a test that was never found flaky. Not measured.
const REPLAYS: usize = 10;
/// After the first few, one in so many interesting candidates is run once more. Not measured.
const REPEAT_EVERY: usize = 16;
/// So many misses in a row put the newest hit in doubt, and twice as many again. Not measured.
const DOUBTFUL_MISSES: usize = 32;
/// A program as good as the input is turned down for misses at the start with at most this probability.
const SCREENING_ERROR: f64 = 0.03;
/// But no program gets more chances than this. Not measured.
const MOST_MISSES: usize = 30;
/// Samples are taken in at least this many runs at a time. Not measured.
const BATCH: usize = 8;
/// Most searches of a reduction; after the last, the best program that stands is the result. Not measured.
const ROUNDS: usize = 4;

/// How flaky tests are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flakiness {
    /// Detect them, and judge by rates from then on.
    #[default]
    Auto,
    /// Believe every verdict.
    Off,
    /// Run the test up to so many times on a program; the first hit counts.
    Times(usize),
}

impl FromStr for Flakiness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Flakiness::Auto),
            ("off", _) => Ok(Flakiness::Off),
            (_, Ok(times)) if times > 0 => Ok(Flakiness::Times(times)),
            _ => Err("expected auto, off or a number of runs".to_owned()),
        }
    }
}

/// The verdicts of several runs on the same program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Interesting runs.
    pub hits: usize,
    /// All other runs.
    pub misses: usize,
}

impl Tally {
    /// The share of hits.
    pub fn rate(self) -> f64 {
        self.hits as f64 / self.runs().max(1) as f64
    }

    /// The number of runs.
    pub fn runs(self) -> usize {
        self.hits + self.misses
    }

    /// The standard error of the rate, as if there had been one more hit and one more miss: nothing is certain after a
    /// few runs.
    fn standard_error(self) -> f64 {
        let runs = (self.runs() + 2) as f64;
        let rate = (self.hits + 1) as f64 / runs;
        (rate * (1.0 - rate) / runs).sqrt()
    }

    fn add(&mut self, other: Tally) {
        self.hits += other.hits;
        self.misses += other.misses;
    }
}

/// Wald's sequential test of two rates.
#[derive(Debug, Clone, Copy)]
struct Wald {
    low: f64,
    high: f64,
    /// The chance that a program of the low rate stands, and that one of the high rate does not.
    errors: (f64, f64),
    most_runs: usize,
}

impl Wald {
    /// The test of candidates, stricter with every search that ended in a program that does not stand.
    fn for_candidates(level: usize) -> Self {
        let (low, high) = [(0.5, 1.0), (0.75, 1.0)].get(level).copied().unwrap_or((0.9, 0.98));
        Wald {
            low,
            high,
            errors: (0.05, 0.05),
            most_runs: 200,
        }
    }

    /// The test of results.
    fn for_results() -> Self {
        Wald {
            low: 0.9,
            high: 0.98,
            errors: (0.02, 0.05),
            most_runs: 1000,
        }
    }

    /// Whether the rate is the high one, as soon as that can be decided. Rates are relative to the anchor.
    fn decide(&self, tally: Tally, anchor: f64) -> Option<bool> {
        let [low, high] = [self.low, self.high].map(|rate| (rate * anchor).clamp(0.001, 0.995));
        let evidence = tally.hits as f64 * (high / low).ln() + tally.misses as f64 * ((1.0 - high) / (1.0 - low)).ln();
        let (false_yes, false_no) = self.errors;
        if evidence >= ((1.0 - false_no) / false_yes).ln() {
            Some(true)
        } else if evidence <= (false_no / (1.0 - false_yes)).ln() {
            Some(false)
        } else if tally.runs() >= self.most_runs {
            Some(evidence > 0.0)
        } else {
            None
        }
    }
}

/// The best programs so far, oldest first. The first is the input.
#[derive(Debug, Clone)]
pub struct History {
    texts: Vec<Arc<[u8]>>,
}

impl History {
    /// Most texts and most bytes; beyond them, every second text is dropped. Not measured.
    const TEXTS: usize = 64;
    const BYTES: usize = 64 << 20;

    /// A history that begins with the input.
    pub fn new(input: Arc<[u8]>) -> Self {
        History { texts: vec![input] }
    }

    /// Adds a new best program.
    pub fn push(&mut self, text: Arc<[u8]>) {
        self.texts.push(text);
        let is_long = |texts: &[Arc<[u8]>]| {
            texts.len() > Self::TEXTS || texts.iter().map(|text| text.len()).sum::<usize>() > Self::BYTES
        };
        while is_long(&self.texts) && self.texts.len() > 3 {
            let last = self.texts.len() - 1;
            let mut index = 0..;
            self.texts
                .retain(|_| index.next().is_some_and(|index| index % 2 == 0 || index == last));
        }
    }

    /// The best program.
    pub fn last(&self) -> &Arc<[u8]> {
        self.texts.last().expect("the input is never removed")
    }
}

/// The outcome of [`Flaky::settle`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// The last program of the history is the result, with this tally.
    Done(Tally),
    /// The search has to go on from the last program of the history, without the verdicts of the search before.
    Again,
}

/// An executor whose verdicts can be trusted though its test cannot.
pub struct Flaky<E> {
    inner: E,
    policy: Flakiness,
    input: Arc<[u8]>,
    /// The tally of the input, once the test is known to be flaky.
    anchor: Option<Tally>,
    /// Whether the current search began before the test was known to be flaky.
    was_trusted: bool,
    level: usize,
    rounds: usize,
    trials: BTreeMap<Ticket, Trial>,
    /// Verdicts that came while others were waited for.
    early: VecDeque<(Ticket, Verdict)>,
    interesting: usize,
    newest: Option<Newest>,
    own: u64,
    repeats: usize,
}

/// The text that was interesting last.
struct Newest {
    text: Arc<[u8]>,
    misses_since: usize,
    /// After so many misses in a row it is run once more.
    doubtful_misses: usize,
}

/// A text that was submitted, and the verdicts on it so far.
struct Trial {
    text: Arc<[u8]>,
    tally: Tally,
}

impl Trial {
    fn about(text: Arc<[u8]>) -> Self {
        let tally = Tally::default();
        Trial { text, tally }
    }
}

impl<E: Executor> Flaky<E> {
    /// A filter over an executor, for programs that come from an input.
    pub fn new(inner: E, policy: Flakiness, input: Arc<[u8]>) -> Self {
        Flaky {
            inner,
            policy,
            input,
            anchor: None,
            was_trusted: true,
            level: 0,
            rounds: 0,
            trials: BTreeMap::new(),
            early: VecDeque::new(),
            interesting: 0,
            newest: None,
            own: OWN,
            repeats: 0,
        }
    }

    pub(crate) fn inner(&self) -> &E {
        &self.inner
    }

    pub(crate) fn inner_mut(&mut self) -> &mut E {
        &mut self.inner
    }

    /// The tally of the input, if the test is known to be flaky.
    pub fn anchor(&self) -> Option<Tally> {
        self.anchor
    }

    /// How many runs were made beyond one for each query.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// The test contradicted itself before the search began.
    pub fn distrust(&mut self) -> Result<(), Stop> {
        if self.policy == Flakiness::Auto {
            self.was_trusted = false;
            self.measure(FIRST_SAMPLE)?;
        }
        Ok(())
    }

    /// Whether the result of a search, the last program of its history, is one.
    ///
    /// If it does not stand, the history is cut back to a program that does.
    pub fn settle(&mut self, history: &mut History) -> Result<Settled, Stop> {
        if self.policy != Flakiness::Auto {
            return Ok(Settled::Done(Tally::default()));
        }
        self.rounds += 1;
        if self.anchor.is_none() {
            let tally = self.sample(&history.last().clone(), REPLAYS)?;
            if tally.misses == 0 {
                return Ok(Settled::Done(tally));
            }
        }
        self.measure_well()?;
        let tally = self.stands(history.last())?;
        if let Some(tally) = tally
            && (!self.was_trusted || self.rounds >= ROUNDS)
        {
            return Ok(Settled::Done(tally));
        }
        self.was_trusted = false;
        let mut standing = tally;
        if standing.is_none() {
            self.level += 1;
            // The input may have been lucky, and then no program made of it stands.
            self.measure(2 * self.anchor.unwrap_or_default().runs())?;
            standing = self.cut_back(history)?;
        }
        if self.rounds >= ROUNDS {
            return Ok(Settled::Done(standing.or(self.anchor).unwrap_or_default()));
        }
        Ok(Settled::Again)
    }

    /// Judges a text as strictly as [`settle`](Self::settle) judges a result: one that is interesting by luck is not
    /// interesting.
    pub fn judge_result(&mut self, text: &Arc<[u8]>) -> Result<bool, Stop> {
        match self.policy {
            Flakiness::Off => Ok(self.sample(text, 1)?.hits > 0),
            Flakiness::Times(times) => {
                for _ in 0..times {
                    if self.sample(text, 1)?.hits > 0 {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Flakiness::Auto => self.judge_result_by_rate(text),
        }
    }

    fn judge_result_by_rate(&mut self, text: &Arc<[u8]>) -> Result<bool, Stop> {
        if self.anchor.is_none() {
            // One run rejects most texts that are not interesting.
            if self.sample(text, 1)?.hits == 0 {
                return Ok(false);
            }
            if self.sample(text, REPLAYS - 1)?.misses == 0 {
                return Ok(true);
            }
        }
        self.measure_well()?;
        Ok(self.stands(text)?.is_some())
    }

    /// Cuts a history back to the newest program that stands, found by bisection; the input always does.
    fn cut_back(&mut self, history: &mut History) -> Result<Option<Tally>, Stop> {
        let (mut good, mut bad) = (0, history.texts.len() - 1);
        let mut tally = None;
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            match self.stands(&history.texts[middle].clone())? {
                Some(standing) => (good, tally) = (middle, Some(standing)),
                None => bad = middle,
            }
        }
        history.texts.truncate(good + 1);
        Ok(tally)
    }

    /// The tally of a program if it has nearly the rate of the input.
    fn stands(&mut self, text: &Arc<[u8]>) -> Result<Option<Tally>, Stop> {
        let anchor = self.anchor.unwrap_or_default().rate();
        let mut tally = Tally::default();
        loop {
            tally.add(self.sample(text, BATCH.max(self.inner.slots()))?);
            if let Some(stands) = Wald::for_results().decide(tally, anchor) {
                return Ok(stands.then_some(tally));
            }
        }
    }

    /// Runs the input until it was run so many times.
    fn measure(&mut self, runs: usize) -> Result<(), Stop> {
        let mut tally = self.anchor.unwrap_or_default();
        if tally.runs() < runs {
            tally.add(self.sample(&self.input.clone(), runs - tally.runs())?);
        }
        self.anchor = Some(tally);
        Ok(())
    }

    /// Runs the input until the standard error of its rate is small.
    fn measure_well(&mut self) -> Result<(), Stop> {
        loop {
            let tally = self.anchor.unwrap_or_default();
            let is_known = tally.runs() >= FIRST_SAMPLE && tally.standard_error() <= STANDARD_ERROR;
            if is_known || tally.runs() >= WHOLE_SAMPLE {
                return Ok(());
            }
            self.measure((tally.runs() + BATCH).max(FIRST_SAMPLE))?;
        }
    }

    /// Counts a verdict. After many misses in a row, the newest hit is run once more.
    fn note(&mut self, text: &Arc<[u8]>, answer: Verdict) -> Result<(), Stop> {
        if answer == Verdict::Interesting {
            self.newest = Some(Newest {
                text: text.clone(),
                misses_since: 0,
                doubtful_misses: DOUBTFUL_MISSES,
            });
            return Ok(());
        }
        let is_trusted = self.policy == Flakiness::Auto && self.anchor.is_none();
        let Some(newest) = self.newest.as_mut().filter(|_| is_trusted) else {
            return Ok(());
        };
        newest.misses_since += 1;
        if newest.misses_since < newest.doubtful_misses {
            return Ok(());
        }
        newest.doubtful_misses *= 2;
        let text = newest.text.clone();
        if self.sample(&text, 1)?.misses == 0 {
            return Ok(());
        }
        self.measure(FIRST_SAMPLE)?;
        Err(Stop::Contradiction)
    }

    /// Runs a program so many times, in the slots that are free. A run that takes too long is a miss.
    fn sample(&mut self, text: &Arc<[u8]>, runs: usize) -> Result<Tally, Stop> {
        // Queries whose verdict has come hold no slot.
        let busy = self.trials.len() - self.early.len();
        let free = self.inner.slots().saturating_sub(busy).max(1);
        let mut tally = Tally::default();
        let mut under_way = BTreeSet::new();
        while tally.runs() < runs {
            while tally.runs() + under_way.len() < runs && under_way.len() < free {
                self.own += 1;
                under_way.insert(Ticket(self.own));
                self.inner.submit(Ticket(self.own), text.clone());
            }
            let (ticket, verdict) = self.inner.wait().inspect_err(|_| {
                for ticket in &under_way {
                    self.inner.cancel(*ticket);
                }
            })?;
            if !under_way.remove(&ticket) {
                self.early.push_back((ticket, verdict));
            } else if verdict == Verdict::Interesting {
                tally.hits += 1;
            } else {
                tally.misses += 1;
            }
        }
        self.repeats += runs;
        Ok(tally)
    }

    /// The verdict of a query, if its runs suffice for one.
    fn answer(&mut self, tally: Tally) -> Option<Verdict> {
        let is_interesting = match (self.policy, self.anchor) {
            (Flakiness::Off, _) => tally.hits > 0,
            (Flakiness::Times(times), _) => {
                if tally.hits == 0 && tally.misses < times {
                    return None;
                }
                tally.hits > 0
            }
            (Flakiness::Auto, None) => {
                if tally.runs() == 1 && tally.hits == 1 {
                    self.interesting += 1;
                    let count = self.interesting;
                    if count.is_power_of_two() || count.is_multiple_of(REPEAT_EVERY) {
                        return None;
                    }
                }
                tally.hits > 0
            }
            (Flakiness::Auto, Some(anchor)) => {
                if tally.hits == 0 {
                    if tally.misses < most_misses(anchor.rate()) {
                        return None;
                    }
                    false
                } else {
                    Wald::for_candidates(self.level).decide(tally, anchor.rate())?
                }
            }
        };
        Some(if is_interesting {
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        })
    }
}

/// So many misses at the start, and no hit, are unlikely for a program as good as the input.
fn most_misses(anchor: f64) -> usize {
    let misses = SCREENING_ERROR.ln() / (1.0 - anchor.clamp(0.001, 0.999)).ln();
    (misses.ceil() as usize).clamp(1, MOST_MISSES)
}

impl<E: Executor> Executor for Flaky<E> {
    fn slots(&self) -> usize {
        self.inner.slots()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        assert!(ticket.0 < OWN, "the upper half of the tickets is ours");
        self.trials.insert(ticket, Trial::about(text.clone()));
        self.inner.submit(ticket, text);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        loop {
            let (ticket, verdict) = match self.early.pop_front() {
                Some(answer) => answer,
                None => self.inner.wait()?,
            };
            let trial = self.trials.get_mut(&ticket).expect("only what was asked is answered");
            match verdict {
                Verdict::Interesting => trial.tally.hits += 1,
                Verdict::Uninteresting => trial.tally.misses += 1,
                Verdict::Unresolved => {
                    self.trials.remove(&ticket);
                    return Ok((ticket, verdict));
                }
            }
            let (tally, text) = (trial.tally, trial.text.clone());
            let contradicts = tally.hits > 0 && tally.misses > 0;
            if contradicts && self.policy == Flakiness::Auto && self.anchor.is_none() {
                self.measure(FIRST_SAMPLE)?;
            }
            if let Some(answer) = self.answer(tally) {
                self.trials.remove(&ticket);
                if let Err(stop) = self.note(&text, answer) {
                    // The verdict stays available for `wait` and `cancel`.
                    self.trials.insert(ticket, Trial::about(text));
                    self.early.push_back((ticket, verdict));
                    return Err(stop);
                }
                return Ok((ticket, answer));
            }
            self.repeats += 1;
            self.inner.submit(ticket, text);
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        self.trials.remove(&ticket);
        let waiting = self.early.len();
        self.early.retain(|(early, _)| *early != ticket);
        if self.early.len() == waiting {
            self.inner.cancel(ticket);
        }
    }
}

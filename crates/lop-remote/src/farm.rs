//! All servers together: scheduling, retries, and when to give up.
//!
//! Each query is a task of its own, in one thread. It goes to the server with the fewest queries and is retried a few times,
//! each after a longer pause, there or on another server; then it is handed back. A server that fails several times in a row
//! is suspended, and probed from time to time until it answers again. A server that answers, but whose actions give no verdicts, is
//! benched: it gets an action now and then, and its queries go elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lop_core::Ticket;
use lop_exec::remote::{Inquiry, News, Order, Remote, Reporter};
use lop_exec::{Outcome, Run};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};

use crate::action::{Job, Prepared, Recipe};
use crate::outcome::{self, Failure};
use crate::server::{BENCHED, Ended, Guest, Running, Server};
use crate::{Error, Settings};

/// Attempts of a query with servers that are unavailable, that are busy, and that return no proper result. Not measured.
const TRIES: usize = 5;
const BUSY_TRIES: usize = 10;
const BROKEN_TRIES: usize = 3;
/// A server that fails so many times in a row is suspended. Not measured.
const FAILURES: usize = 3;
/// Time to cancel the queries in flight at the end. Not measured.
const FAREWELL: Duration = Duration::from_secs(2);

/// All servers.
struct Farm {
    settings: Settings,
    recipe: Recipe,
    servers: Vec<Arc<Server>>,
    reporter: Reporter,
    salt: AtomicU64,
}

/// The result of a query.
struct Answer {
    run: Run,
    /// Whether it came from the action cache.
    is_cached: bool,
    /// How long it was ready before it was its turn.
    waited: Duration,
}

/// Connects to servers. Unreachable ones are probed later, as long as one is reachable.
pub fn connect(settings: Settings, job: &Job) -> Result<Remote, Error> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Error::Start)?;
    let recipe = Recipe::new(job, &settings)?;
    let servers = {
        let _inside = runtime.enter();
        let servers = settings.servers.iter().map(|address| Server::new(address, &settings));
        servers.map(|server| server.map(Arc::new)).collect::<Result<_, _>>()?
    };
    let (reporter, news, bell) = Remote::line().map_err(Error::Start)?;
    let farm = Arc::new(Farm {
        settings,
        recipe,
        servers,
        reporter,
        salt: AtomicU64::new(salt()),
    });
    runtime.block_on(farm.open_all())?;
    let (sender, orders) = mpsc::unbounded_channel();
    let thread = thread::Builder::new()
        .name("lop-remote".to_owned())
        .spawn(move || serve(&runtime, farm, orders))
        .map_err(Error::Start)?;
    let mut line = Line {
        orders: Some(sender),
        thread: Some(thread),
    };
    Ok(Remote::new(move |order| line.send(order), news, bell))
}

/// The channel to the thread; when it is closed, the thread ends.
struct Line {
    orders: Option<mpsc::UnboundedSender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Line {
    fn send(&mut self, order: Order) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(runtime: &Runtime, farm: Arc<Farm>, mut orders: mpsc::UnboundedReceiver<Order>) {
    runtime.block_on(async move {
        for server in farm.servers.iter().filter(|server| !server.is_up()) {
            tokio::spawn(farm.clone().look_after(server.clone()));
        }
        let mut tasks = Tasks::default();
        while let Some(order) = orders.recv().await {
            match order {
                Order::Ask(inquiry) => tasks.begin(&farm, inquiry),
                Order::Cancel(ticket) => tasks.cancel(ticket),
            }
        }
        tasks.finish().await;
    });
}

/// Queries in flight, and the channels that cancel them.
#[derive(Default)]
struct Tasks {
    in_flight: BTreeMap<Ticket, (oneshot::Sender<()>, tokio::task::JoinHandle<()>)>,
    ending: Vec<tokio::task::JoinHandle<()>>,
}

impl Tasks {
    fn begin(&mut self, farm: &Arc<Farm>, inquiry: Inquiry) {
        let (stop, stopped) = oneshot::channel();
        let ticket = inquiry.ticket;
        let task = tokio::spawn(farm.clone().answer(inquiry, stopped));
        self.in_flight.insert(ticket, (stop, task));
        self.in_flight.retain(|_, (_, task)| !task.is_finished());
        self.ending.retain(|task| !task.is_finished());
    }

    fn cancel(&mut self, ticket: Ticket) {
        // Dropping the sender cancels the task.
        if let Some((_, task)) = self.in_flight.remove(&ticket) {
            self.ending.push(task);
        }
    }

    async fn finish(mut self) {
        let tickets: Vec<Ticket> = self.in_flight.keys().copied().collect();
        tickets.into_iter().for_each(|ticket| self.cancel(ticket));
        let all = async {
            for task in self.ending {
                let _ = task.await;
            }
        };
        let _ = tokio::time::timeout(FAREWELL, all).await;
    }
}

impl Farm {
    async fn open_all(&self) -> Result<(), Error> {
        let mut first = None;
        for server in &self.servers {
            match server.open(&self.settings, &self.recipe).await {
                Ok(()) => {}
                Err(error @ Error::Unreachable { .. }) => {
                    let notice = error.to_string();
                    first = first.or(Some(error));
                    self.report_slots(Some(notice));
                }
                Err(error) => return Err(error),
            }
        }
        match first {
            Some(error) if self.slots() == 0 => Err(error),
            _ => Ok(()),
        }
    }

    /// How many queries may be in flight, with the servers that are up.
    fn slots(&self) -> usize {
        let up = self.servers.iter().filter(|server| server.is_up()).count();
        self.settings.queries_with(up)
    }

    fn report_slots(&self, notice: Option<String>) {
        let slots = self.slots();
        self.reporter.report(News::Slots { slots, notice });
    }

    /// Runs a query, unless it is cancelled.
    async fn answer(self: Arc<Self>, inquiry: Inquiry, stopped: oneshot::Receiver<()>) {
        let running = Running::default();
        let mut judging = Box::pin(self.judge(&inquiry, &running));
        tokio::select! {
            news = &mut judging => return self.reporter.report(news),
            _ = stopped => {}
        }
        // A request that is dropped now may be executed all the same, and could not be cancelled.
        tokio::select! {
            _ = &mut judging => return,
            () = running.named(self.settings.patience.request) => {}
        }
        drop(judging);
        running.cancel().await;
    }

    async fn judge(self: &Arc<Self>, inquiry: &Inquiry, running: &Running) -> News {
        let ticket = inquiry.ticket;
        let begun = Instant::now();
        let mut chances = Chances::default();
        loop {
            let Some(server) = self.pick(inquiry, &chances) else {
                let reason = chances.reason.unwrap_or_else(|| "no server answers".to_owned());
                // Where the servers answer but cannot run the test, waiting does not help.
                let is_final = self.servers.iter().all(|server| server.is_benched());
                return News::Lost {
                    ticket,
                    is_final,
                    reason,
                };
            };
            match self
                .ask(&Guest::of(server.clone()), inquiry, chances.broken > 0, running)
                .await
            {
                Ok(answer) => {
                    server.well();
                    match answer.run.outcome {
                        Outcome::Killed => self.note_fruitless(&server, "the test was ended by signal 9"),
                        // It may be the candidate that takes too long, and an old result says nothing of the server.
                        Outcome::TimedOut { .. } => {}
                        _ if answer.is_cached => {}
                        _ => server.fruitful(),
                    }
                    return News::Answered {
                        ticket,
                        server: server.address.as_str().into(),
                        run: answer.run,
                        is_cached: answer.is_cached,
                        round_trip: begun.elapsed().saturating_sub(answer.waited),
                    };
                }
                Err(failure) => {
                    self.note(&server, &failure);
                    chances.failed_at.push(server.address.clone());
                    if chances.spend(&failure) {
                        let reason = format!("{}: {}", server.address, failure.reason());
                        return News::Lost {
                            ticket,
                            is_final: chances.broken >= BROKEN_TRIES,
                            reason,
                        };
                    }
                }
            }
            tokio::time::sleep(chances.pause(&self.settings)).await;
        }
    }

    /// The server with the fewest queries, one that is to be avoided or that failed with this query last; of several the one that had
    /// the same query before.
    fn pick(&self, inquiry: &Inquiry, chances: &Chances) -> Option<Arc<Server>> {
        let first = inquiry.text.iter().fold(0usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(*byte))
        });
        let count = self.servers.len();
        let order = (0..count).map(|index| &self.servers[(first % count + index) % count]);
        let up = order.filter(|server| server.is_up());
        let is_avoided = |server: &Server| inquiry.not_at.as_deref() == Some(server.address.as_str());
        let failures = |server: &Server| chances.failed_at.iter().filter(|at| **at == server.address).count();
        let in_flight = |server: &Server| server.in_flight.load(Ordering::Relaxed);
        up.min_by_key(|server| (failures(server), is_avoided(server), in_flight(server)))
            .cloned()
    }

    /// One attempt on one server.
    async fn ask(
        &self,
        server: &Guest,
        inquiry: &Inquiry,
        skips_cache: bool,
        running: &Running,
    ) -> Result<Answer, Failure> {
        let salt = inquiry.is_fresh.then(|| self.salt.fetch_add(1, Ordering::Relaxed));
        let prepared = self.recipe.prepare(&inquiry.text, salt);
        let prepared = prepared.map_err(|error| Failure::Broken(error.to_string()))?;
        let has_to_run = inquiry.is_fresh || skips_cache;
        if !has_to_run && let Some(answer) = self.look_up(server, &prepared, inquiry).await? {
            return Ok(answer);
        }
        server.upload_constants(&self.recipe).await?;
        server.upload(&prepared.blobs).await?;
        let ready = Instant::now();
        let turn = server.turns.acquire().await;
        let waited = ready.elapsed();
        let ended = server
            .execute(&prepared.action, has_to_run, inquiry.limit, running)
            .await?;
        // The next query need not wait for the output of this one.
        drop(turn);
        match ended {
            Ended::TimedOut => Ok(Answer {
                run: Run {
                    outcome: Outcome::TimedOut { was_busy: false },
                    took: inquiry.limit,
                    output: Vec::new(),
                },
                is_cached: false,
                waited,
            }),
            Ended::Result(result, is_cached) => {
                let run = outcome::run(&result);
                let output = match inquiry.keeps_output || run.is_err() {
                    true => output(server, *result).await,
                    false => Vec::new(),
                };
                let run = run.map_err(|code| outcome::broken(code, &output))?;
                Ok(Answer {
                    run: Run { output, ..run },
                    is_cached,
                    waited,
                })
            }
        }
    }

    /// A cached result of any server. A malformed result counts as none.
    async fn look_up(&self, first: &Guest, prepared: &Prepared, inquiry: &Inquiry) -> Result<Option<Answer>, Failure> {
        let others = self
            .servers
            .iter()
            .filter(|server| !Arc::ptr_eq(server, first) && server.is_up());
        for server in std::iter::once(&**first).chain(others) {
            let known = match server.look_up(&prepared.action).await {
                // Only the server that executes has to be up.
                Err(failure) if Arc::ptr_eq(server, first) => return Err(failure),
                known => known.ok().flatten(),
            };
            let Some(result) = known else { continue };
            if let Ok(mut run) = outcome::run(&result) {
                if inquiry.keeps_output {
                    run.output = output(server, result).await;
                }
                return Ok(Some(Answer {
                    run,
                    is_cached: true,
                    waited: Duration::ZERO,
                }));
            }
        }
        Ok(None)
    }

    /// Counts a failure of a server.
    fn note(self: &Arc<Self>, server: &Arc<Server>, failure: &Failure) {
        match failure {
            Failure::Forgotten(_) => server.forget_uploads(),
            Failure::Busy(_) => return,
            Failure::Broken(_) => {}
            Failure::Unwell(reason) | Failure::Refused(reason) => {
                let is_hopeless = server.unwell() >= FAILURES || matches!(failure, Failure::Refused(_));
                if is_hopeless && server.give_up() {
                    self.report_slots(Some(format!("{} does not answer any more: {reason}", server.address)));
                    tokio::spawn(self.clone().look_after(server.clone()));
                }
            }
        }
        self.note_fruitless(server, failure.reason());
    }

    /// Counts an action without a verdict, and benches a server that gives none.
    fn note_fruitless(self: &Arc<Self>, server: &Arc<Server>, reason: &str) {
        if server.fruitless() {
            let address = &server.address;
            self.report_slots(Some(format!(
                "none of the last {BENCHED} actions at {address} gave a verdict, and it gets no more for now: {reason}"
            )));
            tokio::spawn(self.clone().look_after(server.clone()));
        }
    }

    /// Waits for a server to come back. One that is benched answers at once, so it is asked late.
    async fn look_after(self: Arc<Self>, server: Arc<Server>) {
        let mut pause = match server.is_benched() {
            true => self.settings.patience.longest_look,
            false => self.settings.patience.first_look,
        };
        loop {
            tokio::time::sleep(pause).await;
            if server.open(&self.settings, &self.recipe).await.is_ok() {
                return self.report_slots(Some(format!("{} is back", server.address)));
            }
            pause = (pause * 2).min(self.settings.patience.longest_look);
        }
    }
}

/// The attempts that a query has left.
#[derive(Default)]
struct Chances {
    unwell: usize,
    busy: usize,
    broken: usize,
    reason: Option<String>,
    /// The addresses of the servers that failed, one for each failure.
    failed_at: Vec<String>,
}

impl Chances {
    /// Counts a failure; returns whether it was the last attempt.
    fn spend(&mut self, failure: &Failure) -> bool {
        self.reason = Some(failure.reason().to_owned());
        match failure {
            Failure::Busy(_) => self.busy += 1,
            Failure::Broken(_) => self.broken += 1,
            Failure::Unwell(_) | Failure::Forgotten(_) | Failure::Refused(_) => self.unwell += 1,
        }
        self.unwell >= TRIES || self.busy >= BUSY_TRIES || self.broken >= BROKEN_TRIES
    }

    fn pause(&self, settings: &Settings) -> Duration {
        let failures = (self.unwell + self.busy + self.broken).clamp(1, 16) as u32;
        let pause = settings.patience.first_pause.saturating_mul(1 << (failures - 1));
        pause.min(settings.patience.longest_pause)
    }
}

/// The end of what a run printed, as far as it can be had.
async fn output(
    server: &Server,
    result: bazel_remote_apis::build::bazel::remote::execution::v2::ActionResult,
) -> Vec<u8> {
    match result.stderr_digest {
        Some(digest) if result.stderr_raw.is_empty() && digest.size_bytes > 0 => {
            server.read(&digest).await.unwrap_or_default()
        }
        _ => result.stderr_raw,
    }
}

/// Where salt begins, so that two runs of lop do not have the same.
fn salt() -> u64 {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = time.map_or(0, |time| time.as_nanos() as u64);
    nanos ^ (u64::from(std::process::id()) << 32)
}

//! Local test runs, several at once.
//!
//! Each slot is a runner process with a directory of its own; the candidate is put there, an order goes through the
//! socket, and one wait covers all answers, the user's interrupt and the time limit. A runner owes exactly one answer
//! to each order, so a slot can be used again right after a cancellation: the number of the run tells the cancelled
//! answer from the next.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lop_core::{Executor, Stop, Ticket, Verdict};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, getpid, pidfd_open, set_child_subreaper};

use crate::descendants::{self, Family};
use crate::group;
use crate::protocol::{Answer, Order, Outcome};
use crate::runner::{RunnerTask, candidate_folder};
use crate::sandbox::{Confinement, Means};
use crate::scratch::{self, Scratch};
use crate::setup::{Activity, Run, RunCounts, Setup, Step};
use crate::{Error, Interrupt, TimeOut};

/// A runner that has not answered this long after the time-out is taken for dead. Not measured.
const GRACE: Duration = Duration::from_secs(20);
/// A query that ended this many runners is unresolved. Not measured.
const DEATHS: usize = 2;
/// Time for runners to clean up at the end. Not measured.
const FAREWELL: Duration = Duration::from_secs(2);
/// The ticket of a run outside a search.
const ALONE: Ticket = Ticket(u64::MAX);

/// Gets all that runners do.
type Watcher = Box<dyn FnMut(Activity<'_>)>;
/// Writes a text into an empty directory.
type Placer = Box<dyn Fn(&Path, &[u8]) -> io::Result<()>>;

/// An executor of the user's test, with several runs at once.
pub struct Runners {
    setup: Setup,
    means: Means,
    slots: Vec<Slot>,
    interrupt: Arc<Interrupt>,
    deadline: Option<Instant>,
    counts: RunCounts,
    runs: u64,
    error: Option<Error>,
    watcher: Option<Watcher>,
    placer: Placer,
    // Removed last, when the runners have ended.
    scratch: Scratch,
}

struct Slot {
    number: usize,
    folder: PathBuf,
    process: Child,
    socket: UnixStream,
    /// Orders without an answer yet.
    owed: usize,
    job: Option<Job>,
}

/// A query in flight.
struct Job {
    ticket: Ticket,
    text: Arc<[u8]>,
    keeps_output: bool,
    run: u64,
    overdue: Option<Instant>,
    deaths: usize,
}

impl Runners {
    /// Starts the runners. With 0 slots, waits only notice interrupts and the time limit, and all queries are remote.
    pub fn start(setup: Setup, interrupt: Arc<Interrupt>) -> Result<Self, Error> {
        let means = setup.sandbox.means().ok_or(Error::NoSandbox)?;
        // This process adopts the orphans of a runner that dies.
        set_child_subreaper(Some(getpid())).map_err(|error| Error::Runner(error.into()))?;
        let needed = setup.input_bytes.saturating_mul(setup.slots as u64);
        let scratch = Scratch::new(setup.place.as_deref(), needed).map_err(Error::Scratch)?;
        let file_name = setup.file_name.clone();
        let mut runners = Runners {
            slots: Vec::with_capacity(setup.slots),
            setup,
            means,
            interrupt,
            deadline: None,
            counts: RunCounts::default(),
            runs: 0,
            error: None,
            watcher: None,
            placer: Box::new(move |folder, text| fs::write(folder.join(&file_name), text)),
            scratch,
        };
        for number in 0..runners.setup.slots {
            let slot = runners.start_slot(number).map_err(Error::Runner)?;
            runners.slots.push(slot);
        }
        for slot in &mut runners.slots {
            let ready = Answer::read(&mut slot.socket).map_err(Error::Runner)?;
            if ready.outcome != Outcome::Code(0) {
                return Err(Error::NoSandbox);
            }
        }
        Ok(runners)
    }

    /// The time at which every wait ends.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
        self.interrupt.set_deadline(deadline);
    }

    /// Sets a callback for all that runners do.
    pub fn watch_with(&mut self, watcher: impl FnMut(Activity<'_>) + 'static) {
        self.watcher = Some(Box::new(watcher));
    }

    /// Sets how a candidate's text becomes files, if it is not one file of the input's name.
    pub fn place_with(&mut self, placer: impl Fn(&Path, &[u8]) -> io::Result<()> + 'static) {
        self.placer = Box::new(placer);
    }

    /// The test runs so far.
    pub fn counts(&self) -> RunCounts {
        self.counts
    }

    /// How long a run may take.
    pub fn time_out(&self) -> &TimeOut {
        &self.setup.time_out
    }

    /// Sets the default time-out from the interesting runs so far.
    pub(crate) fn measured(&mut self) {
        self.setup.time_out.measured();
    }

    /// How the test is confined, if it is.
    pub fn confinement(&self) -> Option<Confinement> {
        self.means.confinement()
    }

    /// What is run, and how.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Why the last wait ended with [`Stop::Executor`].
    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    /// Runs the test once and waits for it. Not to be used while queries are in flight.
    pub fn run(&mut self, text: &[u8], keeps_output: bool) -> Result<Run, Error> {
        assert!(
            self.slots.iter().all(|slot| slot.job.is_none()),
            "nothing else is under way"
        );
        self.ask(ALONE, text.into(), keeps_output);
        match self.next() {
            Ok((_, run)) => Ok(run),
            Err(stop) => {
                self.cancel(ALONE);
                Err(self.error_for(stop))
            }
        }
    }

    /// Why a run outside a search has no answer.
    pub(crate) fn error_for(&mut self, stop: Stop) -> Error {
        match (stop, self.error.take()) {
            (_, Some(error)) => error,
            (Stop::TimeLimit, None) => Error::TimeLimit,
            _ => Error::Interrupted,
        }
    }

    /// Ends the next wait with this error.
    pub(crate) fn fail(&mut self, error: Error) {
        self.error = Some(error);
    }

    /// How many slots are free.
    pub(crate) fn free_slots(&self) -> usize {
        self.slots.iter().filter(|slot| slot.job.is_none()).count()
    }

    /// Counts a remote run.
    pub(crate) fn note(&mut self, run: &Run) {
        self.counts.timed_out += usize::from(matches!(run.outcome, Outcome::TimedOut { .. }));
        self.counts.oracle += run.took;
        self.setup.time_out.note(run);
    }

    pub(crate) fn ask(&mut self, ticket: Ticket, text: Arc<[u8]>, keeps_output: bool) {
        let free = self.slots.iter_mut().filter(|slot| slot.job.is_none());
        let slot = free.min_by_key(|slot| slot.owed).expect("a slot is free");
        slot.job = Some(Job {
            ticket,
            text,
            keeps_output,
            run: 0,
            overdue: None,
            deaths: 0,
        });
        let number = slot.number;
        self.counts.executed += 1;
        self.order(number);
    }

    /// Puts a slot's candidate in place and sends the order.
    fn order(&mut self, number: usize) {
        self.runs += 1;
        let time_out = self.setup.time_out.limit();
        let slot = &mut self.slots[number];
        let Some(job) = &mut slot.job else { return };
        job.run = self.runs;
        job.overdue = Instant::now().checked_add(time_out.saturating_add(GRACE));
        let folder = candidate_folder(&slot.folder, job.run);
        let order = Order::Run {
            run: job.run,
            time_out,
            keeps_output: job.keeps_output,
        };
        if let Err(error) = make_again(&folder).and_then(|()| (self.placer)(&folder, &job.text)) {
            slot.job = None;
            self.error = Some(Error::Scratch(error));
            return;
        }
        slot.owed += 1;
        let ticket = job.ticket;
        // The wait for its answer notices a runner that has ended.
        let _ = order.write(&mut slot.socket);
        self.tell(number, ticket, Step::Begun);
    }

    pub(crate) fn tell(&mut self, slot: usize, ticket: Ticket, step: Step<'_>) {
        if let Some(watcher) = &mut self.watcher {
            watcher(Activity { slot, ticket, step });
        }
    }

    /// Waits for the next run to end.
    fn next(&mut self) -> Result<(Ticket, Run), Stop> {
        assert!(
            self.error.is_some() || self.slots.iter().any(|slot| slot.job.is_some()),
            "there is something to wait for"
        );
        loop {
            if let Some(answer) = self.next_or(None, None)? {
                return Ok(answer);
            }
        }
    }

    /// Waits until a run ends, `bell` rings, or `limit` is reached.
    pub(crate) fn next_or(
        &mut self,
        bell: Option<BorrowedFd<'_>>,
        moment: Option<Instant>,
    ) -> Result<Option<(Ticket, Run)>, Stop> {
        loop {
            if self.error.is_some() {
                return Err(Stop::Executor);
            }
            if self.interrupt.is_set() {
                self.interrupt.notice();
                return Err(Stop::Interrupted);
            }
            if self.interrupt.take_skip() {
                return Err(Stop::Skipped);
            }
            let now = Instant::now();
            if self.deadline.is_some_and(|deadline| deadline <= now) {
                self.interrupt.notice();
                return Err(Stop::TimeLimit);
            }
            let overdue = |slot: &Slot| slot.job.as_ref().and_then(|job| job.overdue);
            let alarms = self.slots.iter().filter_map(overdue).chain(self.deadline).chain(moment);
            let limit = alarms.min().map(|alarm| alarm.saturating_duration_since(now));
            // Answers that have come are taken first: after a pause they may have waited longer than any time-out.
            let (slot, has_rung) = self.ready_slot(bell, limit);
            let answered = if let Some(number) = slot {
                match Answer::read(&mut self.slots[number].socket) {
                    Ok(answer) => self.answered(number, answer),
                    Err(_) => self.replace(number),
                }
            } else {
                let is_late = |slot: &&Slot| overdue(slot).is_some_and(|overdue| overdue <= now);
                let late = self.slots.iter().find(is_late).map(|slot| slot.number);
                late.and_then(|number| self.replace(number))
            };
            let is_time = moment.is_some_and(|moment| moment <= Instant::now());
            if answered.is_some() || has_rung || is_time {
                return Ok(answered);
            }
        }
    }

    /// Waits until a runner has answered, the bell rings, or the limit is reached; returns the slot, and whether the
    /// bell rang.
    fn ready_slot(&self, bell: Option<BorrowedFd<'_>>, limit: Option<Duration>) -> (Option<usize>, bool) {
        let mut ends = vec![PollFd::new(&*self.interrupt, PollFlags::IN)];
        ends.extend(self.slots.iter().map(|slot| PollFd::new(&slot.socket, PollFlags::IN)));
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        let runners = 1..ends.len();
        ends.extend(bell.map(|bell| PollFd::from_borrowed_fd(bell, PollFlags::IN)));
        if poll(&mut ends, limit.as_ref()).is_err() {
            return (None, false);
        }
        if !ends[0].revents().is_empty() {
            self.interrupt.quiet();
        }
        let has_rung = ends[runners.end..].iter().any(|end| !end.revents().is_empty());
        let slot = ends[runners].iter().position(|end| !end.revents().is_empty());
        (slot, has_rung)
    }

    /// Takes an answer, unless its query was cancelled.
    fn answered(&mut self, number: usize, answer: Answer) -> Option<(Ticket, Run)> {
        self.counts.oracle += answer.took;
        let slot = &mut self.slots[number];
        slot.owed -= 1;
        let job = slot.job.take_if(|job| job.run == answer.run)?;
        match answer.outcome {
            Outcome::NotStarted(errno) => {
                self.error = Some(Error::Start {
                    path: self.setup.command[0].clone().into(),
                    source: io::Error::from_raw_os_error(errno),
                });
                return None;
            }
            // A test that was cancelled may have removed more than its own directory.
            Outcome::NoScratch(_) if job.deaths < DEATHS => {
                slot.job = Some(Job {
                    deaths: job.deaths + 1,
                    ..job
                });
                self.order(number);
                return None;
            }
            Outcome::NoScratch(errno) => {
                self.error = Some(Error::Scratch(io::Error::from_raw_os_error(errno)));
                return None;
            }
            _ => {}
        }
        let run = Run {
            outcome: answer.outcome,
            took: answer.took,
            output: answer.output,
        };
        Some(self.finished(number, &job, run))
    }

    fn finished(&mut self, slot: usize, job: &Job, run: Run) -> (Ticket, Run) {
        self.counts.timed_out += usize::from(matches!(run.outcome, Outcome::TimedOut { .. }));
        self.setup.time_out.note(&run);
        self.tell(slot, job.ticket, Step::Ended(&run, &job.text));
        (job.ticket, run)
    }

    /// Replaces a runner that died or hangs, and runs its query again. A query that ends one runner after the other
    /// counts as timed out.
    fn replace(&mut self, number: usize) -> Option<(Ticket, Run)> {
        self.counts.lost_runners += 1;
        self.slots[number].end();
        end_orphans();
        let job = self.slots[number].job.take();
        let slot = self
            .start_slot(number)
            .and_then(|mut slot| Answer::read(&mut slot.socket).map(|_| slot));
        match slot {
            Ok(slot) => self.slots[number] = slot,
            Err(error) => {
                self.error = Some(Error::Runner(error));
                return None;
            }
        }
        let job = job?;
        if job.deaths >= DEATHS {
            let run = Run {
                outcome: Outcome::TimedOut { was_busy: false },
                took: Duration::ZERO,
                output: Vec::new(),
            };
            return Some(self.finished(number, &job, run));
        }
        self.slots[number].job = Some(Job {
            deaths: job.deaths + 1,
            ..job
        });
        self.order(number);
        None
    }

    fn start_slot(&self, number: usize) -> io::Result<Slot> {
        let folder = self.scratch.path().join(number.to_string());
        let _ = scratch::remove(&folder);
        fs::create_dir_all(self.scratch.path())?;
        scratch::make(&folder)?;
        let task = RunnerTask {
            folder: folder.clone(),
            file_name: self.setup.file_name.clone(),
            further: self.setup.further.clone(),
            command: self.setup.command.clone(),
            means: self.means,
            processes: self.setup.processes,
            memory_bytes: self.setup.memory_bytes,
            // A single file must not take the room of all.
            file_bytes: scratch::free_bytes(&folder).map(|free| free / 4),
        };
        let (socket, other) = UnixStream::pair()?;
        // A longer silence is an error: messages are small, and are read when they have come.
        socket.set_read_timeout(Some(GRACE))?;
        // This name stays right when the program's file is replaced meanwhile.
        let program = self.setup.runner.as_deref().unwrap_or(Path::new("/proc/self/exe"));
        let mut command = Command::new(program);
        command
            .arg0("lop-runner")
            .args(task.arguments())
            .stdin(Stdio::from(std::os::fd::OwnedFd::from(other)));
        let mut runners = runner_pids();
        let process = command.stdout(Stdio::null()).spawn()?;
        runners.insert(process.id());
        Ok(Slot {
            number,
            folder,
            process,
            socket,
            owed: 0,
            job: None,
        })
    }
}

impl Executor for Runners {
    fn slots(&self) -> usize {
        self.slots.len()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        self.ask(ticket, text, self.setup.keeps_output);
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        let (ticket, run) = self.next()?;
        Ok((ticket, run.verdict()))
    }

    fn cancel(&mut self, ticket: Ticket) {
        let jobs = |slot: &&mut Slot| slot.job.as_ref().is_some_and(|job| job.ticket == ticket);
        let Some(slot) = self.slots.iter_mut().find(jobs) else {
            return;
        };
        if let Some(job) = slot.job.take() {
            self.counts.cancelled += 1;
            let _ = Order::Cancel { run: job.run }.write(&mut slot.socket);
            let number = slot.number;
            self.tell(number, ticket, Step::Cancelled);
        }
    }
}

impl Drop for Runners {
    /// The runners kill the tests and clean up when their sockets are closed.
    fn drop(&mut self) {
        for slot in &self.slots {
            let _ = slot.socket.shutdown(std::net::Shutdown::Both);
        }
        let end = Instant::now() + FAREWELL;
        for slot in &mut self.slots {
            slot.wait_until(end);
            slot.end();
        }
        end_orphans();
    }
}

impl Slot {
    fn wait_until(&self, end: Instant) {
        if let Ok(pidfd) = pidfd_open(Pid::from_child(&self.process), PidfdFlags::empty()) {
            let limit = Timespec::try_from(end.saturating_duration_since(Instant::now())).ok();
            let _ = poll(&mut [PollFd::new(&pidfd, PollFlags::IN)], limit.as_ref());
        }
    }

    fn end(&mut self) {
        let mut runners = runner_pids();
        let _ = self.process.kill();
        let _ = self.process.wait();
        group::remove(Pid::from_child(&self.process));
        runners.remove(&self.process.id());
    }
}

/// Makes a candidate's directory, and the one that holds it if a script removed that.
fn make_again(folder: &Path) -> io::Result<()> {
    scratch::make(folder).or_else(|_| fs::create_dir_all(folder))
}

/// The runners of this process, which are not orphans.
fn runner_pids() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    static RUNNERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    RUNNERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills what a dead runner left. Runners and what they start are in sessions of their own; all other children of this
/// process are in its session.
fn end_orphans() {
    let session = |process| Family::of(process).map(|family| family.session);
    let own = session(getpid());
    descendants::end_chosen(|child| {
        let is_runner = runner_pids().contains(&child.as_raw_nonzero().get().cast_unsigned());
        !is_runner && session(child) != own
    });
}

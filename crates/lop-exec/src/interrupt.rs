//! Requests to stop lop, or to skip a stage.
//!
//! A signal only sets a flag and writes a byte into a socket that every wait polls as well. A signal that comes a
//! second later ends the process on the spot: the best program on the disk is whole at any moment, and runners clean
//! up when their socket closes. A signal that comes sooner is the same request repeated: `timeout` of GNU sends it to
//! the process and to its group.
//!
//! Not everything polls: a parser may take minutes for a text. So a thread watches, and ends the process if a second
//! after a signal, or a few after the time limit, the flag was not noticed.

use std::fs;
use std::io;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::{SigId, flag, low_level};

/// There is nothing to skip; there is; it is to be skipped.
const UNSKIPPABLE: u8 = 0;
const SKIPPABLE: u8 = 1;
const SKIPPED: u8 = 2;

/// A signal this long after the first is another request, and a stop that was not noticed by then is not going to be.
/// Not measured.
const IMPATIENCE: Duration = Duration::from_secs(1);
/// The time limit may be noticed this late, which includes the end of the search. Not measured.
const LATENESS: Duration = Duration::from_secs(4);
const ORDER: Duration = Duration::from_secs(4);

/// Interval at which the watch looks. Not measured.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Why the watch ends a process that does not stop by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deaf {
    /// A signal came.
    Interrupted,
    /// The time limit was reached.
    TimeLimit,
}

/// Whether lop has to stop; never reset.
#[derive(Debug)]
pub struct Interrupt {
    is_set: Arc<AtomicBool>,
    watch: Arc<Watch>,
    skip: AtomicU8,
    reader: UnixStream,
    writer: UnixStream,
    /// What happens at a signal, and what ends the process at the second.
    actions: Mutex<Actions>,
}

#[derive(Debug, Default)]
struct Actions {
    marks: Vec<SigId>,
    ends: Vec<SigId>,
}

impl Interrupt {
    /// An interrupt that only [`Interrupt::set`] sets.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = UnixStream::pair()?;
        reader.set_nonblocking(true)?;
        Ok(Interrupt {
            is_set: Arc::default(),
            watch: Arc::default(),
            skip: AtomicU8::new(UNSKIPPABLE),
            reader,
            writer,
            actions: Mutex::default(),
        })
    }

    /// An interrupt that the first SIGINT, SIGTERM or SIGHUP sets. The second, a second later or more, ends the process
    /// with the exit code that a shell would give it. Signals that were ignored, as `nohup` does, stay so.
    pub fn catch() -> io::Result<Self> {
        let interrupt = Interrupt::new()?;
        interrupt.register(true)?;
        let (watch, is_set) = (interrupt.watch.clone(), interrupt.is_set.clone());
        thread::spawn(move || watch.keep(&is_set));
        Ok(interrupt)
    }

    /// Sets the action of the watch; it has to end the process.
    pub fn when_deaf(&self, act: impl FnOnce(Deaf) + Send + 'static) {
        self.watch.state().act = Some(Act(Box::new(act)));
    }

    /// Sets the time limit.
    pub fn set_deadline(&self, deadline: Option<Instant>) {
        self.watch.state().deadline = deadline;
    }

    /// Runs a command as the leader of its own process group, and waits for it. An interrupt ends the group; then
    /// there is no status.
    pub fn run(&self, command: &mut Command) -> io::Result<Option<ExitStatus>> {
        let mut child = command.spawn()?;
        let pid = Pid::from_child(&child);
        let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
        loop {
            let limit = self.watch.state().deadline;
            let limit = limit.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if self.is_set() || limit == Some(Duration::ZERO) {
                self.notice();
                let _ = kill_process_group(pid, Signal::KILL);
                child.wait()?;
                return Ok(None);
            }
            let mut ends = [PollFd::new(&pidfd, PollFlags::IN), PollFd::new(self, PollFlags::IN)];
            let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
            if poll(&mut ends, limit.as_ref()).is_ok() && !ends[0].revents().is_empty() {
                return child.wait().map(Some);
            }
            self.quiet();
        }
    }

    /// The search noticed the request and is about to end by itself.
    pub fn notice(&self) {
        self.watch.state().noticed.get_or_insert_with(Instant::now);
    }

    /// Ends the watch: the rest may take as long as it takes.
    pub fn stand_down(&self) {
        self.watch.state().act = None;
    }

    /// Keeps the second signal from ending the process until [`Interrupt::release`], so that a terminal, for example,
    /// can be restored first.
    pub fn hold(&self) -> io::Result<()> {
        self.register(false)
    }

    /// The next signal after the first ends the process again.
    pub fn release(&self) -> io::Result<()> {
        self.register(true)
    }

    fn register(&self, ends_process: bool) -> io::Result<()> {
        let ignored = ignored_signals();
        let mut actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        let former = std::mem::take(&mut *actions);
        for action in former.ends {
            low_level::unregister(action);
        }
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if ignored & (1 << (signal - 1)) != 0 {
                continue;
            }
            if ends_process {
                let end = flag::register_conditional_shutdown(signal, 128 + signal, self.watch.is_armed.clone())?;
                actions.ends.push(end);
            }
            actions.marks.push(flag::register(signal, self.is_set.clone())?);
            let wake = low_level::pipe::register(signal, self.writer.try_clone()?)?;
            actions.marks.push(wake);
        }
        // Only now, so that no signal is lost.
        for action in former.marks {
            low_level::unregister(action);
        }
        Ok(())
    }

    /// Ends all waits, now and later.
    pub fn set(&self) -> io::Result<()> {
        self.is_set.store(true, Ordering::SeqCst);
        self.wake()
    }

    /// Whether lop has to stop.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    /// Sets whether there is a stage that can be skipped.
    pub fn set_skippable(&self, is_skippable: bool) {
        let state = if is_skippable { SKIPPABLE } else { UNSKIPPABLE };
        self.skip.store(state, Ordering::SeqCst);
    }

    /// Ends the next wait, if there is a stage that can be skipped.
    pub fn skip(&self) -> io::Result<()> {
        let skipped = self
            .skip
            .compare_exchange(SKIPPABLE, SKIPPED, Ordering::SeqCst, Ordering::SeqCst);
        if skipped.is_ok() { self.wake() } else { Ok(()) }
    }

    /// Whether a skip was requested; true once for each request.
    pub(crate) fn take_skip(&self) -> bool {
        let taken = self
            .skip
            .compare_exchange(SKIPPED, UNSKIPPABLE, Ordering::SeqCst, Ordering::SeqCst);
        taken.is_ok()
    }

    /// Empties the socket. Flags are set before bytes are written, so flags that are read after this miss none.
    pub(crate) fn quiet(&self) {
        let _ = (&self.reader).read(&mut [0; 64]);
    }

    fn wake(&self) -> io::Result<()> {
        (&self.writer).write_all(&[0])
    }
}

/// The watch over a process that has to end.
#[derive(Debug, Default)]
struct Watch {
    /// Whether the next signal ends the process on the spot.
    is_armed: Arc<AtomicBool>,
    state: Mutex<WatchState>,
}

#[derive(Debug, Default)]
struct WatchState {
    deadline: Option<Instant>,
    noticed: Option<Instant>,
    act: Option<Act>,
}

struct Act(Box<dyn FnOnce(Deaf) + Send>);

impl std::fmt::Debug for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Act")
    }
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the end of the process.
    fn keep(&self, is_set: &AtomicBool) {
        let mut first: Option<Instant> = None;
        loop {
            let now = Instant::now();
            if is_set.load(Ordering::SeqCst) {
                first.get_or_insert(now);
            }
            if first.is_some_and(|first| now >= first + IMPATIENCE) {
                self.is_armed.store(true, Ordering::SeqCst);
            }
            let due = self.state().due(first);
            if let Some((_, deaf)) = due.filter(|(due, _)| *due <= now) {
                let act = self.state().act.take();
                if let Some(Act(act)) = act {
                    act(deaf);
                }
            }
            thread::sleep(LOOK_EVERY);
        }
    }
}

impl WatchState {
    /// When the watch ends the process, and why.
    fn due(&self, first: Option<Instant>) -> Option<(Instant, Deaf)> {
        self.act.as_ref()?;
        let is_late = self.deadline.filter(|deadline| *deadline <= Instant::now());
        match (self.noticed, first, is_late) {
            // A user who wants to wait no longer sends another signal.
            (Some(_), Some(_), _) => None,
            (Some(noticed), None, _) => Some((noticed + ORDER, Deaf::TimeLimit)),
            (None, Some(first), _) => Some((first + IMPATIENCE, Deaf::Interrupted)),
            (None, None, Some(deadline)) => Some((deadline + LATENESS, Deaf::TimeLimit)),
            (None, None, None) => None,
        }
    }
}

impl AsFd for Interrupt {
    /// Readable after a request.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }
}

/// Stops the process as Ctrl-Z does, and comes back when it is continued.
pub fn stop_for_now() -> io::Result<()> {
    // Raised for this very thread, so that it does not get past this before all of them stop.
    low_level::raise(SIGTSTP)
}

/// The signals that this process ignores, a bit each.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

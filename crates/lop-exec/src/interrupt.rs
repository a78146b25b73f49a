//! Somebody wants `lop` to stop, or to go on with something else.
//!
//! A signal only leaves a mark and a byte in a socket, which whoever waits is waiting for as well. The second
//! signal ends the process on the spot: the best program is on the disk whole at any moment, and runners clean up by
//! themselves when they are alone.

use std::fs;
use std::io;
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::{SigId, flag, low_level};

/// There is nothing to skip; there is; it is to be skipped.
const UNSKIPPABLE: u8 = 0;
const SKIPPABLE: u8 = 1;
const SKIPPED: u8 = 2;

/// Whether it is time to stop, which stays so once it is.
#[derive(Debug)]
pub struct Interrupt {
    is_set: Arc<AtomicBool>,
    skip: AtomicU8,
    reader: UnixStream,
    writer: UnixStream,
    /// What is done at a signal, and what ends the process at the second.
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
            skip: AtomicU8::new(UNSKIPPABLE),
            reader,
            writer,
            actions: Mutex::default(),
        })
    }

    /// An interrupt that the first SIGINT, SIGTERM or SIGHUP sets. The second ends the process with the exit
    /// code that a shell would give it. Signals that were ignored, as `nohup` does, stay so.
    pub fn catch() -> io::Result<Self> {
        let interrupt = Interrupt::new()?;
        interrupt.register(true)?;
        Ok(interrupt)
    }

    /// Lets the second signal end nothing until [`Interrupt::release`]: there is something to be put in order
    /// first, for example a terminal.
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
            // In this order: the first signal finds no mark.
            if ends_process {
                let end = flag::register_conditional_shutdown(signal, 128 + signal, self.is_set.clone())?;
                actions.ends.push(end);
            }
            actions.marks.push(flag::register(signal, self.is_set.clone())?);
            let wake = low_level::pipe::register(signal, self.writer.try_clone()?)?;
            actions.marks.push(wake);
        }
        // Only now, so that every signal is seen by somebody.
        for action in former.marks {
            low_level::unregister(action);
        }
        Ok(())
    }

    /// Stops what waits, now and later.
    pub fn set(&self) -> io::Result<()> {
        self.is_set.store(true, Ordering::SeqCst);
        self.wake()
    }

    /// Whether it is time to stop.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }

    /// From now on there is something that can be skipped, or no longer.
    pub fn set_skippable(&self, is_skippable: bool) {
        let state = if is_skippable { SKIPPABLE } else { UNSKIPPABLE };
        self.skip.store(state, Ordering::SeqCst);
    }

    /// Ends the next wait, if there is something that can be skipped.
    pub fn skip(&self) -> io::Result<()> {
        let skipped = self
            .skip
            .compare_exchange(SKIPPABLE, SKIPPED, Ordering::SeqCst, Ordering::SeqCst);
        if skipped.is_ok() { self.wake() } else { Ok(()) }
    }

    /// Whether somebody wants to skip; said once.
    pub(crate) fn take_skip(&self) -> bool {
        let taken = self
            .skip
            .compare_exchange(SKIPPED, UNSKIPPABLE, Ordering::SeqCst, Ordering::SeqCst);
        taken.is_ok()
    }

    /// Takes notice that there is something to be noticed. Marks are made before bytes are sent, so whoever looks at
    /// the marks after this misses none.
    pub(crate) fn quiet(&self) {
        let _ = (&self.reader).read(&mut [0; 64]);
    }

    fn wake(&self) -> io::Result<()> {
        (&self.writer).write_all(&[0])
    }
}

impl AsFd for Interrupt {
    /// Can be read from when there is something to be noticed.
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

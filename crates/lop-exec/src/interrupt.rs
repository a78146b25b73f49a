//! Somebody wants `lop` to stop.
//!
//! A signal only leaves a mark and a byte in a socket, which whoever waits is waiting for as well. The second
//! signal ends the process on the spot: the best program is on the disk whole at any moment, and runners clean up by
//! themselves when they are alone.

use std::fs;
use std::io;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// Whether it is time to stop, which stays so once it is.
#[derive(Debug)]
pub struct Interrupt {
    is_set: Arc<AtomicBool>,
    reader: UnixStream,
    writer: UnixStream,
}

impl Interrupt {
    /// An interrupt that only [`Interrupt::set`] sets.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = UnixStream::pair()?;
        Ok(Interrupt {
            is_set: Arc::default(),
            reader,
            writer,
        })
    }

    /// An interrupt that the first SIGINT, SIGTERM or SIGHUP sets. The second ends the process with the exit
    /// code that a shell would give it. Signals that were ignored, as `nohup` does, stay so.
    pub fn catch() -> io::Result<Self> {
        let interrupt = Interrupt::new()?;
        let ignored = ignored_signals();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            if ignored & (1 << (signal - 1)) != 0 {
                continue;
            }
            // In this order: the first signal finds no mark.
            flag::register_conditional_shutdown(signal, 128 + signal, interrupt.is_set.clone())?;
            flag::register(signal, interrupt.is_set.clone())?;
            low_level::pipe::register(signal, interrupt.writer.try_clone()?)?;
        }
        Ok(interrupt)
    }

    /// Stops what waits, now and later.
    pub fn set(&self) -> io::Result<()> {
        self.is_set.store(true, Ordering::SeqCst);
        (&self.writer).write_all(&[0])
    }

    /// Whether it is time to stop.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }
}

impl AsFd for Interrupt {
    /// Can be read from when it is time to stop.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.reader.as_fd()
    }
}

/// The signals that this process ignores, a bit each.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

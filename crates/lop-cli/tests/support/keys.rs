//! Keys of a terminal, and what it shows.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::terminal::{PATIENCE, Terminal};

impl Terminal {
    /// Presses a key.
    pub(crate) fn press(&self, key: &str) {
        self.tmux(&["send-keys", "-t", "lop", key]);
    }

    /// What the terminal shows.
    pub(crate) fn picture(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "lop"])
    }

    /// Waits until the terminal shows something.
    pub(crate) fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let picture = self.picture();
            if is_there(&picture) {
                return picture;
            }
            assert!(begun.elapsed() < PATIENCE, "no {what} in:\n{picture}");
            sleep(Duration::from_millis(50));
        }
    }
}

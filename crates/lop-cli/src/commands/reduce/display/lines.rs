//! Progress as lines of text, or as one line that is written over and over.

use std::io::Write;
use std::time::{Duration, Instant};

use super::board::{Board, View};
use super::clock;

/// The interval of lines, and of moves of the bar. Not measured.
const LINE_EVERY: Duration = Duration::from_secs(1);
const BAR_EVERY: Duration = Duration::from_millis(100);
/// The width of the bar.
const BAR_COLUMNS: usize = 20;
/// The width of a terminal that does not say.
const COLUMNS: usize = 80;

/// Writes lines, or a bar.
pub(super) struct Lines {
    is_bar: bool,
    last: Option<Instant>,
}

impl Lines {
    /// A line a second, when something was found: the time, the stage, what is left.
    pub(super) fn plain() -> Self {
        Lines {
            is_bar: false,
            last: Some(Instant::now()),
        }
    }

    /// One line for all.
    pub(super) fn bar() -> Self {
        Lines {
            is_bar: true,
            last: None,
        }
    }

    /// Whether it is one line that is written over.
    pub(super) fn is_bar(&self) -> bool {
        self.is_bar
    }

    /// Writes, if it is time to.
    pub(super) fn tell(&mut self, board: &Board, is_improved: bool) {
        let every = if self.is_bar { BAR_EVERY } else { LINE_EVERY };
        if !is_improved && !self.is_bar || self.last.is_some_and(|last| last.elapsed() < every) {
            return;
        }
        self.last = Some(Instant::now());
        let (time, stage, asked) = (clock(board.course.elapsed()), &board.stage, board.counts.asked);
        let left = match board.view {
            View::Tokens => format!("{} of {} tokens", board.course.tokens(), board.course.first()),
            View::Files => format!("{} of {} files and directories", board.left.0, board.left.1),
        };
        let line = format!("{time} {stage}: {left} after {asked} queries");
        // A closed terminal is ignored.
        let _ = if self.is_bar {
            let line: String = format!("{} {line}", bar(board)).chars().take(columns() - 1).collect();
            write!(std::io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(std::io::stderr(), "{line}")
        };
    }

    /// Takes the bar away.
    pub(super) fn finish(&mut self) {
        if self.is_bar && self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Says something where the bar is; the bar is written again below it.
pub(super) fn say_above_bar(notice: &str) {
    let _ = writeln!(std::io::stderr(), "\r\x1b[Kwarning: {notice}");
}

/// The part that is gone.
fn bar(board: &Board) -> String {
    let (left, first) = match board.view {
        View::Tokens => (board.course.tokens(), board.course.first()),
        View::Files => board.left,
    };
    let gone = BAR_COLUMNS * first.saturating_sub(left) / first.max(1);
    format!("[{}{}]", "#".repeat(gone), "-".repeat(BAR_COLUMNS - gone))
}

fn columns() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    size.ok()
        .map(|size| usize::from(size.ws_col))
        .filter(|columns| *columns > 1)
        .unwrap_or(COLUMNS)
}

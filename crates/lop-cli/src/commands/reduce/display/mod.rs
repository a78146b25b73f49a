//! The display of progress: a screen, a bar, lines, or nothing.
//!
//! The search writes to a board, which costs it a few additions; a thread draws. Keys go the other way: quitting and
//! skipping through the interrupt, which ends every wait; a pause holds the search between two queries, so that no new
//! one begins.

mod board;
mod draw;
mod lines;
mod program;
mod screen;

use std::io::IsTerminal;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lop_core::{Event, Observer, Stop};
use lop_exec::{Activity, Interrupt, Step};

use super::files::Input;
use crate::args;
use crate::say::say;
use lines::Lines;
use screen::Screen;

use board::Board;

pub(super) use board::Title;

/// A screen needs so many columns and rows. By eye, not measured.
const LEAST_COLUMNS: u16 = 40;
const LEAST_ROWS: u16 = 10;
/// A paused search checks this often whether to stop. Not measured.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The display of a reduction.
pub(super) struct Display {
    input: Rc<Input>,
    shared: Arc<Shared>,
    lines: Option<Lines>,
    screen: Option<Screen>,
}

/// State shared by the search and the thread that draws.
pub(super) struct Shared {
    board: Mutex<Board>,
    /// Messages to repeat when the terminal is free again.
    notices: Mutex<Vec<String>>,
    resumed: Condvar,
    interrupt: Arc<Interrupt>,
}

impl Shared {
    /// The board, to be held for a moment only.
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_paused(&self, is_paused: bool) {
        self.board().is_paused = is_paused;
        self.resumed.notify_all();
    }

    fn wait_while_paused(&self, mut board: MutexGuard<'_, Board>) {
        while board.is_paused && !self.interrupt.is_set() {
            let waited = self.resumed.wait_timeout(board, LOOK_EVERY);
            board = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Display {
    /// A display of the chosen kind, as far as the terminal allows it.
    pub(super) fn start(
        kind: args::Progress,
        title: Title,
        input: Rc<Input>,
        slots: usize,
        interrupt: &Arc<Interrupt>,
    ) -> Self {
        let board = Board::new(input.size(&input.source), input.source.clone(), slots);
        let shared = Arc::new(Shared {
            board: Mutex::new(board),
            notices: Mutex::default(),
            resumed: Condvar::new(),
            interrupt: interrupt.clone(),
        });
        let is_terminal = std::io::stderr().is_terminal();
        let wants_screen = kind == args::Progress::Screen && is_terminal;
        let screen = wants_screen
            .then(|| Screen::start(title, shared.clone()).ok())
            .flatten();
        let lines = match kind {
            args::Progress::None => None,
            args::Progress::Screen if screen.is_some() => None,
            args::Progress::Bar if is_terminal => Some(Lines::bar()),
            args::Progress::Screen | args::Progress::Plain | args::Progress::Bar => Some(Lines::plain()),
        };
        Display {
            input,
            shared,
            lines,
            screen,
        }
    }

    /// The default kind of display.
    pub(super) fn fitting(is_quiet: bool) -> args::Progress {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if is_quiet {
            args::Progress::None
        } else if !is_dumb && is_large_terminal() {
            args::Progress::Screen
        } else {
            args::Progress::Plain
        }
    }

    /// A callback for what runners do.
    pub(super) fn runner_watch(&self) -> impl FnMut(Activity<'_>) + use<> {
        let shared = self.shared.clone();
        move |activity| {
            if let Some(is_busy) = shared.board().busy.get_mut(activity.slot) {
                *is_busy = matches!(activity.step, Step::Begun);
            }
        }
    }

    /// A callback that prints messages at once. The screen is gone at the end, so messages on it are repeated then.
    pub(super) fn notifier(&self, is_quiet: bool) -> impl FnMut(&str) + use<> {
        let shared = self.shared.clone();
        let has_screen = self.screen.is_some();
        let has_bar = self.lines.as_ref().is_some_and(Lines::is_bar);
        move |notice| {
            if has_screen {
                shared.board().notice = Some((Instant::now(), notice.to_owned()));
                let mut notices = shared.notices.lock().unwrap_or_else(PoisonError::into_inner);
                notices.push(notice.to_owned());
            } else if has_bar {
                lines::say_above_bar(notice);
            } else if !is_quiet {
                say!("warning: {notice}");
            }
        }
    }

    /// Leaves the terminal as it was; later events are not shown.
    pub(super) fn finish(&mut self) {
        if let Some(mut lines) = self.lines.take() {
            lines.finish();
        }
        self.screen = None;
        let notices = std::mem::take(&mut *self.shared.notices.lock().unwrap_or_else(PoisonError::into_inner));
        for notice in notices {
            say!("warning: {notice}");
        }
    }
}

impl Observer for Display {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if self.lines.is_none() && self.screen.is_none() {
            return Ok(());
        }
        match event {
            Event::StageBegun { .. } => self.shared.interrupt.set_skippable(true),
            Event::StageEnded { .. } => self.shared.interrupt.set_skippable(false),
            _ => {}
        }
        let mut board = self.shared.board();
        board.note(event, &self.input);
        if let Some(lines) = &mut self.lines {
            lines.tell(&board, matches!(event, Event::Improved { .. }));
        }
        self.shared.wait_while_paused(board);
        Ok(())
    }
}

/// Minutes and seconds, with hours where there are any.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Gives the terminal back at once, for a process that is about to end.
pub(super) fn leave_screen() {
    screen::leave();
}

/// Whether the terminal is ours to draw on: not that of a job in the background.
fn is_foreground() -> bool {
    let group = rustix::termios::tcgetpgrp(std::io::stderr());
    group.is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Whether there is a terminal that is ours and large enough.
fn is_large_terminal() -> bool {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    is_foreground() && size.is_ok_and(|size| size.ws_col >= LEAST_COLUMNS && size.ws_row >= LEAST_ROWS)
}

//! The terminal: entering and leaving the screen, keys, and a thread that draws.
//!
//! The terminal is always restored: at the end, at once when the user or a signal stops lop, and on a panic.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Stderr};
use std::os::fd::{AsFd, OwnedFd};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::board::Title;
use super::draw::{self, Panes};
use super::program::Program;
use super::{Board, Shared, is_foreground};

/// Keys are looked for this often, and nothing is drawn more often. Not measured.
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// Without a key, it is drawn this often. Not measured.
const DRAW_EVERY: Duration = Duration::from_millis(100);
/// The query rate is that of the last so many seconds. Not measured.
const RATE_WINDOW: Duration = Duration::from_secs(10);
/// A message stays for so long. Not measured.
const MESSAGE_TIME: Duration = Duration::from_secs(3);

/// Whether the screen is entered, so that it is left once.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// A screen that is being drawn.
pub(super) struct Screen {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn start(title: Title, shared: Arc<Shared>) -> io::Result<Self> {
        Screen::take(title, shared).inspect_err(|_| leave())
    }

    fn take(title: Title, shared: Arc<Shared>) -> io::Result<Self> {
        enter()?;
        shared.interrupt.hold()?;
        let former = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            leave();
            former(panic);
        }));
        let is_over = Arc::<AtomicBool>::default();
        let text = shared.board().text.clone();
        let mut painter = Painter {
            terminal: terminal()?,
            keyboard: Keyboard::open()?,
            program: Program::new(text),
            title,
            shared,
            panes: Panes::default(),
            asked: VecDeque::new(),
            message: None,
            is_over: is_over.clone(),
        };
        let thread = thread::spawn(move || painter.work());
        Ok(Screen {
            is_over,
            thread: Some(thread),
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

type Ours = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

fn terminal() -> io::Result<Ours> {
    Terminal::new(CrosstermBackend::new(BufWriter::new(io::stderr())))
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    IS_ENTERED.store(true, Ordering::SeqCst);
    execute!(io::stderr(), EnterAlternateScreen, Hide)
}

/// Leaves the screen. A terminal that does not respond cannot be told of.
pub(super) fn leave() {
    if IS_ENTERED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Where keys come from.
struct Keyboard(OwnedFd);

/// The result of waiting for a key.
#[derive(PartialEq, Eq)]
enum Look {
    Key,
    Nothing,
    /// The terminal was closed.
    Gone,
}

impl Keyboard {
    fn open() -> io::Result<Self> {
        let keyboard = if io::stdin().is_terminal() {
            io::stdin().as_fd().try_clone_to_owned()?
        } else {
            File::open("/dev/tty")?.into()
        };
        Ok(Keyboard(keyboard))
    }

    /// Waits briefly for a key. Reading from a terminal that is gone may block for ever, so this polls first.
    fn look(&self) -> Look {
        let mut files = [PollFd::new(&self.0, PollFlags::IN)];
        let limit = Timespec::try_from(LOOK_EVERY).ok();
        match poll(&mut files, limit.as_ref()) {
            Ok(0) | Err(_) => Look::Nothing,
            Ok(_) if files[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => Look::Gone,
            Ok(_) => Look::Key,
        }
    }
}

/// The thread that draws.
struct Painter {
    terminal: Ours,
    keyboard: Keyboard,
    title: Title,
    shared: Arc<Shared>,
    panes: Panes,
    program: Program,
    /// How many queries there had been, by time.
    asked: VecDeque<(Instant, usize)>,
    message: Option<(Instant, &'static str)>,
    is_over: Arc<AtomicBool>,
}

impl Painter {
    fn work(&mut self) {
        let mut drawn: Option<Instant> = None;
        let mut has_news = true;
        while !self.is_over() {
            if has_news || drawn.is_none_or(|drawn| drawn.elapsed() >= DRAW_EVERY) {
                self.draw();
                drawn = Some(Instant::now());
            }
            let look = self.keyboard.look();
            if look == Look::Gone {
                self.quit();
                break;
            }
            // A change of the terminal's size wakes the wait as well, though the keyboard has no input.
            has_news = self.read();
            if look == Look::Key && !has_news {
                thread::sleep(LOOK_EVERY);
            }
        }
        leave();
        // The terminal is restored before any signal from now on.
        let _ = self.shared.interrupt.release();
    }

    /// Handles the keys; returns whether to draw.
    fn read(&mut self) -> bool {
        let mut has_news = false;
        while event::poll(Duration::ZERO).is_ok_and(|is_there| is_there) {
            has_news |= event::read().is_ok_and(|event| self.notice(&event));
        }
        has_news
    }

    fn draw(&mut self) {
        if !IS_ENTERED.load(Ordering::SeqCst) {
            return;
        }
        let board = self.shared.board().clone();
        if !self.program.is(&board.text) {
            self.program = self.program.replaced(board.text.clone());
        }
        let rate = self.rate(&board);
        let scene = draw::Scene {
            title: &self.title,
            rate,
            board: &board,
            program: &self.program,
            message: self.message(),
        };
        let panes = &mut self.panes;
        // The next picture is another chance.
        let _ = self.terminal.draw(|frame| draw::scene(frame, &scene, panes));
    }

    /// Queries per second.
    fn rate(&mut self, board: &Board) -> f64 {
        let now = Instant::now();
        self.asked.push_back((now, board.counts.asked));
        while self.asked.len() > 2 && self.asked[1].0 + RATE_WINDOW < now {
            self.asked.pop_front();
        }
        let (then, asked) = self.asked[0];
        let seconds = now.duration_since(then).as_secs_f64();
        (board.counts.asked - asked) as f64 / seconds.max(0.1)
    }

    fn message(&self) -> Option<&'static str> {
        let (said, message) = self.message?;
        (said.elapsed() < MESSAGE_TIME).then_some(message)
    }

    /// Handles an event of the terminal; returns whether to draw.
    fn notice(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Resize(..) => true,
            _ => false,
        }
    }

    fn press(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.quit(),
                KeyCode::Char('z') => self.suspend(),
                KeyCode::Char('l') => self.redraw(),
                _ => return false,
            }
            return true;
        }
        match key.code {
            KeyCode::Char('q') => self.quit(),
            KeyCode::Char('s') => self.skip(),
            KeyCode::Char('p' | ' ') => self.pause(),
            key => return self.panes.press(key, self.program.len()),
        }
        true
    }

    fn quit(&mut self) {
        let _ = self.shared.interrupt.set();
    }

    fn skip(&mut self) {
        let _ = self.shared.interrupt.skip();
        self.shared.set_paused(false);
        self.message = Some((Instant::now(), "skipping this stage"));
    }

    fn pause(&mut self) {
        let is_paused = self.shared.board().is_paused;
        self.shared.set_paused(!is_paused);
    }

    /// Stops as the terminal's own Ctrl-Z would, with the terminal in order meanwhile. A job that goes on in the
    /// background does so without a screen.
    fn suspend(&mut self) {
        leave();
        let _ = lop_exec::stop_for_now();
        while !is_foreground() && !self.is_over() {
            thread::sleep(DRAW_EVERY);
        }
        if !self.is_over() && enter().is_ok() {
            self.redraw();
        }
    }

    /// Draws everything anew, whatever the terminal shows.
    fn redraw(&mut self) {
        let _ = execute!(io::stderr(), Clear(ClearType::All));
        if let Ok(terminal) = terminal() {
            self.terminal = terminal;
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst) || self.shared.interrupt.is_set()
    }
}

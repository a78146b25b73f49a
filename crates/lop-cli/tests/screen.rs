//! The live display, driven through a real terminal.

#[path = "support/keys.rs"]
mod keys;
#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use terminal::{PATIENCE, Terminal};

/// Interesting is what has the word; how long that takes to find out is in a file.
const TEST: &str = "#!/bin/sh\nsleep \"$(cat \"$(dirname \"$0\")/pace\")\"\ngrep -q target in.c\n";

/// A terminal with something to reduce.
struct Desk {
    terminal: Terminal,
    folder: tempfile::TempDir,
}

impl Desk {
    /// A terminal of this size in which lop runs, and then says how it ended.
    fn start(columns: usize, rows: usize, pace: &str, arguments: &str) -> Self {
        // What runs the tests may ignore signals, and so would lop.
        let command = format!(
            "sh -c 'echo $$ > pid; exec \"$@\"' sh env --default-signal '{}' -j 2 --flaky off --stats stats.json {arguments} \
             ./test.sh in.c; echo \"ended with $?\"; stty -a | grep -o '[-]*icanon'; cat",
            env!("CARGO_BIN_EXE_lop"),
        );
        Desk::new(columns, rows, pace, &command)
    }

    /// A terminal with a shell that a person types into.
    fn with_shell(columns: usize, rows: usize, pace: &str) -> Self {
        let command = "env --default-signal bash --norc --noprofile -i";
        let desk = Desk::new(columns, rows, pace, command);
        desk.type_line("PS1='ready> '");
        desk.wait_for("prompt", |picture| {
            picture.lines().any(|line| line.trim_end() == "ready>")
        });
        desk
    }

    fn new(columns: usize, rows: usize, pace: &str, command: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let functions: String = (0..40)
            .map(|n| format!("int f{n}(int x) {{ return x + {n}; }}\n"))
            .collect();
        let source = format!("/* a comment */\n{functions}int target(void) {{ return f3(3); }}\n");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("in.c"), source).expect("a writable folder");
        fs::write(path("test.sh"), TEST).expect("a writable folder");
        fs::write(path("pace"), pace).expect("a writable folder");
        fs::set_permissions(path("test.sh"), fs::Permissions::from_mode(0o755)).expect("our own file");
        Desk {
            terminal: Terminal::new(folder.path(), columns, rows, command),
            folder,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn type_line(&self, line: &str) {
        self.tmux(&["send-keys", "-t", "lop", "-l", line]);
        self.press("Enter");
    }

    fn wait_for_text(&self, text: &str) -> String {
        self.wait_for(text, |picture| picture.contains(text))
    }

    /// The terminal after lop: how it ended, and that lines are read as lines again.
    fn end(&self, code: i32) -> String {
        let picture = self.wait_for("end", |picture| picture.lines().any(|line| line.ends_with("icanon")));
        assert!(picture.contains(&format!("ended with {code}")), "{picture}");
        assert!(picture.lines().any(|line| line == "icanon"), "{picture}");
        assert!(!picture.contains("quit and keep"), "{picture}");
        picture
    }

    fn best(&self) -> String {
        fs::read_to_string(self.path("in.reduced.c")).expect("the best program")
    }
}

impl std::ops::Deref for Desk {
    type Target = Terminal;

    fn deref(&self) -> &Terminal {
        &self.terminal
    }
}

#[test]
fn figures_graph_and_program_are_there_and_a_resized_terminal_is_filled() {
    let terminal = Desk::start(80, 24, "0.05", "");
    let picture = terminal.wait_for_text("best program");
    for text in [
        "tokens",
        "queries",
        "workers",
        "elapsed",
        "tokens over time",
        "quit and keep",
    ] {
        assert!(picture.contains(text), "no {text} in:\n{picture}");
    }
    terminal.press("p");
    terminal.wait_for_text("paused");
    terminal.press("End");
    terminal.wait_for_text("target");
    terminal.tmux(&["resize-window", "-t", "lop", "-x", "100", "-y", "30"]);
    terminal.wait_for("last line in its place", |picture| {
        picture.lines().count() == 30
            && picture
                .lines()
                .last()
                .is_some_and(|line| line.contains("quit and keep"))
    });
    terminal.press("?");
    terminal.wait_for_text("skip this stage");
    terminal.press("?");
    terminal.press("b");
    terminal.wait_for("program hidden", |picture| !picture.contains("best program"));
    terminal.press("q");
    terminal.end(7);
}

#[test]
fn who_quits_keeps_the_best() {
    let terminal = Desk::start(80, 24, "0.05", "");
    terminal.wait_for("improvement", |picture| picture.contains(" ago"));
    terminal.press("q");
    let picture = terminal.end(7);
    assert!(picture.contains("interrupted: "), "{picture}");
    let best = terminal.best();
    let input = fs::read_to_string(terminal.path("in.c")).expect("the input");
    assert!(best.contains("target") && best.len() < input.len(), "{best}");
}

#[test]
fn a_stage_that_is_skipped_is_over_and_the_next_begins() {
    let terminal = Desk::start(80, 24, "0.3", "-a pardis-hybrid");
    terminal.wait_for_text("pardis-hybrid, round 1");
    terminal.press("s");
    let picture = terminal.end(0);
    assert!(picture.contains("pardis-hybrid was skipped"), "{picture}");
    let stats = fs::read_to_string(terminal.path("stats.json")).expect("statistics");
    assert!(stats.contains("\"skipped\":true"), "{stats}");
    assert!(terminal.best().contains("target"));
}

#[test]
fn a_signal_leaves_the_terminal_in_order() {
    let terminal = Desk::start(80, 24, "0.05", "");
    terminal.wait_for_text("best program");
    let pid = fs::read_to_string(terminal.path("pid")).expect("the shell wrote it");
    let signalled = Command::new("kill").args(["-TERM", pid.trim()]).status();
    assert!(signalled.expect("kill is there").success());
    terminal.end(7);
}

#[test]
fn a_terminal_that_is_closed_ends_lop_with_the_best_on_the_disk() {
    let terminal = Desk::start(80, 24, "0.2", "--time-limit 600");
    terminal.wait_for_text("queries");
    let pid = fs::read_to_string(terminal.path("pid")).expect("lop was started");
    terminal.tmux(&["kill-server"]);
    let begun = Instant::now();
    while PathBuf::from(format!("/proc/{}", pid.trim())).exists() {
        assert!(begun.elapsed() < PATIENCE, "lop goes on without a terminal");
        sleep(Duration::from_millis(50));
    }
    assert!(terminal.best().contains("target"));
}

#[test]
fn a_job_that_is_stopped_gives_the_terminal_back_and_goes_on_later() {
    let terminal = Desk::with_shell(80, 24, "0.2");
    terminal.type_line(concat!("'", env!("CARGO_BIN_EXE_lop"), "' -j 1 ./test.sh in.c"));
    terminal.wait_for_text("best program");
    terminal.press("C-z");
    terminal.wait_for_text("Stopped");
    terminal.type_line("stty -a | grep -o '[-]*icanon'");
    terminal.wait_for("terminal in order", |picture| {
        picture.lines().any(|line| line == "icanon")
    });
    terminal.type_line("fg");
    terminal.wait_for_text("best program");
    terminal.press("q");
    terminal.wait_for_text("interrupted: ");
}

#[test]
fn other_kinds_of_progress_take_no_screen() {
    let terminal = Desk::start(80, 24, "0.01", "--progress bar");
    terminal.wait_for("bar", |picture| picture.contains("[#") && picture.contains("queries"));
    terminal.press("C-c");
    let picture = terminal.end(7);
    assert!(!picture.contains("[#"), "the bar is gone: {picture}");
    let terminal = Desk::start(30, 8, "0.01", "");
    let picture = terminal.wait_for("lines", |picture| {
        picture.contains("done: ") || picture.contains(" of ")
    });
    assert!(!picture.contains("workers"), "{picture}");
}

/// A second is the promise; a busy machine gets some more.
const SOON: Duration = Duration::from_secs(8);

/// Some ten megabytes of functions.
fn write_large(desk: &Desk) {
    let functions: String = (0..300_000)
        .map(|n| format!("int f{n}(int x) {{ return x; }}\n"))
        .collect();
    fs::write(desk.path("in.c"), functions + "int target;\n").expect("a writable folder");
}

/// Types a command that runs lop, and then says how it ended.
fn type_lop(desk: &Desk, arguments: &str) {
    let lop = env!("CARGO_BIN_EXE_lop");
    desk.type_line(&format!(
        "clear; PATH=\"$PWD:$PATH\" '{lop}' {arguments} ./test.sh in.c; echo ended with $?"
    ));
}

#[test]
fn a_large_file_is_told_of_before_it_is_read() {
    let desk = Desk::with_shell(80, 24, "0");
    write_large(&desk);
    let begun = Instant::now();
    type_lop(&desk, "-j 1");
    let picture = desk.wait_for_text("reading in.c");
    // Half a second in a release build of what takes ten in this one: reading comes after the line, not before.
    assert!(!picture.contains(" tokens, "), "{picture}");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    desk.press("C-c");
    desk.wait_for_text("ended with 7");
}

#[test]
fn an_interrupt_ends_lop_soon_in_every_phase() {
    type HasBegun = fn(&Desk) -> bool;
    let phases: [(&str, &str, HasBegun, &str); 4] = [
        ("reading", "0", |desk| desk.picture().contains("reading in.c"), "7"),
        (
            "first test runs",
            "600",
            |desk| desk.picture().contains("trying the test on the input"),
            "7",
        ),
        ("reduction", "0.2", |desk| desk.picture().contains("best program"), "7"),
        ("formatting", "0", |desk| desk.path("formatting").exists(), "0"),
    ];
    for (phase, pace, has_begun, code) in phases {
        let desk = Desk::with_shell(80, 24, pace);
        if phase == "reading" {
            write_large(&desk);
        }
        let formatter = "#!/bin/sh\ntouch \"$(dirname \"$0\")/formatting\"\nexec sleep 600\n";
        fs::write(desk.path("clang-format"), formatter).expect("a writable folder");
        fs::set_permissions(desk.path("clang-format"), fs::Permissions::from_mode(0o755)).expect("our own file");
        type_lop(&desk, "-j 1");
        desk.wait_for(phase, |_| has_begun(&desk));
        let pressed = Instant::now();
        desk.press("C-c");
        desk.wait_for(&format!("end of {phase}"), |picture| {
            picture.lines().any(|line| line.starts_with("ended with "))
        });
        assert!(pressed.elapsed() < SOON, "{phase}: {:?}", pressed.elapsed());
        let picture = desk.wait_for_text("ended with ");
        assert!(picture.contains(&format!("ended with {code}")), "{phase}:\n{picture}");
        if !["reading", "first test runs"].contains(&phase) {
            assert!(desk.best().contains("target"), "{phase}");
        }
    }
}

//! Readers that go away, disks that are full, terminals that are closed, and signals.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::case::{Case, FINDS_TARGET};
use crate::names;
use crate::terminal::{PATIENCE, Terminal};

fn lop(case: &Case, arguments: &[&str]) -> Process {
    // The process that runs the tests may ignore signals, and so would lop.
    let mut command = Process::new("env");
    command
        .arg("--default-signal")
        .arg(assert_cmd::cargo::cargo_bin("lop"))
        .current_dir(case.path(""))
        .env("XDG_CONFIG_HOME", case.path("config"))
        .args(arguments);
    command
}

#[test]
fn a_reader_that_goes_away_changes_neither_the_result_nor_the_code() {
    let slow = "#!/bin/sh\nsleep 0.03\ngrep -q target in.c\n";
    for (arguments, code) in [(&["-j", "1"][..], 0), (&["-j", "1", "--max-queries", "9"], 8)] {
        let case = Case::new(slow);
        case.write("lop.toml", "jobs = 1\n");
        let all = [arguments, &["--progress", "plain", "./test.sh", "in.c"]].concat();
        let mut child = lop(&case, &all)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is built");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stderr.take().expect("it is piped"));
        reader.read_line(&mut line).expect("lop says something");
        drop(reader);
        assert_eq!(child.wait().expect("our child").code(), Some(code));
        assert!(case.read("in.reduced.c").contains("target"));
    }
    let case = Case::new(FINDS_TARGET);
    let child = lop(
        &case,
        &[
            "--json",
            "--stats",
            "figures",
            "--max-queries",
            "9",
            "./test.sh",
            "in.c",
        ],
    )
    .stdout(Stdio::piped())
    .spawn();
    let mut child = child.expect("the binary is built");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("our child").code(), Some(8));
    assert!(case.path("figures").exists());
}

#[test]
fn a_full_disk_under_standard_error_is_no_reason_to_stop() {
    let case = Case::new(FINDS_TARGET);
    case.write("lop.toml", "jobs = 1\n");
    for arguments in [
        &["./test.sh", "in.c"][..],
        &["./test.sh", "nowhere.c"],
        &["--no-such-option"],
    ] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let status = lop(&case, arguments)
            .stderr(full)
            .status()
            .expect("the binary is built");
        assert_ne!(status.code(), Some(101), "{arguments:?} panics");
    }
    assert!(case.read("in.reduced.c").contains("target"));
}

#[test]
fn timeout_gets_the_summary_and_the_right_code() {
    let case = Case::new("#!/bin/sh\nsleep 0.2\ngrep -q target in.c\n");
    let output = Process::new("timeout")
        .args(["--preserve-status", "4"])
        .arg(assert_cmd::cargo::cargo_bin("lop"))
        .args(["-j", "1", "./test.sh", "in.c"])
        .current_dir(case.path(""))
        .output()
        .expect("coreutils");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{said}");
    assert!(said.contains("the same command continues from here"), "{said}");
    assert!(case.read("in.reduced.c").contains("target"));
}

#[test]
fn a_signal_acts_while_a_file_is_read_or_parsed() {
    let case = Case::new(FINDS_TARGET);
    // Some seconds of parsing, and standard input that never ends.
    let nested = format!("int x = {}1{};\n", "(".repeat(3_000_000), ")".repeat(3_000_000));
    case.write("big.c", &nested);
    for input in ["big.c", "-"] {
        let mut child = lop(&case, &["--language", "c", "./test.sh", input])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is built");
        std::thread::sleep(Duration::from_millis(500));
        let sent = Instant::now();
        let kill = Process::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(kill.expect("kill is there").success());
        let status = child.wait().expect("our child");
        // A second is the promise; a busy machine gets some more.
        assert!(sent.elapsed() < Duration::from_secs(8), "{input}: {:?}", sent.elapsed());
        assert!(matches!(status.code(), Some(5 | 7)), "{input}: {status}");
    }
    assert!(
        !names(&case).iter().any(|name| name.contains("lop-")),
        "{:?}",
        names(&case)
    );
    let _ = fs::remove_file(case.path("big.c"));
}

#[test]
fn lop_ends_soon_after_its_time_limit_whatever_the_test_does() {
    // The first runs end; then, a smaller candidate is hostile.
    let ways = [
        "trap '' TERM INT HUP\nsetsid sleep 30 & sleep 30",
        "setsid nohup sh -c 'trap \"\" TERM; sleep 30' & sleep 30",
        "yes; yes",
        "bomb() { bomb | bomb & bomb; }; bomb",
        "mkdir -p a/b; chmod 0 a .; while :; do :; done",
    ];
    for way in ways {
        let case = Case::new(&format!(
            "#!/bin/sh\ngrep -q target in.c || exit 1\ncase $(wc -c <in.c) in 93) exit 0;; esac\n{way}\n"
        ));
        let begun = Instant::now();
        let arguments = ["-q", "--time-limit", "3", "--timeout", "25", "./test.sh", "in.c"];
        let status = lop(&case, &arguments).status().expect("the binary is built");
        // A bomb is ended by the kernel or the runner, which is a no: the run may be done before its time is up.
        assert!(matches!(status.code(), Some(0 | 8)), "{way}: {status}");
        assert!(
            begun.elapsed() < Duration::from_secs(13),
            "{way}: {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn a_closed_terminal_leaves_the_best_and_the_right_code() {
    // A shell that outlives its terminal tells how lop ended. Where the hang-up is ignored, lop may go on.
    for (trap, codes) in [("trap : HUP", &["7"][..]), ("trap '' HUP", &["0", "7"])] {
        let case = Case::new("#!/bin/sh\nsleep 0.1\ngrep -q target in.c\n");
        let lop = assert_cmd::cargo::cargo_bin("lop");
        let line = format!(
            "{trap}; '{}' --no-config -j 1 ./test.sh in.c; echo $? > code.new; mv code.new code",
            lop.display()
        );
        let terminal = Terminal::new(&case.path(""), 80, 24, &line);
        let until = |name: &str| {
            let begun = Instant::now();
            while !case.path(name).exists() {
                assert!(begun.elapsed() < PATIENCE, "no {name}");
                std::thread::sleep(Duration::from_millis(20));
            }
        };
        until("in.reduced.c");
        drop(terminal);
        until("code");
        let code = case.read("code");
        assert!(codes.contains(&code.trim()), "{trap}: {code}");
        assert!(case.read("in.reduced.c").contains("target"));
    }
}

#[test]
fn a_full_disk_under_the_result_is_told_and_leaves_a_whole_result() {
    // Only where a small file system can be made.
    let Some(disk) = SmallDisk::new() else {
        eprintln!("no small file system can be made here");
        return;
    };
    let case = Case::new(FINDS_TARGET);
    let result = disk.0.path().join("out.c");
    let line = result.display().to_string();
    // There is room for the first result, and then no more.
    let said = case.stderr(&["--max-queries", "3", "-o", &line, "./test.sh", "in.c"], 8);
    let before = fs::read_to_string(&result).unwrap_or_else(|error| panic!("{error}: {said}"));
    let mut filler = File::create(disk.0.path().join("filler")).expect("there is room");
    while filler.write_all(&[0; 512]).is_ok() {}
    let said = case.stderr(&["-o", &line, "./test.sh", "in.c"], 3);
    assert!(said.contains("the disk is full: make room"), "{said}");
    assert_eq!(fs::read_to_string(&result).expect("it is there"), before);
}

/// A file system in memory with room for some pages.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mount = Process::new("mount")
            .args(["-t", "tmpfs", "-o", "size=32k", "tmpfs"])
            .arg(folder.path())
            .output();
        mount
            .is_ok_and(|output| output.status.success())
            .then_some(SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Process::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

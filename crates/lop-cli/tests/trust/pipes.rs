//! Readers that go away, disks that are full, terminals that are closed, and signals.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::case::{Case, FINDS_TARGET};
use crate::names;

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
    let stubborn = "#!/bin/sh\ntrap '' TERM INT HUP\ngrep -q target in.c || exit 1\n\
                    case $(wc -c <in.c) in 93) exit 0;; esac\nsetsid sleep 30 & sleep 30\n";
    let case = Case::new(stubborn);
    let begun = Instant::now();
    let status = lop(
        &case,
        &["-q", "--time-limit", "3", "--timeout", "25", "./test.sh", "in.c"],
    )
    .status();
    assert_eq!(status.expect("the binary is built").code(), Some(8));
    assert!(begun.elapsed() < Duration::from_secs(13), "{:?}", begun.elapsed());
}

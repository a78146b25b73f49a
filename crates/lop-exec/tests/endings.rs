//! Programs that use runners, and how they end.
//!
//! These tests have a process of their own: one that has runners itself adopts the orphans of others, and ends them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use lop_exec::testing::Bench;

fn script(body: &str) -> Bench {
    Bench::new(body, env!("CARGO_BIN_EXE_lop-exec-runner"))
}

fn until(what: impl Fn() -> bool) {
    while !what() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// A program that makes two queries, when both are in flight.
fn program(bench: &Bench, ending: &str) -> Child {
    // The process that runs the tests may ignore signals, and so would the program.
    let program = Command::new("env")
        .arg("--default-signal")
        .arg(env!("CARGO_BIN_EXE_lop-exec-runner"))
        .arg(&bench.setup.command[0])
        .arg(bench.place.path())
        .arg(ending)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A shell and what it started, twice.
    until(|| bench.processes().len() >= 4);
    program
}

fn send(signal: &str, program: &Child) {
    let status = Command::new("kill")
        .args(["-s", signal, &program.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[test]
fn a_program_that_is_killed_leaves_nothing() {
    let bench = script("setsid sleep 60 & sleep 60");
    let mut program = program(&bench, "end");
    program.kill().unwrap();
    program.wait().unwrap();
    until(|| fs::read_dir(bench.place.path()).unwrap().count() == 0);
    bench.assert_gone();
}

#[test]
fn a_signal_ends_a_program_in_good_order() {
    for signal in ["INT", "TERM", "HUP"] {
        let bench = script("sleep 60");
        let program = program(&bench, "end");
        send(signal, &program);
        let output = program.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "Err(Interrupted)\n");
        bench.assert_gone();
    }
}

#[test]
fn a_second_signal_ends_a_program_unless_it_is_the_first_one_twice() {
    let bench = script("sleep 60");
    let mut program = program(&bench, "linger");
    // As `timeout` does it: to the process, and to its group.
    send("INT", &program);
    send("INT", &program);
    let mut line = String::new();
    BufReader::new(program.stdout.as_mut().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "Err(Interrupted)\n");
    // The second counts when it cannot be the first any more.
    thread::sleep(Duration::from_millis(1500));
    send("TERM", &program);
    assert_eq!(program.wait().unwrap().code(), Some(128 + 15));
    until(|| fs::read_dir(bench.place.path()).unwrap().count() == 0);
    bench.assert_gone();
}

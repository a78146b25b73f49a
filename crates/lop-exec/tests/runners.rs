//! Several queries in flight, cancelled, interrupted, and timed out.

use std::cell::RefCell;
use std::fs;
use std::io;
use std::net::UdpSocket;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lop_core::{Executor, Stop, Ticket, Verdict};
use lop_exec::{Error, Mixed, Outcome, Sandbox, Step, describe, sanity};

use lop_exec::testing::Bench;

fn script(body: &str) -> Bench {
    Bench::new(body, env!("CARGO_BIN_EXE_lop-exec-runner"))
}

fn until(what: impl Fn() -> bool) {
    while !what() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn each_query_gets_its_own_verdict() {
    let mut bench = script("grep -q 1 input.txt");
    bench.setup.slots = 3;
    let mut runners = bench.start();
    let text = |number: u64| -> Arc<[u8]> { number.to_string().into_bytes().into() };
    (0..3).for_each(|number| runners.submit(Ticket(number), text(number)));
    for next in 3..60 {
        let (ticket, verdict) = runners.wait().unwrap();
        let is_interesting = ticket.0.to_string().contains('1');
        assert_eq!(verdict == Verdict::Interesting, is_interesting);
        runners.submit(Ticket(next), text(next));
    }
    assert_eq!(runners.counts().executed, 60);
}

#[test]
fn a_cancelled_run_is_ended_and_its_slot_is_free() {
    let bench = script("grep -q quick input.txt || sleep 60");
    let mut runners = bench.start();
    for round in 0..20 {
        runners.submit(Ticket(round), b"slow"[..].into());
        if round % 2 == 0 {
            until(|| bench.processes().len() >= 2);
        }
        runners.cancel(Ticket(round));
    }
    assert_eq!(Bench::judge(&mut runners, "quick"), Verdict::Interesting);
    bench.assert_tidy();
    let counts = runners.counts();
    assert_eq!((counts.executed, counts.cancelled), (21, 20));
}

#[test]
fn an_answer_that_came_before_the_cancellation_is_not_heard() {
    let bench = script("grep -q yes input.txt");
    let mut runners = bench.start();
    for round in 0..20 {
        runners.submit(Ticket(round), b"no"[..].into());
        thread::sleep(Duration::from_millis(round % 5));
        runners.cancel(Ticket(round));
        assert_eq!(Bench::judge(&mut runners, "yes"), Verdict::Interesting);
    }
}

#[test]
fn an_interrupt_ends_the_wait_and_nothing_is_left() {
    let bench = script("sleep 60");
    let mut runners = bench.start();
    runners.submit(Ticket(0), b"text"[..].into());
    let interrupt = bench.interrupt.clone();
    let user = thread::spawn(move || interrupt.set());
    assert_eq!(runners.wait(), Err(Stop::Interrupted));
    assert_eq!(runners.wait(), Err(Stop::Interrupted));
    user.join().unwrap().unwrap();
    drop(runners);
    bench.assert_gone();
}

#[test]
fn a_skip_ends_one_wait_and_only_where_there_is_something_to_skip() {
    let bench = script("grep -q yes \"$1\" || sleep 60");
    let mut runners = bench.start();
    bench.interrupt.skip().unwrap();
    assert_eq!(Bench::judge(&mut runners, "yes"), Verdict::Interesting);
    bench.interrupt.set_skippable(true);
    runners.submit(Ticket(0), b"text"[..].into());
    let interrupt = bench.interrupt.clone();
    let user = thread::spawn(move || interrupt.skip());
    assert_eq!(runners.wait(), Err(Stop::Skipped));
    user.join().unwrap().unwrap();
    runners.cancel(Ticket(0));
    assert_eq!(Bench::judge(&mut runners, "yes"), Verdict::Interesting);
    bench.interrupt.skip().unwrap();
    assert_eq!(Bench::judge(&mut runners, "yes"), Verdict::Interesting);
}

#[test]
fn a_watcher_sees_runs_begin_and_end() {
    let bench = script("sleep 0.0$(cat \"$1\"); exit 3");
    let mut runners = bench.start();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let notes = seen.clone();
    runners.watch_with(move |activity| {
        let step = match activity.step {
            Step::Begun => "begun".to_owned(),
            Step::Ended(run, _) => describe(run.outcome),
            Step::Cancelled => "cancelled".to_owned(),
        };
        notes.borrow_mut().push((activity.slot, activity.ticket.0, step));
    });
    runners.submit(Ticket(7), b"1"[..].into());
    assert_eq!(runners.wait(), Ok((Ticket(7), Verdict::Uninteresting)));
    runners.submit(Ticket(8), b"1"[..].into());
    runners.cancel(Ticket(8));
    let seen = seen.borrow();
    let seen: Vec<_> = seen
        .iter()
        .map(|(slot, ticket, step)| (*slot, *ticket, step.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            (0, 7, "begun"),
            (0, 7, "it ended with exit code 3"),
            (0, 8, "begun"),
            (0, 8, "cancelled")
        ]
    );
}

#[test]
fn a_text_can_become_several_files() {
    let mut bench = script(r#"[ "$(cat "$1"/one "$1"/two)" = "$(printf 'a\nb')" ]"#);
    bench.setup.file_name = ".".into();
    let mut runners = bench.start();
    runners.place_with(|folder, text| {
        fs::write(folder.join("one"), &text[..2])?;
        fs::write(folder.join("two"), &text[2..])
    });
    assert_eq!(Bench::judge(&mut runners, "a\nb"), Verdict::Interesting);
    assert_eq!(Bench::judge(&mut runners, "b\na"), Verdict::Uninteresting);
    bench.assert_tidy();
}

#[test]
fn the_time_limit_ends_the_wait() {
    let bench = script("sleep 60");
    let mut runners = bench.start();
    runners.set_deadline(Some(Instant::now() + Duration::from_millis(50)));
    runners.submit(Ticket(0), b"text"[..].into());
    assert_eq!(runners.wait(), Err(Stop::TimeLimit));
}

#[test]
fn a_script_that_vanishes_is_reported() {
    let bench = script("exit 0");
    let mut runners = bench.start();
    assert_eq!(Bench::judge(&mut runners, "text"), Verdict::Interesting);
    fs::remove_file(bench.home.path().join("test.sh")).unwrap();
    runners.submit(Ticket(0), b"text"[..].into());
    assert_eq!(runners.wait(), Err(Stop::Executor));
    let error = runners.take_error().unwrap();
    assert!(matches!(error, Error::Start { source, .. } if source.kind() == io::ErrorKind::NotFound));
}

#[test]
fn a_confined_test_writes_to_its_own_directory_only() {
    let mut bench = script(
        r#": > here && : > "$TMPDIR"/here && : > /dev/null && cat /etc/passwd > /dev/null || exit 1
        ! true > "${0%/*}/elsewhere" && ! mkdir /tmp/lop-elsewhere && ! rm "$0" && ! echo >> "$0" || exit 2"#,
    );
    bench.setup.sandbox = Sandbox::On;
    match lop_exec::Runners::start(bench.setup.clone(), bench.interrupt.clone()) {
        Ok(mut runners) => assert_eq!(runners.run(b"text", true).unwrap().outcome, Outcome::Code(0)),
        // Some systems have no sandbox, and the error says so.
        Err(error) => assert!(error.hint().unwrap().contains("bubblewrap")),
    }
}

#[test]
fn a_sandbox_covers_what_it_does_not_say_otherwise() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = home.path().join("elsewhere");
    fs::write(&elsewhere, "mine").unwrap();
    let (path, pid) = (elsewhere.display(), std::process::id());
    for (attack, what) in [
        (format!("chmod 600 {path}"), "chmod"),
        (format!("chown $(id -u) {path}"), "chown"),
        (format!("touch -d @0 {path}"), "utime"),
        (format!("kill -0 {pid}"), "signals"),
    ] {
        let mut bench = script(&attack);
        bench.setup.sandbox = Sandbox::On;
        let Ok(mut runners) = lop_exec::Runners::start(bench.setup.clone(), bench.interrupt.clone()) else {
            continue;
        };
        let is_covered = runners.run(b"text", true).unwrap().outcome != Outcome::Code(0);
        let not_covered = runners.confinement().unwrap().not_covered;
        assert!(
            is_covered || not_covered.contains(what),
            "{attack}: not covered is {not_covered}"
        );
    }
}

#[test]
fn a_sandbox_lets_no_datagram_out_or_says_so() {
    let listener = UdpSocket::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut bench = script(&format!("bash -c 'echo secret > /dev/udp/127.0.0.1/{port}'; exit 0"));
    bench.setup.sandbox = Sandbox::On;
    if let Ok(mut runners) = lop_exec::Runners::start(bench.setup.clone(), bench.interrupt.clone()) {
        runners.run(b"text", true).unwrap();
        let has_come = listener.recv(&mut [0; 16]).is_ok();
        assert!(!has_come || runners.confinement().unwrap().not_covered.contains("UDP"));
    }
}

#[test]
fn an_input_that_is_not_interesting_is_explained() {
    let bench = script("echo no such thing >&2; exit 3");
    let mut mixed = Mixed::new(bench.start());
    let error = sanity::check_input(&mut mixed, "input.txt".as_ref(), b"text", None).unwrap_err();
    assert!(error.to_string().ends_with("it ended with exit code 3"));
    assert!(error.hint().unwrap().contains("test.sh"));
    assert!(matches!(error, Error::NotInteresting { output, .. } if output == b"no such thing\n"));
}

#[test]
fn a_test_that_says_yes_to_everything_is_weak() {
    let bench = script("exit 0");
    let mut mixed = Mixed::new(bench.start());
    let found = sanity::check_input(&mut mixed, "input.txt".as_ref(), b"text", Some(b"x")).unwrap();
    assert_eq!(found.weaknesses, [sanity::Weakness::Empty, sanity::Weakness::Token]);
    assert!(!found.is_flaky());
    assert_eq!(mixed.runners().time_out().limit(), Duration::from_secs(5));
}

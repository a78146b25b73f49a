//! Servers that work, and servers that do not: every answer is the test's own, and nothing is lost.

#[path = "../support/certificates.rs"]
mod certificates;
#[path = "../support/fake.rs"]
mod fake;
mod tls;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use expect_test::expect;
use fake::{Fake, Fault};
use lop_core::{Executor, Stop, Ticket, Verdict};
use lop_exec::{Interrupt, Mixed, Outcome, Runners, Setup, TimeOut, bundle};
use lop_remote::{Error, Include, Job, Patience, Program, Settings, Token, connect};
use tempfile::TempDir;

/// A script, and a client that has only servers to run it.
struct Bench {
    home: TempDir,
    job: Job,
    settings: Settings,
}

/// A test of `input.txt` without limits.
fn job(program: Program) -> Job {
    Job {
        program,
        includes: Vec::new(),
        file_name: "input.txt".into(),
        is_archive: false,
        further: Vec::new(),
        memory_bytes: None,
        time_out: None,
    }
}

impl Bench {
    fn new(body: &str, servers: &[&Fake]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let script = home.path().join("test.sh");
        write_script(&script, body);
        let urls = servers.iter().map(|server| server.url()).collect();
        let mut settings = Settings::new(urls, 4);
        settings.patience = Patience {
            request: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            slack: Duration::ZERO,
            first_pause: Duration::from_millis(2),
            longest_pause: Duration::from_millis(50),
            first_look: Duration::from_millis(10),
            longest_look: Duration::from_millis(50),
        };
        Bench {
            job: job(Program::Script(script)),
            home,
            settings,
        }
    }

    fn connect(&self) -> Mixed {
        let mut setup = Setup::script(&self.home.path().join("test.sh"), Path::new("input.txt"));
        setup.slots = 0;
        setup.time_out = TimeOut::fixed(self.job.time_out.unwrap_or(Duration::from_secs(60)));
        let runners = Runners::start(setup, Arc::new(Interrupt::new().unwrap())).unwrap();
        let mut mixed = Mixed::new(runners);
        let remote = connect(self.settings.clone(), &self.job).unwrap();
        mixed.add_remote(remote, self.settings.queries());
        mixed
    }

    fn message(&self) -> String {
        let error = connect(self.settings.clone(), &self.job).err().unwrap();
        let port = |text: String| {
            self.settings
                .servers
                .iter()
                .fold(text, |text, url| text.replace(url, "grpc://SERVER"))
        };
        port(format!("{error}\nhint: {}", error.hint().unwrap_or("none")))
    }
}

fn write_script(path: &Path, body: &str) {
    fs::write(path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn judge(mixed: &mut Mixed, number: u64, text: &str) -> Verdict {
    mixed.submit(Ticket(number), text.as_bytes().into());
    let (ticket, verdict) = mixed.wait().unwrap();
    assert_eq!(ticket, Ticket(number));
    verdict
}

/// The executions of `ask_many` where no test is run here: 24 queries, and once more the 12 that are interesting.
const EXECUTIONS: usize = 36;

/// Asks about many numbers, several at once; those with a 1 are interesting.
fn ask_many(mixed: &mut Mixed) {
    let slots = mixed.slots() as u64;
    let submit = |mixed: &mut Mixed, number: u64| mixed.submit(Ticket(number), number.to_string().into_bytes().into());
    (0..slots).for_each(|number| submit(mixed, number));
    for next in slots..24 + slots {
        let answer = mixed.wait();
        let (ticket, verdict) = answer.unwrap_or_else(|_| panic!("{:?}", mixed.runners().take_error()));
        assert_eq!(
            verdict == Verdict::Interesting,
            ticket.0.to_string().contains('1'),
            "{ticket:?}"
        );
        if next < 24 {
            submit(mixed, next);
        }
    }
}

const HAS_ONE: &str = "grep -q 1 input.txt";

/// What a test waits for.
struct Gate(TempDir);

impl Gate {
    fn new() -> Self {
        Gate(tempfile::tempdir().unwrap())
    }

    /// Words for a script.
    fn wait(&self) -> String {
        let folder = self.0.path().display();
        // When the test is over its folder is gone, and no client waits any more.
        format!("until test -e '{folder}/open' || ! test -e '{folder}'; do sleep 0.01; done")
    }

    fn open(&self) {
        fs::write(self.0.path().join("open"), "").unwrap();
    }
}

fn until(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(120), "it does not happen");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn each_query_gets_its_own_verdict() {
    let server = Fake::start();
    let mut mixed = Bench::new(HAS_ONE, &[&server]).connect();
    ask_many(&mut mixed);
    assert_eq!(mixed.remote_counts().unwrap().lost, 0);
    assert_eq!(server.memory.counts.executions.load(SeqCst), EXECUTIONS);
    // What is constant was one batch, and so was the action of each execution.
    assert_eq!(server.memory.counts.batches.load(SeqCst), 1 + EXECUTIONS);
}

#[test]
fn two_servers_share_the_work() {
    let (one, other) = (Fake::start(), Fake::start());
    let mut mixed = Bench::new(HAS_ONE, &[&one, &other]).connect();
    ask_many(&mut mixed);
    let executions = [&one, &other].map(|server| server.memory.counts.executions.load(SeqCst));
    assert_eq!(executions.iter().sum::<usize>(), EXECUTIONS);
    assert!(executions.iter().all(|executions| *executions > 0), "{executions:?}");
}

#[test]
fn the_next_query_is_ready_when_an_execution_ends() {
    let server = Fake::start();
    let gate = Gate::new();
    let mut bench = Bench::new(&format!("{}; {HAS_ONE}", gate.wait()), &[&server]);
    bench.settings.slots = 2;
    let mut mixed = bench.connect();
    assert_eq!(mixed.slots(), 3);
    (1..=3).for_each(|number| mixed.submit(Ticket(number), number.to_string().into_bytes().into()));
    let counts = &server.memory.counts;
    // All three are uploaded, after what is constant; two are executed.
    until(|| counts.batches.load(SeqCst) == 1 + 3 && counts.executions.load(SeqCst) == 2);
    gate.open();
    let mut answers: Vec<_> = (0..3).map(|_| mixed.wait().unwrap()).collect();
    answers.sort_by_key(|(ticket, _)| *ticket);
    let no = Verdict::Uninteresting;
    assert_eq!(
        answers,
        [(Ticket(1), Verdict::Interesting), (Ticket(2), no), (Ticket(3), no)]
    );
    // The interesting one is run once more.
    assert_eq!(counts.executions.load(SeqCst), 4);
}

/// So many times something goes wrong: fewer than make one query fail.
fn check_fault(fault: Fault, times: usize) -> Fake {
    let server = Fake::start();
    let mut bench = Bench::new(HAS_ONE, &[&server]);
    if fault == Fault::Hang {
        bench.settings.patience.silence = Duration::from_secs(1);
    }
    let mut mixed = bench.connect();
    server.set_fault(fault, times);
    ask_many(&mut mixed);
    assert_eq!(server.memory.counts.faults.load(SeqCst), times);
    server
}

#[test]
fn a_server_that_is_not_there_now_and_then_is_asked_again() {
    check_fault(Fault::Unavailable, 4);
}

#[test]
fn a_server_that_has_too_much_to_do_is_asked_later() {
    check_fault(Fault::Exhausted, 9);
}

#[test]
fn uploads_that_come_back_as_something_else_are_repeated() {
    check_fault(Fault::WrongDigests, 4);
}

#[test]
fn an_execution_that_hangs_is_begun_again() {
    check_fault(Fault::Hang, 4);
}

#[test]
fn a_stream_that_ends_early_is_taken_up_again() {
    let server = check_fault(Fault::ClosedStreams, 12);
    // The same execution goes on.
    assert_eq!(server.memory.counts.executions.load(SeqCst), EXECUTIONS);
    assert!(server.memory.counts.waits.load(SeqCst) >= 12);
}

#[test]
fn a_sandbox_that_fails_is_no_answer() {
    check_fault(Fault::Sandbox, 2);
}

#[test]
fn results_of_something_else_are_no_answer() {
    check_fault(Fault::Nonsense, 2);
}

#[test]
fn what_a_server_forgot_is_uploaded_again() {
    check_fault(Fault::Forgotten, 2);
}

#[test]
fn where_nothing_can_be_run_the_search_stops() {
    let server = Fake::start();
    let mut mixed = Bench::new(HAS_ONE, &[&server]).connect();
    server.set_fault(Fault::Sandbox, usize::MAX);
    mixed.submit(Ticket(1), b"1"[..].into());
    assert_eq!(mixed.wait(), Err(Stop::Executor));
    let error = mixed.runners().take_error().unwrap();
    let message = error.to_string().replace(&server.url(), "grpc://SERVER");
    expect![[r#"the test cannot be run remotely: grpc://SERVER: the machine could not run the test, exit code 1: bwrap: No permissions to create new namespace"#]].assert_eq(&message);
}

#[test]
fn a_server_that_dies_and_comes_back_loses_nothing() {
    let server = Fake::start();
    let bench = Bench::new(HAS_ONE, &[&server]);
    let mut mixed = bench.connect();
    ask_many(&mut mixed);
    let address = server.kill();
    mixed.submit(Ticket(100), b"100"[..].into());
    // It comes back with an empty memory.
    let returning = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        Fake::start_at(address, Arc::default())
    });
    assert_eq!(mixed.wait(), Ok((Ticket(100), Verdict::Interesting)));
    let server = returning.join().unwrap();
    assert_eq!(judge(&mut mixed, 101, "2"), Verdict::Uninteresting);
    assert!(server.memory.counts.executions.load(SeqCst) >= 1);
}

#[test]
fn a_server_that_is_gone_for_good_ends_the_search_where_nothing_is_run_here() {
    let server = Fake::start();
    let mut mixed = Bench::new(HAS_ONE, &[&server]).connect();
    mixed.set_patience(Duration::from_millis(200));
    assert_eq!(judge(&mut mixed, 1, "1"), Verdict::Interesting);
    server.kill();
    mixed.submit(Ticket(2), b"2"[..].into());
    assert_eq!(mixed.wait(), Err(Stop::Executor));
    let error = mixed.runners().take_error().unwrap();
    expect!["the test cannot be run remotely: no server has answered for a long time"].assert_eq(&error.to_string());
    expect!["the best program is on the disk; the same command continues when servers answer"]
        .assert_eq(&error.hint().unwrap());
}

#[test]
fn who_goes_and_who_comes_back_is_told() {
    let server = Fake::start();
    let bench = Bench::new(HAS_ONE, &[&server]);
    let mut mixed = bench.connect();
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let notices = told.clone();
    mixed.notify_with(move |notice| notices.lock().unwrap().push(notice.to_owned()));
    server.set_fault(Fault::Unavailable, usize::MAX);
    mixed.submit(Ticket(1), b"1"[..].into());
    let memory = server.memory.clone();
    let healing = std::thread::spawn(move || {
        while memory.counts.faults.load(SeqCst) < 10 {
            std::thread::sleep(Duration::from_millis(1));
        }
        server.set_fault(Fault::Unavailable, 0);
        server
    });
    assert_eq!(mixed.wait(), Ok((Ticket(1), Verdict::Interesting)));
    let server = healing.join().unwrap();
    let told = told.lock().unwrap().join("\n").replace(&server.url(), "grpc://SERVER");
    expect![[r#"
        grpc://SERVER does not answer any more: the server is being repaired; waiting for a server to come back
        grpc://SERVER is back"#]]
    .assert_eq(&told);
}

#[test]
fn answers_of_another_run_come_back_unless_they_are_asked_for_twice() {
    let server = Fake::start();
    let bench = Bench::new(HAS_ONE, &[&server]);
    ask_many(&mut bench.connect());
    let mut mixed = bench.connect();
    ask_many(&mut mixed);
    let counts = mixed.remote_counts().unwrap();
    assert_eq!((counts.answered, counts.cached), (EXECUTIONS, 24));
    // Only runs that confirm a yes are executed again.
    assert_eq!(
        server.memory.counts.executions.load(SeqCst),
        EXECUTIONS + EXECUTIONS - 24
    );
    // The same again is a doubt, which an old answer does not settle; the new one is confirmed, too.
    assert_eq!(judge(&mut mixed, 100, "1"), Verdict::Interesting);
    let executions = server.memory.counts.executions.load(SeqCst);
    assert_eq!(executions, EXECUTIONS + EXECUTIONS - 24 + 2);
    let actions = server.memory.actions.lock().unwrap();
    let plain = actions
        .iter()
        .filter(|action| !action.do_not_cache && action.salt.is_empty());
    assert_eq!(plain.count(), 24);
    let salted = actions
        .iter()
        .filter(|action| action.do_not_cache && !action.salt.is_empty());
    assert_eq!(salted.count(), executions - 24);
}

#[test]
fn an_unwanted_query_is_cancelled() {
    let server = Fake::start();
    let gate = Gate::new();
    let mut mixed = Bench::new(&format!("{HAS_ONE} || exit 1; {}", gate.wait()), &[&server]).connect();
    mixed.submit(Ticket(1), b"1"[..].into());
    until(|| server.memory.counts.executions.load(SeqCst) > 0);
    mixed.cancel(Ticket(1));
    mixed.submit(Ticket(2), b"2"[..].into());
    assert_eq!(mixed.wait(), Ok((Ticket(2), Verdict::Uninteresting)));
    until(|| server.memory.counts.cancels.load(SeqCst) == 1);
    gate.open();
}

#[test]
fn what_has_no_name_yet_is_cancelled_when_it_has_one() {
    let server = Fake::start();
    let gate = Gate::new();
    let mut mixed = Bench::new(&format!("{HAS_ONE} || exit 1; {}", gate.wait()), &[&server]).connect();
    server.set_fault(Fault::Mute, 1);
    let counts = &server.memory.counts;
    mixed.submit(Ticket(1), b"1"[..].into());
    until(|| counts.executions.load(SeqCst) == 1);
    mixed.cancel(Ticket(1));
    mixed.submit(Ticket(2), b"2"[..].into());
    // Orders are taken one after the other, so the first query was given up before the second was made.
    until(|| counts.executions.load(SeqCst) == 2);
    assert_eq!(counts.cancels.load(SeqCst), 0);
    server.set_fault(Fault::Mute, 0);
    assert_eq!(mixed.wait(), Ok((Ticket(2), Verdict::Uninteresting)));
    until(|| counts.cancels.load(SeqCst) == 1);
    gate.open();
    drop(mixed);
    // It was not asked again, nor cancelled twice.
    assert_eq!((counts.executions.load(SeqCst), counts.cancels.load(SeqCst)), (2, 1));
}

#[test]
fn what_is_under_way_at_the_end_is_cancelled() {
    let server = Fake::start();
    let gate = Gate::new();
    let mut mixed = Bench::new(&gate.wait(), &[&server]).connect();
    mixed.submit(Ticket(1), b"1"[..].into());
    until(|| server.memory.counts.executions.load(SeqCst) > 0);
    drop(mixed);
    until(|| server.memory.counts.cancels.load(SeqCst) == 1);
    gate.open();
}

#[test]
fn a_run_that_takes_too_long_is_no_answer() {
    let server = Fake::start();
    let mut bench = Bench::new("sleep 3", &[&server]);
    bench.job.time_out = Some(Duration::from_millis(300));
    let mut mixed = bench.connect();
    assert_eq!(judge(&mut mixed, 1, "1"), Verdict::Unresolved);
    assert_eq!(server.memory.counts.cancels.load(SeqCst), 1);
    assert_eq!(
        server.memory.actions.lock().unwrap()[0].timeout.unwrap().nanos,
        300_000_000
    );
}

#[test]
fn the_test_finds_what_it_finds_here() {
    let server = Fake::start();
    let body = r#"
        test "$PWD/input.txt" = "$1" && test "$LOP_FILE" = "$1" && test -d "$TMPDIR" || exit 3
        echo changed >input.txt && echo new >"$TMPDIR/file" || exit 4
        echo to be seen; echo this too >&2; kill -SEGV $$"#;
    let mut mixed = Bench::new(body, &[&server]).connect();
    let run = mixed.run(b"text", true).unwrap();
    assert_eq!(run.outcome, Outcome::Code(139));
    assert_eq!(String::from_utf8(run.output).unwrap(), "to be seen\nthis too\n");
}

#[test]
fn a_line_for_the_shell_is_a_test_too() {
    let server = Fake::start();
    let mut bench = Bench::new("exit 9", &[&server]);
    bench.job.program = Program::Line("test \"$(cat \"$1\")\" = \"it's\"".to_owned());
    let mut mixed = bench.connect();
    assert_eq!(judge(&mut mixed, 1, "it's"), Verdict::Interesting);
    assert_eq!(judge(&mut mixed, 2, "it is"), Verdict::Uninteresting);
}

#[test]
fn includes_are_beside_the_test_or_where_they_are_put() {
    let server = Fake::start();
    let body = r#"here=$(dirname "$0"); "$here/tools/check" "$here/large" && cmp "$here/large" "$here/../../far/away""#;
    let mut bench = Bench::new(body, &[&server]);
    let home = bench.home.path();
    fs::create_dir(home.join("tools")).unwrap();
    write_script(&home.join("tools/real"), "test $(wc -c <\"$1\") = 200000");
    std::os::unix::fs::symlink("real", home.join("tools/check")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let large = elsewhere.path().join("large");
    fs::write(&large, vec![b'x'; 200_000]).unwrap();
    let script = home.join("test.sh");
    let include = |text: String| Include::parse(&text, Some(&script)).unwrap();
    let shown = |path: PathBuf| path.display().to_string();
    let includes = vec![
        include(shown(home.join("tools"))),
        include(shown(large.clone())),
        include(format!("{}=/far/away", large.display())),
    ];
    bench.job.includes = includes;
    let mut mixed = bench.connect();
    assert_eq!(judge(&mut mixed, 1, "1"), Verdict::Interesting);
    assert_eq!(judge(&mut mixed, 2, "2"), Verdict::Interesting);
    // More than a batch holds, and once for all.
    assert_eq!(server.memory.counts.streamed.load(SeqCst), 1);
}

#[test]
fn a_place_of_our_own_cannot_be_taken() {
    for place in ["lop/x", "/lop", "..", ""] {
        let error = Include::parse(&format!("/etc/passwd={place}"), None).unwrap_err();
        assert!(matches!(error, Error::Place(_)), "{place}");
    }
    assert!(matches!(Include::parse("/no/such/file", None), Err(Error::Read { .. })));
}

#[test]
fn several_files_are_unpacked() {
    let server = Fake::start();
    let mut bench = Bench::new(
        r#"test "$1" = "$PWD" && test "$2" = "$PWD/a.txt" && grep -q 1 a.txt && ./sub/run && test -L sub/link && test -d empty"#,
        &[&server],
    );
    let home = tempfile::tempdir().unwrap();
    let at = |path: &str| home.path().join(path);
    fs::create_dir_all(at("sub")).unwrap();
    fs::create_dir_all(at("empty")).unwrap();
    fs::write(at("a.txt"), "1").unwrap();
    write_script(&at("sub/run"), "exit 0");
    std::os::unix::fs::symlink("run", at("sub/link")).unwrap();
    let bundle = bundle::read(&[at("a.txt"), at("sub"), at("empty")], &[]).unwrap();
    bench.job.is_archive = true;
    bench.job.file_name = bundle.name.clone();
    bench.job.further = bundle.named.clone();
    let mut mixed = bench.connect();
    mixed.submit(Ticket(1), bundle.archive.as_slice().into());
    assert_eq!(mixed.wait(), Ok((Ticket(1), Verdict::Interesting)));
}

#[test]
fn servers_are_told_who_asks() {
    let server = Fake::start();
    let mut bench = Bench::new(HAS_ONE, &[&server]);
    let token = bench.home.path().join("token");
    fs::write(&token, "secret\n").unwrap();
    bench.settings.token = Some(Token::File(token));
    bench.settings.headers = vec![("x-team".to_owned(), "reducers".to_owned())];
    bench.connect();
    let headers = server.memory.headers.lock().unwrap();
    for header in ["authorization: Bearer secret", "x-team: reducers"] {
        assert!(headers.iter().any(|said| said == header), "{headers:?}");
    }
    assert!(
        headers
            .iter()
            .any(|said| said.starts_with("build.bazel.remote.execution.v2.requestmetadata-bin"))
    );
}

#[test]
fn properties_choose_machines_and_their_order_does_not_matter() {
    let server = Fake::start();
    let mut bench = Bench::new(HAS_ONE, &[&server]);
    let property = |name: &str| (name.to_owned(), "yes".to_owned());
    bench.settings.properties = vec![property("b"), property("a")];
    judge(&mut bench.connect(), 1, "1");
    bench.settings.properties.reverse();
    assert_eq!(judge(&mut bench.connect(), 1, "1"), Verdict::Interesting);
    assert_eq!(server.memory.counts.hits.load(SeqCst), 1);
    let actions = server.memory.actions.lock().unwrap();
    let names: Vec<&str> = actions[0]
        .platform
        .as_ref()
        .unwrap()
        .properties
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn servers_that_cannot_be_used_are_named_with_a_remedy() {
    let server = Fake::start();
    let bench = Bench::new(HAS_ONE, &[&server]);
    server.set_fault(Fault::Unauthenticated, usize::MAX);
    expect![[r#"
        grpc://SERVER refuses: the token is not valid
        hint: a token goes into LOP_REMOTE_TOKEN or a file for --remote-token-file, the instance into --remote-instance"#]]
    .assert_eq(&bench.message());
    server.kill();
    expect![[r#"
        no answer from grpc://SERVER: transport error: tcp connect error: Connection refused (os error 111)
        hint: check host and port, and whether the server wants TLS: grpcs:// instead of grpc://"#]]
    .assert_eq(&bench.message());
}

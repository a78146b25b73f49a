//! `lop --remote`, with servers that work, that die, and that come back.
#![cfg(feature = "remote")]

#[path = "../../lop-remote/tests/support/certificates.rs"]
mod certificates;
#[path = "../../lop-remote/tests/support/fake.rs"]
mod fake;
#[path = "support/keys.rs"]
mod keys;
#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

use certificates::Authority;
use expect_test::expect;
use fake::{Fake, Fault, Memory};
use serde_json::Value;
use tempfile::TempDir;
use terminal::{PATIENCE, Terminal};

const SOURCE: &str = "int a;\nint f(int x) {\n    if (x) { target(1, x); }\n    return 2;\n}\nint b;\n";
/// Slow enough to be worth sending out.
const SLOW: &str = "sleep 0.25; grep -q target in.c && grep -q 'int f' in.c";

/// A test and an input in a directory.
struct Case {
    folder: TempDir,
}

/// What came of a reduction.
struct Reduced {
    text: String,
    trace: String,
    stats: Value,
    stderr: String,
}

impl Case {
    fn new(body: &str, source: &str) -> Self {
        let case = Case {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(case.path("in.c"), source).unwrap();
        fs::write(case.path("test.sh"), format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(case.path("test.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        command
            .current_dir(self.folder.path())
            .args(["--no-config", "--fresh", "--progress", "none", "-a", "perses"])
            .args(["-o", "out.c", "--stats", "stats.json", "--trace", "trace"])
            .args(arguments)
            .args(["./test.sh", "in.c"]);
        command
    }

    fn reduce(&self, arguments: &[&str]) -> Reduced {
        let output = self.command(arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        let read = |name: &str| fs::read_to_string(self.path(name)).unwrap();
        Reduced {
            text: read("out.c"),
            trace: read("trace"),
            stats: serde_json::from_str(&read("stats.json")).unwrap(),
            stderr,
        }
    }
}

fn count(stats: &Value, name: &str) -> u64 {
    stats["remote"][name].as_u64().unwrap()
}

#[test]
fn bytes_and_trace_are_those_of_a_local_run_for_any_mixture() {
    let (one, other) = (Fake::start(), Fake::start());
    let both = format!("{},{}", one.url(), other.url());
    let case = Case::new(SLOW, SOURCE);
    let local = case.reduce(&["-j", "1"]);
    for arguments in [
        &["-j", "0", "--remote", &both][..],
        &["-j", "2", "--remote", &one.url()],
        &["-j", "1", "--remote", &both, "--remote-jobs", "6"],
    ] {
        let mixed = case.reduce(arguments);
        assert_eq!(
            (&mixed.text, &mixed.trace),
            (&local.text, &local.trace),
            "{arguments:?}"
        );
        // The input at least; how much more depends on how busy both sides are, unless nothing is run here.
        let least = if arguments.starts_with(&["-j", "0"]) { 11 } else { 1 };
        assert!(
            count(&mixed.stats, "answered") >= least,
            "{arguments:?} {}",
            mixed.stats
        );
        assert_eq!(count(&mixed.stats, "lost"), 0);
    }
}

#[test]
fn quick_tests_stay_here() {
    let server = Fake::start();
    let case = Case::new("grep -q target in.c", SOURCE);
    let reduced = case.reduce(&["-j", "1", "--remote", &server.url()]);
    // Only that the input is interesting there as well.
    assert_eq!(count(&reduced.stats, "asked"), 1);
}

#[test]
fn what_was_answered_before_comes_from_the_server() {
    let server = Fake::start();
    let case = Case::new("grep -q target in.c", SOURCE);
    // With one job nothing is foreseen, so both runs ask the same.
    let arguments = ["-j", "0", "--remote", &server.url(), "--remote-jobs", "1"];
    let first = case.reduce(&arguments);
    let second = case.reduce(&arguments);
    assert_eq!((&first.text, &first.trace), (&second.text, &second.trace));
    let stats = &second.stats;
    assert_eq!(count(stats, "cached"), count(stats, "answered") - count(stats, "fresh"));
}

/// Waits until a server has run something, but not for ever.
fn until_executions(memory: &Arc<Memory>, count: usize) {
    let start = Instant::now();
    while memory.counts.executions.load(SeqCst) < count && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_server_that_is_gone_for_good_is_done_without() {
    let server = Fake::start();
    let case = Case::new(SLOW, SOURCE);
    let local = case.reduce(&["-j", "1"]);
    let (url, memory) = (server.url(), server.memory.clone());
    // The input is the first; with the second, the search has begun.
    let killer = thread::spawn(move || {
        until_executions(&memory, 2);
        server.kill()
    });
    let reduced = case.reduce(&["-j", "1", "--remote", &url]);
    killer.join().unwrap();
    assert_eq!((&reduced.text, &reduced.trace), (&local.text, &local.trace));
    let warning = reduced.stderr.lines().find(|line| line.starts_with("warning")).unwrap();
    let warning = warning.replace(&url, "grpc://SERVER");
    assert!(
        warning.starts_with("warning: grpc://SERVER does not answer any more: "),
        "{warning}"
    );
    assert!(warning.ends_with("; going on here until a server is back"), "{warning}");
}

#[test]
fn a_server_that_dies_and_comes_back_is_used_again() {
    let server = Fake::start();
    let case = Case::new(SLOW, SOURCE);
    let local = case.reduce(&["-j", "1"]);
    let (url, memory) = (server.url(), server.memory.clone());
    let killer = thread::spawn(move || {
        until_executions(&memory, 5);
        let address = server.kill();
        let server = Fake::start_at(address, Arc::default());
        until_executions(&server.memory, 2);
        server
    });
    let reduced = case.reduce(&["-j", "0", "--remote", &url]);
    killer.join().unwrap();
    assert_eq!((&reduced.text, &reduced.trace), (&local.text, &local.trace));
}

/// Whether a terminal shows these words, wherever its lines break.
fn has_words(picture: &str, words: &str) -> bool {
    let close = |text: &str| text.split_whitespace().collect::<String>();
    close(picture).contains(&close(words))
}

#[test]
fn who_goes_and_who_comes_back_is_shown_while_it_happens() {
    let server = Fake::start();
    let functions = (0..200).map(|number| format!("int f{number}(void) {{ return {number}; }}\n"));
    let source = functions.collect::<String>() + "int target;\n";
    let case = Case::new("sleep 0.25; grep -q target in.c", &source);
    let (lop, url) = (env!("CARGO_BIN_EXE_lop"), server.url());
    let command = |progress: &str| {
        format!(
            "env --default-signal '{lop}' --no-config --fresh --flaky off --progress {progress} -j 0 --remote {url} \
             --remote-jobs 1 --time-limit 600 ./test.sh in.c; echo \"ended with $?\"; cat"
        )
    };
    let is_gone = "does not answer any more: ";
    let (waits, is_back) = ("; waiting for a server to come back", " is back");
    let terminal = Terminal::new(case.folder.path(), 80, 24, &command("screen"));
    let until = |words: &str| terminal.wait_for(words, |picture| has_words(picture, words));
    until("quit and keep");
    let address = server.kill();
    let picture = until(waits);
    assert!(has_words(&picture, &format!("ago: {url} {is_gone}")), "{picture}");
    assert!(has_words(&picture, "quit and keep"), "{picture}");
    let server = Fake::start_at(address, Arc::default());
    let picture = until(is_back);
    assert!(has_words(&picture, "quit and keep"), "{picture}");
    terminal.press("q");
    // The screen is gone, and what it said is not.
    let picture = until("ended with");
    assert!(has_words(&picture, &format!("warning: {url} {is_gone}")), "{picture}");
    assert!(has_words(&picture, &format!("warning: {url}{is_back}")), "{picture}");
    drop(terminal);

    let case = Case::new("sleep 0.25; grep -q target in.c", &source);
    let terminal = Terminal::new(case.folder.path(), 80, 24, &command("bar"));
    let until = |words: &str| terminal.wait_for(words, |picture| has_words(picture, words));
    until("queries");
    server.set_fault(Fault::Unavailable, usize::MAX);
    until(&format!("warning: {url} {is_gone}the server is being repaired{waits}"));
    server.set_fault(Fault::Unavailable, 0);
    until(is_back);
    terminal.press("C-c");
    until("ended with");
}

#[test]
fn what_cannot_work_is_said_before_anything_is_done() {
    let server = Fake::start();
    let case = Case::new(
        "test -z \"$PATH_OF_HERE\" || exit 0; echo no such compiler; exit 1",
        SOURCE,
    );
    let url = server.url();
    let said = |arguments: &[&str]| {
        let mut command = case.command(arguments);
        let output = command.env("PATH_OF_HERE", "/opt").output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap().replace(&url, "grpc://SERVER");
        format!("{stderr}exit code {}\n", output.status.code().unwrap())
    };
    let mut all = String::new();
    for arguments in [
        &["--remote", "localhost:1"][..],
        &["--remote", "grpc://127.0.0.1:1"],
        &["--remote", &url, "--remote-header", "Ü=1"],
        &["--remote", &url, "--remote-include", "no-such-file"],
        &["--remote", &url, "--remote-cert", "mine.pem", "--quiet"],
        &["--remote", &url, "--remote-property", "novalue"],
        &["-j", "0"],
        &["-q", "--remote", &url],
    ] {
        all.push_str(&said(arguments));
    }
    expect![[r#"
        reading in.c
        in.c: c; 30 tokens, 74 bytes
        error: "localhost:1" is not the address of a server
        hint: addresses look like grpc://host:port, or grpcs://host:port with TLS
        exit code 2
        reading in.c
        in.c: c; 30 tokens, 74 bytes
        error: no answer from grpc://127.0.0.1:1: transport error: tcp connect error: Connection refused (os error 111)
        hint: check host and port, and whether the server wants TLS: grpcs:// instead of grpc://
        exit code 6
        reading in.c
        in.c: c; 30 tokens, 74 bytes
        error: "Ü" is not a header
        hint: headers look like NAME=VALUE, with a name in small letters
        exit code 2
        reading in.c
        in.c: c; 30 tokens, 74 bytes
        error: cannot read "no-such-file": No such file or directory (os error 2)
        exit code 3
        error: cannot use the certificates: a certificate and its key go together
        hint: --remote-ca, --remote-cert and --remote-key take files in PEM format
        exit code 6
        error: invalid value 'novalue' for '--remote-property <NAME=VALUE>': expected NAME=VALUE

        For more information, try '--help'.
        exit code 2
        error: with -j 0 no test is run on this machine, and no server is there to run it
        hint: give -j a number, or name servers with --remote
        exit code 2
        error: the input is not interesting on a remote worker: it ended with exit code 1
          no such compiler
        hint: what the test uses has to be there as well: --remote-include brings it, --remote-property chooses machines that have it
        exit code 5
    "#]].assert_eq(&all);
}

#[test]
fn what_is_interesting_only_elsewhere_does_not_become_the_best() {
    let server = Fake::start();
    let property = "sleep 0.25; grep -q target in.c";
    // Here, the test wants more.
    let machine = "test -z \"$HERE\" || grep -q 'int f' in.c || { echo another compiler; exit 3; }";
    let case = Case::new(&format!("{property} || exit 1\n{machine}"), SOURCE);
    let output = case
        .command(&["-j", "1", "--remote", &server.url(), "--flaky", "off"])
        .env("HERE", "yes")
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let result = fs::read_to_string(case.path("out.c")).unwrap();
    assert!(result.contains("int f") && result.contains("target"), "{result}");
    let stats: Value = serde_json::from_str(&fs::read_to_string(case.path("stats.json")).unwrap()).unwrap();
    // What the server found interesting and this machine did not was told, if it came to that.
    let is_told = stderr.contains("found a candidate interesting that is not interesting on another machine");
    assert_eq!(count(&stats, "contradicted") > 0, is_told, "{stderr}");
}

/// Waits until there is a file, but not for ever.
fn until_there(path: &Path) {
    let start = Instant::now();
    while !path.exists() && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(1));
    }
}

/// How many runs each faulty server gets.
const FAULTY_RUNS: usize = 20;

/// Reduces with a good and a faulty server, 20 times: the result is interesting, and that of a run without servers.
fn check_faulty(fault: Option<Fault>) {
    let case = Case::new("grep -q target in.c && grep -q 'int f' in.c", SOURCE);
    let local = case.reduce(&["-j", "1"]);
    for round in 0..FAULTY_RUNS {
        let (good, bad) = (Fake::start(), Fake::start());
        let both = format!("{},{}", good.url(), bad.url());
        // The check of the input is right. Then all goes wrong until the end, or, without a fault, the server dies.
        let (memory, result) = (bad.memory.clone(), case.path("out.c"));
        let _ = fs::remove_file(&result);
        let saboteur = thread::spawn(move || {
            until_there(&result);
            until_executions(&memory, memory.counts.executions.load(SeqCst) + round % 4);
            let Some(fault) = fault else {
                bad.kill();
                return None;
            };
            bad.set_fault(fault, usize::MAX);
            Some(bad)
        });
        let reduced = case.reduce(&["-j", "0", "--remote", &both, "--remote-jobs", "4"]);
        let is_interesting = reduced.text.contains("target") && reduced.text.contains("int f");
        assert!(
            is_interesting,
            "{fault:?} {round}: {}\n{}",
            reduced.text, reduced.stderr
        );
        // Where the server's noes are the test's own, nothing is lost either.
        if fault != Some(Fault::OutOfMemory) {
            assert_eq!(reduced.text, local.text, "{fault:?} {round}: {}", reduced.stderr);
        }
        drop(saboteur.join().unwrap());
    }
}

#[test]
fn a_server_that_lies_every_seventh_time_never_reaches_the_disk() {
    check_faulty(Some(Fault::Lies));
}

#[test]
fn a_server_that_returns_garbage_never_reaches_the_disk() {
    check_faulty(Some(Fault::Nonsense));
}

#[test]
fn a_server_that_is_out_of_memory_never_reaches_the_disk() {
    check_faulty(Some(Fault::OutOfMemory));
}

#[test]
fn a_server_that_dies_never_reaches_the_disk() {
    check_faulty(None);
}

/// They answer, so a run that has nothing else waits for them; the user is told within the first ten actions.
#[test]
fn servers_whose_every_action_fails_are_benched_and_told() {
    let (one, other) = (Fake::start(), Fake::start());
    let both = format!("{},{}", one.url(), other.url());
    let case = Case::new("grep -q target in.c", SOURCE);
    let result = case.path("out.c");
    let saboteur = thread::spawn(move || {
        until_there(&result);
        for server in [&one, &other] {
            server.set_fault(Fault::OutOfMemory, usize::MAX);
        }
        [one, other]
    });
    let mut lop = case.command(&["-j", "0", "--remote", &both, "--time-limit", "15"]);
    let output = lop.output().unwrap();
    let servers = saboteur.join().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(8), "{stderr}");
    for server in &servers {
        let line = format!("none of the last 8 actions at {} gave a verdict", server.url());
        assert!(stderr.contains(&line), "{stderr}");
    }
    assert!(fs::read_to_string(case.path("out.c")).unwrap().contains("target"));
}

/// What a server was told in headers, as it was told the last time.
fn headers(server: &Fake) -> Vec<String> {
    let headers = server.memory.headers.lock().unwrap();
    let is_ours = |header: &&String| header.starts_with("authorization") || header.starts_with("x-");
    let mut headers: Vec<String> = headers.iter().filter(is_ours).cloned().collect();
    headers.sort();
    headers
}

#[test]
fn certificates_tokens_and_headers_reach_the_server() {
    let case = Case::new("grep -q target in.c", SOURCE);
    let local = case.reduce(&["-j", "1"]);
    let authority = Authority::new("ours");
    let server = Fake::start_with_tls(authority.strict_server());
    let shown = |path: PathBuf| path.display().to_string();
    let (certificate, key) = authority.sign("client").write(case.folder.path());
    let (url, ca, certificate, key) = (
        server.url(),
        shown(authority.write(case.folder.path())),
        shown(certificate),
        shown(key),
    );
    let arguments = ["-j", "0", "--remote", &url, "--remote-ca", &ca];
    let with_certificate = ["--remote-cert", &certificate, "--remote-key", &key];
    let headers_too = ["--remote-header", "x-team=reducers", "--remote-header", "x-key=a=b"];
    let run = |further: &[&str], token: Option<&str>| {
        let mut command = case.command(&[&arguments[..], further].concat());
        command.env_remove("LOP_REMOTE_TOKEN");
        command.envs(token.map(|token| ("LOP_REMOTE_TOKEN", token)));
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr.replace(&url, "grpcs://SERVER"))
    };
    let (code, stderr) = run(
        &[&with_certificate[..], &headers_too].concat(),
        Some("from the environment"),
    );
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(fs::read_to_string(case.path("out.c")).unwrap(), local.text);
    assert_eq!(
        headers(&server),
        [
            "authorization: Bearer from the environment",
            "x-key: a=b",
            "x-team: reducers"
        ]
    );
    // A file says it better than the environment, and ends with a line break as files do.
    fs::write(case.path("token"), "from a file\n").unwrap();
    let token_file = ["--remote-token-file", "token"];
    let (code, stderr) = run(
        &[&with_certificate[..], &token_file].concat(),
        Some("from the environment"),
    );
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(headers(&server), ["authorization: Bearer from a file"]);
    let (code, stderr) = run(&with_certificate, None);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(headers(&server), Vec::<String>::new());
    // Who does not say who it is, is told what is missing.
    let (code, stderr) = run(&[], None);
    assert_eq!(code, Some(6), "{stderr}");
    assert!(stderr.contains("--remote-cert and --remote-key"), "{stderr}");
}

#[test]
fn faults_are_never_answers() {
    let case = Case::new("grep -q target in.c", SOURCE);
    let local = case.reduce(&["-j", "1"]);
    for fault in [
        Fault::Unavailable,
        Fault::Exhausted,
        Fault::WrongDigests,
        Fault::ClosedStreams,
        Fault::Nonsense,
    ] {
        let server = Fake::start();
        let url = server.url();
        let memory = server.memory.clone();
        let saboteur = thread::spawn(move || {
            until_executions(&memory, 3);
            server.set_fault(fault, 2);
            server
        });
        let reduced = case.reduce(&["-j", "0", "--remote", &url]);
        let server = saboteur.join().unwrap();
        assert_eq!(
            (&reduced.text, &reduced.trace),
            (&local.text, &local.trace),
            "{fault:?}"
        );
        assert!(server.memory.counts.faults.load(SeqCst) > 0);
    }
}

/// A real server, where there is one: `buildbox-casd` on the path, or what `LOP_CASD` says.
struct Casd {
    process: Child,
    address: SocketAddr,
    place: TempDir,
}

impl Casd {
    fn start() -> Option<Self> {
        let program = std::env::var_os("LOP_CASD").map(PathBuf::from).or_else(|| {
            let path = std::env::var_os("PATH")?;
            let mut programs = std::env::split_paths(&path).map(|folder| folder.join("buildbox-casd"));
            programs.find(|program| program.is_file())
        });
        let Some(program) = program else {
            let is_wanted = std::env::var_os("LOP_CASD_IS_WANTED").is_some();
            assert!(!is_wanted, "there is no buildbox-casd, and there should be one");
            eprintln!("no buildbox-casd: LOP_CASD can say where it is");
            return None;
        };
        let place = tempfile::tempdir().unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let process = Self::spawn(&program, address, place.path());
        let casd = Casd {
            process,
            address,
            place,
        };
        casd.wait();
        Some(casd)
    }

    fn spawn(program: &Path, address: SocketAddr, place: &Path) -> Child {
        let run = program.with_file_name("buildbox-run");
        let mut command = Command::new(program);
        command
            .arg(format!("--bind={address}"))
            .arg(format!("--buildbox-run={}", run.display()));
        for folder in ["/usr", "/bin", "/lib", "/lib64", "/etc"] {
            if let Ok(real) = fs::canonicalize(folder) {
                command.arg(format!("--runner-arg=--ro-bind-mount={}:{folder}", real.display()));
            }
        }
        command.arg(place).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn wait(&self) {
        while TcpStream::connect(self.address).is_err() {
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn url(&self) -> String {
        format!("grpc://{}", self.address)
    }
}

impl Drop for Casd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A case of the bench, reduced here and elsewhere.
fn check_case(casd: &Casd, name: &str, input: &str) {
    let case = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench/cases")
        .join(name);
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let reduce = |name: &str, arguments: &[&str]| -> (Vec<u8>, Vec<u8>, Value) {
        let output = Command::new(env!("CARGO_BIN_EXE_lop"))
            .args(["--no-config", "--fresh", "-q", "-a", "pardis", "--timeout", "60"])
            .args(arguments)
            .arg("-o")
            .arg(at(name))
            .arg("--stats")
            .arg(at("stats"))
            .arg("--trace")
            .arg(at("trace"))
            .args([case.join("test.sh"), case.join(input)])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stats = serde_json::from_slice(&fs::read(at("stats")).unwrap()).unwrap();
        (fs::read(at(name)).unwrap(), fs::read(at("trace")).unwrap(), stats)
    };
    let (text, trace, _) = reduce("local", &["-j", "2"]);
    // With one job nothing is foreseen, so both runs ask the same.
    let remote = ["-j", "0", "--remote", &casd.url(), "--remote-jobs", "1"];
    let (first_text, first_trace, first) = reduce("first", &remote);
    assert!(first_text == text && first_trace == trace, "{name}: {first}");
    let (second_text, second_trace, second) = reduce("second", &remote);
    assert!(second_text == text && second_trace == trace, "{name}: {second}");
    let (cached, answered, fresh) = (
        count(&second, "cached"),
        count(&second, "answered"),
        count(&second, "fresh"),
    );
    eprintln!(
        "{name}: {} queries, then {cached} of {} known",
        answered,
        answered - fresh
    );
    assert!(cached * 100 >= (answered - fresh) * 95, "{name}: {second}");
    assert_eq!(count(&first, "lost") + count(&second, "lost"), 0);
}

#[test]
fn a_real_server_gives_the_same_bytes_and_knows_them_the_second_time() {
    let Some(casd) = Casd::start() else { return };
    check_case(&casd, "synthetic/json-deep-number", "input.json");
    check_case(&casd, "synthetic/c-nested-call", "input.c");
    check_case(&casd, "tools/python-subscript", "input.py");
}

#[test]
fn a_real_server_that_is_killed_and_started_again_loses_nothing() {
    let Some(mut casd) = Casd::start() else { return };
    let case = Case::new(SLOW, SOURCE);
    let local = case.reduce(&["-j", "1"]);
    let url = casd.url();
    let reduced = thread::scope(|scope| {
        let reduced = scope.spawn(|| case.reduce(&["-j", "0", "--remote", &url, "--remote-jobs", "2"]));
        thread::sleep(Duration::from_secs(2));
        let program = fs::read_link(format!("/proc/{}/exe", casd.process.id())).unwrap();
        casd.process.kill().unwrap();
        casd.process.wait().unwrap();
        casd.process = Casd::spawn(&program, casd.address, casd.place.path());
        casd.wait();
        reduced.join().unwrap()
    });
    assert_eq!((&reduced.text, &reduced.trace), (&local.text, &local.trace));
}

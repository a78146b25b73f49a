//! Nothing is lost: jobs, interrupts, kills and resuming.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

/// Interesting is what has the words; every answer is noted once it is final.
const TEST: &str = "#!/bin/sh
digest=$(cksum < in.c)
sleep \"${PACE:-0.01}\"
grep -q target in.c && grep -q helper in.c
code=$?
echo \"$digest\" >> \"$LOG\"
exit $code
";

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        let functions: String = (0..30)
            .map(|n| {
                format!(
                    "int f{n}(int x) {{ if (x > {n}) {{ return f{}(x - 1) + {n}; }} return {n}; }}\n",
                    n / 2
                )
            })
            .collect();
        let source =
            format!("int helper(int y) {{ return y; }}\n{functions}int target(void) {{ return helper(f29(3)); }}\n");
        fs::write(case.path("in.c"), source).expect("a writable folder");
        fs::write(case.path("test.sh"), TEST).expect("a writable folder");
        fs::set_permissions(case.path("test.sh"), fs::Permissions::from_mode(0o755)).expect("our own file");
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().expect("the binary is built")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        // The process that runs the tests may ignore signals, and so would lop.
        let mut command = Command::new("env");
        command
            .args(["--default-signal", env!("CARGO_BIN_EXE_lop")])
            .current_dir(self.folder.path())
            .env("LOG", self.path("log"))
            .args(["--flaky", "off", "--stats", "stats.json"])
            .args(arguments)
            .args(["./test.sh", "in.c"])
            .stdout(Stdio::null())
            .stderr(
                fs::File::options()
                    .create(true)
                    .append(true)
                    .open(self.path("stderr"))
                    .expect("a file"),
            );
        command
    }

    fn run(&self, arguments: &[&str]) -> (ExitStatus, Vec<u8>) {
        let status = self.start(arguments).wait().expect("our own child");
        (status, self.reduced())
    }

    fn reduced(&self) -> Vec<u8> {
        fs::read(self.path("in.reduced.c")).unwrap_or_default()
    }

    fn stats(&self) -> Value {
        serde_json::from_str(&read(&self.path("stats.json"))).expect("JSON")
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

fn tokens(text: &[u8]) -> usize {
    let syntax = lop_syntax::lang::named("c")
        .expect("C is built in")
        .syntax()
        .expect("it is read");
    lop_syntax::parse(text, &syntax).tokens()
}

fn is_interesting(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains("target") && text.contains("helper")
}

#[test]
fn any_number_of_jobs_gives_the_same_bytes_and_the_same_trace() {
    let mut results = BTreeSet::new();
    for algorithm in ["pardis-hybrid", "waves"] {
        results.clear();
        for jobs in ["1", "2", "8"] {
            let case = Case::new();
            let (status, reduced) = case.run(&["-q", "-j", jobs, "-a", algorithm, "--trace", "trace"]);
            assert!(status.success());
            let asked = case.stats()["queries"]["asked"].as_u64().expect("a number");
            results.insert((reduced, asked, read(&case.path("trace"))));
        }
        assert_eq!(results.len(), 1, "{algorithm}");
    }
}

#[test]
fn a_run_that_was_killed_many_times_ends_with_the_same_bytes_and_repeats_no_answered_query() {
    let undisturbed = Case::new();
    let (status, expected) = undisturbed.run(&["-q", "-j", "1"]);
    assert!(status.success() && is_interesting(&expected));
    let asked = read(&undisturbed.path("log")).lines().count();

    let case = Case::new();
    let mut kills = 0;
    let mut delay = 150;
    let mut smallest = usize::MAX;
    loop {
        let mut command = case.command(&["-q", "-j", "1"]);
        let mut child = command.env("PACE", "0.03").spawn().expect("the binary is built");
        delay = 150 + (delay * 7 + 31) % 400;
        // On a busy machine it takes longer to get anywhere.
        sleep(Duration::from_millis(delay + 25 * kills as u64));
        let is_over = child.try_wait().expect("our own child").is_some();
        if !is_over {
            kills += 1;
        }
        let _ = child.kill();
        let status = child.wait().expect("our own child");
        let best = case.reduced();
        assert!(
            best.is_empty() || is_interesting(&best),
            "{}",
            String::from_utf8_lossy(&best)
        );
        if !best.is_empty() {
            let tokens = tokens(&best);
            assert!(tokens <= smallest, "what was found is lost");
            smallest = tokens;
        }
        if status.success() {
            break;
        }
        assert!(kills < 100, "it gets nowhere: {}", read(&case.path("stderr")));
    }
    assert!(kills >= 3, "{kills}");
    assert_eq!(case.reduced(), expected);
    // The input, the empty program and a single token are judged at every start.
    let log = read(&case.path("log"));
    let mut distinct = BTreeSet::new();
    let repeated = log.lines().filter(|line| !distinct.insert(*line)).count();
    assert!(
        repeated <= (kills + 1) * 8 + asked / 100 + 1,
        "{repeated} of {asked}, {kills} kills"
    );
    assert!(
        !case.path("in.reduced.c.lop-journal").exists(),
        "a finished run leaves no journal"
    );
}

#[test]
fn an_interrupt_leaves_the_best_and_the_same_command_continues() {
    let case = Case::new();
    let mut child = case.start(&["-j", "2"]);
    while !is_interesting(&case.reduced()) || case.reduced() == fs::read(case.path("in.c")).expect("the input") {
        sleep(Duration::from_millis(20));
        assert!(
            child.try_wait().expect("our own child").is_none(),
            "{}",
            read(&case.path("stderr"))
        );
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
    assert_eq!(child.wait().expect("our own child").code(), Some(7));
    assert!(is_interesting(&case.reduced()));
    assert_eq!(case.stats()["stopped"], "interrupted");
    assert!(read(&case.path("stderr")).contains("the same command continues"));
    let (status, _) = case.run(&["-j", "2"]);
    assert!(status.success());
    assert!(case.stats()["queries"]["replayed"].as_u64().expect("a number") > 0);
    assert!(read(&case.path("stderr")).contains("continuing"));
}

#[test]
fn a_changed_test_or_input_is_noticed_and_fresh_starts_over() {
    let case = Case::new();
    let (status, best) = case.run(&["-q", "--max-queries", "5"]);
    assert_eq!(status.code(), Some(8));
    fs::write(case.path("test.sh"), format!("{TEST}# changed\n")).expect("our own file");
    assert_eq!(case.run(&["-q"]).0.code(), Some(9));
    assert_eq!(case.reduced(), best, "what was found is kept");
    let stderr = read(&case.path("stderr"));
    assert!(
        stderr.contains("the test changed") && stderr.contains("--fresh"),
        "{stderr}"
    );
    assert!(case.run(&["-q", "--fresh"]).0.success());
    assert_eq!(case.stats()["queries"]["replayed"], 0);
}

#[test]
fn time_runs_out_with_the_best_on_the_disk() {
    let case = Case::new();
    let mut command = case.command(&["-q", "-j", "1", "--time-limit", "12"]);
    let status = command.env("PACE", "0.4").status().expect("the binary is built");
    assert_eq!(status.code(), Some(8));
    assert!(is_interesting(&case.reduced()));
    assert_eq!(case.stats()["stopped"], "time limit");
}

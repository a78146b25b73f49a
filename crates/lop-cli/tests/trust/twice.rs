//! Two lops at once, and one after the other.

use std::fs;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::case::{Case, SOURCE};
use crate::names;

/// A test that waits while there is a file beside the input.
fn waiting(case: &Case) -> String {
    format!(
        "#!/bin/sh\ngrep -q target \"$1\" || exit 1\nwhile test -e {0}/wait; do sleep 0.05; done\n",
        case.path("").display()
    )
}

fn start(case: &Case, arguments: &[&str]) -> Child {
    Process::new(assert_cmd::cargo::cargo_bin("lop"))
        .current_dir(case.path(""))
        .env("XDG_CONFIG_HOME", case.path("config"))
        .args(arguments)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is built")
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_second_lop_is_refused_and_does_not_harm_the_first() {
    for arguments in [&["./test.sh", "in.c"][..], &["-o", "out", "./test.sh", "in.c", "b.c"]] {
        let case = Case::new("");
        case.write("b.c", SOURCE);
        case.write(
            "test.sh",
            &waiting(&case).replace("$1", if arguments.len() > 2 { "$2" } else { "$1" }),
        );
        case.set_mode("test.sh", 0o755);
        let mut first = start(&case, arguments);
        // Some answers are in the journal, then the test holds the run.
        until("the first has begun", || {
            case.path("in.reduced.c").exists() || case.path("out").exists()
        });
        case.write("wait", "");
        for more in [&[][..], &["--fresh"], &["--force"], &["--fresh", "--force"]] {
            let said = case.stderr(&[more, arguments].concat(), 9);
            assert!(said.contains("is in use"), "{said}");
        }
        fs::remove_file(case.path("wait")).expect("it is there");
        let status = first.wait().expect("our child");
        assert!(
            status.success(),
            "{arguments:?}: the first ends as if it were alone: {status}"
        );
        let left = names(&case);
        assert!(!left.iter().any(|name| name.contains("lop-")), "{left:?}");
    }
}

#[test]
fn many_starts_at_once_leave_one_result_and_nothing_else() {
    let case = Case::new("#!/bin/sh\ngrep -q target \"$1\"\n");
    let starts: Vec<Child> = (0..6).map(|_| start(&case, &["-q", "./test.sh", "in.c"])).collect();
    let mut codes = Vec::new();
    for mut child in starts {
        codes.push(child.wait().expect("our child").code());
    }
    assert!(codes.contains(&Some(0)), "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, Some(0 | 9))), "{codes:?}");
    assert!(case.read("in.reduced.c").contains("target"));
    assert_eq!(names(&case), ["in.c", "in.reduced.c", "test.sh"]);
}

#[test]
fn a_finished_command_that_is_run_again_never_puts_more_on_the_disk() {
    let case = Case::new("");
    // Every candidate is judged with a look at the result so far, as a user might look at any moment.
    let nosy = format!(
        "#!/bin/sh\nwc -c <{}/in.reduced.c >>{0}/sizes\ngrep -q target \"$1\"\n",
        case.path("").display()
    );
    case.write("test.sh", &nosy);
    case.set_mode("test.sh", 0o755);
    case.lop(&["-q", "./test.sh", "in.c"]).assert().success();
    let result = case.read("in.reduced.c");
    case.write("sizes", "");
    case.lop(&["-q", "./test.sh", "in.c"]).assert().success();
    // A poorer algorithm does not replace a better result either.
    let said = case.stderr(&["-a", "lines", "./test.sh", "in.c"], 0);
    assert!(said.contains("stays as an earlier run left it"), "{said}");
    let most = case
        .read("sizes")
        .lines()
        .filter_map(|line| line.trim().parse::<usize>().ok())
        .max();
    assert_eq!(most, Some(result.len()));
    assert_eq!(case.read("in.reduced.c"), result);
    // A result about something else is no result.
    case.write("test.sh", "#!/bin/sh\ngrep -q 'int a' \"$1\"\n");
    case.lop(&["-q", "./test.sh", "in.c"]).assert().success();
    assert!(case.read("in.reduced.c").contains("int a"));
}

#[test]
fn a_resumed_run_never_puts_more_on_the_disk() {
    for input in ["project", "in.c"] {
        let case = Case::new("");
        for number in 0..6 {
            case.write(&format!("project/{number}.c"), SOURCE);
        }
        case.write("in.c", &SOURCE.repeat(6).replacen("target", "first_target", 1));
        let script = "#!/bin/sh\nif test -d project; then grep -q target project/0.c && grep -q target project/5.c\n\
                      else grep -q first_target in.c && grep -q ' target' in.c; fi\n";
        case.write("test.sh", script);
        case.set_mode("test.sh", 0o755);
        case.lop(&["-q", "--max-queries", "60", "./test.sh", input])
            .assert()
            .code(8);
        let result = if input == "project" {
            "project.reduced"
        } else {
            "in.reduced.c"
        };
        let before = bytes(&case, result);
        assert!(before < bytes(&case, input), "something was found");
        // The same run again, which passes through larger programs first, ended on its way.
        case.lop(&["-q", "--max-queries", "5", "./test.sh", input])
            .assert()
            .code(8);
        assert_eq!(bytes(&case, result), before, "{input}");
        case.lop(&["-q", "./test.sh", input]).assert().success();
        assert!(bytes(&case, result) < before, "{input}");
    }
}

/// The bytes of a file, or of all files in a directory.
fn bytes(case: &Case, name: &str) -> u64 {
    let metadata = fs::metadata(case.path(name)).expect("it is there");
    if metadata.is_file() {
        return metadata.len();
    }
    let entries = fs::read_dir(case.path(name)).expect("a folder").flatten();
    entries
        .map(|entry| entry.metadata().map_or(0, |metadata| metadata.len()))
        .sum()
}

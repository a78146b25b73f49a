//! `lop TEST INPUT...` with several files and directories.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

const MAIN: &str = "#include \"util.h\"\n/* the program */\nint unused;\nint main(void) {\n    int x = 1;\n    if (x) { target(x); }\n    return 0;\n}\n";
const UTIL: &str = "int helper(int a) { return a + 1; }\nint another;\n";

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(script: &str) -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        case.write("test.sh", script.as_bytes(), 0o755);
        case
    }

    /// A directory with a bit of everything; the test wants some of each.
    fn project(script: &str) -> Self {
        let case = Case::new(script);
        case.write("project/src/main.c", MAIN.as_bytes(), 0o644);
        case.write("project/src/util.c", UTIL.as_bytes(), 0o640);
        case.write(
            "project/data/config.json",
            b"{\"a\": [1, 2, 3], \"wanted\": true}\n",
            0o600,
        );
        case.write("project/data/other.json", b"[null]\n", 0o644);
        case.write("project/data/blob", b"\0\x01\x02KEY\xff\xfe\x00tail", 0o644);
        case.write("project/run", b"#!/bin/sh\necho one\necho two\nexit 0\n", 0o755);
        case.write("project/docs/deep/notes.txt", b"nothing of interest\n", 0o644);
        fs::create_dir(case.path("project/empty")).expect("a writable folder");
        fs::set_permissions(case.path("project/data"), fs::Permissions::from_mode(0o750)).expect("our own folder");
        symlink("src/main.c", case.path("project/link.c")).expect("a link");
        symlink("/nowhere/at/all", case.path("project/dangling")).expect("a link");
        case
    }

    fn write(&self, name: &str, content: &[u8], mode: u32) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        fs::write(&path, content).expect("a writable folder");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our own file");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command.current_dir(self.folder.path()).args(arguments);
        command
    }

    fn stderr(&self, arguments: &[&str], code: i32) -> String {
        let output = self.lop(arguments).assert().code(code).get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a readable file")
    }

    fn stats(&self) -> Value {
        serde_json::from_str(&self.read("stats.json")).expect("JSON")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("a folder").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// All below a directory: permissions, content or target, and what else to compare.
fn listing(folder: &Path, with_times: bool) -> BTreeMap<PathBuf, (u32, Vec<u8>, i64, i64)> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        let metadata = path.symlink_metadata().expect("it is there");
        let content = if metadata.is_symlink() {
            let target = fs::read_link(&path).expect("a link");
            target.to_string_lossy().into_owned().into_bytes()
        } else if metadata.is_dir() {
            waiting.extend(
                fs::read_dir(&path)
                    .expect("a folder")
                    .flatten()
                    .map(|entry| entry.path()),
            );
            b"directory".to_vec()
        } else {
            fs::read(&path).expect("a readable file")
        };
        let (seconds, nanoseconds) = match with_times {
            true => (metadata.mtime(), metadata.mtime_nsec()),
            false => (0, 0),
        };
        let below = path.strip_prefix(folder).expect("below it").to_owned();
        found.insert(below, (metadata.mode(), content, seconds, nanoseconds));
    }
    found
}

const WANTS_SOME_OF_EACH: &str = "#!/bin/sh
test \"$1\" = \"$PWD/project\" && test \"$LOP_FILE\" = \"$1\" && test $# = 1 || exit 1
cd project || exit 1
grep -q target src/main.c && test -L link.c && grep -q 'target' link.c &&
grep -q wanted data/config.json && grep -qa KEY data/blob &&
test -x run && ./run | grep -q two && test \"$(stat -c %a data)\" = 750
";

#[test]
fn a_file_that_is_not_needed_goes_and_the_other_is_reduced() {
    let case = Case::new(
        "#!/bin/sh\ntest \"$2\" = \"$1/main.c\" && test \"$3\" = \"$1/util.c\" && test \"$1\" = \"$PWD\" && grep -q target main.c\n",
    );
    case.write("main.c", MAIN.as_bytes(), 0o644);
    case.write("util.c", UTIL.as_bytes(), 0o644);
    case.lop(&["--stats", "stats.json", "./test.sh", "main.c", "util.c"])
        .assert()
        .success();
    assert_eq!(case.read("main.c"), MAIN);
    assert!(!case.path("reduced/util.c").exists());
    let reduced = case.read("reduced/main.c");
    assert!(reduced.contains("target") && !reduced.contains("unused"), "{reduced}");
    let stats = case.stats();
    assert_eq!(stats["files"]["before"], 2);
    assert_eq!(stats["files"]["after"], 1);
    assert_eq!(stats["language"], "c");
    assert_eq!(stats["bytes"]["before"], MAIN.len() + UTIL.len());
    assert_eq!(stats["bytes"]["after"], reduced.len());
    assert!(stats["tokens"]["after"].as_u64().expect("a number") <= 8, "{reduced}");
    assert_eq!(case.names(), ["main.c", "reduced", "stats.json", "test.sh", "util.c"]);
}

#[test]
fn a_value_from_another_file_of_a_package_takes_its_names_place() {
    let case = Case::new(
        "#!/bin/sh\ngrep -q 'use: 3' b.cue && exit 0\ngrep -q 'use: limit' b.cue && grep -qs 'limit: 3' a.cue\n",
    );
    case.write("a.cue", b"package p\nlimit: 3\nmore: 4\n", 0o644);
    case.write("b.cue", b"package p\nuse: limit\n", 0o644);
    case.lop(&["-a", "seru", "./test.sh", "a.cue", "b.cue"])
        .assert()
        .success();
    assert!(!case.path("reduced/a.cue").exists());
    assert_eq!(case.read("reduced/b.cue").trim(), "use: 3");
}

#[test]
fn inputs_keep_their_paths_below_what_holds_them_all() {
    let case =
        Case::new("#!/bin/sh\ngrep -q include src/main.c && grep -q helper include/util.h && test -d more/empty\n");
    case.write("src/main.c", MAIN.as_bytes(), 0o644);
    case.write("include/util.h", UTIL.as_bytes(), 0o644);
    fs::create_dir_all(case.path("more/empty")).expect("a writable folder");
    case.lop(&[
        "-q",
        "-o",
        "out",
        "../test.sh",
        "main.c",
        "../include/util.h",
        "../more",
    ])
    .current_dir(case.path("src"))
    .assert()
    .success()
    .stderr("");
    assert!(case.read("src/out/src/main.c").contains("include"));
    assert!(case.read("src/out/include/util.h").contains("helper"));
    assert!(case.path("src/out/more/empty").is_dir());
}

#[test]
fn a_directory_is_reduced_and_the_result_is_interesting_by_hand() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    let before = listing(&case.path("project"), true);
    case.lop(&["--stats", "stats.json", "./test.sh", "project"])
        .assert()
        .success();
    assert_eq!(listing(&case.path("project"), true), before);
    assert_eq!(case.names(), ["project", "project.reduced", "stats.json", "test.sh"]);

    let after = listing(&case.path("project.reduced"), false);
    let names: Vec<&str> = after.keys().filter_map(|path| path.to_str()).collect();
    assert_eq!(
        names,
        [
            "",
            "data",
            "data/blob",
            "data/config.json",
            "link.c",
            "run",
            "src",
            "src/main.c"
        ]
    );
    assert_eq!(after[Path::new("data/blob")].1, b"KEY");
    let config = String::from_utf8_lossy(&after[Path::new("data/config.json")].1).into_owned();
    assert!(config.contains("wanted") && !config.contains('1'), "{config}");
    for (path, (mode, ..)) in &after {
        assert_eq!(before[path].0, *mode, "{}", path.display());
    }
    assert_eq!(case.stats()["files"]["after"], 4);
    // The script is one of bash where that is built in.
    let stats = case.stats();
    let language = stats["language"].as_str().expect("a text");
    assert!(language.ends_with("c, json, text"), "{language}");

    let by_hand = case.path("by-hand");
    fs::create_dir(&by_hand).expect("a writable folder");
    let line = "cp -a ../project.reduced project && LOP_FILE=\"$PWD/project\" ../test.sh \"$PWD/project\"";
    let status = Process::new("sh").args(["-c", line]).current_dir(&by_hand).status();
    assert!(status.expect("a shell").success());
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    let run = |jobs: &str| {
        case.lop(&[
            "-q",
            "-j",
            jobs,
            "--stats",
            "stats.json",
            "-o",
            jobs,
            "./test.sh",
            "project",
        ])
        .assert()
        .success();
        let asked = case.stats()["queries"]["asked"].as_u64();
        (listing(&case.path(jobs), false), asked)
    };
    assert_eq!(run("1"), run("4"));
}

#[test]
fn a_second_run_replaces_the_result_of_the_first() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    case.lop(&["-q", "--max-queries", "3", "./test.sh", "project"])
        .assert()
        .code(8);
    case.lop(&["-q", "--fresh", "./test.sh", "project"]).assert().success();
    let first = listing(&case.path("project.reduced"), false);
    case.lop(&["-q", "./test.sh", "project"]).assert().success();
    assert_eq!(listing(&case.path("project.reduced"), false), first);
}

fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} takes too long");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn interrupt(child: &Child) {
    let kill = Process::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("a system with kill").success());
}

#[test]
fn an_interrupted_run_is_continued_and_ends_the_same() {
    let slow = WANTS_SOME_OF_EACH.replace("cd project", "sleep 0.02; cd project");
    let case = Case::project(&slow);
    case.lop(&["-q", "-o", "whole", "./test.sh", "project"])
        .assert()
        .success();
    // The process that runs the tests may ignore signals, and so would lop.
    let mut child = Process::new("env")
        .arg("--default-signal")
        .arg(assert_cmd::cargo::cargo_bin("lop"))
        .current_dir(case.folder.path())
        .args(["-q", "./test.sh", "project"])
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary is built");
    let journal = case.path("project.reduced.lop-journal");
    wait_for("the first answers", || {
        fs::metadata(&journal).is_ok_and(|metadata| metadata.len() > 500)
    });
    interrupt(&child);
    assert_eq!(child.wait().expect("our child").code(), Some(7));
    let by_hand = Process::new("sh")
        .args(["-c", "mkdir by && cd by && cp -a ../project.reduced project && LOP_FILE=\"$PWD/project\" ../test.sh \"$PWD/project\""])
        .current_dir(case.folder.path())
        .status();
    assert!(by_hand.expect("a shell").success());
    let message = case.stderr(&["./test.sh", "project"], 0);
    assert!(message.contains("continuing a run"), "{message}");
    assert_eq!(
        listing(&case.path("project.reduced"), false),
        listing(&case.path("whole"), false)
    );
    assert!(!journal.exists());
}

#[test]
fn a_run_that_was_killed_is_continued_and_leaves_nothing_behind() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    case.lop(&["-q", "-o", "whole", "./test.sh", "project"])
        .assert()
        .success();
    for kill in 1..6 {
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("lop"))
            .current_dir(case.folder.path())
            .args(["-q", "./test.sh", "project"])
            .spawn()
            .expect("the binary is built");
        std::thread::sleep(Duration::from_millis(70 * kill));
        child.kill().expect("our child");
        child.wait().expect("our child");
    }
    case.lop(&["-q", "./test.sh", "project"]).assert().success();
    assert_eq!(
        listing(&case.path("project.reduced"), false),
        listing(&case.path("whole"), false)
    );
    assert_eq!(case.names(), ["project", "project.reduced", "test.sh", "whole"]);
}

#[test]
fn the_result_is_interesting_at_every_moment() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    // Every candidate reads the result so far, as a user might at any moment.
    let home = case.folder.path().display();
    let nosy = format!(
        "{WANTS_SOME_OF_EACH}is=$?
result={home}/project.reduced
if test -d $result; then
    echo looked >> {home}/looked
    grep -q target $result/src/main.c && grep -q wanted $result/data/config.json || echo bad >> {home}/bad
fi
exit $is
"
    );
    case.write("test.sh", nosy.as_bytes(), 0o755);
    case.lop(&["-q", "-j", "2", "./test.sh", "project"]).assert().success();
    assert!(case.read("looked").lines().count() > 20);
    assert!(!case.path("bad").exists());
}

#[test]
fn inputs_that_cannot_be_read_are_explained() {
    let case = Case::project("#!/bin/sh\nexit 0\n");
    let twice = case.stderr(&["./test.sh", "project/src", "project/src/main.c"], 3);
    assert!(twice.contains("src/main.c\" is given twice\nhint: "), "{twice}");
    let missing = case.stderr(&["./test.sh", "project/src/main.c", "nothing.c"], 3);
    assert!(
        missing.contains("cannot read") && missing.contains("nothing.c"),
        "{missing}"
    );
    let fifo = Process::new("mkfifo").arg(case.path("project/pipe")).status();
    assert!(fifo.expect("a system with pipes").success());
    let special = case.stderr(&["./test.sh", "project"], 3);
    assert!(
        special.contains("project/pipe\" is neither a file nor a directory nor a link\nhint: "),
        "{special}"
    );
    assert_eq!(case.names(), ["project", "test.sh"]);
}

#[test]
fn outputs_that_would_harm_something_are_refused() {
    let case = Case::project(WANTS_SOME_OF_EACH);
    for output in ["project", "project/out", "."] {
        let message = case.stderr(&["-o", output, "./test.sh", "project"], 3);
        assert!(
            message.contains("overlap\nhint: write the result elsewhere"),
            "{message}"
        );
    }
    case.write("mine/thesis.txt", b"years of work", 0o644);
    let foreign = case.stderr(&["-o", "mine", "./test.sh", "project"], 3);
    assert!(
        foreign.contains("holds \"thesis.txt\", which the input does not"),
        "{foreign}"
    );
    let file = case.stderr(&["-o", "test.sh", "./test.sh", "project"], 3);
    assert!(file.contains("would overwrite the test"), "{file}");
    let gone = case.stderr(&["-o", "no/such/place", "./test.sh", "project"], 3);
    assert!(gone.contains("cannot write"), "{gone}");
    assert_eq!(case.read("mine/thesis.txt"), "years of work");
    assert_eq!(case.names(), ["mine", "project", "test.sh"]);
}

#[test]
fn an_uninteresting_directory_is_explained_with_a_line_that_works() {
    let case = Case::project("#!/bin/sh\ncat \"$1/data/other.json\"; exit 3\n");
    for inputs in [&["project"][..], &["project/data", "project/src/main.c"]] {
        let message = case.stderr(&[&["./test.sh"], inputs].concat(), 5);
        let line = message.split("to run it yourself: ").nth(1).expect("a hint");
        let output = Process::new("sh").args(["-c", line]).output().expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(printed, "[null]\n3\n", "{message}");
    }
}

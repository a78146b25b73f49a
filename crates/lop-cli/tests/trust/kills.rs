//! Kills at any moment. `LOP_KILLS=500 cargo test --test trust kill` has as many as a release is to stand; CI has fewer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use lop_syntax::{Random, lang, parse};

use crate::case::Case;
use crate::names;

/// Kills in CI.
const KILLS: usize = 60;
/// How long nothing may be left after a kill.
const PATIENCE: Duration = Duration::from_secs(60);

/// A line of each language, with a number for `N`; a start and an end of the file.
const LANGUAGES: [(&str, &str, &str, &str, &str); 8] = [
    (
        "c",
        "c",
        "",
        "int fN(int x) { if (x) { return N; } return x + N; }\n",
        "",
    ),
    (
        "rust",
        "rs",
        "",
        "fn fN(x: i32) -> i32 { if x > N { return N; } x + N }\n",
        "",
    ),
    (
        "go",
        "go",
        "package p\n",
        "func fN(x int) int {\n\tif x > N {\n\t\treturn N\n\t}\n\treturn x + N\n}\n",
        "",
    ),
    (
        "java",
        "java",
        "class A {\n",
        "static int fN(int x) { if (x > N) { return N; } return x + N; }\n",
        "}\n",
    ),
    (
        "javascript",
        "js",
        "",
        "function fN(x) { if (x) { return N; } return x + N; }\n",
        "",
    ),
    (
        "python",
        "py",
        "",
        "def fN(x):\n    if x:\n        return N\n    return x + N\n",
        "",
    ),
    (
        "json",
        "json",
        "[\n",
        "{\"fN\": [1, {\"x\": N}, \"y\", [true, N]]},\n",
        "null]\n",
    ),
    ("cue", "cue", "", "fN: {x: int, if x > N {y: N}, z: [N, x + N]}\n", ""),
];
const LINES: usize = 24;

/// What is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    File,
    Files,
    Directory,
}

struct Setting {
    case: Case,
    shape: Shape,
    language: &'static str,
    extension: &'static str,
    jobs: &'static str,
}

impl Setting {
    fn new(number: usize, shape: Shape, jobs: &'static str) -> Self {
        let (language, extension, start, line, end) = LANGUAGES[number % LANGUAGES.len()];
        let case = Case::new("");
        let lines = |from: usize| (from..from + LINES).map(move |number| line.replace('N', &number.to_string()));
        let text = |from: usize| [start, &lines(from).collect::<String>(), end].concat();
        for (name, from) in [("a", 0), ("b", LINES)] {
            case.write(&format!("project/{name}.{extension}"), &text(from));
            case.write(&format!("{name}.{extension}"), &text(from));
        }
        let places = match shape {
            Shape::File => ["a", "a"],
            Shape::Files => ["a", "b"],
            Shape::Directory => ["project/a", "project/b"],
        };
        let [first, second] = places.map(|place| format!("{place}.{extension}"));
        let other = if shape == Shape::File { 17 } else { LINES + 17 };
        let script = format!("#!/bin/sh\nsleep 0.01\ngrep -qw f7 {first} && grep -qw f{other} {second}\n");
        case.write("test.sh", &script);
        case.set_mode("test.sh", 0o755);
        Setting {
            case,
            shape,
            language,
            extension,
            jobs,
        }
    }

    fn start(&self) -> Child {
        let inputs = match self.shape {
            Shape::File => vec![format!("a.{}", self.extension)],
            Shape::Files => vec![format!("a.{}", self.extension), format!("b.{}", self.extension)],
            Shape::Directory => vec!["project".to_owned()],
        };
        let mut arguments = vec![
            "-q",
            "-j",
            self.jobs,
            "--flaky",
            "off",
            "--format",
            "as-is",
            "-o",
            "out",
            "./test.sh",
        ];
        arguments.extend(inputs.iter().map(String::as_str));
        Process::new(assert_cmd::cargo::cargo_bin("lop"))
            .current_dir(self.case.path(""))
            .env("XDG_CONFIG_HOME", self.case.path("config"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary is built")
    }

    /// The files of the result, by their names; none if there is no result yet.
    fn result(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut todo = vec![self.case.path("out")];
        while let Some(path) = todo.pop() {
            if path.is_dir() {
                todo.extend(
                    fs::read_dir(&path)
                        .expect("a folder")
                        .flatten()
                        .map(|entry| entry.path()),
                );
            } else if let Ok(content) = fs::read(&path) {
                let name = path.strip_prefix(self.case.path("")).expect("it is inside");
                files.push((name.display().to_string(), content));
            }
        }
        files.sort();
        files
    }

    /// Whether the test would find a result interesting.
    fn is_interesting(&self, result: &[(String, Vec<u8>)]) -> bool {
        let has_word = |text: &[u8], word: &str| {
            let text = String::from_utf8_lossy(text).into_owned();
            text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
                .any(|other| other == word)
        };
        let (first, second, other) = match self.shape {
            Shape::File => ("out", "out", "f17"),
            Shape::Files | Shape::Directory => ("a.", "b.", "f41"),
        };
        let holds = |part: &str, word: &str| {
            result
                .iter()
                .any(|(name, text)| name.contains(part) && has_word(text, word))
        };
        holds(first, "f7") && holds(second, other)
    }

    fn tokens(&self, result: &[(String, Vec<u8>)]) -> usize {
        let syntax = lang::named(self.language)
            .expect("it is built in")
            .syntax()
            .expect("a grammar");
        result
            .iter()
            .map(|(_, text)| parse(text.as_slice(), &syntax).tokens())
            .sum()
    }
}

/// Processes that name a folder in their command line, and the scratch directories that they name.
fn processes(folder: &Path) -> (usize, BTreeSet<PathBuf>) {
    let folder = folder.display().to_string();
    let mut count = 0;
    let mut scratch = BTreeSet::new();
    for entry in fs::read_dir("/proc").expect("Linux has it").flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        if !line.contains(&folder) {
            continue;
        }
        count += 1;
        let words = line.split('\0').map(Path::new);
        let places = words.filter_map(|word| {
            word.ancestors().find(|path| {
                path.file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with("lop-scratch-"))
            })
        });
        scratch.extend(places.map(Path::to_owned));
    }
    (count, scratch)
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills and continues until there were so many kills, over several whole reductions if one is not enough.
fn check(setting: &Setting, kills: usize, random: &mut Random) {
    let folder = setting.case.path("").canonicalize().expect("our own folder");
    let what = format!("{} {:?} -j {}", setting.language, setting.shape, setting.jobs);
    let status = setting.start().wait().expect("our child");
    assert!(status.success(), "{what}: {status}");
    let expected = setting.result();
    assert!(setting.is_interesting(&expected), "{what}: {expected:?}");
    let before = names(&setting.case);
    let mut left = kills;
    while left > 0 {
        let out = setting.case.path("out");
        let _ = fs::remove_file(&out).or_else(|_| fs::remove_dir_all(&out));
        let mut smallest = usize::MAX;
        let mut scratch = BTreeSet::new();
        loop {
            let mut lop = setting.start();
            let delay = Duration::from_millis(20 + random.below(400) as u64);
            let begun = Instant::now();
            while left > 0 && begun.elapsed() < delay && lop.try_wait().expect("our child").is_none() {
                scratch.extend(processes(&folder).1);
                std::thread::sleep(Duration::from_millis(10));
            }
            if left > 0 && lop.try_wait().expect("our child").is_none() {
                lop.kill().expect("our child");
                left -= 1;
            }
            let output = lop.wait_with_output().expect("our child");
            let said = String::from_utf8_lossy(&output.stderr);
            let result = setting.result();
            if !result.is_empty() {
                assert!(setting.is_interesting(&result), "{what}: {result:?} {said}");
                let tokens = setting.tokens(&result);
                assert!(tokens <= smallest, "{what}: {tokens} tokens after {smallest}");
                smallest = tokens;
            }
            assert!(
                output.status.success() || output.status.code().is_none(),
                "{what}: {} {said}",
                output.status
            );
            if output.status.success() {
                break;
            }
        }
        assert_eq!(setting.result(), expected, "{what}");
        until("processes are left", || processes(&folder).0 == 0);
        until("scratch directories are left", || {
            scratch.iter().all(|path| !path.exists())
        });
        assert_eq!(names(&setting.case), before, "{what}");
    }
}

#[test]
fn kills_lose_nothing_and_leave_nothing() {
    let kills = std::env::var("LOP_KILLS").ok().and_then(|text| text.parse().ok());
    let kills: usize = kills.unwrap_or(KILLS);
    let shapes = [Shape::File, Shape::Files, Shape::Directory];
    let settings = LANGUAGES.len() + 4;
    let mut random = Random(1);
    for number in 0..settings {
        let shape = if number < LANGUAGES.len() {
            Shape::File
        } else {
            shapes[1 + number % 2]
        };
        let setting = Setting::new(number, shape, ["1", "2", "8"][number % 3]);
        let part = kills * (number + 1) / settings - kills * number / settings;
        check(&setting, part, &mut random);
    }
}

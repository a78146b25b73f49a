//! `cargo lop-bench`, with tools that are shell scripts and cases that need nothing but a shell.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Two cases and a place for results.
struct Setting {
    folder: tempfile::TempDir,
}

/// A tool that keeps the last line if the test agrees.
const TAIL: &str = "cp \"$2\" all; tail -n 1 all >\"$2\"; \"$1\" || cp all \"$2\"";

impl Setting {
    fn new() -> Setting {
        let setting = Setting {
            folder: tempfile::tempdir().unwrap(),
        };
        for case in ["alpha", "beta"] {
            setting.case(
                case,
                &format!(
                    "#!/bin/sh\necho x >>'{}'\ngrep -q int in.c\n",
                    setting.asked().display()
                ),
            );
        }
        setting
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file that has a line for each time that a test really ran.
    fn asked(&self) -> PathBuf {
        self.path("asked")
    }

    fn count_asked(&self) -> usize {
        fs::read_to_string(self.asked()).unwrap_or_default().lines().count()
    }

    fn case(&self, name: &str, test: &str) {
        let folder = self.path("cases").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("in.c"), "void f();\nint a;\n").unwrap();
        write_script(&folder.join("test.sh"), test);
        fs::write(folder.join("README"), "A case.\nInstall: get the-compiler\n").unwrap();
    }

    /// A tool that is a shell script, which gets the test, the input and the output.
    fn tool(&self, name: &str, script: &str) -> String {
        let path = self.path(name);
        write_script(&path, &format!("#!/bin/sh\n{script}\n"));
        format!("{name}={} {{test}} {{name}} {{jobs}}", path.display())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop-bench"));
        command.args(arguments);
        command.arg("--cases").arg(self.path("cases"));
        command.arg("--out").arg(self.path("out"));
        command
    }

    fn bench(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn records(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path("out/runs.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn runs_are_counted_and_results_verified() {
    let setting = Setting::new();
    let output = setting.bench(&["--filter", "alpha", "--tool", &setting.tool("tail", TAIL)]);
    assert!(output.status.success(), "{output:?}");
    let [record] = &setting.records()[..] else {
        panic!("{output:?}")
    };
    assert_eq!((&record["outcome"], &record["runs"]), (&"done".into(), &1.into()));
    assert_eq!(
        (&record["before"]["tokens"], &record["after"]["tokens"]),
        (&8.into(), &3.into())
    );
    // Before the race, by the tool, and to verify.
    assert_eq!(setting.count_asked(), 3);
    assert!(
        said(&output).contains("| alpha | 8 | tail | – | 1 | 3 | 7 |"),
        "{}",
        said(&output)
    );
    let files = [
        "table.csv",
        "table.json",
        "pictures/scatter.svg",
        "pictures/convergence-alpha.svg",
    ];
    for file in files {
        assert!(setting.path("out").join(file).exists(), "{file}");
    }
}

#[test]
fn pictures_are_drawn_from_kept_runs_and_leave_the_tables_alone() {
    let setting = Setting::new();
    setting.bench(&["--filter", "alpha", "--tool", &setting.tool("tail", TAIL)]);
    let out = setting.path("out");
    let picture = out.join("pictures/convergence-alpha.svg");
    let drawn = fs::read(&picture).unwrap();
    fs::remove_dir_all(out.join("pictures")).unwrap();
    fs::write(out.join("table.md"), "kept").unwrap();
    let output = setting.bench(&["pictures"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(fs::read(picture).unwrap(), drawn);
    assert_eq!(fs::read_to_string(out.join("table.md")).unwrap(), "kept");
}

#[test]
fn wrong_crashing_and_missing_tools_are_rows_that_say_so() {
    let setting = Setting::new();
    let wrong = setting.tool("wrong", "echo nothing >\"$2\"");
    let crashing = setting.tool("crashing", "echo out of ideas; exit 7");
    let tools = [
        "--tool",
        &wrong,
        "--tool",
        &crashing,
        "--tool",
        "missing=no-such-tool {test} {input}",
    ];
    let output = setting.bench(&[&["--filter", "alpha"], &tools[..]].concat());
    assert!(!output.status.success());
    let outcomes: Vec<Value> = setting
        .records()
        .iter()
        .map(|record| record["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["uninteresting", "crash", "missing"]);
    let text = said(&output);
    assert!(text.contains("WRONG: the result is not interesting"), "{text}");
    assert!(text.contains("CRASHED; exit status: 7: out of ideas"), "{text}");
    assert!(text.contains("LEFT OUT; not installed"), "{text}");
}

#[test]
fn an_interrupted_bench_goes_on_where_it_was() {
    let setting = Setting::new();
    let tool = setting.tool("tail", TAIL);
    assert!(setting.bench(&["--filter", "alpha", "--tool", &tool]).status.success());
    // What was being written when the machine went down.
    let path = setting.path("out/runs.jsonl");
    let first = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{first}{{\"case\":\"be")).unwrap();
    let output = setting.bench(&["--tool", &tool]);
    let cases: Vec<Value> = setting.records().iter().map(|record| record["case"].clone()).collect();
    assert_eq!(cases, ["alpha", "beta"]);
    assert!(fs::read_to_string(&path).unwrap().starts_with(&first));
    assert!(said(&output).contains("| alpha |") && said(&output).contains("| beta |"));
}

/// With all that the tool has started, whatever session that is in.
#[test]
fn a_bench_that_is_told_to_end_ends_its_tool() {
    let setting = Setting::new();
    let begun = setting.path("begun");
    let script = format!("setsid sh -c 'echo $$ >{}; exec sleep 77.7' & wait", begun.display());
    let tool = setting.tool("endless", &script);
    let mut bench = setting.command(&["--filter", "alpha", "--tool", &tool]);
    let bench = bench.stderr(Stdio::piped()).spawn().unwrap();
    let sleeper = loop {
        let text = fs::read_to_string(&begun).unwrap_or_default();
        if let Some(number) = text.strip_suffix('\n') {
            break number.to_owned();
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let kill = Command::new("kill").arg(bench.id().to_string()).status();
    assert!(kill.unwrap().success());
    let output = bench.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("the same command goes on"));
    assert!(!Path::new("/proc").join(sleeper).join("exe").exists());
}

#[test]
fn tables_show_only_runs_with_the_options_given() {
    let setting = Setting::new();
    let tool = setting.tool("tail", TAIL);
    let run = |cap: &str| said(&setting.bench(&["--cap", cap, "--tool", &tool]));
    let first = run("20");
    assert!(run("30").contains("; cap 30 s, "));
    assert_eq!(run("20"), first);
    assert_eq!(setting.records().len(), 4);
}

#[test]
fn fresh_runs_everything_again_and_keeps_other_files() {
    let setting = Setting::new();
    let tool = setting.tool("tail", TAIL);
    let run = |more: &[&str]| setting.bench(&[&["--filter", "alpha", "--tool", &tool], more].concat());
    run(&[]);
    fs::write(setting.path("out/mine"), "").unwrap();
    let before = setting.count_asked();
    run(&["--fresh"]);
    assert_eq!((setting.count_asked(), setting.records().len()), (before * 2, 1));
    assert!(setting.path("out/mine").exists());
}

#[test]
fn a_tool_that_does_not_end_is_stopped_and_its_best_candidate_counts() {
    let setting = Setting::new();
    let script = format!("{TAIL}; rm \"$2\"; setsid sleep 77.7 & sleep 77.7");
    let start = Instant::now();
    let output = setting.bench(&[
        "--filter",
        "alpha",
        "--cap",
        "1",
        "--tool",
        &setting.tool("endless", &script),
    ]);
    assert!(start.elapsed() < Duration::from_secs(30));
    let record = &setting.records()[0];
    assert_eq!((&record["outcome"], &record["seconds"]), (&"cap".into(), &1.0.into()));
    assert_eq!(record["after"]["tokens"], 3);
    assert!(said(&output).contains("stopped by the cap"), "{}", said(&output));
    let left = Command::new("pgrep").args(["-fx", "sleep 77.7"]).output();
    assert!(
        left.is_err() || said(&left.unwrap()).is_empty(),
        "it has left a process behind"
    );
}

#[test]
fn recorded_answers_are_not_asked_again() {
    let setting = Setting::new();
    let (one, two) = (setting.tool("one", TAIL), setting.tool("two", TAIL));
    let run = |tools: &[&str]| setting.bench(&[&["--filter", "alpha", "--recorded"], tools].concat());
    run(&["--tool", &one]);
    let before = setting.count_asked();
    run(&["--tool", &one, "--tool", &two]);
    // Before the race and to verify, but not by the second tool.
    assert_eq!(setting.count_asked(), before + 2);
    let records = setting.records();
    assert_eq!(records[1]["runs"], 1);
    for figure in ["oracle_seconds", "improvements"] {
        assert_eq!(records[0][figure], records[1][figure]);
    }
}

#[test]
fn doctor_tells_what_is_missing_and_how_to_get_it() {
    let setting = Setting::new();
    let before = said(&setting.bench(&["doctor", "--tool", "t=sh {test} {input}"]));
    assert!(before.contains("ready    alpha") && before.contains("grep"), "{before}");
    setting.case("gamma", "#!/bin/sh\nC=the-compiler\n$C -c in.c\n");
    let output = setting.bench(&["doctor", "--tool", "t=sh {test} {input}"]);
    assert!(!output.status.success());
    let text = said(&output);
    assert!(text.contains("MISSING  gamma: there is no the-compiler here"), "{text}");
    assert!(
        text.contains("2 of 3 cases are ready.") && text.contains("    get the-compiler\n"),
        "{text}"
    );
    // A race leaves it out and says so.
    let output = setting.bench(&["--tool", &setting.tool("tail", TAIL)]);
    assert!(!output.status.success());
    assert!(
        said(&output).contains("### Left out\n\n- gamma: there is no the-compiler here\n"),
        "{}",
        said(&output)
    );
}

/// The tests of the shipped cases hold for their inputs, and lop, where it has been built, makes them small.
#[test]
fn shipped_cases_work_and_lop_reduces_them() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/cases/synthetic");
    let binary = Path::new(env!("CARGO_BIN_EXE_lop-bench"));
    let bench = |arguments: &[&str]| {
        let mut command = Command::new(binary);
        command.args(arguments).arg("--cases").arg(&cases);
        command.output().unwrap()
    };
    let output = bench(&["doctor", "--tool", "t=sh {test} {input}"]);
    assert!(output.status.success(), "{output:?}");
    let lop = binary.with_file_name("lop");
    if !lop.exists() {
        eprintln!("there is no {}, so nothing was reduced", lop.display());
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let out = out.path().to_string_lossy().into_owned();
    let output = bench(&["--lop", "lop=--algorithm pardis-hybrid", "--cap", "60", "--out", &out]);
    assert!(output.status.success(), "{output:?}");
    let rows: Value = serde_json::from_slice(&fs::read(Path::new(&out).join("table.json")).unwrap()).unwrap();
    let rows = rows.as_array().unwrap();
    assert!(rows.len() >= 5);
    for row in rows {
        assert_eq!(row["outcome"], "done", "{row}");
        assert!(row["tokens"].as_f64().unwrap() < 80.0, "{row}");
        assert!(row["runs"].as_f64() >= row["asked"].as_f64(), "{row}");
    }
}

/// 2,000 damaged samples of all languages. More of them: `cargo lop-bench hammer --inputs 100000`.
#[test]
fn damaged_samples_neither_end_nor_stop_nor_flood_lop() {
    let mut hammer = Command::new(env!("CARGO_BIN_EXE_lop-bench"));
    let output = hammer
        .args(["hammer", "--inputs", "2000", "--jobs", "2"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

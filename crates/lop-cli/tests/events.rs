//! What `--events` records, and what `lop report` and `lop explain` make of it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

const SOURCE: &str = "/* start */\nint a;\nconst char *s = \"</script>\u{fc}\";\nint f(int x) {\n    \
                      if (x) { target(1, x); helper(x + 2); }\n    return 2;\n}\nint b; // end\n";

/// Says why it turns something down.
const SAYS_WHY: &str = "#!/bin/sh
grep -q target in.c || { echo 'no target'; echo; exit 3; }
grep -q helper in.c || { echo 'no helper' >&2; exit 4; }
";

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(script: &str) -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        fs::write(case.path("in.c"), SOURCE).expect("a writable folder");
        fs::write(case.path("test.sh"), script).expect("a writable folder");
        fs::set_permissions(case.path("test.sh"), fs::Permissions::from_mode(0o755)).expect("our own file");
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a readable file")
    }

    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command.current_dir(self.folder.path()).args(arguments);
        command
    }

    /// Reduces with events.
    fn record(&self, arguments: &[&str], inputs: &[&str]) -> Vec<Value> {
        let all = ["-q", "--events", "events", "--stats", "stats"].iter();
        let all: Vec<&str> = all
            .chain(arguments)
            .chain(&["./test.sh"])
            .chain(inputs)
            .copied()
            .collect();
        self.lop(&all).assert().success();
        let lines = self.read("events");
        lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    fn stats(&self) -> Value {
        serde_json::from_str(&self.read("stats")).expect("JSON")
    }

    fn explained(&self) -> Value {
        let output = self
            .lop(&["explain", "--json", "events"])
            .assert()
            .success()
            .get_output()
            .clone();
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

fn of<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

fn count(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Every program that was the best, as the book says it is rebuilt.
fn programs(events: &[Value]) -> Vec<BTreeMap<String, Vec<u8>>> {
    let files = |value: &Value| -> BTreeMap<String, Vec<u8>> {
        let files = value["files"].as_array().expect("an array").iter();
        let text = |file: &Value| file["text"].as_str().expect("text").as_bytes().to_vec();
        files
            .map(|file| (file["path"].as_str().expect("a path").to_owned(), text(file)))
            .collect()
    };
    let mut program = files(&events[0]);
    let mut programs = vec![program.clone()];
    let mut searched = None;
    for event in events {
        match event["event"].as_str().expect("a name") {
            "search" => searched = event["file"].as_str().map(str::to_owned),
            "program" => {
                program = files(event);
                programs.push(program.clone());
            }
            "improved" => {
                for dropped in event["files"].as_array().into_iter().flatten() {
                    program.remove(dropped.as_str().expect("a path"));
                }
                if let Some(text) = searched.as_ref().and_then(|file| program.get_mut(file)) {
                    let splices = event["splices"].as_array().cloned().unwrap_or_default();
                    for splice in splices.iter().rev() {
                        let new = splice[2].as_str().unwrap_or_default().bytes();
                        text.splice(count(&splice[0])..count(&splice[1]), new);
                    }
                }
                programs.push(program.clone());
            }
            _ => {}
        }
    }
    programs
}

#[test]
fn a_program_that_no_search_found_is_recorded_with_its_reason() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.c\n");
    let other = case.path("other.sh");
    fs::write(&other, "#!/bin/sh\nprintf '  target' > \"$2\"\n").expect("a writable folder");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).expect("our own file");
    let other = other.display().to_string();
    let events = case.record(
        &[
            "-a",
            "lines",
            "--syntax",
            "free",
            "--finish-with",
            &other,
            "--format",
            "compact",
        ],
        &["in.c"],
    );
    let replaced: Vec<(&Value, &Value)> = of(&events, "program")
        .into_iter()
        .map(|event| (&event["reason"], &event["files"][0]["text"]))
        .collect();
    let reasons = ["another reducer made it smaller", "printed with other white space"].map(Value::from);
    let texts = ["  target", "target"].map(Value::from);
    assert_eq!(replaced, reasons.iter().zip(&texts).collect::<Vec<_>>());
    assert_eq!(case.read("in.reduced.c"), "target");
}

#[test]
fn every_best_program_can_be_rebuilt_and_the_last_is_the_result() {
    for arguments in [
        &["-j", "1"][..],
        &["-j", "4"],
        &["-j", "3", "-a", "waves"],
        &["-a", "characters"],
    ] {
        let case = Case::new(SAYS_WHY);
        let events = case.record(arguments, &["in.c"]);
        let programs = programs(&events);
        assert!(programs.len() > 2, "{arguments:?}");
        for program in &programs {
            let text = String::from_utf8_lossy(&program["in.c"]);
            assert!(
                text.contains("target") && text.contains("helper"),
                "{arguments:?}: {text}"
            );
        }
        let last = &programs[programs.len() - 1]["in.c"];
        assert_eq!(
            String::from_utf8_lossy(last),
            case.read("in.reduced.c"),
            "{arguments:?}"
        );
    }
}

#[test]
fn stages_inside_a_stage_add_up_to_it() {
    let case = Case::new(SAYS_WHY);
    case.record(&["-a", "auto"], &["in.c"]);
    let stats = case.stats();
    let stages = stats["stages"].as_array().expect("an array");
    let is_outer = |stage: &&Value| stage["name"] == "comments" || stage["name"] == "auto";
    let (outer, inner): (Vec<&Value>, Vec<&Value>) = stages.iter().partition(is_outer);
    // Transformations have lines of their own within these.
    let inner: Vec<&Value> = inner.into_iter().filter(|stage| stage["within"] == "auto").collect();
    let asked = |stages: &[&Value]| -> usize { stages.iter().map(|stage| count(&stage["asked"])).sum() };
    assert_eq!(asked(&outer), count(&stats["queries"]["asked"]));
    assert_eq!(asked(&inner), asked(&outer[1..]));
}

#[test]
fn figures_are_those_of_the_statistics() {
    let case = Case::new(SAYS_WHY);
    let events = case.record(&["-j", "2", "-a", "pardis-hybrid"], &["in.c"]);
    let (stats, questions) = (case.stats(), of(&events, "question"));
    let known = questions.iter().filter(|question| question["known"] == true).count();
    assert_eq!(questions.len() - known, count(&stats["queries"]["asked"]));
    assert_eq!(known, count(&stats["queries"]["cached"]));
    let stages = stats["stages"].as_array().expect("an array");
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["name"].as_str()).collect();
    assert_eq!(names[0], "comments");
    let asked: usize = stages.iter().map(|stage| count(&stage["asked"])).sum();
    assert_eq!(asked, count(&stats["queries"]["asked"]));
    for (stage, ended) in stages.iter().zip(of(&events, "stage_end")) {
        assert_eq!(
            (&stage["name"], &stage["tokens_after"]),
            (&ended["name"], &ended["tokens"])
        );
    }
    assert_eq!(of(&events, "end")[0]["tokens"], stats["tokens"]["after"]);
    let runs: Vec<&Value> = of(&events, "run")
        .into_iter()
        .filter(|run| run["slot"].as_u64() < Some(2))
        .collect();
    for question in questions.iter().filter(|question| question["known"] != true) {
        let run = runs
            .iter()
            .find(|run| run["run"] == question["run"])
            .expect("its run is there");
        let is_yes = question["answer"] == "interesting";
        assert_eq!(is_yes, run["ended"]["code"] == 0, "{question} {run}");
    }
}

#[test]
fn events_change_nothing() {
    let (case, plain) = (Case::new(SAYS_WHY), Case::new(SAYS_WHY));
    case.record(&["--trace", "trace"], &["in.c"]);
    plain
        .lop(&["-q", "--trace", "trace", "./test.sh", "in.c"])
        .assert()
        .success();
    assert_eq!(case.read("trace"), plain.read("trace"));
    assert_eq!(case.read("in.reduced.c"), plain.read("in.reduced.c"));
}

#[test]
fn files_that_were_dropped_are_recorded() {
    let case = Case::new("#!/bin/sh\ngrep -q target project/in.c || { echo 'it is gone'; exit 1; }\n");
    fs::create_dir(case.path("project")).expect("a writable folder");
    fs::write(case.path("project/in.c"), SOURCE).expect("a writable folder");
    fs::write(case.path("project/other.c"), "int other;\n").expect("a writable folder");
    let events = case.record(&["-o", "out"], &["project"]);
    let programs = programs(&events);
    assert_eq!(programs[0].len(), 2);
    let last = &programs[programs.len() - 1];
    assert_eq!(last.keys().collect::<Vec<_>>(), ["in.c"]);
    assert_eq!(String::from_utf8_lossy(&last["in.c"]), case.read("out/in.c"));
    assert_eq!(case.explained()["files"][0]["path"], "in.c");
}

#[test]
fn what_is_left_is_explained_in_the_words_of_the_test() {
    let case = Case::new(SAYS_WHY);
    case.record(&[], &["in.c"]);
    let explained = case.explained();
    let file = &explained["files"][0];
    let text = case.read("in.reduced.c");
    let tokens = file["tokens"].as_array().expect("an array");
    assert_eq!(tokens.len(), count(&case.stats()["tokens"]["after"]));
    let mut seen = 0;
    for token in tokens {
        let word = &text[count(&token["start"])..count(&token["end"])];
        let reason = &file["reasons"][count(&token["reason"])];
        // Whatever takes one of the words away is turned down because of that word, or of the first of both.
        let expected = match word {
            "target" => (3, "no target"),
            "helper" => (4, "no helper"),
            _ => continue,
        };
        seen += 1;
        assert_eq!(
            reason["why"]["ended"]["code"], expected.0,
            "{word} in {text}: {explained}"
        );
        assert_eq!(reason["said"], expected.1, "{word} in {text}");
        assert!(count(&token["tried"]) > 0);
    }
    assert_eq!(seen, 2, "{text}");
    let output = case.lop(&["explain", "events"]).assert().success().get_output().clone();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        shown.contains("exit code 3: no target") && shown.contains("exit code 4: no helper"),
        "{shown}"
    );
    fs::rename(case.path("events"), case.path("in.reduced.c.events")).expect("a writable folder");
    let beside = case
        .lop(&["explain", "in.reduced.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    assert_eq!(String::from_utf8_lossy(&beside.stdout), shown);
}

#[test]
fn what_no_query_removes_was_never_tried_and_time_outs_are_told() {
    let case = Case::new(SAYS_WHY);
    let arguments = ["-q", "--events", "events", "--max-queries", "1", "./test.sh", "in.c"];
    case.lop(&arguments).assert().code(8);
    assert_eq!(case.explained()["files"][0]["reasons"][0]["why"], "never_tried");

    let case = Case::new("#!/bin/sh\ngrep -q target in.c || sleep 600\n");
    case.record(&["--timeout", "0.5", "--fresh"], &["in.c"]);
    let explained = case.explained().to_string();
    assert!(explained.contains(r#"{"ended":"timed_out"}"#), "{explained}");
}

#[test]
fn a_report_is_one_page_with_every_step() {
    let case = Case::new(SAYS_WHY);
    let events = case.record(&["--report", "direct.html"], &["in.c"]);
    case.lop(&["report", "events", "-o", "run.html"]).assert().success();
    let page = case.read("run.html");
    assert_eq!(page, case.read("direct.html"));
    let alone = case
        .lop(&["-q", "--fresh", "--report", "alone.html", "./test.sh", "in.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    assert!(alone.stderr.is_empty() && case.read("alone.html").contains("id=\"slider\""));
    for id in [
        "figures",
        "over-questions",
        "over-time",
        "stages",
        "rules",
        "workers",
        "caches",
        "slider",
        "explained",
    ] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(
        !page.contains(" src=") && !page.contains("@import"),
        "nothing is fetched"
    );
    let (_, data) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .expect("data");
    // The source holds the end of a script, which must not end this one.
    let (data, _) = data.split_once("</script>").expect("an end");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let steps = data["steps"].as_array().expect("an array");
    assert_eq!(steps.len(), of(&events, "improved").len() + 1);
    assert_eq!(steps[0]["tokens"], case.stats()["tokens"]["before"]);
    assert_eq!(steps[steps.len() - 1]["tokens"], case.stats()["tokens"]["after"]);
    assert_eq!(steps[steps.len() - 1]["bytes"], case.read("in.reduced.c").len());
}

#[test]
fn a_run_that_was_cut_short_can_be_looked_at() {
    let case = Case::new(SAYS_WHY);
    case.record(&[], &["in.c"]);
    let events = case.read("events");
    let half = events.len() / 2;
    fs::write(case.path("events"), &events.as_bytes()[..half]).expect("a writable folder");
    case.lop(&["report", "events", "-o", "run.html"]).assert().success();
    assert!(
        !case.explained()["files"][0]["tokens"]
            .as_array()
            .expect("an array")
            .is_empty()
    );
}

#[test]
fn a_screen_is_for_terminals_only() {
    let case = Case::new(SAYS_WHY);
    let output = case
        .lop(&["--progress", "screen", "./test.sh", "in.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("done: ") && !said.contains('\u{1b}'), "{said}");
}

#[test]
fn what_holds_no_events_is_refused() {
    let case = Case::new(SAYS_WHY);
    for (command, file) in [("report", "in.c"), ("explain", "in.c")] {
        let output = case.lop(&[command, file]).assert().code(3).get_output().clone();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            message.contains("in.c") && message.contains("hint: `lop --events"),
            "{message}"
        );
    }
}

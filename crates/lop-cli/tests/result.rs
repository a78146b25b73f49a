//! The result: it parses, it can be read, and it is shown.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

const SOURCE: &str =
    "struct a { int x; };\nint b(int c) { target(c); other(); return 1; }\nint main() { return b(2); }\n";
const FINDS_TARGET: &str = "#!/bin/sh\ngrep -q target in.c\n";

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(script: &str) -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        fs::create_dir(case.path("bin")).expect("a writable folder");
        case.write("in.c", SOURCE);
        case.script("test.sh", script);
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.path(name), content).expect("a writable folder");
    }

    fn script(&self, name: &str, content: &str) {
        self.write(name, content);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("our own file");
    }

    /// A formatter of C: a filter for the shell.
    fn formatter(&self, filter: &str) {
        self.script("bin/clang-format", &format!("#!/bin/sh\n{filter}\n"));
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a readable file")
    }

    /// lop in the folder, with its formatters before all others.
    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .args(arguments);
        command
    }

    fn reduce(&self, options: &[&str]) -> String {
        let all: Vec<&str> = options.iter().chain(&["./test.sh", "in.c"]).copied().collect();
        let output = self.lop(&all).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn stats(&self) -> Value {
        serde_json::from_str(&self.read("stats")).expect("JSON")
    }
}

fn parses(text: &str) -> bool {
    let syntax = lop_syntax::lang::named("c").expect("it is in this build").syntax();
    lop_syntax::is_valid(text.as_bytes(), &syntax.expect("a shipped grammar"))
}

#[test]
fn the_result_parses_as_the_input_does_unless_syntax_is_free() {
    let case = Case::new(FINDS_TARGET);
    let said = case.reduce(&["--stats", "stats", "--format", "as-is"]);
    let kept = case.read("in.reduced.c");
    assert!(parses(&kept) && kept.contains("target"), "{kept}");
    assert!(said.contains("the result parses (--syntax keep)"), "{said}");
    assert_eq!(case.stats()["syntax"]["policy"], "keep");
    assert_eq!(case.stats()["syntax"]["tokens_in_errors"], 0);

    let said = case.reduce(&["--stats", "stats", "--format", "as-is", "--syntax", "free", "--fresh"]);
    assert_eq!(case.read("in.reduced.c").trim(), "target");
    assert!(said.contains("(--syntax free)"), "{said}");
    assert_eq!(case.stats()["syntax"]["policy"], "free");
}

#[test]
fn no_test_run_is_spent_on_a_small_candidate_that_does_not_parse() {
    let case = Case::new("#!/bin/sh\ncp in.c \"$(dirname \"$0\")/seen/$$\"; grep -q target in.c\n");
    fs::create_dir(case.path("seen")).expect("a writable folder");
    case.reduce(&["-q", "--format", "as-is"]);
    let seen = fs::read_dir(case.path("seen")).expect("a folder").flatten();
    let mut count = 0;
    for entry in seen {
        let text = fs::read_to_string(entry.path()).expect("text");
        // The sanity checks run the test on the empty file and on one token.
        assert!(parses(&text) || text.split_whitespace().count() < 2, "{text}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

#[test]
fn syntax_is_kept_in_the_same_way_for_any_number_of_jobs() {
    let trace = |jobs: &str| {
        let case = Case::new(FINDS_TARGET);
        case.reduce(&["-q", "-j", jobs, "--trace", "trace"]);
        (case.read("trace"), case.read("in.reduced.c"))
    };
    assert_eq!(trace("1"), trace("4"));
}

#[test]
fn a_result_with_errors_of_an_earlier_run_is_not_taken_over() {
    let case = Case::new(FINDS_TARGET);
    case.reduce(&["-q", "--syntax", "free", "--format", "as-is"]);
    assert!(!parses(&case.read("in.reduced.c")));
    case.reduce(&["-q"]);
    assert!(parses(&case.read("in.reduced.c")));
}

#[test]
fn another_reducer_may_not_add_errors_either() {
    let case = Case::new(FINDS_TARGET);
    case.script("other.sh", "#!/bin/sh\nprintf 'target' >\"$2\"\n");
    let other = case.path("other.sh").display().to_string();
    let said = case.reduce(&["--finish-with", &other]);
    assert!(said.contains(": not kept"), "{said}");
    assert!(parses(&case.read("in.reduced.c")));
}

#[test]
fn a_formatter_of_the_language_lays_out_the_result_without_any_configuration() {
    let case = Case::new(FINDS_TARGET);
    let log = case.path("log").display().to_string();
    case.formatter(&format!("echo \"$PWD $*\" >'{log}'; printf '\\n\\n'; cat"));
    case.write(".clang-format", "DisableFormat: true\n");
    case.reduce(&["-q", "--stats", "stats"]);
    let text = case.read("in.reduced.c");
    assert!(text.starts_with("\n\n") && parses(&text), "{text}");
    let called = case.read("log");
    assert!(called.starts_with("/ --style={"), "{called}");
    let bytes = &case.stats()["bytes"];
    assert!(bytes["compact"].as_u64() < bytes["after"].as_u64(), "{bytes}");
}

#[test]
fn a_formatter_that_fails_adds_tokens_or_spoils_the_result_is_not_used() {
    for filter in [
        "cat; exit 1",
        "cat; echo 'int more;'",
        "sed 's/target/other/'",
        "true",
        "yes",
    ] {
        let case = Case::new(FINDS_TARGET);
        case.formatter(filter);
        case.reduce(&["-q"]);
        let text = case.read("in.reduced.c");
        case.reduce(&["-q", "--fresh", "--format", "pretty"]);
        assert_eq!(text, case.read("in.reduced.c"), "{filter}");
    }
}

#[test]
fn a_layout_that_is_not_interesting_is_not_used() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.c && ! grep -q '^$' in.c\n");
    case.formatter("printf '\\n\\n'; cat");
    case.reduce(&["-q"]);
    assert!(!case.read("in.reduced.c").contains("\n\n"));
}

#[test]
fn files_of_a_directory_are_laid_out_one_by_one() {
    let case = Case::new("#!/bin/sh\ngrep -q target in/a.c && grep -q other in/b.c\n");
    fs::create_dir(case.path("in")).expect("a writable folder");
    case.write("in/a.c", SOURCE);
    case.write("in/b.c", SOURCE);
    case.formatter("printf '\\n\\n'; cat");
    case.lop(&["-q", "./test.sh", "in"]).assert().success();
    for name in ["in.reduced/a.c", "in.reduced/b.c"] {
        assert!(case.read(name).starts_with("\n\n"), "{name}");
    }
}

#[test]
fn a_file_in_place_is_laid_out_too() {
    let case = Case::new(FINDS_TARGET);
    case.formatter("printf '\\n\\n'; cat");
    case.reduce(&["-q", "--in-place"]);
    assert!(case.read("in.c").starts_with("\n\n"));
    assert_eq!(case.read("in.c.orig"), SOURCE);
}

#[test]
fn a_short_result_is_shown_with_a_line_that_tries_it() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.c && grep -q return in.c && grep -q '}' in.c\n");
    case.formatter("exit 1");
    let said = case.reduce(&[]);
    let text = case.read("in.reduced.c");
    assert!(said.contains(&format!("\n\n{}\n\n", text.trim_end())), "{said}");
    assert!(said.contains(" bytes when compact"), "{said}");
    let line = said.lines().find_map(|line| line.strip_prefix("to see it yourself: "));
    let shell = std::process::Command::new("sh")
        .args(["-c", line.expect("a line")])
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&shell.stdout), "0\n", "{said}");
    assert_eq!(case.reduce(&["-q", "--fresh"]), "");
}

#[test]
fn the_line_of_a_golden_command_is_that_command() {
    let case = Case::new(FINDS_TARGET);
    let arguments = ["--golden", "grep -c target {}", "--match-stdout", "1", "in.c"];
    let output = case.lop(&arguments).assert().success().get_output().clone();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("to see it yourself: grep -c target in.reduced.c\n"),
        "{said}"
    );
}

#[test]
fn a_long_result_is_not_shown() {
    let case = Case::new("#!/bin/sh\ntest \"$(grep -c ';' in.c)\" -ge 30\n");
    let lines: String = (0..40).map(|index| format!("int v{index};\n")).collect();
    case.write("in.c", &lines);
    let said = case.reduce(&["--format", "pretty", "--max-rounds", "1", "-a", "lines"]);
    assert!(!said.contains("int v1"), "{said}");
    assert!(said.contains("to see it yourself: "), "{said}");
}

#[test]
fn lines_of_progress_have_the_time_and_the_stage_and_never_go_up() {
    let case = Case::new("#!/bin/sh\nsleep 0.06; grep -q target in.c && grep -q return in.c\n");
    let said = case.reduce(&["-j", "1", "--progress", "plain"]);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(" tokens after ")).collect();
    assert!(!lines.is_empty(), "{said}");
    let mut last = usize::MAX;
    for line in lines {
        let (time, rest) = line.split_once(' ').expect("words");
        assert!(time.split(':').all(|part| part.parse::<u32>().is_ok()), "{line}");
        let (stage, rest) = rest.split_once(": ").expect("a stage");
        case.lop(&["algorithms", stage]).assert().success();
        let tokens: usize = rest.split(' ').next().expect("words").parse().expect("a number");
        assert!(tokens <= last, "{said}");
        last = tokens;
    }
}

#[test]
fn it_is_told_when_most_was_gone() {
    let case = Case::new(FINDS_TARGET);
    let said = case.reduce(&["--stats", "stats"]);
    assert!(said.contains("97 % of the removed tokens were gone after "), "{said}");
    let seconds = &case.stats()["seconds"];
    assert!(
        seconds["mostly_gone"].as_f64() <= seconds["total"].as_f64(),
        "{seconds}"
    );
}

#[test]
fn stages_and_algorithms_can_be_looked_up() {
    let case = Case::new(FINDS_TARGET);
    let stdout = |name: &str| {
        let output = case.lop(&["algorithms", name]).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(
        stdout("meaning").starts_with("meaning  stage  "),
        "{}",
        stdout("meaning")
    );
    assert!(stdout("perses").starts_with("perses  tree "), "{}", stdout("perses"));
    // One name, two things.
    assert!(stdout("tokens").contains("  tree ") && stdout("tokens").contains("  stage  "));
    let output = case
        .lop(&["algorithms", "meening"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("did you mean \"meaning\"?"), "{said}");
}

#[test]
fn the_laid_out_result_is_explained_token_by_token() {
    let case = Case::new("#!/bin/sh\ngrep -q target in.c || { echo 'no target'; exit 3; }\n");
    case.formatter("printf '\\n\\n'; sed 's/target/\\n    target/'");
    case.reduce(&["-q", "--events", "in.reduced.c.events"]);
    let text = case.read("in.reduced.c");
    assert!(text.contains("\n    target"), "{text}");
    let output = case
        .lop(&["explain", "in.reduced.c"])
        .assert()
        .success()
        .get_output()
        .clone();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = shown.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.starts_with("      target"))
        .expect("its line");
    let letter = lines[at + 1].trim_start().chars().next().expect("a mark");
    // The letter stands under the whole word, and its reason below.
    assert!(
        lines[at + 1].starts_with(&format!("      {}", String::from(letter).repeat(6))),
        "{shown}"
    );
    let reason = lines.iter().find(|line| line.starts_with(&format!("  {letter} ")));
    assert!(
        reason.is_some_and(|reason| reason.ends_with("exit code 3: no target")),
        "{shown}"
    );
}

#[test]
fn a_report_begins_with_the_result_the_command_the_test_and_the_sizes() {
    let case = Case::new(FINDS_TARGET);
    case.reduce(&["-q", "--report", "page.html"]);
    let page = case.read("page.html");
    let order = [
        "id=\"result-text\"",
        "id=\"command\"",
        "id=\"test\"",
        "id=\"figures\"",
        "id=\"slider\"",
        "id=\"stages\"",
    ];
    let places: Vec<usize> = order.iter().map(|id| page.find(id).expect(id)).collect();
    assert!(places.is_sorted(), "{places:?}");
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
    assert_eq!(data["start"]["command"], "lop -q --report page.html ./test.sh in.c");
    assert_eq!(data["start"]["test"], FINDS_TARGET);
    let keywords: Vec<&str> = data["keywords"]
        .as_array()
        .expect("words")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(
        keywords.contains(&"return") && !keywords.contains(&"target"),
        "{keywords:?}"
    );
}

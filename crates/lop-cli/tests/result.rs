//! The result parses.

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

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a readable file")
    }

    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command.current_dir(self.folder.path()).args(arguments);
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
    let said = case.reduce(&["--stats", "stats", "--format", "original"]);
    let kept = case.read("in.reduced.c");
    assert!(parses(&kept) && kept.contains("target"), "{kept}");
    assert!(said.contains("the result parses (--syntax keep)"), "{said}");
    assert_eq!(case.stats()["syntax"]["policy"], "keep");
    assert_eq!(case.stats()["syntax"]["tokens_in_errors"], 0);

    let said = case.reduce(&["--stats", "stats", "--format", "original", "--syntax", "free", "--fresh"]);
    assert_eq!(case.read("in.reduced.c").trim(), "target");
    assert!(said.contains("(--syntax free)"), "{said}");
    assert_eq!(case.stats()["syntax"]["policy"], "free");
}

#[test]
fn no_test_run_is_spent_on_a_small_candidate_that_does_not_parse() {
    let case = Case::new("#!/bin/sh\ncp in.c \"$(dirname \"$0\")/seen/$$\"; grep -q target in.c\n");
    fs::create_dir(case.path("seen")).expect("a writable folder");
    case.reduce(&["-q", "--format", "original"]);
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
    case.reduce(&["-q", "--syntax", "free", "--format", "original"]);
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

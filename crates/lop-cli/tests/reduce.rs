//! `lop TEST INPUT`, as a person uses it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

const SOURCE: &str =
    "/* start */\nint a;\nint f(int x) {\n    if (x) { target(1, x); }\n    return 2;\n}\nint b; // end\n";

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

    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command
            .current_dir(self.folder.path())
            .args(arguments)
            .args(["./test.sh", "in.c"]);
        command
    }

    fn stderr(&self, arguments: &[&str], code: i32) -> String {
        let output = self.lop(arguments).assert().code(code).get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

const FINDS_TARGET: &str =
    "#!/bin/sh\ntest -f in.c && cmp -s in.c \"$1\" && cmp -s in.c \"$LOP_FILE\" && grep -q target in.c\n";

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a readable file")
}

#[test]
fn the_result_is_beside_the_input_which_is_left_alone() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["--stats", "stats.json"]).assert().success();
    assert_eq!(read(&case.path("in.c")), SOURCE);
    let reduced = read(&case.path("in.reduced.c"));
    assert!(
        reduced.contains("target") && !reduced.contains("start") && !reduced.contains("end"),
        "{reduced}"
    );
    let stats: Value = serde_json::from_str(&read(&case.path("stats.json"))).expect("JSON");
    assert_eq!(stats["stopped"], "done");
    assert_eq!(stats["tokens"]["before"], 30);
    assert!(stats["tokens"]["after"].as_u64().expect("a number") <= 8, "{reduced}");
    assert!(stats["queries"]["asked"].as_u64().expect("a number") > 3);
    let left: Vec<_> = fs::read_dir(case.folder.path())
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert_eq!(left.len(), 4, "nothing else is left behind: {left:?}");
}

#[test]
fn the_course_of_a_cache_goes_from_the_first_query_to_the_last() {
    let case = Case::new(FINDS_TARGET);
    for scheme in ["rcc", "sha"] {
        case.lop(&[
            "--fresh",
            "--algorithm",
            "perses",
            "--cache",
            scheme,
            "--stats",
            "stats.json",
        ])
        .assert()
        .success();
        let stats: Value = serde_json::from_str(&read(&case.path("stats.json"))).expect("JSON");
        let cache = &stats["cache"];
        let course = cache["course"].as_array().expect("samples");
        let last = course.last().expect("a sample");
        assert_eq!(
            (&course[0][0], &last[0]),
            (&1.into(), &stats["queries"]["asked"]),
            "{stats}"
        );
        assert_eq!(last[1], cache["entries"], "{stats}");
        let bytes = |value: &Value| value.as_u64().expect("a number");
        let most = course.iter().map(|sample| bytes(&sample[2])).max();
        // Few queries have a sample each.
        assert_eq!(most, Some(bytes(&cache["peak_answer_bytes"])), "{stats}");
        let sum: u64 = course.iter().map(|sample| bytes(&sample[2])).sum();
        assert_eq!(bytes(&cache["mean_answer_bytes"]), sum / course.len() as u64, "{stats}");
    }
}

#[test]
fn every_algorithm_and_cache_can_be_named() {
    let case = Case::new(FINDS_TARGET);
    for algorithm in lop_core::tree::REDUCERS {
        for list in lop_core::list::LIST_REDUCERS {
            case.lop(&["-q", "-a", algorithm.name, "--list", list.name, "-o", "out.c"])
                .assert()
                .success()
                .stderr("");
            assert!(read(&case.path("out.c")).contains("target"));
        }
    }
    for cache in lop_core::cache::CACHES {
        case.lop(&["-q", "--cache", cache.name]).assert().success();
    }
}

#[test]
fn seru_has_another_reducer_as_its_partner_and_transformations_by_name() {
    let case = Case::new(FINDS_TARGET);
    let message = case.stderr(&["-a", "seru", "--syntactic", "seru"], 2);
    assert!(
        message.contains("its own partner") && message.contains("hint: "),
        "{message}"
    );
    for transforms in ["plain-type,value", "-value", "-value,-pointer"] {
        let arguments = ["-q", "-a", "seru", "--syntactic", "pardis", "--transforms", transforms];
        case.lop(&arguments).assert().success();
        assert!(read(&case.path("in.reduced.c")).contains("target"));
    }
}

#[test]
fn a_test_that_hangs_is_ended() {
    let case =
        Case::new("#!/bin/sh\ngrep -q target in.c || exit 1\ngrep -q 'int b' in.c && exit 0\nsleep 600 & sleep 600\n");
    case.lop(&["-q", "--timeout", "0.3", "--max-queries", "12"])
        .assert()
        .code(8);
    let reduced = read(&case.path("in.reduced.c"));
    assert!(reduced.contains("target") && reduced.contains("int b"), "{reduced}");
}

#[test]
fn limits_are_kept() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["-q", "--max-queries", "2", "--stats", "stats.json"])
        .assert()
        .code(8);
    let stats: Value = serde_json::from_str(&read(&case.path("stats.json"))).expect("JSON");
    assert_eq!(
        (&stats["stopped"], &stats["queries"]["asked"]),
        (&"query limit".into(), &2.into())
    );
}

#[test]
fn the_format_of_the_result_can_be_chosen() {
    let case = Case::new("#!/bin/sh\ngrep -q 'return' in.c\n");
    case.lop(&["-q", "--format", "compact"]).assert().success();
    let compact = read(&case.path("in.reduced.c"));
    assert!(!compact.contains("    "), "{compact}");
}

/// Another reducer that makes one word of the file, and says what it was asked to do.
const OTHER: &str =
    "#!/bin/sh\nprintf 'target' > smaller; cp \"$2\" before; mv smaller \"$2\"; \"$1\" || cp before \"$2\"\n";

fn with_other(case: &Case, script: &str) -> String {
    fs::write(case.path("other.sh"), script).expect("a writable folder");
    fs::set_permissions(case.path("other.sh"), fs::Permissions::from_mode(0o755)).expect("our own file");
    case.path("other.sh").display().to_string()
}

#[test]
fn another_reducer_gets_the_result_and_what_is_smaller_is_kept() {
    let case = Case::new(FINDS_TARGET);
    let other = with_other(&case, OTHER);
    let message = case.stderr(&["--finish-with", &other, "-a", "lines", "--syntax", "free"], 0);
    assert_eq!(read(&case.path("in.reduced.c")).trim(), "target");
    assert!(message.contains(": kept"), "{message}");
}

#[test]
fn what_another_reducer_makes_is_not_believed() {
    let case = Case::new(FINDS_TARGET);
    let other = with_other(&case, "#!/bin/sh\necho nothing > \"$2\"\n");
    let message = case.stderr(&["--finish-with", &other], 0);
    assert!(read(&case.path("in.reduced.c")).contains("target"));
    assert!(message.contains("not kept"), "{message}");
}

/// The input is always interesting, another text in three of ten runs, beginning with the first, and all else never.
fn sometimes_interesting(other: &str) -> Case {
    let case = Case::new(&format!(
        "#!/bin/sh\nhere=$(dirname \"$0\")\ncmp -s in.c \"$here/in.c\" && exit 0\n\
         test \"$(cat in.c)\" = '{other}' || exit 1\n\
         runs=$(wc -l <\"$here/runs\")\necho run >>\"$here/runs\"\ntest $((runs % 10)) -lt 3\n"
    ));
    fs::write(case.path("in.c"), "int   target;\n").expect("a writable folder");
    fs::write(case.path("runs"), "").expect("a writable folder");
    case
}

#[test]
fn a_format_that_is_interesting_by_luck_is_not_written() {
    let case = sometimes_interesting("int target;");
    case.lop(&["-j", "1", "-a", "comments", "--format", "pretty"])
        .assert()
        .success();
    assert_ne!(read(&case.path("runs")), "", "the pretty form was judged");
    assert_eq!(read(&case.path("in.reduced.c")), "int   target;\n");
}

#[test]
fn what_another_reducer_makes_is_not_kept_if_it_is_interesting_by_luck() {
    let case = sometimes_interesting("target");
    let other = with_other(&case, "#!/bin/sh\nprintf target > \"$2\"\n");
    let options = ["-j", "1", "-a", "comments", "--syntax", "free", "--finish-with", &other];
    let message = case.stderr(&options, 0);
    assert_ne!(read(&case.path("runs")), "", "what the other reducer made was judged");
    assert_eq!(read(&case.path("in.reduced.c")), "int   target;\n");
    assert!(message.contains("not kept"), "{message}");
}

#[test]
fn auto_tells_what_each_stage_removed() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["-q", "-a", "auto", "--stats", "stats.json"])
        .assert()
        .success();
    let stats: Value = serde_json::from_str(&read(&case.path("stats.json"))).expect("JSON");
    let stages = stats["stages"].as_array().expect("an array");
    let nodes = stages.iter().find(|stage| stage["name"] == "nodes").expect("a stage");
    assert!(nodes["removed_tokens"].as_u64() > Some(10), "{stats}");
    let whole = stages.iter().find(|stage| stage["name"] == "auto").expect("a stage");
    let parts = stages.iter().filter(|stage| stage["within"] == "auto");
    let sum: u64 = parts.filter_map(|stage| stage["asked"].as_u64()).sum();
    assert_eq!(whole["asked"].as_u64(), Some(sum), "{stats}");
    assert!(Some(sum) <= stats["queries"]["asked"].as_u64(), "{stats}");
}

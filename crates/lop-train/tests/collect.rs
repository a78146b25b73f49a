//! Collecting on small corpora, with checkers that a shell can be.

use std::fs;
use std::path::{Path, PathBuf};

use lop_syntax::lang;
use lop_train::checker::Check;
use lop_train::data::{Data, Writer};
use lop_train::{End, Error, Plan, collect, corpus};

/// A folder with a corpus of three files.
struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        case.write("one.json", r#"{"a": [1, 2, 3], "b": {"c": null}}"#);
        case.write("two.json", r#"[[1, [2, [3]]], "x", true, false]"#);
        case.write(
            "three.json",
            r#"{"deep": {"deep": {"deep": [0]}}, "list": [1, 2, 3, 4]}"#,
        );
        case
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("our own folder");
    }

    fn plan(&self, check: Check) -> Plan {
        Plan {
            files: corpus(&[self.folder.path().to_owned()], |path| {
                path.extension() == Some("json".as_ref())
            })
            .expect("there are files"),
            syntax: lang::named("json").expect("it is on").syntax().expect("it works"),
            check,
            seed: 7,
            most_tokens: 1000,
            jobs: 1,
            end: End::Tasks(6),
        }
    }

    fn collect(&self, plan: &Plan, name: &str) -> Result<Data, Error> {
        let path = self.path(name);
        let mut writer = Writer::open(&path, &plan.settings())?;
        collect(plan, &mut writer, |_, _| {})?;
        Data::read(&path)
    }
}

fn command(line: &str) -> Check {
    Check {
        line: line.to_owned(),
        is_server: false,
        script: None,
        needs: None,
    }
}

fn server(line: &str) -> Check {
    Check {
        is_server: true,
        ..command(line)
    }
}

/// Any JSON is valid.
fn anything() -> Check {
    command("test -f {}")
}

fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a file that was written")
}

#[test]
fn the_data_are_the_same_for_any_number_of_jobs() {
    let case = Case::new();
    let mut plan = case.plan(anything());
    let one = case.collect(&plan, "one.data").expect("it works");
    plan.jobs = 4;
    let four = case.collect(&plan, "four.data").expect("it works");
    assert_eq!(one.tasks.len(), 6);
    assert_eq!(one, four);
    assert_eq!(bytes(&case.path("one.data")), bytes(&case.path("four.data")));
}

#[test]
fn a_run_goes_on_after_the_last_whole_task() {
    let case = Case::new();
    let mut plan = case.plan(anything());
    case.collect(&plan, "whole.data").expect("it works");
    let whole = bytes(&case.path("whole.data"));
    plan.end = End::Tasks(4);
    case.collect(&plan, "part.data").expect("it works");
    let part = bytes(&case.path("part.data"));
    assert!(whole.starts_with(&part));
    // Whatever a crash leaves of the fifth task is cut off.
    plan.end = End::Tasks(6);
    for torn in [part.len(), part.len() + 1, part.len() + 9, whole.len() - 1] {
        fs::write(case.path("torn.data"), &whole[..torn]).expect("our own folder");
        let data = case.collect(&plan, "torn.data").expect("it goes on");
        assert_eq!(data.torn_bytes, 0);
        assert_eq!(bytes(&case.path("torn.data")), whole, "{torn} of {} bytes", whole.len());
    }
}

#[test]
fn a_torn_record_is_left_out_by_readers() {
    let case = Case::new();
    case.collect(&case.plan(anything()), "in.data").expect("it works");
    let whole = bytes(&case.path("in.data"));
    fs::write(case.path("in.data"), &whole[..whole.len() - 3]).expect("our own folder");
    let data = Data::read(&case.path("in.data")).expect("most of it is there");
    assert_eq!(data.tasks.len(), 5);
    assert!(data.torn_bytes > 0);
}

#[test]
fn all_but_the_path_to_the_token_goes() {
    let case = Case::new();
    let data = case.collect(&case.plan(anything()), "in.data").expect("it works");
    for task in &data.tasks {
        // Every removal is valid here, so an answer is no only where the token stands inside.
        let last = task.samples.last().expect("something was asked");
        assert!(task.samples.iter().any(|sample| sample.is_interesting), "{}", task.file);
        assert!(last.nodes < last.nodes_at_first);
        let first = &task.samples[0];
        assert_eq!(first.nodes, first.nodes_at_first);
        assert_eq!(first.features.progress.to_bits(), 1.0_f32.to_bits());
        let nodes: Vec<u32> = task.samples.iter().map(|sample| sample.nodes).collect();
        assert!(nodes.is_sorted_by(|before, after| before >= after));
    }
}

#[test]
fn a_checker_that_stays_answers_as_a_command_does() {
    let case = Case::new();
    let by_command = case.plan(command("grep -q deep {}"));
    let by_server = case.plan(server(
        "while read f; do if grep -q deep $f; then echo ok; else echo no; fi; done",
    ));
    let one = case.collect(&by_command, "command.data").expect("it works");
    let other = case.collect(&by_server, "server.data").expect("it works");
    assert_eq!(one.tasks, other.tasks);
    // Only one file has the word.
    assert!(one.tasks.iter().all(|task| task.file.ends_with("three.json")));
}

#[test]
fn a_checker_that_dies_is_started_again_and_its_candidate_is_invalid() {
    let case = Case::new();
    let dies = server("while read f; do grep -q deep $f || exit 1; echo ok; done");
    let keeps = case.plan(server("while read f; do grep -q deep $f && echo ok || echo no; done"));
    case.write("one.json", r#"{"deep": 1}"#);
    case.write("two.json", r#"{"deep": [2, 3]}"#);
    let one = case.collect(&case.plan(dies), "dies.data").expect("it works");
    let other = case.collect(&keeps, "keeps.data").expect("it works");
    assert_eq!(one.tasks, other.tasks);
}

#[test]
fn a_checker_that_cannot_answer_is_an_error() {
    let case = Case::new();
    let said = |check| match case.collect(&case.plan(check), "none.data") {
        Err(error) => error.to_string(),
        Ok(_) => "it worked".to_owned(),
    };
    assert_eq!(said(server("exit 1")), "the checker \"exit 1\" gives no answer");
    fs::remove_file(case.path("none.data")).expect("it was begun");
    assert_eq!(
        said(server("echo yes; cat")),
        "the checker \"echo yes; cat\" answers \"yes\" instead of ok or no"
    );
    fs::remove_file(case.path("none.data")).expect("it was begun");
    assert_eq!(
        said(command("false {}")),
        "the checker accepts none of the 3 files of the corpus"
    );
}

#[test]
fn a_checker_that_changes_its_mind_is_an_error() {
    let case = Case::new();
    // It accepts the first three programs that it is shown, whatever they are.
    let check = server("n=0; while read f; do n=$((n + 1)); if [ $n -le 3 ]; then echo ok; else echo no; fi; done");
    match case.collect(&case.plan(check), "in.data") {
        Err(Error::Contradiction { .. }) => {}
        other => panic!("it should not trust the checker: {other:?}"),
    }
}

#[test]
fn data_are_not_mixed() {
    let case = Case::new();
    let plan = case.plan(anything());
    case.collect(&plan, "in.data").expect("it works");
    let said = |plan: &Plan| match Writer::open(&case.path("in.data"), &plan.settings()) {
        Err(Error::OtherSettings { what, .. }) => what,
        other => format!("{other:?}"),
    };
    assert_eq!(
        said(&Plan {
            seed: 8,
            ..case.plan(anything())
        }),
        "the seed 7"
    );
    assert_eq!(said(&case.plan(command("true {}"))), "another checker: test -f {}");
    case.write("four.json", "[1]");
    assert_eq!(said(&case.plan(anything())), "another corpus");
}

#[test]
fn files_that_are_no_data_are_told_apart() {
    let case = Case::new();
    case.collect(&case.plan(anything()), "in.data").expect("it works");
    let whole = bytes(&case.path("in.data"));
    let said = |bytes: &[u8]| {
        let path = case.path("bad.data");
        fs::write(&path, bytes).expect("our own folder");
        match Data::read(&path) {
            Err(error) => error.to_string().replace(&path.display().to_string(), "bad.data"),
            Ok(data) => format!("{} tasks", data.tasks.len()),
        }
    };
    let no_data = "\"bad.data\" does not hold what `lop train collect` writes";
    assert_eq!(said(b""), no_data);
    assert_eq!(said(b"{}"), no_data);
    assert_eq!(said(&whole[..8]), no_data);
    let mut foreign = whole.clone();
    foreign[7] = 9;
    assert_eq!(
        said(&foreign),
        "\"bad.data\" has format 9, and this version of lop reads format 1"
    );
    // A flipped byte in the first task, with others behind it.
    let first_block = u32::from_le_bytes([whole[8], whole[9], whole[10], whole[11]]) as usize;
    let mut damaged = whole.clone();
    damaged[8 + 8 + first_block + 8 + 2] ^= 0x40;
    assert_eq!(said(&damaged), "\"bad.data\" is damaged after 0 tasks");
}

#[test]
fn no_flipped_byte_and_no_cut_makes_data_of_nothing() {
    let case = Case::new();
    case.collect(&case.plan(anything()), "in.data").expect("it works");
    let good = Data::read(&case.path("in.data")).expect("it was written");
    let whole = bytes(&case.path("in.data"));
    let path = case.path("bad.data");
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x11;
        for bad in [&flipped[..], &whole[..at]] {
            fs::write(&path, bad).expect("our own folder");
            // An error, or a beginning of what was written.
            if let Ok(data) = Data::read(&path) {
                assert!(good.tasks.starts_with(&data.tasks), "byte {at}");
            }
        }
    }
}

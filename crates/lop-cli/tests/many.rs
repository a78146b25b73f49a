//! Many bugs at once: the scripts of `examples/`, as they are.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Three bugs, each in a directory.
struct Bugs {
    folder: TempDir,
}

impl Bugs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for number in 1..=3 {
            let bug = folder.path().join(format!("bug {number}"));
            fs::create_dir(&bug).unwrap();
            fs::write(bug.join("input.c"), format!("int a;\nint bug{number};\nint b;\n")).unwrap();
            let script = bug.join("test.sh");
            fs::write(&script, format!("#!/bin/sh\ngrep -q bug{number} input.c\n")).unwrap();
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Bugs { folder }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Runs a script of `examples/` with lop on its path.
    fn run(&self, script: &str, arguments: &[&str], task: &str) -> Output {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let lop = Path::new(env!("CARGO_BIN_EXE_lop")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        Command::new(examples.join(script))
            .args(arguments)
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", lop.display()))
            .env("SLURM_ARRAY_TASK_ID", task)
            .output()
            .unwrap()
    }

    fn assert_reduced(&self, number: usize) {
        let reduced = fs::read_to_string(self.at(&format!("bug {number}/input.reduced.c"))).unwrap();
        assert!(reduced.contains("bug") && !reduced.contains("int a"), "{reduced}");
    }
}

fn has_parallel() -> bool {
    let is_there = Command::new("parallel").arg("--version").output().is_ok();
    let is_wanted = std::env::var_os("LOP_PARALLEL_IS_WANTED").is_some();
    assert!(is_there || !is_wanted, "there is no GNU parallel, and there should be");
    is_there
}

#[test]
fn gnu_parallel_reduces_every_bug_once() {
    if !has_parallel() {
        eprintln!("no GNU parallel");
        return;
    }
    let bugs = Bugs::new();
    let reduce = || {
        let output = bugs.run("many-parallel.sh", &[".", "--protect", "bug[0-9]|it's"], "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    reduce();
    (1..=3).for_each(|number| bugs.assert_reduced(number));
    let log = fs::read_to_string(bugs.at("joblog")).unwrap();
    assert_eq!(log.lines().count(), 1 + 3);
    // What is finished is not begun again; what is not, is.
    fs::write(bugs.at("bug 1/input.reduced.c"), "mine").unwrap();
    fs::remove_file(bugs.at("bug 2/input.reduced.c")).unwrap();
    reduce();
    assert_eq!(fs::read_to_string(bugs.at("bug 1/input.reduced.c")).unwrap(), "mine");
    bugs.assert_reduced(2);
}

#[test]
fn a_task_of_a_slurm_array_reduces_its_bug() {
    let bugs = Bugs::new();
    fs::write(bugs.at("bugs.txt"), "bug 1/\nbug 2/\nbug 3/\n").unwrap();
    let output = bugs.run("many-slurm.sh", &["bugs.txt"], "2");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    bugs.assert_reduced(2);
    assert!(!bugs.at("bug 1/input.reduced.c").exists());
}

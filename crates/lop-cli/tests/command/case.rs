//! A folder with a program and a test, and lop at work in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use assert_cmd::Command;
use expect_test::Expect;

/// A program in which a function is called that tests look for.
pub(crate) const SOURCE: &str =
    "/* start */\nint a;\nint f(int x) {\n    if (x) { target(1, x); }\n    return 2;\n}\nint b; // end\n";

/// A test that looks for the function.
pub(crate) const FINDS_TARGET: &str = "#!/bin/sh\ngrep -q target in.c\n";

pub(crate) struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    /// With a program `in.c` and a test `test.sh`.
    pub(crate) fn new(script: &str) -> Self {
        let case = Case {
            folder: tempfile::tempdir().expect("a folder"),
        };
        case.write("in.c", SOURCE);
        case.write("test.sh", script);
        case.set_mode("test.sh", 0o755);
        case
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        fs::write(path, content).expect("a writable folder");
    }

    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).expect("our own file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a readable file")
    }

    /// lop in the folder, without a user's defaults.
    pub(crate) fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command
            .current_dir(self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("COLUMNS", "80")
            .env("LC_ALL", "C")
            .args(arguments);
        command
    }

    /// What lop says when it ends with a code.
    pub(crate) fn stderr(&self, arguments: &[&str], code: i32) -> String {
        let output = self.lop(arguments).assert().code(code).get_output().clone();
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Compares what lop says, with the folder's name and the times of the first test runs left out.
    pub(crate) fn check(&self, arguments: &[&str], code: i32, expected: &Expect) {
        let folder = self.folder.path().canonicalize().expect("our own folder");
        let said = self.stderr(arguments, code);
        let said = said.replace(&folder.display().to_string(), "FOLDER");
        let lines = said
            .split_inclusive('\n')
            .map(|line| match line.split_once(" runs of up to ") {
                Some((runs, _)) => format!("{runs} runs\n"),
                None => line.to_owned(),
            });
        expected.assert_eq(&lines.collect::<String>());
    }
}

//! The checkers that come with lop.

use super::{Check, Script};

/// The checker of a language.
#[derive(Debug)]
pub struct Entry {
    /// The language's name.
    pub language: &'static str,
    /// The line for the shell.
    pub line: &'static str,
    /// What the line runs, if that comes with lop too. Then it is a process that stays.
    pub script: Option<Script>,
    /// What has to be installed.
    pub needs: &'static str,
}

impl Entry {
    /// How it checks.
    pub fn check(&self) -> Check {
        Check {
            line: self.line.to_owned(),
            is_server: self.script.is_some(),
            script: self.script,
            needs: Some(self.needs),
        }
    }
}

const RUST_LINE: &str = "rustc --edition 2021 --crate-type lib --emit metadata --cap-lints allow -o valid.rmeta {}";

/// All checkers.
pub static TABLE: &[Entry] = &[
    Entry {
        language: "c",
        line: "sh {script}",
        script: Some(GCC),
        needs: "gcc",
    },
    Entry {
        language: "cpp",
        line: "sh {script} cpp",
        script: Some(GCC),
        needs: "g++",
    },
    Entry {
        language: "go",
        line: "GO111MODULE=off go run {script}",
        script: Some(Script {
            name: "check.go",
            text: include_str!("../../checkers/check.go"),
        }),
        needs: "go",
    },
    Entry {
        language: "java",
        line: "java {script}",
        script: Some(Script {
            name: "Check.java",
            text: include_str!("../../checkers/Check.java"),
        }),
        needs: "a JDK",
    },
    Entry {
        language: "javascript",
        line: "node {script} javascript",
        script: Some(TYPESCRIPT),
        needs: "node with the module typescript",
    },
    Entry {
        language: "json",
        line: "python3 {script}",
        script: Some(Script {
            name: "json_checker.py",
            text: include_str!("../../checkers/json.py"),
        }),
        needs: "python3",
    },
    Entry {
        language: "python",
        line: "python3 {script}",
        script: Some(Script {
            name: "python_checker.py",
            text: include_str!("../../checkers/python.py"),
        }),
        needs: "python3",
    },
    Entry {
        language: "rust",
        line: RUST_LINE,
        script: None,
        needs: "rustc",
    },
    Entry {
        language: "smtlib",
        line: "python3 {script}",
        script: Some(Script {
            name: "smtlib_checker.py",
            text: include_str!("../../checkers/smtlib.py"),
        }),
        needs: "python3 with the module z3",
    },
    Entry {
        language: "typescript",
        line: "node {script}",
        script: Some(TYPESCRIPT),
        needs: "node with the module typescript",
    },
];

const GCC: Script = Script {
    name: "gcc.sh",
    text: include_str!("../../checkers/gcc.sh"),
};
const TYPESCRIPT: Script = Script {
    name: "typescript.js",
    text: include_str!("../../checkers/typescript.js"),
};

/// The checker of a language.
pub fn named(language: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.language == language)
}

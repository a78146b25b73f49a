//! Checks before a long run.
//!
//! Most reductions that go wrong were wrong from the start: the test cannot be run, rejects the input, accepts it only
//! sometimes, or accepts everything. Each of these is found in seconds and has an error or warning of its own.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use lop_core::Verdict;
use rustix::fs::{Access, access};

use crate::error::quote;
use crate::{Error, Mixed, Setup};

/// Runs on the input: two at least, and this many if they are quick. Not measured.
const RUNS: usize = 5;
/// Runs are quick if together they take no longer than this. Not measured.
const QUICK: Duration = Duration::from_secs(2);
/// So many uninteresting runs at first reject the input, if they are quick: a test that accepts it three times of ten
/// is rejected once in a thousand.
const MISSES: usize = 20;
/// So many reject it if they are not quick, unless one run already takes too long. Not measured.
const SLOW_MISSES: usize = 3;
const TOO_LONG: Duration = Duration::from_secs(10);
/// The kernel looks for the `#!` line in so many bytes.
const LINE_BYTES: u64 = 256;

/// The result of the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sanity {
    /// Test runs on the input.
    pub runs: usize,
    /// Interesting ones among them.
    pub hits: usize,
    /// The longest of these runs.
    pub slowest: Duration,
    /// Programs that should not be interesting, but are.
    pub weaknesses: Vec<Weakness>,
}

impl Sanity {
    /// Whether the runs differ.
    pub fn is_flaky(&self) -> bool {
        self.hits < self.runs
    }
}

/// A sign that the test accepts too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Weakness {
    /// The empty program is interesting.
    #[error("the test says that an empty program is interesting")]
    Empty,
    /// A program of a single token is interesting.
    #[error("the test says that a single token is interesting")]
    Token,
}

/// Checks that a script exists and can be executed.
pub fn check_script(script: &Path) -> Result<(), Error> {
    let metadata = fs::metadata(script).map_err(|_| Error::Missing(script.to_owned()))?;
    if !metadata.is_file() {
        return Err(Error::NoFile(script.to_owned()));
    }
    access(script, Access::EXEC_OK).map_err(|_| Error::NotExecutable(script.to_owned()))?;
    let mut start = Vec::new();
    // A program may be executable but not readable.
    let Ok(file) = File::open(script) else { return Ok(()) };
    if file.take(LINE_BYTES).read_to_end(&mut start).is_err() {
        return Ok(());
    }
    if let Some(line) = start.strip_prefix(b"#!") {
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        return check_interpreter(script, &String::from_utf8_lossy(line));
    }
    // Text without such a line cannot be executed; the system judges all else.
    if start.contains(&0) || start.starts_with(b"\x7fELF") {
        return Ok(());
    }
    Err(Error::NoInterpreter(script.to_owned()))
}

fn check_interpreter(script: &Path, line: &str) -> Result<(), Error> {
    // For the kernel a carriage return is part of the interpreter's name, which is the mistake to be found.
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let bad = |interpreter: &str| Error::BadInterpreter {
        script: script.to_owned(),
        interpreter: interpreter.to_owned(),
    };
    let interpreter = words.next().ok_or_else(|| Error::NoInterpreter(script.to_owned()))?;
    if access(interpreter, Access::EXEC_OK).is_err() {
        return Err(bad(interpreter));
    }
    if Path::new(interpreter).file_name() != Some("env".as_ref()) {
        return Ok(());
    }
    let program = words.find(|word| !word.starts_with('-') && !word.contains('='));
    match program {
        Some(program) if !is_on_path(program) => Err(bad(program)),
        _ => Ok(()),
    }
}

/// Whether a program is found in `PATH`, as a shell would find it.
pub fn is_on_path(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    program.contains('/')
        || std::env::split_paths(&folders).any(|folder| access(folder.join(program), Access::EXEC_OK).is_ok())
}

/// Checks that the input is interesting, and that the empty program and a single token are not; the runs set the
/// default time-out.
///
/// The input is the file at `path` with `text` as its content, or an archive of what is at `path`. A test that gives
/// both verdicts is flaky, which is no error.
pub fn check_input(mixed: &mut Mixed, path: &Path, text: &[u8], one_token: Option<&[u8]>) -> Result<Sanity, Error> {
    let start = Instant::now();
    let mut sanity = Sanity {
        runs: 0,
        hits: 0,
        slowest: Duration::ZERO,
        weaknesses: Vec::new(),
    };
    while sanity.hits == 0 || sanity.runs < RUNS && (sanity.runs < 2 || start.elapsed() < QUICK) {
        let run = mixed.run(text, true)?;
        sanity.runs += 1;
        sanity.hits += usize::from(run.verdict() == Verdict::Interesting);
        sanity.slowest = sanity.slowest.max(run.took);
        let misses = if start.elapsed() < QUICK { MISSES } else { SLOW_MISSES };
        let is_hopeless = sanity.runs >= misses || run.verdict() == Verdict::Unresolved || start.elapsed() > TOO_LONG;
        if sanity.hits == 0 && is_hopeless {
            return Err(Error::NotInteresting {
                outcome: run.outcome,
                output: run.output,
                by_hand: by_hand(mixed.runners().setup(), path),
            });
        }
    }
    mixed.runners().measured();
    let suspects = [(Weakness::Empty, Some(&b""[..])), (Weakness::Token, one_token)];
    for (weakness, suspect) in suspects {
        if let Some(suspect) = suspect
            && suspect != text
            && mixed.run(suspect, false)?.verdict() == Verdict::Interesting
        {
            sanity.weaknesses.push(weakness);
        }
    }
    Ok(sanity)
}

/// Checks that the input is interesting on a remote worker as well.
pub fn check_elsewhere(mixed: &mut Mixed, text: &[u8]) -> Result<(), Error> {
    let mut run = mixed.run_elsewhere(text, true)?;
    // A flaky test has more than one chance.
    for _ in 1..SLOW_MISSES {
        if run.verdict() != Verdict::Interesting {
            run = mixed.run_elsewhere(text, true)?;
        }
    }
    if run.verdict() == Verdict::Interesting {
        return Ok(());
    }
    Err(Error::NotInterestingElsewhere {
        outcome: run.outcome,
        output: run.output,
    })
}

/// A line for a shell that runs the test as a runner does.
pub fn by_hand(setup: &Setup, input: &Path) -> String {
    let input = fs::canonicalize(input).unwrap_or_else(|_| input.to_owned());
    if setup.file_name.is_empty() {
        return by_hand_with_several(setup, &input);
    }
    let name = quote(&setup.file_name.to_string_lossy());
    let copy = if input.is_dir() { "cp -a" } else { "cp" };
    format!(
        "cd \"$(mktemp -d)\" && {copy} {} {name} && {} \"$PWD\"/{name}; echo $?",
        quote(&input.to_string_lossy()),
        words(&setup.command),
    )
}

/// The same for several inputs below a directory.
fn by_hand_with_several(setup: &Setup, top: &Path) -> String {
    let places = setup
        .further
        .iter()
        .map(|path| format!("\"$PWD\"/{}", quote(&path.to_string_lossy())));
    // A result may do without some of them; the test is told of all.
    let there = setup.further.iter().filter(|path| top.join(path).exists());
    let there: Vec<_> = there.collect();
    format!(
        "cd {} && d=$(mktemp -d) && cp -a --parents {} \"$d\" && cd \"$d\" && {} \"$PWD\" {}; echo $?",
        quote(&top.to_string_lossy()),
        words(&there),
        words(&setup.command),
        places.collect::<Vec<_>>().join(" "),
    )
}

fn words(words: &[impl AsRef<OsStr>]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| quote(&word.as_ref().to_string_lossy()))
        .collect();
    quoted.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn hint(content: &str, mode: u32) -> Option<String> {
        let place = tempfile::tempdir().unwrap();
        let script = place.path().join("test.sh");
        fs::write(&script, content).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(mode)).unwrap();
        let error = check_script(&script).err()?;
        Some(format!("{error}; {}", error.hint().unwrap()))
    }

    #[test]
    fn a_script_that_can_be_executed_is_fine() {
        assert_eq!(hint("#!/bin/sh\nexit 0\n", 0o755), None);
        assert_eq!(hint("#!/usr/bin/env sh\n", 0o755), None);
        assert_eq!(hint("#!/usr/bin/env -S A=b sh -e\n", 0o755), None);
    }

    #[test]
    fn what_is_wrong_with_a_script_is_said_with_a_remedy() {
        assert!(hint("#!/bin/sh\n", 0o644).unwrap().contains("chmod +x"));
        assert!(hint("echo hello\n", 0o755).unwrap().contains("#!/bin/sh"));
        assert!(hint("", 0o755).unwrap().contains("#!/bin/sh"));
        assert!(hint("#!/no/such/shell\n", 0o755).unwrap().contains("first line"));
        assert!(
            hint("#!/usr/bin/env no-such-shell\n", 0o755)
                .unwrap()
                .contains("no-such-shell")
        );
        assert!(hint("#!/bin/sh\r\n", 0o755).unwrap().contains("Windows"));
        let missing = check_script(Path::new("/no/such/test")).unwrap_err();
        assert!(missing.hint().is_some());
        assert!(
            check_script(Path::new("/"))
                .unwrap_err()
                .to_string()
                .contains("not a file")
        );
    }
}

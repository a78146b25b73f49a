//! `--finish-with`: another reducer works on the result, and its result is kept if it is smaller.
//!
//! The other reducer works on a copy in a directory of its own, with the same test: a small wrapper script calls the
//! test, since other reducers pass neither the file nor `LOP_FILE`.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use lop_exec::{ExecutorStack, Interrupt};

use super::files::Input;
use super::plan::{FinishWith, Plan, TestSource};
use crate::input::Error;
use crate::say::say;

/// Reducers with an option for parallel tests.
const WITH_JOBS: [(&str, &str); 2] = [("cvise", "--n"), ("creduce", "--n")];

/// Refuses inputs and tests that another reducer cannot work with.
pub(super) fn check(plan: &Plan, input: &Input) -> Result<(), Error> {
    let refused = |reason: &str, hint: &str| {
        Err(Error::Usage {
            reason: reason.to_owned(),
            hint: hint.to_owned(),
        })
    };
    match (&plan.finish_with, &plan.test) {
        (Some(_), _) if input.is_bundle() => refused(
            "--finish-with works on one file",
            "run the other reducer on the files of the result",
        ),
        (Some(_), TestSource::Line(_) | TestSource::Golden(_)) => refused(
            "--finish-with needs a script that the other reducer can run",
            "write one with `lop init`",
        ),
        _ => Ok(()),
    }
}

/// Runs the other reducer on a result. Returns its result if that is smaller and interesting.
pub(super) fn reduce(
    best: &Arc<[u8]>,
    plan: &Plan,
    input: &Input,
    stack: &mut ExecutorStack<'_>,
    interrupt: &Interrupt,
) -> Result<Option<Arc<[u8]>>, Error> {
    let (Some(finish_with), TestSource::Script(test)) = (&plan.finish_with, &plan.test) else {
        return Ok(None);
    };
    let (command, is_quiet) = (&finish_with.command, plan.reports.is_quiet);
    let scratch = tempfile::tempdir().map_err(lop_exec::Error::Runner)?;
    let file = hand_over(scratch.path(), best, input, test)?;
    let mut shell = Command::new("sh");
    shell
        .current_dir(scratch.path())
        .args(["-c", &format!("{} \"$0\" \"$1\"", with_jobs(finish_with))])
        .args(["./test.sh".as_ref(), file.file_name().unwrap_or_default()])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    if is_quiet {
        shell.stderr(Stdio::null());
    }
    let Some(status) = interrupt.run(&mut shell).map_err(lop_exec::Error::Runner)? else {
        return Ok(None);
    };
    if !status.success() && !is_quiet {
        say!("warning: \"{command}\" ended with {status}; what it left is looked at all the same");
    }
    let Some(text) = read(&file)? else {
        return Ok(None);
    };
    let size = |text: &[u8]| {
        let size = input.size(text);
        (size.tokens, size.bytes)
    };
    let is_smaller = size(&text) < size(best);
    let is_kept = is_smaller && stack.judge_result(&text) == Ok(true);
    if !is_quiet {
        let ((before, _), (after, _)) = (size(best), size(&text));
        let outcome = if is_kept { "kept" } else { "not kept" };
        say!("\"{command}\" made {after} tokens of {before}: {outcome}");
    }
    Ok(is_kept.then_some(text))
}

/// Writes the result and the wrapper script into a directory.
fn hand_over(scratch: &Path, best: &[u8], input: &Input, test: &Path) -> Result<PathBuf, Error> {
    let write = |path: PathBuf, content: &[u8]| match fs::write(&path, content) {
        Ok(()) => Ok(path),
        Err(source) => Err(Error::Write { path, source }),
    };
    let test = test.canonicalize().map_err(|source| Error::Read {
        path: test.to_owned(),
        source,
    })?;
    let name = input.path.file_name().unwrap_or_default();
    let file = write(scratch.join(name), best)?;
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
    let script = format!(
        "#!/bin/sh\nLOP_FILE=\"$PWD/\"{name} exec {test} \"$PWD/\"{name}\n",
        name = quoted(Path::new(name)),
        test = quoted(&test)
    );
    let path = write(scratch.join("test.sh"), script.as_bytes())?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(|source| Error::Write { path, source })?;
    Ok(file)
}

/// The result of the other reducer, if there is one.
fn read(file: &Path) -> Result<Option<Arc<[u8]>>, Error> {
    match fs::read(file) {
        Ok(text) => Ok(Some(text.into())),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Read {
            path: file.to_owned(),
            source,
        }),
    }
}

/// The command, with the number of parallel tests.
fn with_jobs(FinishWith { command, jobs }: &FinishWith) -> String {
    let known = WITH_JOBS.iter().find(|(name, _)| name == command);
    match (known, jobs) {
        (Some((_, option)), Some(jobs)) => format!("{command} {option} {jobs}"),
        _ => command.clone(),
    }
}

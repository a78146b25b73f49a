//! A checker that is run for every program.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use crate::Error;

/// Runs a line for the shell on a file. One that takes too long says no.
pub(super) fn run(line: &str, path: &Path, patience: Duration) -> Result<bool, Error> {
    let start_error = |source| Error::Start {
        command: line.to_owned(),
        source,
    };
    let mut child = shell(line, path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(start_error)?;
    if !has_ended(&child, patience).map_err(start_error)? {
        end(&mut child);
        return Ok(false);
    }
    Ok(child.wait().map_err(start_error)?.success())
}

/// The shell with a line to run on a file, in the file's directory and in a process group of its own.
pub(super) fn shell(line: &str, path: &Path) -> Command {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut command = Command::new("sh");
    command.arg("-c").arg(line.replace("{}", &lop_exec::quote(&name)));
    command.current_dir(path.parent().unwrap_or(path)).process_group(0);
    command
}

/// Ends a process and all that it started.
pub(super) fn end(child: &mut Child) {
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.wait();
}

fn has_ended(child: &Child, patience: Duration) -> io::Result<bool> {
    let process = pidfd_open(Pid::from_child(child), PidfdFlags::empty())?;
    is_ready(&PollFd::new(&process, PollFlags::IN), patience)
}

/// Whether something can be read in time.
pub(super) fn is_ready(watched: &PollFd<'_>, patience: Duration) -> io::Result<bool> {
    let time = Timespec::try_from(patience).ok();
    loop {
        match poll(&mut [watched.clone()], time.as_ref()) {
            Err(Errno::INTR) => {}
            ready => return Ok(ready? > 0),
        }
    }
}

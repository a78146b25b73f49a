//! A program that reads standard input and writes standard output, within limits of time and size.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// A formatter that takes longer has hung: gofmt and clang-format take less than a second for a megabyte.
const TIME: Duration = Duration::from_secs(10);
/// Most bytes of output for each byte of input, and so many more: a formatter adds little but indentation. Not
/// measured.
const GROWTH: u64 = 16;
const SLACK: u64 = 1 << 20;
/// How often the limits are looked at. Not measured.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What a program makes of a text; nothing if it is not installed, fails, takes too long or writes too much, or if
/// `is_over` says that the result is not wanted any more.
///
/// The program runs in the root directory: a configuration file beside the input, or one that another user left among
/// temporary files, is not found from there.
pub fn filter(program: &str, arguments: &[&str], text: &[u8], is_over: &dyn Fn() -> bool) -> Option<Vec<u8>> {
    let most = text.len() as u64 * GROWTH + SLACK;
    let output = tempfile::tempfile().ok()?;
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir("/")
        .process_group(0)
        .stdin(holding(text).ok()?)
        .stdout(output.try_clone().ok()?)
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    if ends_well(&mut child, &output, most, is_over) {
        return read(output, most);
    }
    if let Ok(None) = child.try_wait() {
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
        let _ = child.wait();
    }
    None
}

/// A file without a name that holds a text, ready to be read.
fn holding(text: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text)?;
    file.rewind()?;
    Ok(file)
}

/// Whether a process ends with success within the limits.
fn ends_well(child: &mut Child, output: &File, most: u64, is_over: &dyn Fn() -> bool) -> bool {
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => {}
            Err(_) => return false,
        }
        let is_large = output.metadata().map_or(true, |metadata| metadata.len() > most);
        if is_large || is_over() || begun.elapsed() > TIME {
            return false;
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn read(mut output: File, most: u64) -> Option<Vec<u8>> {
    output.seek(SeekFrom::Start(0)).ok()?;
    let mut text = Vec::new();
    output.take(most + 1).read_to_end(&mut text).ok()?;
    (text.len() as u64 <= most).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str, text: &str) -> Option<String> {
        let made = filter("sh", &["-c", line], text.as_bytes(), &|| false)?;
        Some(String::from_utf8(made).expect("text"))
    }

    #[test]
    fn what_a_program_writes_is_taken_if_it_ends_well() {
        assert_eq!(shell("tr a b", "banana").as_deref(), Some("bbnbnb"));
        assert_eq!(shell("cat; exit 1", "banana"), None);
        assert_eq!(filter("no such program", &[], b"", &|| false), None);
    }

    #[test]
    fn it_runs_where_nothing_can_be_planted() {
        assert_eq!(shell("pwd", "").as_deref(), Some("/\n"));
    }

    #[test]
    fn it_may_not_write_without_end() {
        assert_eq!(shell("yes", "a"), None);
    }

    #[test]
    fn what_is_not_wanted_any_more_is_ended() {
        assert_eq!(filter("sleep", &["1000"], b"", &|| true), None);
    }
}

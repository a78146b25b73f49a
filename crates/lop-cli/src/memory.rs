//! Whether there is enough memory to read a file.
//!
//! A tree is many times as large as its text. Where memory does not suffice, the kernel kills the process without a
//! message, often others with it, so this is checked before anything is parsed.

use std::fs;
use std::path::Path;

use lop_syntax::Syntax;
use rustix::process::{Resource, getrlimit};

use crate::input::Error;

/// Memory of a reduction for each byte of its input. Reading 9 MB of JSON took 63 bytes for each, 1.4 MB of Rust 53,
/// the same JSON as text 29; a reduction of 87 MB of JSON took 75.
const PER_BYTE: u64 = 80;
const PER_BYTE_OF_TEXT: u64 = 40;

/// Refuses a file that would not fit into memory.
pub(crate) fn check(path: &Path, length: usize, syntax: &Syntax) -> Result<(), Error> {
    let per_byte = match syntax.grammar() {
        Some(_) => PER_BYTE,
        None => PER_BYTE_OF_TEXT,
    };
    let needed = per_byte * length as u64;
    match available() {
        Some(available) if available < needed => Err(Error::Memory {
            path: path.to_owned(),
            language: syntax.name.clone(),
            needed,
            available,
        }),
        _ => Ok(()),
    }
}

/// The memory that this process can still get: the available memory of the system, within the limits of the process
/// and of its control group.
fn available() -> Option<u64> {
    [of_system(), of_process(), of_group()].into_iter().flatten().min()
}

fn of_system() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

fn of_process() -> Option<u64> {
    let limit = getrlimit(Resource::As).current?;
    let taken = kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?;
    Some(limit.saturating_sub(taken))
}

fn of_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let folder = Path::new("/sys/fs/cgroup").join(group);
    let number = |name: &str| -> Option<u64> { fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok() };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

/// A line such as `MemAvailable:  123 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(number * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_system_are_read_in_bytes() {
        let text = "MemTotal:       24 kB\nMemAvailable:    1000 kB\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(1_024_000));
        assert_eq!(kilobytes(text, "VmSize:"), None);
    }

    #[test]
    fn this_process_has_some_memory_left() {
        assert!(available().is_none_or(|available| available > 0));
    }
}

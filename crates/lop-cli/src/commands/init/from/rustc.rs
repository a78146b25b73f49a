//! `rustc-ice-*.txt`: rustc's own report. It has the panic, the version and sometimes the flags, but not the source.

use lop_exec::quote;

use super::{Error, Found, Left, Reader, words};

pub(super) static READER: Reader = Reader {
    what: "rustc's report of an internal compiler error",
    read,
};

/// Flags as rustc prints them with the report.
const FLAGS: &str = "compiler flags: ";

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let text = left.text();
    let is_report = left.name().starts_with("rustc-ice-") || text.contains("query stack during panic");
    let version = text.lines().find_map(|line| line.strip_prefix("rustc version: "))?;
    if !is_report {
        return None;
    }
    let flags = text
        .lines()
        .find_map(|line| Some(&line[line.find(FLAGS)? + FLAGS.len()..]));
    let flags = flags.and_then(words::split).unwrap_or_default();
    let flags: String = flags.iter().map(|flag| format!(" {}", quote(flag))).collect();
    Some(Ok(Found {
        command: Some(format!("rustc{} {{}}", flags.replace("{}", "{''}"))),
        note: Some(format!("it was rustc {version}; the test uses the one on the PATH")),
        ..Found::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_and_flags_are_found() {
        let text = b"thread 'rustc' panicked at compiler/x.rs:1:1:\noh\n\nrustc version: 1.95.0 (59807616e 2026-04-14)\nplatform: x86_64\nnote: compiler flags: --crate-type lib -C opt-level=3\n\nquery stack during panic:\nend of query stack\n";
        let left = Left {
            path: "rustc-ice-2026.txt".as_ref(),
            text: text.to_vec(),
            inputs: &[],
        };
        let found = read(&left).unwrap().unwrap();
        assert_eq!(found.command.unwrap(), "rustc --crate-type lib -C opt-level=3 {}");
        assert!(found.note.unwrap().contains("1.95.0"));
    }
}

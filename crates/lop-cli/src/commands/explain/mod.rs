//! `lop explain`: why is this still here?

pub mod reasons;

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::print_json;
use crate::args;
use crate::events::Recording;
use crate::input::Error;
use reasons::{Explained, explain};

pub fn run(args: &args::Explain) -> Result<(), Error> {
    let recording = Recording::read(&events_of(&args.events))?;
    let explained = explain(&recording)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        return print_json(&mut out, &json!({ "files": explained }));
    }
    for file in &explained {
        print(&mut out, file).map_err(Error::Print)?;
    }
    out.flush().map_err(Error::Print)
}

/// The events themselves, or those beside a result.
fn events_of(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".events");
    let beside = PathBuf::from(beside);
    if beside.is_file() { beside } else { path.to_owned() }
}

/// The program with a letter for each reason in front of each line, then what the letters mean.
fn print(out: &mut impl Write, file: &Explained) -> std::io::Result<()> {
    let Explained {
        path,
        text,
        reasons,
        tokens,
    } = file;
    writeln!(out, "{path}: {} are left", counted(tokens.len()))?;
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<(String, &str)> = Vec::new();
    let mut start = 0;
    let mut rest = tokens.iter().peekable();
    for line in file.text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + line.len();
        let mut places: Vec<usize> = Vec::new();
        while let Some(token) = rest.next_if(|token| token.start < end) {
            places.push(token.reason);
        }
        places.sort_unstable();
        places.dedup();
        lines.push((places.into_iter().map(letters).collect(), ""));
        start = end;
    }
    for (line, shown) in lines.iter_mut().zip(text.split_inclusive('\n')) {
        line.1 = shown.trim_end();
    }
    let width = lines.iter().map(|(marks, _)| marks.len()).max().unwrap_or(0);
    for (marks, line) in lines {
        writeln!(out, "  {marks:width$}  {line}")?;
    }
    writeln!(out)?;
    for (place, reason) in reasons.iter().enumerate() {
        let count = counted(file.count(place));
        writeln!(out, "  {:2}  {count:>12}  {}", letters(place), reason.words())?;
    }
    writeln!(out)
}

fn counted(tokens: usize) -> String {
    match tokens {
        1 => "1 token".to_owned(),
        tokens => format!("{tokens} tokens"),
    }
}

/// a to z, then A to Z, then numbers in brackets.
pub fn letters(place: usize) -> String {
    let alphabet = ('a'..='z').chain('A'..='Z');
    match alphabet.into_iter().nth(place) {
        Some(letter) => letter.to_string(),
        None => format!("[{}]", place + 1),
    }
}

//! `lop explain`: why each token of a result is still there.

pub(crate) mod reasons;

use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::print_json;
use crate::args;
use crate::events::Recording;
use crate::input::Error;
use reasons::{Explained, explain};

pub(crate) fn run(args: &args::Explain) -> Result<(), Error> {
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

/// The program with letters under its tokens that stand for reasons, then what the letters mean.
fn print(out: &mut impl Write, file: &Explained) -> std::io::Result<()> {
    writeln!(out, "{}: {} are left", file.path, counted(file.tokens.len()))?;
    let mut start = 0;
    for line in file.text.split_inclusive(|byte| *byte == b'\n') {
        let end = start + line.len();
        let shown = String::from_utf8_lossy(line).replace('\t', " ");
        writeln!(out, "  {}", shown.trim_end())?;
        let marks = marks(file, start..end);
        if !marks.is_empty() {
            writeln!(out, "  {marks}")?;
        }
        start = end;
    }
    writeln!(out)?;
    for (place, reason) in file.reasons.iter().enumerate() {
        let count = counted(file.count(place));
        writeln!(out, "  {:2}  {count:>12}  {}", letters(place), reason.words())?;
    }
    writeln!(out)
}

/// A letter under each character of each token of a line; a number where letters are used up, if it fits.
fn marks(file: &Explained, line: Range<usize>) -> String {
    let columns = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count();
    let mut marks = String::new();
    let tokens = file.tokens.iter().filter(|token| line.contains(&token.start));
    for token in tokens {
        let start = columns(&file.text[line.start..token.start]);
        let width = columns(&file.text[token.start..token.end.min(line.end)]);
        marks.extend(std::iter::repeat_n(
            ' ',
            start.saturating_sub(columns(marks.as_bytes())),
        ));
        let letters = letters(token.reason);
        let mark = if letters.len() == 1 {
            letters.repeat(width)
        } else {
            format!("{letters:width$.width$}")
        };
        marks.push_str(&mark);
    }
    marks
}

fn counted(tokens: usize) -> String {
    match tokens {
        1 => "1 token".to_owned(),
        tokens => format!("{tokens} tokens"),
    }
}

/// a to z, then A to Z, then numbers in brackets.
pub(crate) fn letters(place: usize) -> String {
    let alphabet = ('a'..='z').chain('A'..='Z');
    match alphabet.into_iter().nth(place) {
        Some(letter) => letter.to_string(),
        None => format!("[{}]", place + 1),
    }
}

//! The log of a build: the last command of a tool that is known, before the first sign that something failed.

use std::env;
use std::path::{Path, PathBuf};

use super::{Error, Found, Left, Reader, compile, words};

pub(super) static READER: Reader = Reader {
    what: "the log of a build",
    read,
};

/// Programs whose commands are looked for, without what is before and after their names.
const TOOLS: [&str; 24] = [
    "gcc", "g++", "cc", "c++", "clang", "clang++", "tcc", "rustc", "javac", "java", "node", "python", "python3",
    "ruby", "php", "ghc", "ocamlopt", "ocamlc", "swiftc", "opt", "llc", "z3", "cvc5", "cc1",
];
/// What lines have that tell of a failure.
const FAILURES: [&str; 8] = [
    "internal compiler error",
    "Assertion",
    "panicked at",
    "Traceback",
    "Sanitizer",
    "LLVM ERROR",
    "Stack dump",
    "error:",
];

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let text = left.text();
    let lines: Vec<&str> = text.lines().collect();
    let failure = lines
        .iter()
        .position(|line| FAILURES.iter().any(|words| line.contains(words)));
    let end = failure.map_or(lines.len(), |failure| failure + 1);
    let found = lines[..end].iter().rev().find_map(|line| command(line, left.inputs))?;
    Some(Ok(found))
}

/// The command of a line, if it is one of a known tool on a file that is there.
fn command(line: &str, inputs: &[PathBuf]) -> Option<Found> {
    let here = env::current_dir().unwrap_or_default();
    let (directory, line) = match without_prefix(line)
        .strip_prefix("cd ")
        .and_then(|rest| rest.split_once(" && "))
    {
        Some((folder, line)) => (here.join(words::split(folder)?.first()?), line),
        None => (here, without_prefix(line)),
    };
    let words = words::split(line)?;
    if !is_tool(words.first()?) {
        return None;
    }
    let source = source(&words[1..], &directory, inputs)?;
    Some(Found {
        command: Some(compile::command(&words, &directory, &source)),
        input: Some(source),
        ..Found::default()
    })
}

/// The file that the command is about: the one that the user names, or the last word that is a file.
fn source(words: &[String], directory: &Path, inputs: &[PathBuf]) -> Option<PathBuf> {
    let candidates = words
        .iter()
        .rev()
        .filter(|word| !word.starts_with('-'))
        .map(|word| directory.join(word));
    match inputs {
        [input] => {
            let name = input.file_name()?;
            candidates
                .into_iter()
                .any(|path| path.file_name() == Some(name))
                .then(|| input.clone())
        }
        _ => candidates
            .into_iter()
            .find(|path| path.is_file() && path.extension().is_some_and(|ending| ending != "o")),
    }
}

/// A line without the time, the step and the prompt that logs put before a command.
fn without_prefix(line: &str) -> &str {
    let mut line = line.trim();
    loop {
        let rest = match line.split_once(' ') {
            Some((word, rest)) if is_prefix(word) => rest,
            _ => return line,
        };
        line = rest.trim_start();
    }
}

fn is_prefix(word: &str) -> bool {
    let is_time = word.len() >= 8 && word.ends_with('Z') && word.contains('T') && word.contains(':');
    let is_step = word.starts_with('[') && word.ends_with(']');
    is_time || is_step || ["+", "++", "$", ">", "%"].contains(&word)
}

/// Whether a program is known: `/usr/bin/x86_64-linux-gnu-g++-12` is `g++`.
fn is_tool(program: &str) -> bool {
    let name = program.rsplit('/').next().unwrap_or_default();
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-');
    TOOLS
        .iter()
        .any(|tool| name == *tool || name.ends_with(&format!("-{tool}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, inputs: &[PathBuf]) -> Option<String> {
        let left = Left {
            path: "ci.log".as_ref(),
            text: text.as_bytes().to_vec(),
            inputs,
        };
        read(&left)?.unwrap().command
    }

    #[test]
    fn the_command_before_the_failure_is_found_behind_times_and_steps() {
        let log = "\
2026-01-01T00:00:00.000Z [11/12] /usr/bin/g++-12 -O2 -c /s/other.cc -o other.o
2026-01-01T00:00:01.000Z [12/12] /usr/bin/g++-12 -O2 -c /s/a.cc -o a.o
2026-01-01T00:00:02.000Z /s/a.cc:1:1: internal compiler error: in f, at g.cc:1
2026-01-01T00:00:03.000Z [13/12] /usr/bin/g++-12 -O2 -c /s/a.cc -DLATER -o a.o
";
        let command = found(log, &["/s/a.cc".into()]).unwrap();
        assert_eq!(command, "/usr/bin/g++-12 -O2 {} -iquote /s -c -o lop.o");
        let make = "cd /build && clang -c ../s/a.cc\nclang: error: unable\n";
        assert_eq!(
            found(make, &["/s/a.cc".into()]).unwrap(),
            "clang {} -iquote /s -c -o lop.o"
        );
    }

    #[test]
    fn lines_with_more_than_a_command_are_not_taken() {
        for line in [
            "g++ -c a.cc; rm -rf x",
            "g++ -c `cat x` a.cc",
            "rm -rf a.cc",
            "running gcc a.cc",
        ] {
            assert_eq!(found(&format!("{line}\nerror: x\n"), &["a.cc".into()]), None, "{line}");
        }
    }
}

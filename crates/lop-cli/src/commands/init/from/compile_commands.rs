//! An entry of `compile_commands.json`: the one of the input that the user names.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Error, Found, Left, Reader, compile, refused, words};

pub(super) static READER: Reader = Reader {
    what: "a compilation database",
    read,
};

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let entries: Vec<Entry> = serde_json::from_slice(&left.text).ok()?;
    Some(entry(left, &entries))
}

fn entry(left: &Left<'_>, entries: &[Entry]) -> Result<Found, Error> {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let file = |entry: &Entry| real(&left.folder().join(&entry.directory).join(&entry.file));
    let entry = match (left.inputs, entries) {
        ([input], _) => entries.iter().find(|entry| file(entry) == real(input)).ok_or_else(|| {
            refused(
                format!("no entry is for \"{}\"", input.display()),
                "name a file as the database does",
            )
        })?,
        ([], [entry]) => entry,
        _ => {
            let reason = format!("the database has {} entries", entries.len());
            return Err(refused(
                reason,
                "name the one file that shows the problem after the options",
            ));
        }
    };
    let words = match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => Some(arguments.clone()),
        (None, Some(command)) => words::split(command),
        (None, None) => None,
    };
    let words = words.filter(|words| !words.is_empty()).ok_or_else(|| {
        refused(
            "the entry's command is no plain command",
            "give it yourself with --crash",
        )
    })?;
    let source = file(entry);
    Ok(Found {
        command: Some(compile::command(&words, &left.folder().join(&entry.directory), &source)),
        input: Some(source),
        ..Found::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(inputs: &[PathBuf]) -> Result<Found, Error> {
        let text = br#"[
            {"directory": "/b", "file": "/s/a.c", "command": "cc -I. -DX=\"a b\" -c /s/a.c -o a.o"},
            {"directory": "/b", "file": "c.c", "arguments": ["cc", "-c", "c.c"]}
        ]"#;
        let left = Left {
            path: "/b/compile_commands.json".as_ref(),
            text: text.to_vec(),
            inputs,
        };
        read(&left).unwrap()
    }

    #[test]
    fn the_entry_of_the_input_counts() {
        let command = found(&["/s/a.c".into()]).unwrap().command.unwrap();
        assert_eq!(command, "cc -I/b/. '-DX=a b' {} -iquote /s -c -o lop.o");
        let command = found(&["/b/c.c".into()]).unwrap().command.unwrap();
        assert_eq!(command, "cc {} -iquote /b -c -o lop.o");
        assert!(found(&["/s/x.c".into()]).is_err());
        assert!(found(&[]).unwrap_err().to_string().contains("2 entries"));
    }
}

//! The book's page of algorithms, made from what stands above each of them in the source.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{fs, io};

/// Where the page goes, from the root of the repository.
const PAGE: &str = "docs/book/src/algorithms.md";

const HEAD: &str = "\
# Algorithms

Every algorithm has a name on the command line: `--algorithm`, `--heuristics`, `--list` and `--cache` take them. This page is what
stands above each of them in the source; `cargo xtask docs` makes it again.
";

const FOLDERS: [(&str, &str); 6] = [
    ("tree", "Reducers: `--algorithm`"),
    ("semantic/cue", "Heuristics for CUE: `--heuristics`"),
    ("semantic/roles", "Heuristics for many languages: `--heuristics`"),
    ("semantic/smtlib", "Heuristics for SMT-LIB 2: `--heuristics`"),
    ("list", "List reducers: `--list`"),
    ("cache", "Caches: `--cache`"),
];

/// Writes the page, or with `--check` says whether it is up to date.
pub fn run(arguments: &[String]) -> ExitCode {
    let page = match page() {
        Ok(page) => page,
        Err(error) => {
            eprintln!("cannot read the source: {error}");
            return ExitCode::FAILURE;
        }
    };
    if arguments == ["--check"] {
        if fs::read_to_string(PAGE).is_ok_and(|written| written == page) {
            return ExitCode::SUCCESS;
        }
        eprintln!("{PAGE} is out of date: run `cargo xtask docs`");
        return ExitCode::FAILURE;
    }
    match fs::write(PAGE, page) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {PAGE}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The text of the page.
fn page() -> io::Result<String> {
    let mut page = HEAD.to_owned();
    for (folder, title) in FOLDERS {
        let _ = write!(page, "\n## {title}\n");
        let files = files(format!("crates/lop-core/src/{folder}").into())?;
        for file in files {
            page.push_str(&section(&fs::read_to_string(file)?));
        }
    }
    Ok(page)
}

/// The files of a folder and of those in it, by name.
fn files(folder: PathBuf) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// What a file says of its algorithms; nothing if it holds none.
fn section(source: &str) -> String {
    let names: Vec<String> = entries(source).map(|name| format!("`{name}`")).collect();
    let mut lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let (false, Some(title)) = (names.is_empty(), lines.next()) else {
        return String::new();
    };
    let mut section = format!("\n### {}\n\n{}\n", names.join(", "), title.trim());
    for line in lines {
        let _ = writeln!(section, "{}", line.strip_prefix(' ').unwrap_or(line));
    }
    section
}

/// The names in the table entries of a file.
fn entries(source: &str) -> impl Iterator<Item = &str> {
    let entries = source.split(": Entry = Entry {").skip(1);
    entries.filter_map(|entry| entry.split("name: \"").nth(1)?.split('"').next())
}

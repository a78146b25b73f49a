//! The book's matrix of transformations and languages, made from `samples/<language>/transforms.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

const SAMPLES: &str = "samples";
const FILE: &str = "transforms.md";
const PAGE: &str = "transforms.md";

const HEAD: &str = "\
# Transformations by language

A tick says that the transformation works in the language: its file in `samples/` has a program before and after, which the
tests check. A dash says that the language has nothing for it; the reason is below. Languages that are not here have no
functions, or are guessed from the field names of their grammar. `cargo xtask docs` makes this page.

";

/// For each language, by its name, the transformations in their order: each with the reason why there is none.
type Cells = BTreeMap<String, Vec<(String, Option<String>)>>;

/// The page.
pub(crate) fn page(book: &Path) -> io::Result<(PathBuf, String)> {
    let cells = cells()?;
    let mut text = HEAD.to_owned();
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in cells.values().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let _ = write!(text, "| |");
    cells.keys().for_each(|language| {
        let _ = write!(text, " {language} |");
    });
    let _ = writeln!(text, "\n|---|{}", ":-:|".repeat(cells.len()));
    for name in names {
        let _ = write!(text, "| [{name}](algorithms/{}.md) |", page_of(name));
        for sections in cells.values() {
            let cell = sections.iter().find(|(section, _)| section == name);
            let mark = match cell {
                Some((_, None)) => "✓",
                Some((_, Some(_))) => "–",
                None => "",
            };
            let _ = write!(text, " {mark} |");
        }
        text.push('\n');
    }
    text.push_str("\n## Why there is none\n\n| language | transformation | reason |\n|---|---|---|\n");
    for (language, sections) in &cells {
        for (name, reason) in sections {
            if let Some(reason) = reason {
                let _ = writeln!(text, "| {language} | {name} | {reason} |");
            }
        }
    }
    Ok((book.join(PAGE), text))
}

/// Both removals of names are on one page.
fn page_of(name: &str) -> &str {
    if name == "name-uses" { "name-statements" } else { name }
}

fn cells() -> io::Result<Cells> {
    let mut cells = Cells::new();
    for entry in fs::read_dir(SAMPLES)? {
        let folder = entry?.path();
        let Ok(text) = fs::read_to_string(folder.join(FILE)) else {
            continue;
        };
        let language = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sections = text.split("\n## ").skip(1).map(|section| {
            let (name, body) = section.split_once('\n').unwrap_or((section, ""));
            let reason = (!body.contains("```")).then(|| body.split_whitespace().collect::<Vec<_>>().join(" "));
            (name.trim().to_owned(), reason)
        });
        cells.insert(language, sections.collect());
    }
    Ok(cells)
}

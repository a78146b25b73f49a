//! The book's table of languages and the README's number of them, made from their files.
//!
//! The files are read as text, so that the pages need no parser to be built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

const FOLDER: &str = "crates/lop-syntax/src/lang";
const PAGE: &str = "languages.md";
const BEGIN: &str = "<!-- made by `cargo xtask docs` -->\n";
const END: &str = "<!-- end -->";
const README: &str = "README.md";
/// The words behind the number in the README.
const BEHIND: &str = " languages](docs/book/src/languages.md)";

/// The README with the number of languages.
pub(crate) fn readme() -> io::Result<(PathBuf, String)> {
    let written = fs::read_to_string(README)?;
    let place = written.find(BEHIND);
    let place = place.and_then(|end| Some((written[..end].rfind('[')? + 1, end)));
    let (start, end) = place.ok_or_else(|| io::Error::other("README.md does not tell the number of languages"))?;
    let number = languages()?.len();
    let text = format!("{}{number}{}", &written[..start], &written[end..]);
    Ok((PathBuf::from(README), text))
}

/// The page with its table made anew.
pub(crate) fn page(book: &Path) -> io::Result<(PathBuf, String)> {
    let path = book.join(PAGE);
    let written = fs::read_to_string(&path)?;
    let marks = written
        .split_once(BEGIN)
        .and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = marks.ok_or_else(|| io::Error::other("languages.md has no place for its table"))?;
    Ok((path, format!("{head}{BEGIN}{}{END}{tail}", table()?)))
}

/// What the files of the languages state, in the order of their names.
fn languages() -> io::Result<Vec<String>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(FOLDER)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut languages = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file)?;
        let stated = source.split("static LANGUAGE: Language = Language {").nth(1);
        languages.extend(stated.map(str::to_owned));
    }
    Ok(languages)
}

fn table() -> io::Result<String> {
    let mut table = "| name | language | files | notes |\n|---|---|---|---|\n".to_owned();
    for language in &languages()? {
        let endings = list(language, "extensions")
            .into_iter()
            .map(|ending| format!(".{ending}"));
        let known: Vec<String> = endings.chain(list(language, "names")).collect();
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {} |",
            text(language, "name"),
            text(language, "title"),
            known.join(" "),
            text(language, "notes"),
        );
    }
    table.push_str("| `text` | anything with lines | all others | |\n");
    table.push_str("| `bytes` | anything | with `--language bytes`, and all that is no text | |\n");
    Ok(table)
}

/// The string that a field holds.
fn text(source: &str, field: &str) -> String {
    let value = source.split(&format!("\n    {field}: \"")).nth(1).unwrap_or_default();
    let end = (0..value.len()).find(|at| value[*at..].starts_with('"') && !value[..*at].ends_with('\\'));
    value[..end.unwrap_or(0)].replace("\\\"", "\"")
}

/// The strings in the list that a field holds.
fn list(source: &str, field: &str) -> Vec<String> {
    let value = source
        .split(&format!("\n        {field}: &["))
        .nth(1)
        .unwrap_or_default();
    let value = value.split(']').next().unwrap_or_default();
    value.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

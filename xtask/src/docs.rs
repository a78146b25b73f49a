//! The book's pages of algorithms, made from what stands above each of them in the source.
//!
//! Each source file with entries gives one page; one more lists them all, and the book's summary names them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

/// Where the pages go, from the root of the repository.
const BOOK: &str = "docs/book/src";
const LIST: &str = "algorithms.md";
const FOLDER: &str = "algorithms";
const SUMMARY: &str = "SUMMARY.md";

const HEAD: &str = "\
# Algorithms

Every algorithm has a name on the command line: `--algorithm`, `--transforms`, `--list` and `--cache` take them. Each has a
page, which is what stands above it in the source; `cargo xtask docs` makes them again.
";

const TAIL: &str = "
## The papers

Pages refer to them by these keys.

| key | |
|---|---|
";

const CHAPTERS: [(&str, &str); 4] = [
    ("tree", "Reducers: `--algorithm`"),
    ("transform", "Transformations: `--transforms`"),
    ("list", "List reducers: `--list`"),
    ("cache", "Caches: `--cache`"),
];

/// What the book holds about algorithms: text by path.
type Pages = BTreeMap<PathBuf, String>;

/// Writes the pages, or with `--check` says whether they are up to date.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let result = if arguments == ["--check"] { check() } else { write() };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), String> {
    let pages = pages()?;
    for path in outdated(&pages)? {
        let explain = |error: io::Error| format!("cannot write {}: {error}", path.display());
        let Some(text) = pages.get(&path) else {
            fs::remove_file(&path).map_err(explain)?;
            continue;
        };
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(explain)?;
        fs::write(&path, text).map_err(explain)?;
    }
    Ok(())
}

fn check() -> Result<(), String> {
    match outdated(&pages()?)?.first() {
        None => Ok(()),
        Some(path) => Err(format!("{} is out of date: run `cargo xtask docs`", path.display())),
    }
}

/// The pages that differ from what they should be, and those that nothing stands behind any more.
fn outdated(pages: &Pages) -> Result<Vec<PathBuf>, String> {
    let differs = |(path, text): &(&PathBuf, &String)| fs::read_to_string(path).ok().as_ref() != Some(*text);
    let mut outdated: Vec<PathBuf> = pages.iter().filter(differs).map(|(path, _)| path.clone()).collect();
    let folder = Path::new(BOOK).join(FOLDER);
    if folder.is_dir() {
        let there = files(folder).map_err(|error| format!("cannot read the book: {error}"))?;
        outdated.extend(there.into_iter().filter(|path| !pages.contains_key(path)));
    }
    Ok(outdated)
}

fn pages() -> Result<Pages, String> {
    let explain = |error: io::Error| format!("cannot read the source: {error}");
    let book = Path::new(BOOK);
    let mut pages = Pages::new();
    let mut list = HEAD.to_owned();
    let mut summary = String::new();
    let promises = promises().map_err(explain)?;
    let works = works().map_err(explain)?;
    for (folder, title) in CHAPTERS {
        let _ = write!(list, "\n## {title}\n\n| name | what it does |\n|---|---|\n");
        for file in files(Path::new("crates/lop-core/src").join(folder)).map_err(explain)? {
            let source = fs::read_to_string(&file).map_err(explain)?;
            let Some(page) = Page::read(&source, &promises) else {
                continue;
            };
            let link = format!("{FOLDER}/{}.md", page.names[0]);
            let names: Vec<String> = page.names.iter().map(|name| format!("`{name}`")).collect();
            let names = names.join(", ");
            let _ = writeln!(list, "| [{names}]({link}) | {} |", page.title);
            let _ = writeln!(summary, "    - [{}]({link})", page.names.join(", "));
            let text = format!("# {names}\n\n{}\n{}", page.title, with_links(&page.text, &works));
            if pages.insert(book.join(&link), text).is_some() {
                return Err(format!(
                    "{link} would be two pages: an algorithm needs a name of its own"
                ));
            }
        }
    }
    let (path, page) = crate::languages::page(book).map_err(explain)?;
    pages.insert(path, page);
    let (path, page) = crate::languages::readme().map_err(explain)?;
    pages.insert(path, page);
    let (path, page) = crate::matrix::page(book).map_err(explain)?;
    pages.insert(path, page);
    list.push_str(TAIL);
    for CitedWork { key, text } in &works {
        let _ = writeln!(list, "| <a id=\"{key}\"></a>{key} | {text} |");
    }
    pages.insert(book.join(LIST), list);
    let written = fs::read_to_string(book.join(SUMMARY)).map_err(explain)?;
    pages.insert(book.join(SUMMARY), with_pages(&written, &summary));
    Ok(pages)
}

/// The book's summary with these pages below the list of algorithms, in place of those that are there.
fn with_pages(summary: &str, pages: &str) -> String {
    let ours = |line: &str| line.contains(&format!("]({FOLDER}/"));
    let mut text = String::new();
    for line in summary.lines().filter(|line| !ours(line)) {
        text.push_str(line);
        text.push('\n');
        if line.contains(&format!("]({LIST})")) {
            text.push_str(pages);
        }
    }
    text
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

/// What a file says of its algorithms.
struct Page<'a> {
    names: Vec<&'a str>,
    title: &'a str,
    text: String,
}

impl<'a> Page<'a> {
    /// Nothing if the file holds none.
    fn read(source: &'a str, promises: &Promises) -> Option<Self> {
        let entries: Vec<TableEntry<'a>> = entries(source).collect();
        let mut lines = source.lines().map_while(|line| line.strip_prefix("//!"));
        let (false, Some(title)) = (entries.is_empty(), lines.next()) else {
            return None;
        };
        let mut text = String::new();
        for line in lines {
            let line = line.strip_prefix(' ').unwrap_or(line);
            if line.starts_with("**Cost.**") {
                text.push_str(&guarantees(&entries, promises));
            }
            let _ = writeln!(text, "{line}");
        }
        Some(Page {
            names: entries.iter().map(|entry| entry.name).collect(),
            title: title.trim(),
            text,
        })
    }
}

/// A table entry of a file.
struct TableEntry<'a> {
    name: &'a str,
    /// The names of what it promises; none if its table has no such column.
    guarantees: Option<Vec<&'a str>>,
}

/// The table entries of a file.
fn entries(source: &str) -> impl Iterator<Item = TableEntry<'_>> {
    let starts = [
        ": ReducerEntry = ReducerEntry {",
        ": Transform = Transform {",
        ": ListEntry = ListEntry {",
        ": CacheEntry = CacheEntry {",
    ];
    let entries = starts.into_iter().flat_map(|start| source.split(start).skip(1));
    entries.filter_map(|entry| {
        let entry = entry.split("\n};").next()?;
        let guarantees = entry.split("guarantees: &[").nth(1).map(|list| {
            let list = list.split(']').next().unwrap_or_default();
            list.split("Guarantee::").skip(1).map(word).collect()
        });
        Some(TableEntry {
            name: entry.split("name: \"").nth(1)?.split('"').next()?,
            guarantees,
        })
    })
}

/// The word that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_alphanumeric());
    &text[..end.unwrap_or(text.len())]
}

/// The sentences of `Guarantee::text`, by the names of the guarantees and in their order.
type Promises = Vec<(String, String)>;

fn promises() -> io::Result<Promises> {
    let source = fs::read_to_string("crates/lop-core/src/guarantee.rs")?;
    let arms = source.split("Guarantee::").filter_map(|arm| {
        let sentence = arm.split_once(" => \"")?.1.split('"').next()?;
        Some((word(arm).to_owned(), sentence.to_owned()))
    });
    Ok(arms.collect())
}

/// What the entries promise, as a list; where only some of them do, with their names.
fn guarantees(entries: &[TableEntry<'_>], promises: &Promises) -> String {
    if entries.iter().any(|entry| entry.guarantees.is_none()) {
        return String::new();
    }
    let mut text = String::new();
    for (guarantee, sentence) in promises {
        let makes = |entry: &&TableEntry<'_>| entry.guarantees.iter().flatten().any(|name| name == guarantee);
        let names: Vec<String> = entries
            .iter()
            .filter(makes)
            .map(|entry| format!("`{}`", entry.name))
            .collect();
        let _ = match names.len() {
            0 => Ok(()),
            count if count == entries.len() => writeln!(text, "- {sentence}"),
            _ => writeln!(text, "- {}: {sentence}", names.join(", ")),
        };
    }
    format!("- The result is interesting, and no larger than the input.\n{text}\n")
}

/// A paper that pages refer to.
struct CitedWork {
    key: String,
    text: String,
}

/// The table of references.
fn works() -> io::Result<Vec<CitedWork>> {
    let source = fs::read_to_string("crates/lop-core/src/reference.rs")?;
    let entries = source.split("    Reference {\n").skip(1);
    let works = entries.filter_map(|entry| {
        let field = |name: &str| entry.split(&format!("{name}: ")).nth(1)?.split(",\n").next();
        let text = |name: &str| Some(field(name)?.trim_matches('"'));
        Some(CitedWork {
            key: text("key")?.to_owned(),
            text: format!(
                "{}: {}, {}, {}",
                text("authors")?,
                text("title")?,
                text("venue")?,
                text("year")?
            ),
        })
    });
    Ok(works.collect())
}

/// The text with links from the keys in its references to the list of papers.
fn with_links(text: &str, works: &[CitedWork]) -> String {
    let (before, reference) = text.split_at(text.find("**Reference.**").unwrap_or(text.len()));
    let (reference, after) = reference.split_at(reference.find("\n\n").unwrap_or(reference.len()));
    let mut linked = String::new();
    let mut rest = reference;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let (signs, word_on) = rest.split_at(start);
        let found = word(word_on);
        linked.push_str(signs);
        if works.iter().any(|work| work.key == found) {
            let _ = write!(linked, "[{found}](../{LIST}#{found})");
        } else {
            linked.push_str(found);
        }
        rest = &word_on[found.len()..];
    }
    format!("{before}{linked}{rest}{after}")
}

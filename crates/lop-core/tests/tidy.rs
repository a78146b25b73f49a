//! lop-core knows no rule, no field and no language by its name: it asks `Facts`. Numbers in any crate say what they are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lop_core::{cache, list, transform, tree};
use lop_syntax::lang::LANGUAGES;

/// Folders about one language each.
const FOLDERS: [&str; 3] = ["transform/cue", "transform/llvm", "transform/smtlib"];

/// Words that are rules or fields of some grammar and mean something else here.
const OTHER_WORDS: [(&str, &str); 7] = [
    ("type", "an input of forests"),
    ("children", "a set of features"),
    ("path", "a set of features"),
    ("names", "a stage of auto"),
    ("members", "a stage of auto"),
    ("else", "a word in the text of a program, in front of a branch"),
    ("elsif", "a word in the text of a program, in front of a branch"),
];

/// The names of languages, and of the rules and fields of their grammars.
fn names_of_languages() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for language in LANGUAGES {
        names.insert(language.name.to_owned());
        let parser = (language.parser)();
        let fields = (1..=parser.field_count() as u16).filter_map(|field| parser.field_name_for_id(field));
        names.extend(fields.map(str::to_owned));
        let syntax = language.syntax().expect("a grammar");
        let rules = syntax.grammar().expect("a grammar").rules();
        names.extend(rules.filter(|(_, rule)| rule.named).map(|(_, rule)| rule.name.clone()));
    }
    names
}

/// What algorithms, caches and transformations are called.
fn own_names() -> BTreeSet<&'static str> {
    let reducers = tree::REDUCERS.iter().map(|entry| entry.name);
    let lists = list::LIST_REDUCERS.iter().map(|entry| entry.name);
    let caches = cache::CACHES.iter().map(|entry| entry.name);
    let transforms = transform::shared().map(|transform| transform.name);
    let others = OTHER_WORDS.iter().map(|(word, _)| *word);
    reducers
        .chain(lists)
        .chain(caches)
        .chain(transforms)
        .chain(others)
        .collect()
}

/// The files below a folder.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a file is about one language.
fn is_of_one_language(file: &Path) -> bool {
    let inside = |folder: &Path| FOLDERS.iter().any(|one| folder.ends_with(one));
    file.ancestors().any(inside)
}

/// The string literals of a line of code.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    code.split('"').skip(1).step_by(2)
}

#[test]
fn no_rule_field_or_language_is_known_by_its_name() {
    let (foreign, own) = (names_of_languages(), own_names());
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !is_of_one_language(file)) {
        let source = std::fs::read_to_string(file).expect("a source");
        // Tests are about programs, which are in some language.
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let spelled = literals(line).filter(|word| foreign.contains(*word) && !own.contains(word));
            found.extend(spelled.map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Whether a line defines a constant, and whether that is a number or a duration.
fn constant(line: &str) -> Option<bool> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| {
        let rest = rest
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .map_or(rest, |(_, rest)| rest);
        rest.trim_start()
    });
    let (_, ty) = line.strip_prefix("const ")?.split_once(": ")?;
    let ty = ty.split(" =").next().unwrap_or_default();
    let numbers = [
        "usize", "u8", "u16", "u32", "u64", "i32", "i64", "f32", "f64", "Duration",
    ];
    Some(numbers.contains(&ty))
}

/// A comment of several constants stands above the first of them.
#[test]
fn a_numeric_constant_has_a_comment() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for krate in std::fs::read_dir(root.join("crates")).expect("crates") {
        files_below(&krate.expect("a crate").path().join("src"), &mut files);
    }
    files_below(&root.join("xtask/src"), &mut files);
    let mut bare = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
    {
        let source = std::fs::read_to_string(file).expect("a source");
        let mut before = "";
        for (number, line) in source.lines().enumerate() {
            let is_explained = before.trim_start().starts_with("//") || constant(before).is_some();
            if constant(line) == Some(true) && !is_explained {
                bare.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
            if !line.trim_start().starts_with("#[") {
                before = line;
            }
        }
    }
    assert_eq!(bare, Vec::<String>::new());
}

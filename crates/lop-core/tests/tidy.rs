//! lop-core knows no rule, no field and no language by its name: it asks `Facts`.

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

/// The files below a folder, but for those about one language.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if FOLDERS.iter().any(|folder| path.ends_with(folder)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
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
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source");
        // Tests are about programs, which are in some language.
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let spelled = literals(line).filter(|word| foreign.contains(*word) && !own.contains(word));
            found.extend(spelled.map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

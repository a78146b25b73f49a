//! Every language on the samples of this repository. `cargo xtask validity FOLDER` does the same for files of other projects.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_syntax::Random;
use lop_syntax::lang::{self, LANGUAGES};
use lop_syntax::print::{Format, print};
use lop_syntax::testing::{Count, Operation, single_edits};
use lop_syntax::{Program, parse};

/// Random edits of each kind, for each language.
const EDITS: usize = 500;
/// The share of them that has to parse.
const VALID: f64 = 0.99;

/// Where less is reached, and why.
const WEAK: &[(&str, Operation, f64, &str)] = &[
    (
        "bash",
        Operation::Splice,
        0.98,
        "a command that a pipe goes on from needs its line",
    ),
    (
        "bash",
        Operation::Shorten,
        0.95,
        "the shortest command is no condition in double brackets",
    ),
    (
        "css",
        Operation::Shorten,
        0.98,
        "what may stand in a value differs from property to property",
    ),
    (
        "bash",
        Operation::RemoveMany,
        0.97,
        "the last command of a line that a pipe goes on from",
    ),
    (
        "bash",
        Operation::Replace,
        0.97,
        "a command that a pipe goes on from needs its line",
    ),
    (
        "css",
        Operation::Remove,
        0.96,
        "selectors such as :nth-child need their argument, other functions do not",
    ),
    (
        "css",
        Operation::RemoveMany,
        0.85,
        "selectors such as :nth-child need their argument, other functions do not",
    ),
    (
        "css",
        Operation::Splice,
        0.97,
        "a declaration may be an item of a block only where no other follows",
    ),
    (
        "dockerfile",
        Operation::Remove,
        0.97,
        "here-documents are named in one place and stand in another",
    ),
    (
        "dockerfile",
        Operation::RemoveMany,
        0.90,
        "here-documents are named in one place and stand in another",
    ),
    (
        "dockerfile",
        Operation::Shorten,
        0.96,
        "here-documents are named in one place and stand in another",
    ),
    (
        "haskell",
        Operation::Remove,
        0.95,
        "layout: a block ends where nothing is left of it",
    ),
    (
        "haskell",
        Operation::RemoveMany,
        0.89,
        "layout: a block ends where nothing is left of it",
    ),
    (
        "haskell",
        Operation::Replace,
        0.94,
        "layout: a block ends where nothing is left of it",
    ),
    (
        "haskell",
        Operation::Shorten,
        0.96,
        "layout: a block ends where nothing is left of it",
    ),
    (
        "make",
        Operation::Remove,
        0.95,
        "functions of make need their arguments",
    ),
    (
        "make",
        Operation::RemoveMany,
        0.84,
        "functions of make need their arguments",
    ),
    (
        "xml",
        Operation::Remove,
        0.95,
        "attribute types and defaults of a DTD depend on each other",
    ),
    (
        "xml",
        Operation::RemoveMany,
        0.86,
        "attribute types and defaults of a DTD depend on each other",
    ),
    ("xml", Operation::Shorten, 0.94, "white space is part of the grammar"),
];

fn samples(language: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(language);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    // Those of transformations are tested in lop-core.
    paths.retain(|path| !path.ends_with("transforms.md"));
    paths.sort();
    paths
}

#[test]
fn samples_match_their_grammars_and_print_as_they_are() {
    for language in LANGUAGES
        .iter()
        .filter(|language| !["ocaml", "swift"].contains(&language.name))
    {
        let paths = samples(language.name);
        assert!(!paths.is_empty(), "{}", language.name);
        for path in paths {
            let source = std::fs::read(&path).expect("a readable sample");
            let found = lang::detect(&path, &source).map(|language| language.name);
            assert_eq!(found, Some(language.name), "{}", path.display());
            let tree = Arc::new(parse(source.clone(), &language.syntax().expect("a shipped grammar")));
            assert_eq!(tree.gave_up(), None, "{}", path.display());
            assert!(!tree.is_broken(), "{}", path.display());
            assert_eq!(tree.unmatched(), 0, "{}", path.display());
            assert_eq!(Program::new(tree.clone()).text(), source, "{}", path.display());
            for format in [Format::Compact, Format::Pretty] {
                let text = print(&tree, format);
                let again = parse(text.clone(), tree.syntax());
                assert_eq!(again.tokens(), tree.tokens(), "{}", path.display());
                assert!(
                    format == Format::Pretty || text.len() <= source.len(),
                    "{}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn random_edits_of_samples_still_parse() {
    let mut poor = Vec::new();
    for language in LANGUAGES
        .iter()
        .filter(|language| !["ocaml", "swift"].contains(&language.name))
    {
        let paths = samples(language.name);
        let mut counts: BTreeMap<Operation, Count> = BTreeMap::new();
        for path in &paths {
            let source = std::fs::read(path).expect("a readable sample");
            let tree = Arc::new(parse(source, &language.syntax().expect("a shipped grammar")));
            for operation in Operation::ALL {
                let edits = EDITS.div_ceil(paths.len());
                let count = single_edits(&tree, operation, edits, &mut Random(11), |_, _, _| {});
                let sum = counts.entry(operation).or_default();
                sum.made += count.made;
                sum.valid += count.valid;
            }
        }
        for (operation, count) in counts {
            let weak = WEAK.iter().find(|weak| (weak.0, weak.1) == (language.name, operation));
            let wanted = weak.map_or(VALID, |weak| weak.2);
            if (count.valid as f64) < wanted * count.made as f64 {
                poor.push(format!(
                    "{} {}: {} of {}",
                    language.name,
                    operation.name(),
                    count.valid,
                    count.made
                ));
            }
        }
    }
    assert!(poor.is_empty(), "{poor:#?}");
}

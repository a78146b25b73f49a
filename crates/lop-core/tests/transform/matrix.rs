//! Every transformation in every language that has functions: before and after, from `samples/<language>/transforms.md`.

use std::path::Path;
use std::sync::Arc;

use lop_core::transform;
use lop_core::transform::samples::{self, Section};
use lop_core::{Inline, Limits, Search, cache};
use lop_syntax::lang::{self, LANGUAGES};
use lop_syntax::{Program, is_valid, parse};

use super::{proposed, words};

fn sections(language: &str) -> Option<Vec<Section>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(language);
    let text = std::fs::read_to_string(folder.join(samples::FILE)).ok()?;
    Some(samples::read(&text))
}

#[test]
fn samples_show_what_transformations_do_in_each_language() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for section in sections(language.name).unwrap_or_default() {
            for (before, after) in &section.cases {
                let proposed = proposed(&section.name, language.name, before, &[]);
                if !proposed.contains(&words(language.name, after)) {
                    wrong.push(format!(
                        "{}: {} makes of\n{before}{proposed:#?}",
                        language.name, section.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A language that has functions, or samples, has a sample of every transformation or says why not.
#[test]
fn every_cell_has_a_sample_or_a_reason() {
    let mut missing = Vec::new();
    for language in LANGUAGES {
        let states_functions = language.syntax().expect("a grammar").facts().states_functions;
        let sections = sections(language.name);
        if sections.is_none() && !states_functions {
            continue;
        }
        let sections = sections.unwrap_or_default();
        for transform in transform::shared() {
            let section = sections.iter().find(|section| section.name == transform.name);
            if section.is_none_or(|section| section.cases.is_empty() && section.reason.is_none()) {
                missing.push(format!("{}: {}", language.name, transform.name));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

/// Transformations that a search has to find in every language that has functions. The results of the others are not always
/// smaller than the program.
const FOUND: &[&str] = &[
    "parameter",
    "declaration",
    "inline-variable",
    "inline-call",
    "merge-declarations",
];

/// Only the sample's two programs are interesting, so that the search has to make all of the change at once.
#[test]
fn auto_finds_what_the_samples_show() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        let sections = sections(language.name).unwrap_or_default().into_iter();
        for section in sections.filter(|section| FOUND.contains(&&section.name[..])) {
            for (before, after) in &section.cases {
                let found = reduced(language.name, before, after);
                if words(language.name, &found) != words(language.name, after) {
                    wrong.push(format!("{}: {} leaves\n{found}", language.name, section.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `auto` makes of a program with a test for this very program, or another one.
fn reduced(language: &str, before: &str, after: &str) -> String {
    let syntax = lang::named(language).and_then(|language| language.syntax().ok());
    let syntax = syntax.expect("a language of this build");
    let wanted = [words(language, before), words(language, after)];
    let oracle = |text: &[u8]| {
        let text = std::str::from_utf8(text).expect("text stays text");
        is_valid(text.as_bytes(), &syntax) && wanted.contains(&words(language, text))
    };
    let program = Program::new(Arc::new(parse(before.as_bytes(), &syntax)));
    let mut executor = Inline::new(&oracle);
    let cache = (cache::named("sha").expect("a cache").make)();
    let mut search = Search::new(program, &mut executor, cache, Limits::default());
    let auto = lop_core::tree::named("auto").expect("a reducer");
    (auto.make)(auto.options()).reduce(&mut search).expect("no limit");
    String::from_utf8(search.best().text().to_vec()).expect("text stays text")
}

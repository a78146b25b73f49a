//! What heuristics propose, and what seru makes of it: before and after.

mod cue;
mod loops;
mod roles;
mod smtlib;

use std::sync::Arc;

use lop_core::semantic::{self, View};
use lop_syntax::{Program, Tree, is_valid, lang, parse};

/// Reads a text.
fn tree(language: &str, source: &str) -> Arc<Tree> {
    let syntax = lang::named(language)
        .expect("a language of this build")
        .syntax()
        .expect("a shipped grammar");
    assert!(is_valid(source.as_bytes(), &syntax), "{source}");
    Arc::new(parse(source.as_bytes(), &syntax))
}

/// A text as its tokens: white space between them does not count.
fn words(language: &str, text: &str) -> String {
    let tree = tree(language, text);
    let pieces = tree.pieces().map(String::from_utf8_lossy);
    pieces.collect::<Vec<_>>().join(" ")
}

/// All that a heuristic proposes for a file beside others, as far as it parses.
fn proposed(heuristic: &str, language: &str, source: &str, beside: &[&str]) -> Vec<String> {
    let entry = semantic::named(heuristic).expect("a heuristic");
    assert!(entry.languages.contains(&language), "{heuristic} is not for {language}");
    let tree = tree(language, source);
    let beside: Vec<Arc<Tree>> = beside.iter().map(|other| self::tree(language, other)).collect();
    let program = Program::new(tree.clone());
    let edits = (entry.edits)(&View {
        tree: &tree,
        beside: &beside,
    });
    let candidates = edits.iter().filter_map(|edit| program.propose(edit).ok());
    let texts = candidates.map(|candidate| String::from_utf8(candidate.text(&program)).expect("text stays text"));
    // The search asks about nothing that does not parse.
    let readable = texts.filter(|text| is_valid(text.as_bytes(), tree.syntax()));
    readable.map(|text| words(language, &text)).collect()
}

/// Asserts that a heuristic proposes something.
fn check(heuristic: &str, language: &str, before: &str, after: &str) {
    let proposed = proposed(heuristic, language, before, &[]);
    assert!(
        proposed.contains(&words(language, after)),
        "{heuristic} makes of {before}\n{proposed:#?}"
    );
}

/// Asserts that a heuristic has nothing to propose.
fn check_nothing(heuristic: &str, language: &str, before: &str) {
    assert_eq!(
        proposed(heuristic, language, before, &[]),
        Vec::<String>::new(),
        "{before}"
    );
}

#[test]
fn names_are_unique_and_removers_come_before_growers() {
    let mut names: Vec<&str> = semantic::HEURISTICS.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), semantic::HEURISTICS.len());
    let growers = semantic::HEURISTICS.iter().skip_while(|entry| !entry.may_grow);
    let late: Vec<&str> = growers
        .filter(|entry| !entry.may_grow && entry.languages.contains(&"cue"))
        .map(|entry| entry.name)
        .collect();
    assert_eq!(late, Vec::<&str>::new());
}

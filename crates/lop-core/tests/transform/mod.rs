//! What transformations propose, and what seru makes of it: before and after.

mod cue;
mod llvm;
mod loops;
mod matrix;
mod rewrite;
mod shape;
mod smtlib;

use std::sync::Arc;

use lop_core::transform::{self, View};
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

/// All that a transformation proposes for a file beside others, as far as it parses.
fn proposed(name: &str, language: &str, source: &str, beside: &[&str]) -> Vec<String> {
    let transform = transform::named(name).expect("a transformation");
    let tree = tree(language, source);
    assert!((transform.needs)(tree.syntax().facts()), "{name} is not for {language}");
    let beside: Vec<Arc<Tree>> = beside.iter().map(|other| self::tree(language, other)).collect();
    let program = Program::new(tree.clone());
    let edits = (transform.propose)(&View::new(&program, &beside));
    let candidates = edits.iter().filter_map(|edit| program.propose(edit).ok());
    let texts = candidates.map(|candidate| String::from_utf8(candidate.text(&program)).expect("text stays text"));
    // The search asks about nothing that does not parse.
    let readable = texts.filter(|text| is_valid(text.as_bytes(), tree.syntax()));
    readable.map(|text| words(language, &text)).collect()
}

/// Asserts that a transformation proposes something.
fn check(transformation: &str, language: &str, before: &str, after: &str) {
    let proposed = proposed(transformation, language, before, &[]);
    assert!(
        proposed.contains(&words(language, after)),
        "{transformation} makes of {before}\n{proposed:#?}"
    );
}

/// Asserts that a transformation has nothing to propose.
fn check_nothing(transformation: &str, language: &str, before: &str) {
    assert_eq!(
        proposed(transformation, language, before, &[]),
        Vec::<String>::new(),
        "{before}"
    );
}

#[test]
fn names_are_unique_and_removers_come_before_growers() {
    let mut names: Vec<&str> = transform::all().map(|transform| transform.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let cue = tree("cue", "a: 1\n");
    let own = transform::semantic();
    let own: Vec<_> = own
        .filter(|transform| (transform.needs)(cue.syntax().facts()))
        .collect();
    let growers = own.iter().skip_while(|transform| !transform.may_grow);
    assert!(growers.clone().all(|transform| transform.may_grow));
}

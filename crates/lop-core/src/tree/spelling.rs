//! Text that is put into a program: how tokens are spelled anew, and whether the result can be read.

use std::collections::BTreeSet;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{NodeId, Program, is_valid, may_touch, names};

/// The edit that spells some tokens in another way.
pub(crate) fn respell(tokens: &[NodeId], text: impl AsRef<[u8]>) -> Edit {
    let text: Box<[u8]> = text.as_ref().into();
    Edit {
        changes: tokens
            .iter()
            .map(|token| Change::Rewrite(*token, text.clone()))
            .collect(),
    }
}

/// Whether a program with an edit made parses as well as it does without.
pub(crate) fn parses(program: &Program, edit: &Edit) -> bool {
    let tree = program.tree();
    let text = program.propose(edit).map(|candidate| candidate.text(program));
    text.is_ok_and(|text| tree.is_broken() || is_valid(&text, tree.syntax()))
}

/// Texts side by side, apart where they have to be.
pub(crate) fn joined(texts: &[Box<[u8]>]) -> Vec<u8> {
    let mut joined: Vec<u8> = Vec::new();
    for text in texts.iter().filter(|text| !text.is_empty()) {
        if !joined.is_empty() && !may_touch(&joined, text) {
            joined.push(b' ');
        }
        joined.extend_from_slice(text);
    }
    joined
}

/// Short names that are neither in use nor words of the language: a to z, A to Z, then two letters.
pub(crate) fn fresh_names(program: &Program, names: &[names::Name]) -> impl Iterator<Item = String> + use<> {
    let used: BTreeSet<Box<[u8]>> = names.iter().map(|name| name.text.clone()).collect();
    let syntax = program.tree().syntax().clone();
    let letters = || ('a'..='z').chain('A'..='Z');
    let pairs = letters().flat_map(|first| ('a'..='z').map(move |second| format!("{first}{second}")));
    let all = letters().map(String::from).chain(pairs);
    all.filter(move |name| {
        let is_keyword = syntax.grammar().is_some_and(|grammar| grammar.is_keyword(name));
        !used.contains(name.as_bytes()) && !is_keyword
    })
}

//! Text that is put into a program: how tokens are spelled anew, and whether the result can be read.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{NodeId, Program, is_valid, may_touch};

/// The edit that spells some tokens in another way.
pub fn respell(tokens: &[NodeId], text: impl AsRef<[u8]>) -> Edit {
    let text: Box<[u8]> = text.as_ref().into();
    Edit {
        changes: tokens
            .iter()
            .map(|token| Change::Rewrite(*token, text.clone()))
            .collect(),
    }
}

/// Whether a program with an edit made parses as well as it does without.
pub fn parses(program: &Program, edit: &Edit) -> bool {
    let tree = program.tree();
    let text = program.propose(edit).map(|candidate| candidate.text(program));
    text.is_ok_and(|text| tree.is_broken() || is_valid(&text, tree.syntax()))
}

/// Texts side by side, apart where they have to be.
pub fn joined(texts: &[Box<[u8]>]) -> Vec<u8> {
    let mut joined: Vec<u8> = Vec::new();
    for text in texts {
        if !joined.is_empty() && !may_touch(&joined, text) {
            joined.push(b' ');
        }
        joined.extend_from_slice(text);
    }
    joined
}

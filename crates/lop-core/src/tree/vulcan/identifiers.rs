//! Identifiers: names in place of others.
//!
//! **Idea.** A program with fewer names needs fewer declarations. A name that is used seldom gives way to one that is
//! used often: everywhere but at its first token, which is likely where it is declared; everywhere; or at one
//! token.
//!
//! **Loop.**
//! ```text
//! until nothing changes:
//!     for each name, the rarest first, for each name that is not rarer, the most frequent first:
//!         try the second for all tokens of the first but its first, then for all of them
//!     if none was interesting: for each token alone
//! ```
//!
//! **Guarantees.** The sum of the squares of how often each name is used grows with every step, so it ends.
//!
//! **Cost.** At most the square of the number of names, and tokens times names.
//!
//! **Reference.** xu2023, "identifier replacement".

use std::cmp::Reverse;

use lop_syntax::Program;
use lop_syntax::edit::Edit;
use lop_syntax::names::{self, Name};

use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::tree::spelling::respell;
use crate::tree::{Reducer, ReducerEntry};

/// The table entry.
pub(crate) static ENTRY: ReducerEntry = ReducerEntry {
    name: "identifiers",
    summary: "Rare names give way to frequent ones.",
    reference: "xu2023",
    list: "opdd",
    heeds: &[],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::KeepsTokenCount,
    ],
    make: |_| Box::new(Identifiers),
};

struct Identifiers;

impl Reducer for Identifiers {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.until_unchanged(replace_one)
    }
}

/// Replaces one name by another, if that is interesting.
pub(crate) fn replace_one(search: &mut Search<'_>) -> Result<(), Stop> {
    let best = search.best();
    let names = names::by_text(best);
    let (whole, single) = (whole_names(best, &names), single_tokens(best, &names));
    if search.attempt_first(whole)?.is_none() {
        search.attempt_first(single)?;
    }
    Ok(())
}

/// Every pair of a name and one that is not rarer, if the first may be spelt like the second.
fn pairs<'a>(program: &'a Program, names: &'a [Name]) -> impl Iterator<Item = (&'a Name, &'a Name)> {
    let mut rare: Vec<&Name> = names.iter().collect();
    rare.sort_by_key(|name| name.tokens.len());
    let mut frequent = rare.clone();
    frequent.sort_by_key(|name| Reverse(name.tokens.len()));
    rare.into_iter().flat_map(move |victim| {
        let may_be = |name: &Name| names::may_be(program.tree(), victim.tokens[0], &name.text);
        let fits = |name: &&Name| name.tokens.len() >= victim.tokens.len() && name.text != victim.text && may_be(name);
        let substitutes: Vec<&Name> = frequent.iter().copied().filter(fits).collect();
        substitutes.into_iter().map(move |substitute| (victim, substitute))
    })
}

/// All tokens of a name but the first, and all of them.
fn whole_names(program: &Program, names: &[Name]) -> Vec<Edit> {
    pairs(program, names)
        .flat_map(|(victim, other)| whole_name(victim, other))
        .collect()
}

/// Every other name that is not rarer in place of one.
pub(crate) fn substitutions(program: &Program, names: &[Name], text: &[u8]) -> Vec<Edit> {
    let own = pairs(program, names).filter(|(victim, _)| *victim.text == *text);
    own.flat_map(|(victim, other)| whole_name(victim, other)).collect()
}

fn whole_name(victim: &Name, substitute: &Name) -> Vec<Edit> {
    let parts = [&victim.tokens[1..], &victim.tokens];
    let parts = parts.into_iter().filter(|tokens| !tokens.is_empty());
    parts.map(|tokens| respell(tokens, &substitute.text)).collect()
}

/// Single tokens of names that have several.
fn single_tokens(program: &Program, names: &[Name]) -> Vec<Edit> {
    let several = pairs(program, names).filter(|(victim, _)| victim.tokens.len() > 1);
    let edits = several.flat_map(|(victim, substitute)| {
        let single = |token| respell(std::slice::from_ref(token), &substitute.text);
        victim.tokens.iter().rev().map(single).collect::<Vec<_>>()
    });
    edits.collect()
}

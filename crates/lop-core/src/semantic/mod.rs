//! Semantic reduction: edits by somebody who knows what a program means.
//!
//! A heuristic looks at a program and returns edits, each of which it believes to leave the program's meaning, or
//! enough of it, in place: a variable replaced by its value, a loop by its iterations. It asks nothing and changes
//! nothing. An edit may make the program larger, if that lets a syntactic reducer take away more afterwards: `seru`
//! is the reducer that has both of them work in turn.
//!
//! Heuristics are functions in a table; the order of the table is the order in which they work. Those that only
//! remove come first, those that may grow the program last.

mod cue;
mod node;
mod roles;
mod smtlib;

use std::collections::HashSet;
use std::sync::Arc;

use lop_syntax::{Edit, Tree};

use crate::search::{Search, Stop};

/// While heuristics work, the program may grow to this many times what it was, and so many tokens besides.
const MOST_GROWTH: (usize, usize) = (3, 200);
/// A heuristic makes at most so many steps for every token, and so many besides. Each makes another text, so it would
/// end without this too; but not soon.
const MOST_STEPS: (usize, usize) = (1, 16);

/// What a heuristic sees.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The program.
    pub tree: &'a Tree,
    /// Other files of the same input and in the same language, which stay as they are.
    pub beside: &'a [Arc<Tree>],
}

/// A heuristic that can be chosen by name.
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// The languages that it is for.
    pub languages: &'static [&'static str],
    /// Whether what it makes may be larger.
    pub may_grow: bool,
    /// The edits that it has to propose, in order.
    pub edits: fn(&View<'_>) -> Vec<Edit>,
}

/// All heuristics, in the order in which they work.
pub static HEURISTICS: &[&Entry] = &[
    &cue::package::ENTRY,
    &cue::import::ENTRY,
    &cue::ellipsis::ENTRY,
    &cue::declaration::ENTRY,
    &cue::nesting::ENTRY,
    &cue::list::ENTRY,
    &cue::let_field::ENTRY,
    &cue::if_known::ENTRY,
    &cue::if_trivial::ENTRY,
    &cue::union::ENTRY,
    &cue::interpolation::ENTRY,
    &cue::intersection::ENTRY,
    &cue::constant::ENTRY,
    &cue::loop_unrolling::ENTRY,
    &smtlib::value::ENTRY,
    &smtlib::quantifier::ENTRY,
    &smtlib::width::ENTRY,
    &smtlib::lets::ENTRY,
    &roles::condition::ENTRY,
    &roles::other_branch::ENTRY,
    &roles::value::ENTRY,
    &roles::plain_type::ENTRY,
    &roles::result::ENTRY,
    &roles::array::ENTRY,
    &roles::pointer::ENTRY,
    &roles::constant::ENTRY,
    &roles::loop_unrolling::ENTRY,
];

/// A heuristic by its name.
pub fn named(name: &str) -> Option<&'static Entry> {
    HEURISTICS.iter().copied().find(|entry| entry.name == name)
}

/// Walks through heuristics: of what a heuristic proposes, the smallest interesting program becomes the best, larger or
/// not, and the same heuristic works again; if none is interesting, it is the next one's turn. This belongs into a
/// [detour](Search::detour).
pub fn reduce(search: &mut Search<'_>, heuristics: &[&Entry], beside: &[Arc<Tree>]) -> Result<(), Stop> {
    search.parse_anew();
    let syntax = search.best().tree().syntax().clone();
    let tokens = search.best().token_count();
    let most_tokens = MOST_GROWTH.0 * tokens + MOST_GROWTH.1;
    let fitting = heuristics
        .iter()
        .filter(|entry| entry.languages.contains(&syntax.name.as_str()));
    // No heuristic undoes what another one, or it itself, has done.
    let mut seen: HashSet<Arc<[u8]>> = HashSet::new();
    for heuristic in fitting {
        for _ in 0..MOST_STEPS.0 * tokens + MOST_STEPS.1 {
            seen.insert(search.best().shared_text().clone());
            let tree = search.best().tree().clone();
            let edits = (heuristic.edits)(&View { tree: &tree, beside });
            let wanted = |tree: &Tree| tree.tokens() <= most_tokens && !seen.contains(tree.source());
            if !search.attempt_smallest(edits, wanted)? {
                break;
            }
        }
    }
    Ok(())
}

//! Cuts: large parts of a program, a few queries each.
//!
//! What most of a large program needs is nothing at all, so the first cuts are halves, quarters, eighths and sixteenths of
//! something long, from the end: the items of a list; the declarations of all namespaces in a row, because headers open the
//! same few namespaces again and again; the bodies of all functions, which become declarations. The number of queries is
//! bounded, and what a cut of a sixteenth does not remove is left to others.

use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Kind, NodeId, Program, edit};

use super::items::outermost;
use super::walk::children;
use crate::needs::{self, Depth};
use crate::search::{Search, Stop};
use crate::steps::Places;
use crate::transform::without_body;

/// A list of this many items is worth cutting, into so many parts.
const LONG_LIST: usize = 64;
const CUTS: [usize; 4] = [2, 4, 8, 16];
/// Bodies go all at once or in so many parts.
const BODIES: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// Cutting goes on while one part in this many of the program goes.
const FAIR_SHARE: usize = 8;

/// Large parts of long lists, again while a fair share of the program goes.
pub fn lists(search: &mut Search<'_>) -> Result<(), Stop> {
    loop {
        let before = search.best().token_count();
        let rows = long_lists(search.best());
        cut(search, &rows, &CUTS)?;
        if search.best().token_count() * FAIR_SHARE >= before * (FAIR_SHARE - 1) {
            return Ok(());
        }
    }
}

/// Declarations in place of functions: all at once, then by halves, if there are many. Other texts that may stand for a body
/// are left to the transformation `declaration`: on 980 bodies of libstdc++ `;` took 27 queries for 15,000 tokens, `{}` and
/// `{throw 0;}` together 57 for 3,000.
pub fn bodies(search: &mut Search<'_>) -> Result<(), Stop> {
    let bodies = without_bodies(search.best());
    if bodies.len() >= LONG_LIST {
        cut(search, &[bodies], &BODIES)?;
    }
    Ok(())
}

/// Files that are included, each alone, from the end.
pub fn includes(search: &mut Search<'_>) -> Result<(), Stop> {
    let best = search.best();
    let tree = best.tree();
    let facts = tree.syntax().facts();
    let is_include = |node: &NodeId| facts.includes.contain(tree, *node) && best.is_live(*node);
    let mut includes: Vec<NodeId> = tree.nodes().filter(is_include).collect();
    includes.reverse();
    search.follow(Places::new(includes, |best, include| {
        let is_there = best.is_open(*include);
        is_there.then(|| edit::remove(*include)).into_iter().collect()
    }))?;
    search.parse_anew();
    Ok(())
}

/// Rows of changes, each cut into so many parts, one number of parts after the other.
fn cut(search: &mut Search<'_>, rows: &[Rc<[Edit]>], counts: &'static [usize]) -> Result<(), Stop> {
    let parts = rows.iter().flat_map(|row| {
        let counts = counts.iter().filter(|count| **count <= row.len());
        let parts = counts.flat_map(|count| (0..*count).rev().map(move |index| (*count, index)));
        parts.map(move |(count, index)| (row.clone(), count, index))
    });
    let parts: Vec<(Rc<[Edit]>, usize, usize)> = parts.collect();
    search.follow(Places::new(parts, |best, (row, count, index)| {
        let bound = |part: usize| part * row.len() / count;
        let part = row[bound(*index)..bound(index + 1)].iter();
        let part = part.filter(|edit| edit.changes.iter().all(|change| is_open(best, change)));
        let part: Vec<Change> = part.flat_map(|edit| edit.changes.iter().cloned()).collect();
        let changes = outermost(&part, best);
        (!changes.is_empty()).then_some(Edit { changes }).into_iter().collect()
    }))?;
    search.parse_anew();
    Ok(())
}

/// Whether a change can still be made.
fn is_open(best: &Program, change: &Change) -> bool {
    match change {
        Change::Remove(node) => best.is_open(*node),
        _ => best.is_live(change.subject()),
    }
}

/// Long lists, the heaviest first, and before them the declarations of all namespaces as one.
fn long_lists(best: &Program) -> Vec<Rc<[Edit]>> {
    let tree = best.tree();
    let mut rows: Vec<(NodeId, Rc<[Edit]>)> = Vec::new();
    let is_list = |node: &NodeId| matches!(tree.kind(*node), Kind::List | Kind::Error);
    for list in tree.nodes().filter(is_list) {
        let items = children(best, list).filter(|_| best.is_live(list));
        let items: Rc<[Edit]> = items.map(edit::remove).collect();
        if items.len() >= LONG_LIST {
            rows.push((list, items));
        }
    }
    rows.sort_by_key(|(list, _)| std::cmp::Reverse(best.weight(*list)));
    let lists = rows.into_iter().map(|(_, items)| items);
    declarations(best).into_iter().chain(lists).collect()
}

/// The declarations of all namespaces, in the order of the text, if there are many and there is more than one list of them.
fn declarations(best: &Program) -> Option<Rc<[Edit]>> {
    let mut leaves = needs::leaves(best, Depth::Declarations);
    leaves.sort_by_key(|item| best.tree().span(*item).start);
    let lists: std::collections::BTreeSet<_> = leaves.iter().map(|item| best.parent(*item)).collect();
    let is_long = leaves.len() >= LONG_LIST && lists.len() > 1;
    is_long.then(|| leaves.into_iter().map(edit::remove).collect())
}

/// For every function with a body the edit that leaves the least instead.
fn without_bodies(best: &Program) -> Rc<[Edit]> {
    let tree = best.tree();
    let facts = tree.syntax().facts();
    let live = tree.nodes().filter(|node| best.is_live(*node));
    let edits = live.filter_map(|node| {
        let function = facts.functions.of(tree, node).first()?;
        let least = function.without_body.first()?;
        without_body(best, node, function, least)
    });
    edits.collect()
}

//! Cuts: large parts of a program, a few queries each.
//!
//! What most of a large program needs is nothing at all, so the first cuts are halves, quarters, eighths and sixteenths of
//! something long, from the end: the items of a list; the declarations of all namespaces in a row, because headers open the
//! same few namespaces again and again; the bodies of all functions, which become declarations. The number of queries is
//! bounded, and what a cut of a sixteenth does not remove is left to others.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Kind, NodeId, Program, edit, names};

use super::items::outermost;
use super::walk::children;
use crate::needs::{self, Depth};
use crate::search::{Search, Stop};
use crate::steps::Places;
use crate::transform::without_body;

/// A list of this many items is worth cutting, into so many parts. Not measured.
const LONG_LIST: usize = 64;
pub(super) const CUTS: [usize; 4] = [2, 4, 8, 16];
/// Bodies go all at once or in so many parts. Not measured.
const BODIES: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// So many nodes of a rule that nothing else needs are worth a query, and so many parts of them. Not measured.
const MANY: usize = 16;
const INCIDENTALS: [usize; 4] = [1, 2, 4, 8];
/// Cutting goes on while one part in this many of the program goes. Not measured.
const FAIR_SHARE: usize = 8;

/// Large parts of long lists, again while a fair share of the program goes.
pub(super) fn lists(search: &mut Search<'_>) -> Result<(), Stop> {
    loop {
        let before = search.best().token_count();
        let rows = long_lists(search.best());
        cut(search, &rows, &CUTS)?;
        if search.best().token_count() * FAIR_SHARE >= before * (FAIR_SHARE - 1) {
            return Ok(());
        }
    }
}

/// Declarations in place of functions: all at once, then by halves, if there are many. Functions whose bodies others read come
/// last. Other texts that may stand for a body are left to the transformation `declaration`: on 980 bodies of libstdc++ `;`
/// took 27 queries for 15,000 tokens, `{}` and `{throw 0;}` together 57 for 3,000.
pub(super) fn bodies(search: &mut Search<'_>) -> Result<(), Stop> {
    let rows = without_bodies(search.best());
    if rows.iter().map(|row| row.len()).sum::<usize>() >= LONG_LIST {
        cut(search, &rows, &BODIES)?;
    }
    Ok(())
}

/// Static assertions and the like: all of one rule at once, then by halves, if there are many.
pub(super) fn incidentals(search: &mut Search<'_>) -> Result<(), Stop> {
    let best = search.best();
    let tree = best.tree();
    let incidental = &tree.syntax().facts().incidental;
    let mut rows: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    let nodes = tree
        .nodes()
        .filter(|node| incidental.contain(tree, *node) && best.is_live(*node));
    for node in nodes {
        let item = best.around(node).find(|node| best.is_removable(*node));
        rows.entry(tree.name(node)).or_default().extend(item.map(edit::remove));
    }
    let rows = rows.into_values().filter(|row| row.len() >= MANY);
    let rows: Vec<Rc<[Edit]>> = rows.map(Rc::from).collect();
    cut(search, &rows, &INCIDENTALS)
}

/// Files that are included, each alone, from the end.
pub(super) fn includes(search: &mut Search<'_>) -> Result<(), Stop> {
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

/// Rows of changes, each cut into so many parts, one number of parts after the other, from the end.
fn cut(search: &mut Search<'_>, rows: &[Rc<[Edit]>], counts: &'static [usize]) -> Result<(), Stop> {
    let parts = rows.iter().flat_map(|row| {
        let len = row.len();
        let parts = parts(len, counts).map(move |part| len - part.end..len - part.start);
        parts.map(move |part| (row.clone(), part))
    });
    let parts: Vec<(Rc<[Edit]>, Range<usize>)> = parts.collect();
    search.follow(Places::new(parts, |best, (row, part)| {
        let part = row[part.clone()].iter();
        let part = part.filter(|edit| edit.changes.iter().all(|change| is_open(best, change)));
        let part: Vec<Change> = part.flat_map(|edit| edit.changes.iter().cloned()).collect();
        let changes = outermost(&part, best);
        (!changes.is_empty()).then_some(Edit { changes }).into_iter().collect()
    }))?;
    search.parse_anew();
    Ok(())
}

/// A row of this length in so many parts, one number of parts after the other.
pub(super) fn parts(len: usize, counts: &[usize]) -> impl Iterator<Item = Range<usize>> {
    let counts = counts.iter().copied().filter(move |count| *count <= len);
    counts.flat_map(move |count| (0..count).map(move |part| part * len / count..(part + 1) * len / count))
}

/// Whether a change can still be made, and would change something. A rewritten node stays live: on 688,559 tokens of a JSON
/// library and its client 62 queries in a row gave bodies the `;` that they had.
fn is_open(best: &Program, change: &Change) -> bool {
    match change {
        Change::Remove(node) => best.is_open(*node),
        Change::Rewrite(node, text) => best.is_live(*node) && best.text_of(*node) != **text,
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

/// For every function with a body the edit that leaves the least instead; in a second row, for functions whose bodies others
/// read. A member that is defined outside of its record is declared there already, and goes. So does a friend, in a row of its
/// own: with constraints or default arguments it must not be a declaration.
fn without_bodies(best: &Program) -> [Rc<[Edit]>; 3] {
    let tree = best.tree();
    let facts = tree.syntax().facts();
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for node in tree.nodes().filter(|node| best.is_live(*node)) {
        let function = facts.functions.of(tree, node).first();
        let Some((function, least)) = function.and_then(|function| Some((function, function.without_body.first()?)))
        else {
            continue;
        };
        let item = best.around(node).find(|node| best.is_removable(*node));
        let is_friend = best
            .around(node)
            .take_while(|node| !facts.member_scopes.contain(tree, *node))
            .any(|node| facts.friends.contain(tree, node));
        let edit = if is_friend || is_qualified(best, node) {
            item.map(edit::remove)
        } else {
            without_body(best, node, function, least)
        };
        let is_read = || needs::head_says(best, item.unwrap_or(node), node, function, function.read_by_others);
        let row = if is_friend { 2 } else { usize::from(is_read()) };
        rows[row].extend(edit);
    }
    rows.map(Rc::from)
}

/// Whether the name that a node defines has a qualifier.
fn is_qualified(best: &Program, node: NodeId) -> bool {
    let tree = best.tree();
    let facts = tree.syntax().facts();
    let parts = facts.definitions.of(tree, node).iter();
    parts.filter_map(|part| part.first(best, node)).any(|part| {
        let first_parts = std::iter::successors(Some(part), |node| best.named_parts(*node).next());
        let mut first_parts = first_parts.take_while(|node| !names::is_name(tree, *node));
        first_parts.any(|node| !facts.qualified.of(tree, node).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_syntax::{Program, lang, parse};

    use super::without_bodies;

    /// The declaration `void A::f();` outside of the class would be an error.
    #[test]
    fn members_defined_outside_go_whole_and_bodies_that_others_read_come_last() {
        let text = "struct A { void f(); int g() { return 1; } constexpr int h() { return 2; } }; void A::f() { g(); }";
        let texts = rows(text);
        assert_eq!(
            texts[0],
            [
                "struct A { void f(); int g() { return 1; } constexpr int h() { return 2; } };",
                "struct A { void f(); int g() ; constexpr int h() { return 2; } }; void A::f() { g(); }",
            ]
        );
        assert_eq!(
            texts[1],
            ["struct A { void f(); int g() { return 1; } constexpr int h() ; }; void A::f() { g(); }"]
        );
    }

    /// With constraints, or default arguments of a template, a friend must have a body.
    #[test]
    fn friends_go_whole_in_a_row_of_their_own() {
        let [plain, constant, friends] = rows("struct A { friend void f(A) requires true {} void g() {} };");
        assert_eq!((plain.len(), constant.len(), friends.len()), (1, 0, 1));
        assert!(!friends[0].contains("friend"), "{friends:?}");
    }

    fn rows(text: &str) -> [Vec<String>; 3] {
        let syntax = lang::named("cpp").expect("C++").syntax().expect("a grammar");
        let program = Program::new(Arc::new(parse(text.as_bytes(), &syntax)));
        without_bodies(&program).map(|row| {
            let candidates = row.iter().map(|edit| program.propose(edit).expect("a candidate"));
            let texts = candidates.map(|candidate| String::from_utf8(candidate.text(&program)).expect("UTF-8"));
            texts.collect()
        })
    }
}

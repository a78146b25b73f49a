//! Windows: neighbouring nodes, in all combinations.
//!
//! **Idea.** What cannot go alone may go together with its neighbours: `(` with `)`, an operator with an operand. A
//! small window slides over every level of the tree, and all combinations of two nodes and more inside it are tried,
//! whether the grammar calls them removable or not; the parser says which of the texts are programs.
//!
//! **Loop.**
//! ```text
//! until no token goes:
//!     for each level of the tree that has more nodes than the one above:
//!         for each window of 4 nodes that no level before had, from the end:
//!             try without 4 of them, without each 3, without each 2
//! ```
//!
//! **Guarantees.** Those that its entry lists.
//!
//! **Cost.** At most 11 queries for each node of each level; most texts do not parse and cost no query.
//!
//! **Reference.** xu2023, "local exhaustive enumeration".

use std::collections::HashSet;
use std::rc::Rc;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{NodeId, Program};

use crate::guarantee::Guarantee;
use crate::search::{Search, Stop};
use crate::steps::Places;
use crate::tree::spelling::parses;
use crate::tree::{Reducer, ReducerEntry};

/// The table entry.
pub(crate) static ENTRY: ReducerEntry = ReducerEntry {
    name: "windows",
    summary: "Windows of four neighbouring nodes, in all combinations.",
    reference: "xu2023",
    list: "opdd",
    heeds: &[],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |_| Box::new(Windows),
};

/// Nodes of a window: as in xu2023, whose default is 4.
const WIDTH: usize = 4;

struct Windows;

impl Reducer for Windows {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fixpoint(sweep)
    }
}

/// All windows once.
pub(crate) fn sweep(search: &mut Search<'_>) -> Result<(), Stop> {
    let mut seen: HashSet<Vec<NodeId>> = HashSet::new();
    let mut places: Vec<(Rc<[NodeId]>, usize)> = Vec::new();
    for level in levels(search.best()) {
        let level: Rc<[NodeId]> = level.into();
        for start in (0..level.len().saturating_sub(1)).rev() {
            let window = &level[start..(start + WIDTH).min(level.len())];
            if seen.insert(window.to_vec()) {
                places.push((level.clone(), start));
            }
        }
    }
    search.follow(Places::new(places, |best, (level, start)| {
        combinations(best, level, *start)
    }))?;
    Ok(())
}

/// The levels of a tree: each is the one before with every node that has parts replaced by them. A level with no more
/// nodes than the one before says nothing new.
fn levels(program: &Program) -> Vec<Vec<NodeId>> {
    let mut levels: Vec<Vec<NodeId>> = vec![vec![program.tree().root()]];
    loop {
        let above = levels.last().map(Vec::as_slice).unwrap_or_default();
        let mut has_parts = false;
        let mut level = Vec::new();
        for node in above {
            let mut parts: Vec<NodeId> = program.children(*node).collect();
            if parts.is_empty() {
                parts.push(*node);
            } else {
                has_parts = true;
                parts.sort_by_key(|part| program.tree().span(*part).start);
            }
            level.extend(parts);
        }
        if !has_parts {
            return levels;
        }
        if level.len() <= above.len() {
            levels.pop();
        }
        levels.push(level);
    }
}

/// All combinations of nodes in a window, most nodes first.
fn combinations(program: &Program, level: &[NodeId], start: usize) -> Vec<Edit> {
    let nodes: Vec<NodeId> = level[start..]
        .iter()
        .copied()
        .filter(|node| program.is_open(*node))
        .take(WIDTH)
        .collect();
    let mut masks: Vec<u32> = (1..1u32 << nodes.len()).filter(|mask| mask.count_ones() > 1).collect();
    masks.sort_by_key(|mask| std::cmp::Reverse(mask.count_ones()));
    let chosen = |mask: u32| {
        let nodes = nodes.iter().enumerate();
        let nodes = nodes.filter(move |(index, _)| mask >> index & 1 == 1);
        edit::remove_all(nodes.map(|(_, node)| *node))
    };
    let edits = masks.into_iter().map(chosen);
    edits.filter(|edit| parses(program, edit)).collect()
}

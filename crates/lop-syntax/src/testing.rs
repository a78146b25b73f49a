//! Random edits, for tests and measurements.

use std::sync::Arc;

use crate::edit::{self, Edit};
use crate::parse::errors::is_valid;
use crate::program::Program;
use crate::random::Random;
use crate::tree::{Kind, NodeId, Tree};

/// What a random edit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Removes one node.
    Remove,
    /// Removes several nodes at once.
    RemoveMany,
    /// Puts a compatible node in place of one above it.
    Replace,
    /// Puts the items of a list in place of an item that holds the list.
    Splice,
    /// Puts the shortest text of its rule in place of a node.
    Shorten,
}

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 5] = [
        Operation::Remove,
        Operation::RemoveMany,
        Operation::Replace,
        Operation::Splice,
        Operation::Shorten,
    ];

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Remove => "remove",
            Operation::RemoveMany => "remove many",
            Operation::Replace => "replace",
            Operation::Splice => "splice",
            Operation::Shorten => "shorten",
        }
    }
}

/// How many nodes are looked at to find one that an operation applies to. Not measured.
const TRIES: usize = 200;
/// How far below a node its replacements are looked for. Not measured.
const DEPTH: usize = 6;

/// A random edit of a program, if one is found soon.
pub fn random_edit(program: &Program, operation: Operation, random: &mut Random) -> Option<Edit> {
    let tree = program.tree();
    let is_removable = |node: NodeId| program.weight(node) > 0 && program.is_removable(node);
    for _ in 0..TRIES {
        let node = NodeId(random.below(tree.node_count()) as u32);
        if !program.is_live(node) {
            continue;
        }
        let edit = match operation {
            Operation::Remove if is_removable(node) => edit::remove(node),
            Operation::RemoveMany => {
                let mut nodes: Vec<NodeId> = (0..20)
                    .map(|_| NodeId(random.below(tree.node_count()) as u32))
                    .filter(|node| program.is_live(*node) && is_removable(*node))
                    .collect();
                nodes.sort();
                nodes.dedup();
                if nodes.len() < 2 {
                    continue;
                }
                edit::remove_all(nodes)
            }
            Operation::Replace | Operation::Splice => {
                let is_list = |node: &NodeId| tree.kind(*node) == Kind::List;
                let wants_list = operation == Operation::Splice;
                let below = program.replacements(node, DEPTH);
                let fitting: Vec<NodeId> = below.into_iter().filter(|node| is_list(node) == wants_list).collect();
                if fitting.is_empty() {
                    continue;
                }
                edit::replace(node, fitting[random.below(fitting.len())])
            }
            Operation::Shorten => {
                let text = tree.rule(node).zip(tree.syntax().grammar());
                let text = text.and_then(|(rule, grammar)| grammar.minimal_text(rule));
                match text {
                    Some(text) if program.weight(node) > 1 && !text.is_empty() => edit::rewrite(node, text.as_bytes()),
                    _ => continue,
                }
            }
            Operation::Remove => continue,
        };
        if program.propose(&edit).is_ok() {
            return Some(edit);
        }
    }
    None
}

/// How edits of one kind went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// How many were made.
    pub made: usize,
    /// After how many the file still parsed.
    pub valid: usize,
}

/// Makes random single edits of a file and counts after how many it still parses.
/// What does not parse is handed to `failed`, with the edit.
pub fn single_edits(
    tree: &Arc<Tree>,
    operation: Operation,
    edits: usize,
    random: &mut Random,
    mut failed: impl FnMut(&Program, &Edit, &[u8]),
) -> Count {
    let program = Program::new(tree.clone());
    let mut count = Count::default();
    for _ in 0..edits {
        let Some(edit) = random_edit(&program, operation, random) else {
            break;
        };
        let candidate = program.propose(&edit).expect("this edit was proposed before");
        let text = candidate.text(&program);
        count.made += 1;
        if is_valid(&text, tree.syntax()) {
            count.valid += 1;
        } else {
            failed(&program, &edit, &text);
        }
    }
    count
}

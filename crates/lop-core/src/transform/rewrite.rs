//! Rewrite rules as transformations: every place that a pattern matches is a proposal.

use lop_syntax::edit::{Change, Edit, remove, replace, rewrite};
use lop_syntax::rewrite::{Match, Replaced, Rule};

use super::View;
use super::layout::moved;

/// The edits that a rule proposes for a program.
pub fn propose(view: &View<'_>, rule: &Rule) -> Vec<Edit> {
    let found = rule.find(view.tree);
    let edits = found.iter().map(|found| edit(view, rule, found));
    edits.filter(|edit| changes(view, edit)).collect()
}

/// Whether an edit writes something else than is there.
fn changes(view: &View<'_>, edit: &Edit) -> bool {
    edit.changes.iter().any(|change| match change {
        Change::Rewrite(node, text) => *view.program.text_of(*node) != **text,
        _ => true,
    })
}

/// A match replaced. Where a node below takes its place, that is no new text, and its parts can go on being reduced.
fn edit(view: &View<'_>, rule: &Rule, found: &Match) -> Edit {
    let View { program, tree, .. } = *view;
    let node = found.node;
    let weight = program.weight(node);
    let same: Vec<_> = program
        .around(node)
        .take_while(|around| program.weight(*around) == weight)
        .collect();
    if rule.removes() {
        let removable = same.iter().find(|around| program.is_removable(**around));
        return removable.map_or_else(|| rewrite(node, &b""[..]), |around| remove(*around));
    }
    let kept = rule.kept(tree, found);
    let mut hoists = same
        .iter()
        .flat_map(|around| kept.iter().map(move |kept| (*around, *kept)));
    if let Some((around, kept)) = hoists.find(|(around, kept)| program.can_replace(*around, *kept)) {
        return replace(around, kept);
    }
    let mut text = Vec::new();
    for piece in rule.replacement(tree, found) {
        match piece {
            Replaced::Text(piece) => text.extend_from_slice(piece.as_bytes()),
            Replaced::Source(first, span) => text.extend(moved(view, tree.source()[span].to_vec(), first, node)),
        }
    }
    rewrite(node, text)
}

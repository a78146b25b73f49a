//! Edits of the best program as a list of which as many as possible are made.

use std::collections::BTreeMap;
use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{NodeId, Program};

use crate::list::{ListReducer, ListSteps};
use crate::steps::Steps;

/// All edits at once, and if that fails as a list.
pub(crate) struct Items {
    edits: Rc<[Edit]>,
    /// Whether no edit changes what another one does.
    is_apart: bool,
    stage: Phase,
    list: Box<dyn ListSteps>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    All,
    List,
    Done,
}

impl Items {
    /// These changes of a program, none inside what another one removes.
    pub(crate) fn new(changes: Vec<Change>, program: &Program, list: &dyn ListReducer) -> Self {
        let single = |change| Edit { changes: vec![change] };
        Items {
            is_apart: true,
            ..Self::of_edits(changes.into_iter().map(single).collect(), program, list)
        }
    }

    /// These edits of a program, each of which is made whole or not at all.
    pub(crate) fn of_edits(edits: Vec<Edit>, program: &Program, list: &dyn ListReducer) -> Self {
        let weight = |edit: &Edit| edit.changes.iter().map(|change| program.weight(change.subject())).sum();
        let weights: Vec<usize> = edits.iter().map(weight).collect();
        Items {
            edits: edits.into(),
            is_apart: false,
            stage: Phase::All,
            list: list.start(&weights),
        }
    }

    /// Some of the edits as one, without changes of nodes that are gone.
    fn edit(&self, chosen: impl Iterator<Item = usize>, best: &Program) -> Option<Edit> {
        let changes = chosen.flat_map(|index| &self.edits[index].changes);
        let changes: Vec<Change> = changes
            .filter(|change| best.is_live(change.subject()))
            .map(|change| match change {
                // What was to take a place may have given its own to another.
                Change::Replace(node, by) => Change::Replace(*node, best.standing(*by)),
                change => change.clone(),
            })
            .collect();
        let changes = if self.is_apart {
            changes
        } else {
            outermost(&changes, best)
        };
        let edit = Edit { changes };
        (!edit.changes.is_empty()).then_some(edit)
    }
}

/// Changes without those of nodes inside others that are changed. Of several changes of one node a removal stays, else
/// the first.
pub(crate) fn outermost(changes: &[Change], program: &Program) -> Vec<Change> {
    let mut by_node: BTreeMap<NodeId, &Change> = BTreeMap::new();
    for change in changes {
        let stays = by_node.entry(change.subject()).or_insert(change);
        if matches!(change, Change::Remove(_)) {
            *stays = change;
        }
    }
    let is_inside = |node: NodeId| {
        let mut path = std::iter::successors(program.parent(node), |above| program.parent(*above));
        path.any(|above| by_node.contains_key(&above))
    };
    let stays = |change: &&Change| {
        let node = change.subject();
        by_node.get(&node).is_some_and(|first| std::ptr::eq(*first, *change)) && !is_inside(node)
    };
    changes.iter().filter(stays).cloned().collect()
}

impl Steps for Items {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        if self.stage == Phase::All {
            return self.edit(0..self.edits.len(), best);
        }
        while self.stage == Phase::List {
            let chosen = self.list.next()?;
            if chosen.len() == self.edits.len() {
                self.list.answer(false);
                continue;
            }
            match self.edit(chosen.into_iter(), best) {
                Some(edit) => return Some(edit),
                None => self.list.answer(true),
            }
        }
        None
    }

    fn answer(&mut self, is_accepted: bool, _best: &Program) {
        match self.stage {
            Phase::All => self.stage = if is_accepted { Phase::Done } else { Phase::List },
            Phase::List => self.list.answer(is_accepted),
            Phase::Done => {}
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(Items {
            edits: self.edits.clone(),
            is_apart: self.is_apart,
            stage: self.stage,
            list: self.list.fork(),
        })
    }
}

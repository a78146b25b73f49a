//! Changes of the best program as a list of which as many as possible are made.

use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::{Change, Edit};

use crate::list::{ListReducer, ListSteps};
use crate::steps::Steps;

/// All changes at once, and if that fails as a list.
pub struct Items {
    changes: Rc<[Change]>,
    stage: Stage,
    list: Box<dyn ListSteps>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    All,
    List,
    Done,
}

impl Items {
    /// These changes of a program, none inside what another one removes.
    pub fn new(changes: Vec<Change>, program: &Program, list: &dyn ListReducer) -> Self {
        let weights: Vec<usize> = changes.iter().map(|change| program.weight(change.subject())).collect();
        Items {
            changes: changes.into(),
            stage: Stage::All,
            list: list.start(&weights),
        }
    }

    /// Some of the changes, without those of nodes that went with others.
    fn edit(&self, chosen: impl Iterator<Item = usize>, best: &Program) -> Option<Edit> {
        let chosen = chosen.map(|index| &self.changes[index]);
        let changes: Vec<Change> = chosen
            .filter(|change| best.is_live(change.subject()))
            .cloned()
            .collect();
        (!changes.is_empty()).then_some(Edit { changes })
    }
}

impl Steps for Items {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        if self.stage == Stage::All {
            return self.edit(0..self.changes.len(), best);
        }
        while self.stage == Stage::List {
            let chosen = self.list.next()?;
            if chosen.len() == self.changes.len() {
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
            Stage::All => self.stage = if is_accepted { Stage::Done } else { Stage::List },
            Stage::List => self.list.answer(is_accepted),
            Stage::Done => {}
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(Items {
            changes: self.changes.clone(),
            stage: self.stage,
            list: self.list.fork(),
        })
    }
}

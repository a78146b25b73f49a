//! An algorithm as a value: its next edit, and its reaction to a verdict.
//!
//! Such a value can be forked, so [`Search`](crate::Search) can execute speculatively: it gives either verdict to a fork and
//! runs the edits that follow while the first test run is in flight. The algorithm itself knows nothing of this.

use std::collections::VecDeque;
use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::Edit;

/// A sequence of edits, each of which may depend on the verdicts on those before it.
pub trait Steps {
    /// The next edit to attempt on the best program; none at the end.
    fn next(&mut self, best: &Program) -> Option<Edit>;

    /// Takes the verdict on the last edit. If it was accepted, `best` has it already.
    fn answer(&mut self, is_accepted: bool, best: &Program);

    /// A copy of the state, for speculative execution.
    fn fork(&self) -> Box<dyn Steps>;

    /// Estimated acceptance probability of the last edit, if better than the running success rate. Affects speculation
    /// order only.
    fn chance(&self) -> Option<f64> {
        None
    }
}

/// One edit after the other until one is accepted.
#[derive(Clone)]
pub struct FirstOf {
    edits: VecDeque<Edit>,
}

impl FirstOf {
    /// These edits, in this order.
    pub fn new(edits: impl IntoIterator<Item = Edit>) -> Self {
        FirstOf {
            edits: edits.into_iter().collect(),
        }
    }
}

impl Steps for FirstOf {
    fn next(&mut self, _best: &Program) -> Option<Edit> {
        self.edits.front().cloned()
    }

    fn answer(&mut self, is_accepted: bool, _best: &Program) {
        if is_accepted {
            self.edits.clear();
        } else {
            self.edits.pop_front();
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

/// The edits to attempt at a place of a program.
type Propose<P> = dyn Fn(&Program, &P) -> Vec<Edit>;

/// Goes from place to place, and tries the edits that the best program has at each when its turn comes.
pub struct Places<P> {
    places: Rc<[P]>,
    next: usize,
    edits: VecDeque<Edit>,
    propose: Rc<Propose<P>>,
    stays: bool,
}

impl<P> Places<P> {
    /// Tries at each of `places` the edits of `propose` until one is accepted.
    pub fn new(places: impl Into<Rc<[P]>>, propose: impl Fn(&Program, &P) -> Vec<Edit> + 'static) -> Self {
        Places {
            places: places.into(),
            next: 0,
            edits: VecDeque::new(),
            propose: Rc::new(propose),
            stays: false,
        }
    }

    /// Stays at a place until no edit there is accepted any more.
    pub fn staying(mut self) -> Self {
        self.stays = true;
        self
    }
}

impl<P: 'static> Steps for Places<P> {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        loop {
            if let Some(edit) = self.edits.front() {
                return Some(edit.clone());
            }
            let place = self.places.get(self.next)?;
            self.edits = (self.propose)(best, place).into();
            self.next += 1;
        }
    }

    fn answer(&mut self, is_accepted: bool, _best: &Program) {
        if is_accepted {
            self.edits.clear();
            self.next -= usize::from(self.stays);
        } else {
            self.edits.pop_front();
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(Places {
            places: self.places.clone(),
            next: self.next,
            edits: self.edits.clone(),
            propose: self.propose.clone(),
            stays: self.stays,
        })
    }
}

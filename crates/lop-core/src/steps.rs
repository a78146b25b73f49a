//! A reducer as questions and answers.
//!
//! An algorithm that is written as a value with two methods, the next question and what an answer means, can be
//! forked: the search plays through what would be asked after either answer, and has those questions answered
//! while it waits for the first. The algorithm itself knows nothing of this.

use std::collections::VecDeque;
use std::rc::Rc;

use lop_syntax::Program;
use lop_syntax::edit::Edit;

/// Questions, each of which may depend on the answers to those before it.
pub trait Steps {
    /// The next edit to attempt on the best program; none when there is nothing left to ask.
    fn next(&mut self, best: &Program) -> Option<Edit>;

    /// Takes notice of the answer to the edit that came last. If it was accepted, it has been made.
    fn answer(&mut self, is_accepted: bool, best: &Program);

    /// The same, to be played through on its own.
    fn fork(&self) -> Box<dyn Steps>;

    /// How likely the edit that came last is to be accepted, where the steps know better than the last answers tell.
    /// It decides what is asked ahead, and nothing else.
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

/// What may be attempted at a place of a program.
type Work<P> = dyn Fn(&Program, &P) -> Vec<Edit>;

/// One place after the other, and at each the alternatives that the program, as it is by then, has there.
pub struct Places<P> {
    places: Rc<[P]>,
    next: usize,
    edits: VecDeque<Edit>,
    work: Rc<Work<P>>,
    stays: bool,
}

impl<P> Places<P> {
    /// These places; what was accepted at one ends it.
    pub fn new(places: impl Into<Rc<[P]>>, work: impl Fn(&Program, &P) -> Vec<Edit> + 'static) -> Self {
        Places {
            places: places.into(),
            next: 0,
            edits: VecDeque::new(),
            work: Rc::new(work),
            stays: false,
        }
    }

    /// Stays at a place until nothing there is accepted any more.
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
            self.edits = (self.work)(best, place).into();
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
            work: self.work.clone(),
            stays: self.stays,
        })
    }
}

//! Looking ahead: what would be asked after either answer, and after either answer to that.
//!
//! Scenarios form a binary tree. The one in front is the question that the reducer really asks; the others are
//! what it would ask if. While the front's answer is awaited, the likeliest unopened branch is opened, again and
//! again, until every slot of the executor is taken. An answer closes one of two branches; the front's answer
//! moves the front. Since scenarios come from forks of the reducer's own steps, none of this changes what is
//! asked: it is only known sooner.

use std::collections::BTreeMap;
use std::rc::Rc;

use lop_syntax::{Candidate, Program};

use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::steps::Steps;

/// A branch less likely than this is not worth a run.
const LEAST_LIKELY: f64 = 1e-3;

/// A question that is or would be asked.
pub struct Scenario {
    /// The best program at that point.
    pub program: Rc<Program>,
    /// What is asked about.
    pub candidate: Rc<Candidate>,
    /// How far its answer is.
    pub state: State,
    /// The reducer, waiting for the answer.
    steps: Box<dyn Steps>,
    if_rejected: Branch,
    if_accepted: Branch,
}

/// How far the answer to a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nobody was asked.
    Idle,
    /// The executor has it.
    UnderWay,
    /// It is here.
    Answered(Verdict),
    /// A cache knows that it is not interesting.
    Known,
}

#[derive(Debug, Clone, Copy)]
enum Branch {
    Unopened,
    /// Nothing would be asked any more.
    Ended,
    At(Ticket),
}

/// The scenarios that follow from the front.
pub struct Ahead {
    scenarios: BTreeMap<Ticket, Scenario>,
    front: Ticket,
}

impl Ahead {
    /// Begins with the first question of some steps.
    pub fn new(steps: Box<dyn Steps>, best: &Rc<Program>, ticket: Ticket) -> Option<Self> {
        let scenario = Scenario::first(steps, best.clone())?;
        Some(Ahead {
            scenarios: BTreeMap::from([(ticket, scenario)]),
            front: ticket,
        })
    }

    /// The question that is really asked.
    pub fn front(&self) -> Ticket {
        self.front
    }

    /// How many scenarios there are.
    pub fn len(&self) -> usize {
        self.scenarios.len()
    }

    /// A scenario by its ticket.
    pub fn scenario(&self, ticket: Ticket) -> &Scenario {
        &self.scenarios[&ticket]
    }

    /// Notes how far the answer to a question is. Tickets of what will now never be asked come back.
    pub fn note(&mut self, ticket: Ticket, state: State) -> Vec<Ticket> {
        let Some(scenario) = self.scenarios.get_mut(&ticket) else {
            return Vec::new();
        };
        scenario.state = state;
        let dead = match scenario.is_accepted() {
            Some(true) => std::mem::replace(&mut scenario.if_rejected, Branch::Ended),
            Some(false) => std::mem::replace(&mut scenario.if_accepted, Branch::Ended),
            None => Branch::Ended,
        };
        self.close(dead)
    }

    /// Opens the likeliest branch, given how often answers are the hoped-for one.
    pub fn open(&mut self, success_rate: f64, ticket: Ticket) -> Option<Ticket> {
        loop {
            let (parent, is_accepted) = self.likeliest(success_rate)?;
            let opened = self.scenarios[&parent].after(is_accepted);
            let parent = self.scenarios.get_mut(&parent).expect("it was just found");
            let branch = parent.branch(is_accepted);
            let Some(scenario) = opened else {
                *branch = Branch::Ended;
                continue;
            };
            *branch = Branch::At(ticket);
            self.scenarios.insert(ticket, scenario);
            return Some(ticket);
        }
    }

    /// Moves the front past its answer, and the best program with it. Nothing comes back when the steps are over.
    pub fn advance(mut self, is_accepted: bool, best: &mut Rc<Program>, ticket: Ticket) -> Option<Self> {
        let Scenario {
            program,
            candidate,
            mut steps,
            if_rejected,
            if_accepted,
            ..
        } = self.scenarios.remove(&self.front).expect("the front is always there");
        drop(program);
        let branch = if is_accepted { if_accepted } else { if_rejected };
        if let Branch::At(next) = branch {
            best.clone_from(&self.scenarios[&next].program);
            self.front = next;
            return Some(self);
        }
        if is_accepted {
            Rc::make_mut(best).accept(&candidate);
        }
        if let Branch::Ended = branch {
            return None;
        }
        steps.answer(is_accepted, best);
        let scenario = Scenario::first(steps, best.clone())?;
        self.scenarios.insert(ticket, scenario);
        self.front = ticket;
        Some(self)
    }

    /// Tickets of all questions that the executor has.
    pub fn under_way(&self) -> Vec<Ticket> {
        let under_way = self.scenarios.iter().filter(|(_, it)| it.state == State::UnderWay);
        under_way.map(|(ticket, _)| *ticket).collect()
    }

    /// The unopened branch that is likeliest to be taken.
    fn likeliest(&self, success_rate: f64) -> Option<(Ticket, bool)> {
        let mut best = (LEAST_LIKELY, None);
        let mut todo = vec![(self.front, 1.0)];
        while let Some((ticket, chance)) = todo.pop() {
            let scenario = &self.scenarios[&ticket];
            let chance_of_success = match scenario.is_accepted() {
                Some(true) => 1.0,
                Some(false) => 0.0,
                None => scenario.steps.chance().unwrap_or(success_rate),
            };
            for (branch, is_accepted, chance) in [
                (scenario.if_rejected, false, chance * (1.0 - chance_of_success)),
                (scenario.if_accepted, true, chance * chance_of_success),
            ] {
                match branch {
                    Branch::Unopened if chance > best.0 => best = (chance, Some((ticket, is_accepted))),
                    Branch::At(next) => todo.push((next, chance)),
                    Branch::Unopened | Branch::Ended => {}
                }
            }
        }
        best.1
    }

    /// Forgets what follows from a branch; tickets of what was under way come back.
    fn close(&mut self, branch: Branch) -> Vec<Ticket> {
        let mut under_way = Vec::new();
        let mut todo = vec![branch];
        while let Some(branch) = todo.pop() {
            let Branch::At(ticket) = branch else { continue };
            let scenario = self.scenarios.remove(&ticket).expect("branches lead somewhere");
            if scenario.state == State::UnderWay {
                under_way.push(ticket);
            }
            todo.extend([scenario.if_rejected, scenario.if_accepted]);
        }
        under_way
    }
}

impl Scenario {
    /// The next question of some steps that is one: edits that cannot be made are rejected unasked.
    fn first(mut steps: Box<dyn Steps>, program: Rc<Program>) -> Option<Self> {
        loop {
            let edit = steps.next(&program)?;
            match program.propose(&edit) {
                Ok(candidate) => {
                    return Some(Scenario {
                        program,
                        candidate: Rc::new(candidate),
                        state: State::Idle,
                        steps,
                        if_rejected: Branch::Unopened,
                        if_accepted: Branch::Unopened,
                    });
                }
                Err(_) => steps.answer(false, &program),
            }
        }
    }

    /// What would be asked after an answer to this.
    fn after(&self, is_accepted: bool) -> Option<Self> {
        let mut program = self.program.clone();
        if is_accepted {
            Rc::make_mut(&mut program).accept(&self.candidate);
        }
        let mut steps = self.steps.fork();
        steps.answer(is_accepted, &program);
        Scenario::first(steps, program)
    }

    fn branch(&mut self, is_accepted: bool) -> &mut Branch {
        if is_accepted {
            &mut self.if_accepted
        } else {
            &mut self.if_rejected
        }
    }

    fn is_accepted(&self) -> Option<bool> {
        match self.state {
            State::Answered(Verdict::Interesting) => Some(true),
            State::Answered(Verdict::Uninteresting) | State::Known => Some(false),
            State::Answered(Verdict::Unresolved) | State::Idle | State::UnderWay => None,
        }
    }
}

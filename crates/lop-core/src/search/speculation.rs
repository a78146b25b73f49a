//! Speculative execution: the queries that follow from either verdict, run before the verdict is known.
//!
//! Scenarios form a binary tree. The front is the query that the reducer makes now; the others are the queries that it
//! would make after certain verdicts. While the front is in flight, [`Speculation::open`] opens the likeliest unopened
//! branch, until every slot of the executor is taken. A verdict closes one of two branches; the front's verdict moves the
//! front. Scenarios come from forks of the reducer's own steps, so speculation changes when a query runs, not which
//! queries there are.

use std::collections::BTreeMap;
use std::rc::Rc;

use lop_syntax::{Candidate, Program};

use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::steps::Steps;

use super::runs::Run;
use super::syntax::SyntaxCheck;

/// A branch less likely than this gets no slot. Not measured: with up to 64 slots likelier ones fill them.
const LEAST_LIKELY: f64 = 1e-3;

/// A query that is made, or would be made after certain verdicts.
pub(super) struct Scenario {
    /// The best program at that point.
    pub program: Rc<Program>,
    /// The edit of it that the query is about.
    pub candidate: Rc<Candidate>,
    /// Where its verdict is.
    pub state: State,
    /// The reducer's steps, before they learn the verdict.
    steps: Box<dyn Steps>,
    if_rejected: Branch,
    if_accepted: Branch,
}

/// Where the verdict of a query is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// It was not submitted.
    Idle,
    /// The executor has it.
    InFlight,
    /// The executor returned it.
    Answered(Verdict),
    /// The cache has it: uninteresting.
    Known,
}

#[derive(Debug, Clone, Copy)]
enum Branch {
    Unopened,
    /// The steps would be over.
    Ended,
    At(Ticket),
}

/// The tree of scenarios below the front.
pub(super) struct Speculation {
    scenarios: BTreeMap<Ticket, Scenario>,
    front: Ticket,
}

impl Speculation {
    /// Starts with the first query of `steps`; none if they make no query.
    pub(super) fn new(steps: Box<dyn Steps>, best: &Rc<Program>, ticket: Ticket, syntax: &SyntaxCheck) -> Option<Self> {
        let scenario = Scenario::first(steps, best.clone(), syntax)?;
        Some(Speculation {
            scenarios: BTreeMap::from([(ticket, scenario)]),
            front: ticket,
        })
    }

    /// The query that the reducer makes now.
    pub(super) fn front(&self) -> Ticket {
        self.front
    }

    /// How many scenarios there are.
    pub(super) fn len(&self) -> usize {
        self.scenarios.len()
    }

    /// A scenario by its ticket.
    pub(super) fn scenario(&self, ticket: Ticket) -> &Scenario {
        &self.scenarios[&ticket]
    }

    /// Sets the state of a query. Returns the tickets in flight that the verdict made useless, for the caller to cancel.
    pub(super) fn note(&mut self, ticket: Ticket, state: State) -> Vec<Ticket> {
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

    /// Whether a run belongs to a scenario.
    pub(super) fn has(&self, ticket: Ticket) -> bool {
        self.scenarios.contains_key(&ticket)
    }

    /// Opens a branch under `ticket`; none if the steps end there.
    pub(super) fn open(
        &mut self,
        (parent, is_accepted): (Ticket, bool),
        ticket: Ticket,
        syntax: &SyntaxCheck,
    ) -> Option<Ticket> {
        let opened = self.scenarios[&parent].after(is_accepted, syntax);
        let parent = self.scenarios.get_mut(&parent).expect("branches have scenarios");
        let branch = parent.branch(is_accepted);
        let Some(scenario) = opened else {
            *branch = Branch::Ended;
            return None;
        };
        *branch = Branch::At(ticket);
        self.scenarios.insert(ticket, scenario);
        Some(ticket)
    }

    /// Gives the scenario at `from` another ticket. A scenario that has it already gets that of the first, and is idle.
    pub(super) fn rename(&mut self, from: Ticket, to: Ticket) {
        let Some(scenario) = self.scenarios.remove(&from) else {
            return;
        };
        let other = self.scenarios.insert(to, scenario);
        let is_swapped = other.is_some();
        if let Some(other) = other {
            let idle = Scenario {
                state: State::Idle,
                ..other
            };
            self.scenarios.insert(from, idle);
        }
        for scenario in self.scenarios.values_mut() {
            for branch in [&mut scenario.if_rejected, &mut scenario.if_accepted] {
                match branch {
                    Branch::At(ticket) if *ticket == from => *ticket = to,
                    Branch::At(ticket) if is_swapped && *ticket == to => *ticket = from,
                    _ => {}
                }
            }
        }
        if self.front == from {
            self.front = to;
        } else if is_swapped && self.front == to {
            self.front = from;
        }
    }

    /// Makes a run that was submitted before that of a scenario.
    pub(super) fn adopt(&mut self, ticket: Ticket, run: Run) {
        self.rename(ticket, run.ticket);
        self.note(run.ticket, run.verdict.map_or(State::InFlight, State::Answered));
    }

    /// The same unless the run belongs to another scenario, whose text is the same: then this one stays idle.
    pub(super) fn adopt_if_free(&mut self, ticket: Ticket, run: Run) {
        if !self.has(run.ticket) {
            self.adopt(ticket, run);
        }
    }

    /// The probability that the likelier verdicts lead to the end of the steps; zero if that is not in sight.
    pub(super) fn end(&self, success_rate: f64) -> f64 {
        let (mut at, mut chance) = (self.front, 1.0);
        loop {
            let scenario = &self.scenarios[&at];
            let of_success = scenario.chance_of_success(success_rate);
            let (branch, of_verdict) = match of_success > 0.5 {
                true => (scenario.if_accepted, of_success),
                false => (scenario.if_rejected, 1.0 - of_success),
            };
            chance *= of_verdict;
            match branch {
                Branch::At(next) => at = next,
                Branch::Ended => return chance,
                Branch::Unopened => return 0.0,
            }
        }
    }

    /// Moves the front past its verdict, and the best program with it. Returns nothing when the steps are over.
    pub(super) fn advance(
        mut self,
        is_accepted: bool,
        best: &mut Rc<Program>,
        ticket: Ticket,
        syntax: &SyntaxCheck,
    ) -> Option<Self> {
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
        let scenario = Scenario::first(steps, best.clone(), syntax)?;
        self.scenarios.insert(ticket, scenario);
        self.front = ticket;
        Some(self)
    }

    /// Tickets of all queries in flight.
    pub(super) fn in_flight(&self) -> Vec<Ticket> {
        let in_flight = self.scenarios.iter().filter(|(_, it)| it.state == State::InFlight);
        in_flight.map(|(ticket, _)| *ticket).collect()
    }

    /// The unopened branch that is likeliest to be taken, and how likely that is.
    pub(super) fn likeliest(&self, success_rate: f64) -> Option<(f64, (Ticket, bool))> {
        let mut best = (LEAST_LIKELY, None);
        let mut todo = vec![(self.front, 1.0)];
        while let Some((ticket, chance)) = todo.pop() {
            let scenario = &self.scenarios[&ticket];
            let chance_of_success = scenario.chance_of_success(success_rate);
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
        best.1.map(|branch| (best.0, branch))
    }

    /// Drops the scenarios of a branch and returns the tickets of those in flight.
    fn close(&mut self, branch: Branch) -> Vec<Ticket> {
        let mut in_flight = Vec::new();
        let mut todo = vec![branch];
        while let Some(branch) = todo.pop() {
            let Branch::At(ticket) = branch else { continue };
            let scenario = self.scenarios.remove(&ticket).expect("branches lead somewhere");
            if scenario.state == State::InFlight {
                in_flight.push(ticket);
            }
            todo.extend([scenario.if_rejected, scenario.if_accepted]);
        }
        in_flight
    }
}

impl Scenario {
    /// The next query of `steps`. Inapplicable edits are rejected without a query, and so is what `syntax` refuses.
    fn first(mut steps: Box<dyn Steps>, program: Rc<Program>, syntax: &SyntaxCheck) -> Option<Self> {
        loop {
            let edit = steps.next(&program)?;
            match syntax.candidate(&program, &edit) {
                Some(candidate) => {
                    return Some(Scenario {
                        program,
                        candidate: Rc::new(candidate),
                        state: State::Idle,
                        steps,
                        if_rejected: Branch::Unopened,
                        if_accepted: Branch::Unopened,
                    });
                }
                None => steps.answer(false, &program),
            }
        }
    }

    /// The next query after a verdict on this one.
    fn after(&self, is_accepted: bool, syntax: &SyntaxCheck) -> Option<Self> {
        let mut program = self.program.clone();
        if is_accepted {
            Rc::make_mut(&mut program).accept(&self.candidate);
        }
        let mut steps = self.steps.fork();
        steps.answer(is_accepted, &program);
        Scenario::first(steps, program, syntax)
    }

    /// Estimated acceptance probability of the edit, where the steps know it.
    pub(super) fn chance(&self) -> Option<f64> {
        self.steps.chance()
    }

    fn chance_of_success(&self, success_rate: f64) -> f64 {
        match self.is_accepted() {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => self.steps.chance().unwrap_or(success_rate),
        }
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
            State::Answered(Verdict::Unresolved) | State::Idle | State::InFlight => None,
        }
    }
}

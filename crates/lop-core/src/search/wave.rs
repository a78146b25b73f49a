//! Waves: several queries about the same program at once, and merging the interesting edits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Candidate, NodeId, Program};

use super::runs::Run;
use super::{Patience, Search, Stop};
use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::query::Query;
use crate::steps::Steps;

/// What became of an edit in a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is not interesting.
    Rejected,
    /// It was made, or other edits have left it nothing to change.
    Made,
    /// It is interesting alone, but not together with others that were made.
    PutOff,
}

/// Disjoint nodes: none of them above or below another.
#[derive(Default)]
struct Disjoint {
    changed: BTreeSet<NodeId>,
    above: BTreeSet<NodeId>,
}

impl Disjoint {
    /// Adds the nodes that `edit` changes if they are disjoint from all others.
    fn add(&mut self, edit: &Edit, program: &Program) -> bool {
        let above = |node: NodeId| std::iter::successors(Some(node), |node| program.parent(*node));
        let nodes = edit.changes.iter().map(Change::subject);
        let is_apart =
            |node: NodeId| !self.above.contains(&node) && above(node).all(|above| !self.changed.contains(&above));
        if !nodes.clone().all(is_apart) {
            return false;
        }
        for node in nodes {
            self.changed.insert(node);
            self.above.extend(above(node));
        }
        true
    }
}

impl Search<'_> {
    /// Submits a query of the next wave, unless it is answered or in flight.
    fn prefetch(&mut self, query: &Query<'_>) {
        if !self.is_known(query) && self.runs.of(query.text()).is_none() {
            let ticket = self.ticket();
            self.submit(ticket, query.text().clone());
        }
    }

    /// Tests each of several edits of the best program, then makes as many of the interesting ones as can be made
    /// together, earlier ones first. `next` returns the edits of the next wave: with slots to spare, they are submitted
    /// while the merged program is tested.
    pub fn attempt_all(
        &mut self,
        edits: &[Edit],
        next: impl FnOnce(&Program) -> Vec<Edit>,
    ) -> Result<Vec<Outcome>, Stop> {
        let answers = self.judge_all(edits)?;
        let mut disjoint = Disjoint::default();
        let interesting = edits.iter().zip(&answers).filter(|(_, answer)| **answer);
        let chosen: Vec<Edit> = interesting
            .map(|(edit, _)| edit)
            .filter(|edit| disjoint.add(edit, &self.best))
            .cloned()
            .collect();
        match &chosen[..] {
            [] => {}
            [only] => self.make(only)?,
            _ => {
                let merge = Merge::of(chosen.into());
                if self.executor.slots() > 1 {
                    self.prefetch_merge(&merge, next);
                }
                self.follow(merge)?;
            }
        }
        let outcome = |(edit, answer): (&Edit, bool)| match (answer, live(edit, &self.best).changes.is_empty()) {
            (_, true) => Outcome::Made,
            (true, false) => Outcome::PutOff,
            (false, false) => Outcome::Rejected,
        };
        Ok(edits.iter().zip(answers).map(outcome).collect())
    }

    /// Submits the merge, and the next wave on the guess that the merge is interesting.
    fn prefetch_merge(&mut self, merge: &Merge, next: impl FnOnce(&Program) -> Vec<Edit>) {
        let best = self.best.clone();
        let all = merge.clone().next(&best).expect("there is something to merge");
        let Some(candidate) = self.proposed(&best, &all) else {
            return;
        };
        self.prefetch(&Query::new(&best, &candidate));
        let mut merged = (*best).clone();
        merged.accept(&candidate);
        for edit in next(&merged) {
            if self.runs.in_flight() >= self.executor.slots() {
                break;
            }
            if let Some(candidate) = self.proposed(&merged, &edit) {
                self.prefetch(&Query::new(&merged, &candidate));
            }
        }
    }

    /// The candidate of an edit, unless it is rejected without a query.
    fn proposed(&self, program: &Program, edit: &Edit) -> Option<Candidate> {
        self.syntax.candidate(program, edit)
    }

    /// Tests several edits of the best program, and makes none of them. Inapplicable edits are not interesting.
    fn judge_all(&mut self, edits: &[Edit]) -> Result<Vec<bool>, Stop> {
        self.judge(edits, |_| true)
    }

    /// The place of the first interesting one of several edits of the best program; none of them is made.
    pub(super) fn first_interesting(&mut self, edits: &[Edit]) -> Result<Option<usize>, Stop> {
        let answers = self.judge(edits, |is_interesting| !is_interesting)?;
        Ok(answers.iter().position(|answer| *answer))
    }

    /// Tests edits one after the other while a verdict lets it go on.
    fn judge(&mut self, edits: &[Edit], goes_on: fn(bool) -> bool) -> Result<Vec<bool>, Stop> {
        let best = self.best.clone();
        let candidates: Vec<Option<Candidate>> = edits.iter().map(|edit| self.proposed(&best, edit)).collect();
        let query = |candidate| Query::new(&best, candidate);
        let queries: Vec<Option<Query<'_>>> = candidates
            .iter()
            .map(|candidate| candidate.as_ref().map(query))
            .collect();
        let mut wave = self.wave_of_runs(&queries);
        let mut answers = Vec::with_capacity(edits.len());
        let mut result = Ok(());
        for index in 0..queries.len() {
            if self.patience.is_some_and(Patience::ends_queries) {
                self.has_given_up = true;
                break;
            }
            let asked = self.counts.asked;
            match self.settle_in_wave(&queries, index, &mut wave) {
                Ok(answer) => {
                    self.note_result(answer, answer, asked);
                    answers.push(answer);
                }
                Err(stop) => result = Err(stop),
            }
            if result.is_err() || !answers.last().copied().is_none_or(goes_on) {
                break;
            }
        }
        self.cancel_all(wave.in_flight.into_keys().collect());
        result.map(|()| answers)
    }

    /// A wave that has the runs on its texts that were submitted before. Others that were submitted for it, and have
    /// become useless, are cancelled.
    fn wave_of_runs(&mut self, queries: &[Option<Query<'_>>]) -> Wave {
        let mut wave = Wave::default();
        if self.executor.slots() == 1 {
            return wave;
        }
        for (index, query) in queries.iter().enumerate() {
            let run = query.as_ref().and_then(|query| self.runs.of(query.text()));
            if let Some(run) = run {
                wave.adopt(index, run);
            }
        }
        if self.foresight.is_none() {
            self.cancel_unless(|ticket| wave.in_flight.contains_key(&ticket));
        }
        wave
    }

    /// Gets the verdict of a query of a wave, and commits it. Later ones fill the free slots.
    fn settle_in_wave(&mut self, queries: &[Option<Query<'_>>], index: usize, wave: &mut Wave) -> Result<bool, Stop> {
        let Some(query) = &queries[index] else {
            return Ok(false);
        };
        // An equal text may have come earlier in this wave.
        if self.is_known(query) {
            self.note_known(query);
            self.counts.cached += 1;
            self.tell_judged(query, Verdict::Uninteresting, None)?;
            return Ok(false);
        }
        self.count_query()?;
        while !wave.answered.contains_key(&index) {
            if !wave.is_begun(index) {
                wave.begun = wave.begun.min(index);
            }
            self.drop_stale(|ticket| wave.in_flight.contains_key(&ticket));
            if !wave.is_begun(index) && self.runs.in_flight() >= self.executor.slots() {
                let youngest = self.runs.youngest();
                wave.in_flight.retain(|ticket, _| Some(*ticket) != youngest);
                self.cancel_all(youngest.into_iter().collect());
            }
            while wave.begun < queries.len() && self.runs.in_flight() < self.executor.slots() {
                self.begin_in_wave(queries, wave.begun, index, wave);
                wave.begun += 1;
            }
            if self.runs.in_flight() < self.executor.slots() {
                self.foresee();
            }
            let (ticket, verdict) = self.wait()?;
            if let Some(answered) = wave.in_flight.remove(&ticket) {
                wave.answered.insert(answered, (ticket, verdict));
            }
        }
        let answer = match wave.answered[&index] {
            (_, Verdict::Unresolved) => {
                wave.in_flight.clear();
                self.cancel_all(self.runs.tickets());
                self.discard_plan();
                wave.begun = index + 1;
                self.repeat(query)?
            }
            resolved => resolved,
        };
        self.commit(query, answer)
    }

    fn begin_in_wave(&mut self, queries: &[Option<Query<'_>>], at: usize, current: usize, wave: &mut Wave) {
        let Some(query) = queries[at].as_ref().filter(|_| !wave.is_begun(at)) else {
            return;
        };
        if at != current && self.is_known(query) {
            return;
        }
        let run = self.runs.of(query.text());
        if !run.is_some_and(|run| wave.adopt(at, run)) {
            self.expects_success.set(false);
            let ticket = self.ticket();
            self.submit(ticket, query.text().clone());
            wave.in_flight.insert(ticket, at);
        }
    }
}

/// The queries of a wave, by their place in it.
#[derive(Default)]
struct Wave {
    /// All before this one are submitted, or need not be.
    begun: usize,
    in_flight: BTreeMap<Ticket, usize>,
    answered: BTreeMap<usize, (Ticket, Verdict)>,
}

impl Wave {
    /// Takes a run that was submitted before, unless another query of the wave has it.
    fn adopt(&mut self, index: usize, Run { ticket, verdict }: Run) -> bool {
        let is_taken = self.in_flight.contains_key(&ticket) || self.answered.values().any(|(it, _)| *it == ticket);
        if is_taken {
            return false;
        }
        match verdict {
            Some(verdict) => {
                self.answered.insert(index, (ticket, verdict));
            }
            None => {
                self.in_flight.insert(ticket, index);
            }
        }
        true
    }

    fn is_begun(&self, index: usize) -> bool {
        self.answered.contains_key(&index) || self.in_flight.values().any(|at| *at == index)
    }
}

/// Tries edits that are each interesting alone: all at once, and if that fails the first half, then the second.
#[derive(Clone)]
struct Merge {
    edits: Rc<[Edit]>,
    /// Ranges of edits that are still to be made, the next last.
    runs: Vec<Range<usize>>,
}

impl Merge {
    fn of(edits: Rc<[Edit]>) -> Self {
        let all = 0..edits.len();
        Merge { edits, runs: vec![all] }
    }
}

impl Steps for Merge {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        while let Some(run) = self.runs.last() {
            let edits = self.edits[run.clone()].iter().map(|edit| live(edit, best));
            let changes: Vec<Change> = edits.flat_map(|edit| edit.changes).collect();
            if !changes.is_empty() {
                return Some(Edit { changes });
            }
            self.runs.pop();
        }
        None
    }

    fn answer(&mut self, is_accepted: bool, _best: &Program) {
        let run = self.runs.pop().expect("an answer follows a query");
        if !is_accepted && run.len() > 1 {
            let middle = run.start + run.len() / 2;
            self.runs.extend([middle..run.end, run.start..middle]);
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

/// The changes of `edit` whose nodes are still live.
fn live(edit: &Edit, best: &Program) -> Edit {
    let is_live = |change: &&Change| match change {
        Change::Replace(node, by) => best.is_live(*node) && best.is_live(*by),
        Change::Remove(node) | Change::Rewrite(node, _) | Change::Space(node, _) => best.is_live(*node),
    };
    let changes = edit.changes.iter().filter(is_live).cloned().collect();
    Edit { changes }
}

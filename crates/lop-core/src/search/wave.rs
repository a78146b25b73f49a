//! Waves: several questions about the same program at once, and merging what was interesting.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use lop_syntax::edit::{Change, Edit};
use lop_syntax::{Candidate, NodeId, Program};

use super::{Search, Stop};
use crate::executor::Ticket;
use crate::oracle::Verdict;
use crate::question::Question;
use crate::steps::Steps;

/// What became of an edit in a wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is not interesting.
    Rejected,
    /// It was made, or others have left it nothing to do.
    Made,
    /// It is interesting alone, but not together with others that were made.
    PutOff,
}

/// The answer to a question that is expected to be asked.
pub enum Fetched {
    /// The executor has it.
    UnderWay(Ticket),
    /// It is here.
    Answered(Ticket, Verdict),
}

/// Nodes that are changed together: none of them above or below another.
#[derive(Default)]
struct Apart {
    changed: BTreeSet<NodeId>,
    above: BTreeSet<NodeId>,
}

impl Apart {
    /// Adds the nodes that an edit changes if they stand apart from all others.
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
    /// Begins with a question that is expected to be asked.
    fn fetch(&mut self, question: &Question<'_>) {
        if !self.cache.contains(question) && !self.fetched.contains_key(question.text()) {
            let ticket = self.ticket();
            self.submit(ticket, question.text().clone());
            self.fetched.insert(question.text().clone(), Fetched::UnderWay(ticket));
        }
    }

    /// Notes an answer if it is to a question that was only expected.
    pub(super) fn note_fetched(&mut self, ticket: Ticket, verdict: Verdict) -> bool {
        let mut fetched = self.fetched.values_mut();
        let found = fetched.find(|fetched| matches!(fetched, Fetched::UnderWay(it) if *it == ticket));
        let is_fetched = found.is_some();
        if let Some(fetched) = found {
            *fetched = Fetched::Answered(ticket, verdict);
        }
        is_fetched
    }

    /// Waits for the answer to a question if it was begun before.
    pub(super) fn wait_for_fetched(&mut self, question: &Question<'_>) -> Result<Option<(Ticket, Verdict)>, Stop> {
        while let Some(fetched) = self.fetched.get(question.text()) {
            if let Fetched::Answered(ticket, verdict) = *fetched {
                self.fetched.remove(question.text());
                return Ok(Some((ticket, verdict)));
            }
            let (ticket, verdict) = self.executor.wait()?;
            self.under_way -= 1;
            assert!(self.note_fetched(ticket, verdict), "nothing else is under way");
        }
        Ok(None)
    }

    /// Ends what was expected to be asked and was not.
    pub(super) fn forget_fetched(&mut self) {
        let fetched = std::mem::take(&mut self.fetched).into_values();
        let under_way = fetched.filter_map(|fetched| match fetched {
            Fetched::UnderWay(ticket) => Some(ticket),
            Fetched::Answered(..) => None,
        });
        self.cancel_all(under_way.collect());
    }

    /// Asks about each of several edits of the best program, then makes as many of the interesting ones as can
    /// be made together, earlier ones first. `next` says what would be asked about then: with slots to spare, that
    /// is begun while the merged program is judged.
    pub fn attempt_all(
        &mut self,
        edits: &[Edit],
        next: impl FnOnce(&Program) -> Vec<Edit>,
    ) -> Result<Vec<Outcome>, Stop> {
        let answers = self.judge_all(edits)?;
        let mut apart = Apart::default();
        let interesting = edits.iter().zip(&answers).filter(|(_, answer)| **answer);
        let chosen: Vec<Edit> = interesting
            .map(|(edit, _)| edit)
            .filter(|edit| apart.add(edit, &self.best))
            .cloned()
            .collect();
        match &chosen[..] {
            [] => {}
            [only] => self.make(only)?,
            _ => {
                let merge = Merge::of(chosen.into());
                if self.executor.slots() > 1 {
                    self.fetch_ahead(&merge, next);
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

    /// Begins with what will be asked if a merge is interesting, after the merge itself.
    fn fetch_ahead(&mut self, merge: &Merge, next: impl FnOnce(&Program) -> Vec<Edit>) {
        let best = self.best.clone();
        let all = merge.clone().next(&best).expect("there is something to merge");
        let Ok(candidate) = best.propose(&all) else { return };
        self.fetch(&Question::new(&best, &candidate));
        let mut merged = (*best).clone();
        merged.accept(&candidate);
        for edit in next(&merged) {
            if self.under_way >= self.executor.slots() {
                break;
            }
            if let Ok(candidate) = merged.propose(&edit) {
                self.fetch(&Question::new(&merged, &candidate));
            }
        }
    }

    /// Asks about several edits of the best program, and makes none of them. An edit that cannot be made is not
    /// interesting.
    pub(super) fn judge_all(&mut self, edits: &[Edit]) -> Result<Vec<bool>, Stop> {
        let best = self.best.clone();
        let candidates: Vec<Option<Candidate>> = edits.iter().map(|edit| best.propose(edit).ok()).collect();
        let question = |candidate| Question::new(&best, candidate);
        let questions: Vec<Option<Question<'_>>> = candidates
            .iter()
            .map(|candidate| candidate.as_ref().map(question))
            .collect();
        let mut wave = self.wave_of_fetched(&questions);
        let mut answers = Vec::with_capacity(edits.len());
        let result = (0..questions.len()).try_for_each(|index| {
            answers.push(self.settle_in_wave(&questions, index, &mut wave)?);
            Ok(())
        });
        self.cancel_all(wave.under_way.into_keys().collect());
        result.map(|()| answers)
    }

    /// A wave begins with what was fetched ahead; what turned out useless is ended.
    fn wave_of_fetched(&mut self, questions: &[Option<Question<'_>>]) -> Wave {
        let mut wave = Wave::default();
        for (index, question) in questions.iter().enumerate() {
            if self.fetched.is_empty() {
                break;
            }
            match question
                .as_ref()
                .and_then(|question| self.fetched.remove(question.text()))
            {
                Some(Fetched::Answered(ticket, verdict)) => {
                    wave.answered.insert(index, (ticket, verdict));
                }
                Some(Fetched::UnderWay(ticket)) => {
                    wave.under_way.insert(ticket, index);
                }
                None => {}
            }
        }
        self.forget_fetched();
        wave
    }

    /// Gets the answer to a question of a wave, and commits it. Later ones are begun where there are slots.
    fn settle_in_wave(
        &mut self,
        questions: &[Option<Question<'_>>],
        index: usize,
        wave: &mut Wave,
    ) -> Result<bool, Stop> {
        let Some(question) = &questions[index] else {
            return Ok(false);
        };
        // An equal text may have been answered earlier in this wave.
        if self.cache.contains(question) {
            self.counts.cached += 1;
            self.tell_judged(question, Verdict::Uninteresting, None)?;
            return Ok(false);
        }
        self.count_question()?;
        while !wave.answered.contains_key(&index) {
            if !wave.is_begun(index) {
                wave.begun = wave.begun.min(index);
            }
            while wave.begun < questions.len() && self.under_way < self.executor.slots() {
                self.begin_in_wave(questions, wave.begun, index, wave);
                wave.begun += 1;
            }
            let (ticket, verdict) = self.wait()?;
            if let Some(answered) = wave.under_way.remove(&ticket) {
                wave.answered.insert(answered, (ticket, verdict));
            }
        }
        let answer = match wave.answered[&index] {
            (_, Verdict::Unresolved) => {
                self.cancel_all(std::mem::take(&mut wave.under_way).into_keys().collect());
                wave.begun = index + 1;
                self.repeat(question)?
            }
            resolved => resolved,
        };
        self.commit(question, answer)
    }

    fn begin_in_wave(&mut self, questions: &[Option<Question<'_>>], at: usize, asked: usize, wave: &mut Wave) {
        let Some(question) = questions[at].as_ref().filter(|_| !wave.is_begun(at)) else {
            return;
        };
        if at == asked || !self.cache.contains(question) {
            let ticket = self.ticket();
            self.submit(ticket, question.text().clone());
            wave.under_way.insert(ticket, at);
        }
    }
}

/// Questions that are asked together, by their place in the wave.
#[derive(Default)]
struct Wave {
    /// All before this one are begun, or need not be.
    begun: usize,
    under_way: BTreeMap<Ticket, usize>,
    answered: BTreeMap<usize, (Ticket, Verdict)>,
}

impl Wave {
    fn is_begun(&self, index: usize) -> bool {
        self.answered.contains_key(&index) || self.under_way.values().any(|at| *at == index)
    }
}

/// Edits that are each interesting: all at once, and if that fails the first half, then the second.
#[derive(Clone)]
struct Merge {
    edits: Rc<[Edit]>,
    /// Runs of edits that are still to be made, the next last.
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
        let run = self.runs.pop().expect("an answer follows a question");
        if !is_accepted && run.len() > 1 {
            let middle = run.start + run.len() / 2;
            self.runs.extend([middle..run.end, run.start..middle]);
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }
}

/// What an edit still changes.
fn live(edit: &Edit, best: &Program) -> Edit {
    let is_live = |change: &&Change| match change {
        Change::Replace(node, by) => best.is_live(*node) && best.is_live(*by),
        Change::Remove(node) | Change::Rewrite(node, _) | Change::Space(node, _) => best.is_live(*node),
    };
    let changes = edit.changes.iter().filter(is_live).cloned().collect();
    Edit { changes }
}

//! The batches, one after the other, as steps.

use std::rc::Rc;

use lop_syntax::Random;
use lop_syntax::edit::{self, Edit};
use lop_syntax::{NodeId, Program};

use super::joint::{Chunk, MOST_BELIEF, Queue};
use super::rates::{Expected, Rates};
use super::sweep::{Offer, Refused, Sweep, Sweeps};
use super::typed::Typed;
use crate::model::{Chances, RuleType, live_nodes};
use crate::steps::Steps;
use crate::tree::learning::{Joint, Learning, Schedule};
use crate::tree::walk::children;

/// Type after type, until the clean-up promises more; then sweeps, if there are to be any.
pub(super) struct Batches {
    learning: Rc<Learning>,
    pub(super) typed: Rc<Typed>,
    pub(super) chances: Chances,
    /// Types that had no turn yet; a batch of several is told by its place in the schedule.
    open: Rc<Vec<bool>>,
    turns: usize,
    random: Random,
    /// The types of the current batch.
    pub(super) batch: Rc<Vec<bool>>,
    /// How much of the program was left when it began.
    progress: f64,
    pub(super) queue: Queue,
    asking: Asking,
    pub(super) sweeps: Sweeps,
    /// The current sweep.
    pub(super) sweep: Option<Sweep>,
    pub(super) refused: Refused,
}

/// The edit of the last query.
#[derive(Debug, Clone)]
pub(super) enum Asking {
    /// Removing some nodes.
    Chunk(Chunk),
    /// Hoisting one into the place of another.
    Offer(Offer),
}

impl Batches {
    /// The state before the first query.
    pub(super) fn new(learning: Rc<Learning>, typed: Rc<Typed>, chances: Chances, sweeps: Sweeps) -> Self {
        let seed = match learning.schedule {
            Schedule::Random(seed) => seed,
            _ => 0,
        };
        Batches {
            open: Rc::new(vec![true; typed.vocabulary().len()]),
            batch: Rc::new(vec![false; typed.vocabulary().len()]),
            turns: 0,
            progress: 1.0,
            random: Random(seed),
            queue: Queue::new(learning.joint),
            asking: Asking::Chunk(Chunk::default()),
            sweeps,
            sweep: None,
            refused: Refused::default(),
            learning,
            typed,
            chances,
        }
    }

    /// The next types; none when the clean-up promises as much.
    fn take_best(&mut self, best: &Program) -> Option<Vec<RuleType>> {
        self.turns += 1;
        let vocabulary = self.typed.vocabulary();
        match &self.learning.schedule {
            Schedule::Agnostic => (self.turns == 1).then(|| (0..vocabulary.len() as u16).map(RuleType).collect()),
            Schedule::Listed(batches) => {
                let names = batches.get(self.turns - 1)?;
                Some(names.iter().filter_map(|name| vocabulary.find(name)).collect())
            }
            // Without a model there are no rates to make a schedule of. Sweeps need none; without learning, the clean-up
            // is as good.
            _ if self.learning.model.is_none() && (self.sweeps != Sweeps::None || !self.learning.is_online) => None,
            schedule => {
                let is_random = matches!(schedule, Schedule::Random(_));
                let rates = Rates::of(best, &self.typed, &self.chances);
                let best = self.best_open(&rates, is_random)?;
                Rc::make_mut(&mut self.open)[best.index()] = false;
                Some(vec![best])
            }
        }
    }

    /// The open type with the highest rate above that of the clean-up, or any such.
    fn best_open(&mut self, rates: &Rates, is_random: bool) -> Option<RuleType> {
        // Without a model chances begin as guesses, so the rate of the clean-up is no bound yet.
        let is_guess = self.learning.is_online && self.learning.model.is_none();
        let least = if is_guess { 0.0 } else { rates.clean_up.rate() };
        let types = rates.types.iter().map(Expected::rate).enumerate();
        let mut above: Vec<(f64, u16)> = types
            .filter(|(number, rate)| self.open[*number] && *rate > least)
            .map(|(number, rate)| (rate, number as u16))
            .collect();
        above.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let chosen = if is_random { self.random.below(above.len()) } else { 0 };
        above.get(chosen).map(|(_, number)| RuleType(*number))
    }

    /// The next batch; after the last of them the next sweep.
    fn begin_batch(&mut self, best: &Program) -> Option<()> {
        let types = match &self.sweep {
            None => self.take_best(best),
            Some(_) => None,
        };
        match types {
            None => self.begin_sweep()?,
            Some(types) => {
                let mut batch = vec![false; self.batch.len()];
                types.iter().for_each(|rule_type| batch[rule_type.index()] = true);
                self.batch = Rc::new(batch);
            }
        }
        self.progress = self.typed.progress(live_nodes(best));
        self.enter(best.tree().root(), best);
        Some(())
    }

    /// Enqueues the topmost nodes of the batch below a node.
    pub(super) fn enter(&mut self, root: NodeId, best: &Program) {
        let mut todo = vec![root];
        while let Some(node) = todo.pop() {
            if let (Some(sweep), Sweeps::Replacements(hoists)) = (&mut self.sweep, self.sweeps) {
                sweep.offer(best, node, hoists);
            }
            for child in children(best, node) {
                if self.sweep.as_mut().is_some_and(|sweep| !sweep.is_new(child)) {
                    continue;
                }
                if self.batch[self.typed.of(child).index()] && self.typed.is_asked(best, child) {
                    let doubt = self.sweep.as_ref().map_or(1.0, |_| self.refused.doubt((child, child)));
                    self.queue.insert(best, child, doubt);
                } else {
                    todo.push(child);
                }
            }
        }
    }

    /// The next chunk of the batch.
    fn pop_chunk(&mut self, best: &Program) -> Chunk {
        let Batches {
            queue,
            learning,
            typed,
            chances,
            progress,
            ..
        } = self;
        let is_used = |node| typed.is_used(best, node);
        queue.pop_chunk(best, is_used, |node, is_used| match &learning.beliefs {
            Some(given) => given(best, node),
            None if learning.is_online => chances.of(typed.of(node), is_used, *progress),
            None => MOST_BELIEF,
        })
    }

    /// Takes the verdict on a chunk.
    fn chunk_answered(&mut self, chunk: Chunk, is_accepted: bool, best: &Program) {
        let is_single = chunk.len() == 1;
        if !is_accepted && !is_single {
            self.queue.put_back(chunk);
            return;
        }
        for (node, is_used) in chunk.with_uses() {
            self.chances.note(self.typed.of(node), is_used, is_accepted);
            if !is_accepted {
                self.refused.note((node, node));
                if let Some(sweep) = self.sweep.as_mut().filter(|_| is_used) {
                    sweep.wait_for_uses(node);
                }
                self.enter(node, best);
            }
        }
    }
}

impl Steps for Batches {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        loop {
            let chunk = self.pop_chunk(best);
            self.asking = self.chunk_or_offer(chunk, best);
            let nodes: Vec<NodeId> = match &self.asking {
                Asking::Offer((node, by)) => return Some(edit::replace(*node, *by)),
                Asking::Chunk(chunk) => chunk.nodes().collect(),
            };
            match nodes[..] {
                [] => self.begin_batch(best)?,
                // The last item of a list that has to keep one cannot be tried any more.
                [node] if !best.is_removable(node) => self.enter(node, best),
                _ => return Some(edit::remove_all(nodes)),
            }
        }
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        let asking = std::mem::replace(&mut self.asking, Asking::Chunk(Chunk::default()));
        if is_accepted {
            self.queue.forget_uses();
            let gone: Vec<NodeId> = match &asking {
                Asking::Chunk(chunk) => chunk.nodes().collect(),
                Asking::Offer((node, _)) => vec![*node],
            };
            self.ask_again(&gone, best);
        }
        match asking {
            Asking::Chunk(chunk) => self.chunk_answered(chunk, is_accepted, best),
            Asking::Offer(offer) => self.offer_answered(offer, is_accepted, best),
        }
    }

    fn chance(&self) -> Option<f64> {
        match &self.asking {
            Asking::Chunk(chunk) => (self.learning.joint != Joint::Off).then(|| chunk.belief()),
            Asking::Offer((node, by)) => {
                let (from, to) = (self.typed.of(*node), self.typed.of(*by));
                Some(self.chances.of_replacement(from, to))
            }
        }
    }

    fn fork(&self) -> Box<dyn Steps> {
        Box::new(Batches {
            learning: self.learning.clone(),
            typed: self.typed.clone(),
            chances: self.chances.clone(),
            open: self.open.clone(),
            turns: self.turns,
            random: self.random.clone(),
            batch: self.batch.clone(),
            progress: self.progress,
            queue: self.queue.clone(),
            asking: self.asking.clone(),
            sweeps: self.sweeps,
            sweep: self.sweep.clone(),
            refused: self.refused.clone(),
        })
    }
}

//! The batches, one after the other, as questions and answers.

use std::rc::Rc;

use lop_syntax::Random;
use lop_syntax::edit::{self, Edit};
use lop_syntax::{NodeId, Program};

use super::joint::{Chunk, MOST_BELIEF, Queue};
use super::rates::{Expected, Rates};
use super::typed::Typed;
use crate::model::{Chances, RuleType, live_nodes};
use crate::steps::Steps;
use crate::tree::learning::{Joint, Learning, Schedule};
use crate::tree::walk::children;

/// Type after type, until the clean-up promises more.
pub struct Batches {
    learning: Rc<Learning>,
    typed: Rc<Typed>,
    chances: Chances,
    /// Types that had no turn yet; a batch of several is told by its place in the schedule.
    open: Rc<Vec<bool>>,
    turns: usize,
    random: Random,
    /// The types of the batch under way.
    batch: Rc<Vec<bool>>,
    /// How much of the program was left when it began.
    progress: f64,
    queue: Queue,
    chunk: Chunk,
    /// Which nodes of the chunk declare what is used elsewhere.
    used: Rc<[bool]>,
}

impl Batches {
    /// Nothing asked yet.
    pub fn new(learning: Rc<Learning>, typed: Rc<Typed>, chances: Chances) -> Self {
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
            chunk: Chunk::default(),
            used: Rc::new([]),
            learning,
            typed,
            chances,
        }
    }

    /// The types whose turn is next; none when the clean-up promises as much.
    fn take_best(&mut self, best: &Program) -> Option<Vec<RuleType>> {
        self.turns += 1;
        let vocabulary = self.typed.vocabulary();
        match &self.learning.schedule {
            Schedule::Agnostic => (self.turns == 1).then(|| (0..vocabulary.len() as u16).map(RuleType).collect()),
            Schedule::Listed(batches) => {
                let names = batches.get(self.turns - 1)?;
                Some(names.iter().filter_map(|name| vocabulary.find(name)).collect())
            }
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
        // Without a model chances begin as guesses: nothing says yet that the clean-up is the better way.
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

    fn begin_batch(&mut self, best: &Program) -> Option<()> {
        let mut batch = vec![false; self.batch.len()];
        for rule_type in self.take_best(best)? {
            batch[rule_type.index()] = true;
        }
        self.batch = Rc::new(batch);
        self.progress = self.typed.progress(live_nodes(best));
        self.enter(best.tree().root(), best);
        Some(())
    }

    /// The topmost nodes of the batch below a node.
    fn enter(&mut self, root: NodeId, best: &Program) {
        let mut todo: Vec<NodeId> = children(best, root).collect();
        while let Some(node) = todo.pop() {
            if self.batch[self.typed.of(node).index()] && self.typed.is_asked(best, node) {
                self.queue.insert(best, node);
            } else {
                todo.extend(children(best, node));
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
        queue.pop_chunk(best, |node| match &learning.beliefs {
            Some(given) => given(best, node),
            None if learning.is_online => chances.of(typed.of(node), typed.is_used(best, node), *progress),
            None => MOST_BELIEF,
        })
    }
}

impl Steps for Batches {
    fn next(&mut self, best: &Program) -> Option<Edit> {
        loop {
            self.chunk = self.pop_chunk(best);
            let nodes: Vec<NodeId> = self.chunk.nodes().collect();
            self.used = nodes.iter().map(|node| self.typed.is_used(best, *node)).collect();
            match nodes[..] {
                [] => self.begin_batch(best)?,
                // The last item of a list that has to keep one is no question any more.
                [node] if !best.is_removable(node) => self.enter(node, best),
                _ => return Some(edit::remove_all(nodes)),
            }
        }
    }

    fn answer(&mut self, is_accepted: bool, best: &Program) {
        let chunk = std::mem::take(&mut self.chunk);
        let is_single = chunk.len() == 1;
        if is_accepted || is_single {
            for (node, is_used) in chunk.nodes().zip(&*self.used) {
                self.chances.note(self.typed.of(node), *is_used, is_accepted);
            }
        }
        if !is_accepted && is_single {
            chunk.nodes().for_each(|node| self.enter(node, best));
        } else if !is_accepted {
            self.queue.put_back(chunk);
        }
    }

    fn chance(&self) -> Option<f64> {
        (self.learning.joint != Joint::Off).then(|| self.chunk.belief())
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
            chunk: self.chunk.clone(),
            used: self.used.clone(),
        })
    }
}

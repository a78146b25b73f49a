//! The search: the best program so far, and questions about better ones.

use std::sync::Arc;

use lop_syntax::edit::{self, Edit};
use lop_syntax::{NodeId, Program, parse};

use crate::cache::QueryCache;
use crate::event::{Event, Observer};
use crate::oracle::{Oracle, Verdict};

/// Why a search ends before its reducer is done. The best program is safe in the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Somebody asked for it.
    #[error("interrupted")]
    Interrupted,
    /// All questions are spent.
    #[error("as many questions were asked as allowed")]
    QueryLimit,
    /// An observer could not do its work.
    #[error("an observer failed")]
    Observer,
}

/// How far a search may go.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// At most this many questions.
    pub queries: Option<usize>,
    /// At most this many rounds.
    pub rounds: Option<usize>,
}

/// How many questions there were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions that reached the oracle.
    pub asked: usize,
    /// Questions whose answer was known.
    pub cached: usize,
    /// Questions with the answer that everybody hopes for.
    pub interesting: usize,
    /// Rounds begun.
    pub rounds: usize,
}

/// A search under way.
pub struct Search<'a> {
    best: Program,
    oracle: &'a dyn Oracle,
    cache: Box<dyn QueryCache>,
    observers: Vec<&'a mut dyn Observer>,
    limits: Limits,
    counts: Counts,
}

impl<'a> Search<'a> {
    /// A search that starts from an interesting program.
    pub fn new(program: Program, oracle: &'a dyn Oracle, cache: Box<dyn QueryCache>, limits: Limits) -> Self {
        Search {
            best: program,
            oracle,
            cache,
            observers: Vec::new(),
            limits,
            counts: Counts::default(),
        }
    }

    /// Lets somebody see every step.
    pub fn observe_with(&mut self, observer: &'a mut dyn Observer) {
        self.observers.push(observer);
    }

    /// The smallest interesting program so far.
    pub fn best(&self) -> &Program {
        &self.best
    }

    /// How many questions there were.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The cache of answers.
    pub fn cache(&self) -> &dyn QueryCache {
        &*self.cache
    }

    /// How far the search may go.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Asks whether the best program is still interesting with an edit made; if so, that is the new best.
    /// An edit that cannot be made is no question.
    pub fn attempt(&mut self, edit: &Edit) -> Result<bool, Stop> {
        let Ok(candidate) = self.best.propose(edit) else {
            return Ok(false);
        };
        let text = candidate.text(&self.best);
        let was_cached = self.cache.contains(&text);
        let verdict = if was_cached {
            self.counts.cached += 1;
            Verdict::Uninteresting
        } else {
            if self.limits.queries.is_some_and(|limit| self.counts.asked >= limit) {
                return Err(Stop::QueryLimit);
            }
            self.counts.asked += 1;
            self.oracle.judge(&text)
        };
        self.tell(&Event::Judged {
            edit,
            removed_tokens: candidate.removed_tokens(),
            verdict,
            was_cached,
        })?;
        match verdict {
            Verdict::Interesting => {
                self.counts.interesting += 1;
                self.best.accept(&candidate);
                self.cache.improved(self.best.text());
                self.tell_improved()?;
                Ok(true)
            }
            Verdict::Uninteresting => {
                self.cache.insert(&text);
                Ok(false)
            }
            Verdict::Unresolved => Ok(false),
        }
    }

    /// Attempts one edit after the other until one is interesting.
    pub fn attempt_first(&mut self, edits: impl IntoIterator<Item = Edit>) -> Result<Option<Edit>, Stop> {
        for edit in edits {
            if self.attempt(&edit)? {
                return Ok(Some(edit));
            }
        }
        Ok(None)
    }

    /// Runs something to a fix-point: again on what it left, parsed anew, while that has fewer tokens.
    pub fn to_fix_point(&mut self, mut round: impl FnMut(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        loop {
            self.counts.rounds += 1;
            let number = self.counts.rounds;
            self.tell(&Event::Round { round: number })?;
            let before = self.best.token_count();
            round(self)?;
            let is_last = self.limits.rounds.is_some_and(|limit| number >= limit);
            if self.best.token_count() >= before || is_last {
                return Ok(());
            }
            self.parse_anew();
        }
    }

    /// Reads the best program again, so that it can be seen through other rules of its grammar.
    fn parse_anew(&mut self) {
        let tree = parse(self.best.text(), self.best.tree().syntax());
        // A text that reads worse than the edits that made it stays what it is.
        if tree.is_broken() <= self.best.tree().is_broken() {
            self.best = Program::new(Arc::new(tree));
        }
    }

    fn tell(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        self.observers
            .iter_mut()
            .try_for_each(|observer| observer.observe(event))
    }

    fn tell_improved(&mut self) -> Result<(), Stop> {
        let event = Event::Improved {
            best: &self.best,
            counts: &self.counts,
        };
        self.observers
            .iter_mut()
            .try_for_each(|observer| observer.observe(&event))
    }
}

/// A search seen as a list of elements of which some must stay.
pub trait ListSearch {
    /// How many elements there are.
    fn len(&self) -> usize;

    /// Asks whether these elements are enough; if so, the others are gone for good.
    fn keep(&mut self, elements: &[usize]) -> Result<bool, Stop>;

    /// Whether there are no elements.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Nodes of the best program as a list.
pub struct NodeList<'a, 's> {
    search: &'a mut Search<'s>,
    nodes: &'a [NodeId],
}

impl<'a, 's> NodeList<'a, 's> {
    /// These nodes, all of which can go.
    pub fn new(search: &'a mut Search<'s>, nodes: &'a [NodeId]) -> Self {
        NodeList { search, nodes }
    }
}

impl ListSearch for NodeList<'_, '_> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn keep(&mut self, elements: &[usize]) -> Result<bool, Stop> {
        let mut kept = elements.iter().copied().peekable();
        let mut removed = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if kept.next_if_eq(&index).is_none() && self.search.best().is_live(*node) {
                removed.push(*node);
            }
        }
        if removed.is_empty() {
            return Ok(false);
        }
        self.search.attempt(&edit::remove_all(removed))
    }
}

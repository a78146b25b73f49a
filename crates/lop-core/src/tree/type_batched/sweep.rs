//! Sweeps: all types at once after the batches, removals and replacements in the order of their expected gain.
//!
//! The clean-up tries every node that is left, the heaviest first, to a fixpoint: nodes that failed before the last success
//! are tried once more. The verdicts of the run tell which nodes are likely to go; sweeps try those first, so that few are
//! tried twice, and the cache answers most queries of the clean-up.
//!
//! ```text
//! repeat while something goes:
//!     nodes wait as in a batch of all types; where one is entered, its replacements wait too
//!     while anything waits, try the edit with the largest expected gain:
//!         a chunk of nodes                      Π belief · Σ tokens
//!         m from below n in the place of n      chance(type of n, type of m) · tokens(m) / tokens(n) · (tokens(n) - tokens(m))
//!     where something went, the failed node around it waits again, and so do declarations that lost their last use
//! ```
//!
//! The smaller the part of a node that stays, the less likely it holds the interesting part: hence tokens(m) / tokens(n).
//! The odds of a node that failed are divided each time.

use std::rc::Rc;

use lop_syntax::{NodeId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::batches::{Asking, Batches};
use super::joint::Chunk;
use super::typed::Typed;
use crate::model::Chances;
use crate::tree::Hoists;
use crate::tree::walk::replacements;

/// The odds of a node that failed are this many times lower the next time. 63.9 queries with 10, 64.9 with 4: the geometric
/// mean of eight small cases.
const DOUBT_OF_REFUSED: f64 = 10.0;

/// Whether sweeps follow the batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sweeps {
    /// They do not.
    None,
    /// Nodes are removed.
    Removals,
    /// Nodes are also hoisted.
    Replacements(Hoists),
}

/// A node, and a descendant that may be hoisted into its place.
pub(super) type Offer = (NodeId, NodeId);

/// A sweep.
#[derive(Clone, Default)]
pub(super) struct Sweep {
    has_paid: bool,
    /// Nodes that wait, or waited, or were entered.
    seen: Rc<FxHashSet<NodeId>>,
    offers: Rc<Vec<Offer>>,
    /// Nodes that failed while a name declared in them was used outside of them.
    used: Rc<Vec<NodeId>>,
}

impl Sweep {
    /// Whether a node was not seen before; now it is.
    pub(super) fn is_new(&mut self, node: NodeId) -> bool {
        Rc::make_mut(&mut self.seen).insert(node)
    }

    /// A node that declares a name used outside of it has to stay, for now.
    pub(super) fn wait_for_uses(&mut self, node: NodeId) {
        Rc::make_mut(&mut self.used).push(node);
    }

    /// Enqueues the replacements of a node.
    pub(super) fn offer(&mut self, program: &Program, node: NodeId, hoists: Hoists) {
        let below = replacements(program, node, hoists).into_iter();
        Rc::make_mut(&mut self.offers).extend(below.map(|by| (node, by)));
    }

    /// The replacement with the largest expected gain, and that gain.
    fn best_offer(
        &mut self,
        program: &Program,
        typed: &Typed,
        chances: &Chances,
        refused: &Refused,
    ) -> Option<(Offer, f64)> {
        let weight = |node| program.weight(node);
        let is_open =
            |(node, by): &Offer| program.is_live(*node) && program.is_live(*by) && weight(*by) < weight(*node);
        if !self.offers.iter().all(is_open) {
            Rc::make_mut(&mut self.offers).retain(is_open);
        }
        let promise = |(node, by): Offer| {
            let (all, stays) = (weight(node) as f64, weight(by) as f64);
            let chance = chances.of_replacement(typed.of(node), typed.of(by)) / refused.doubt((node, by));
            chance * stays / all * (all - stays)
        };
        let offers = self.offers.iter().map(|offer| (*offer, promise(*offer)));
        offers.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// The failed nodes whose names lost their last use outside of them.
    fn take_unused(&mut self, program: &Program, typed: &Typed) -> Vec<NodeId> {
        let live = self.used.iter().copied().filter(|node| program.is_live(*node));
        let (used, unused) = live.partition(|node| typed.is_used(program, *node));
        self.used = Rc::new(used);
        unused
    }
}

/// How often edits failed: removals, which have the same node twice as the key, and replacements.
#[derive(Clone, Default)]
pub(super) struct Refused(Rc<FxHashMap<Offer, i32>>);

impl Refused {
    /// Once more.
    pub(super) fn note(&mut self, offer: Offer) {
        *Rc::make_mut(&mut self.0).entry(offer).or_default() += 1;
    }

    /// The factor on the odds that it fails.
    pub(super) fn doubt(&self, offer: Offer) -> f64 {
        let times = self.0.get(&offer).copied().unwrap_or_default();
        DOUBT_OF_REFUSED.powi(times)
    }
}

impl Batches {
    /// The next sweep; none when the last did not pay.
    pub(super) fn begin_sweep(&mut self) -> Option<()> {
        let is_due = self.sweep.as_ref().is_none_or(|last| last.has_paid);
        if self.sweeps == Sweeps::None || !is_due {
            return None;
        }
        self.sweep = Some(Sweep::default());
        self.batch = Rc::new(vec![true; self.batch.len()]);
        Some(())
    }

    /// A chunk, unless a replacement promises more.
    pub(super) fn chunk_or_offer(&mut self, chunk: Chunk, best: &Program) -> Asking {
        let Some(sweep) = &mut self.sweep else {
            return Asking::Chunk(chunk);
        };
        match sweep.best_offer(best, &self.typed, &self.chances, &self.refused) {
            Some((offer, promise)) if chunk.is_empty() || promise > chunk.gain() => {
                Rc::make_mut(&mut sweep.offers).retain(|other| *other != offer);
                self.queue.give_back(chunk);
                Asking::Offer(offer)
            }
            _ => Asking::Chunk(chunk),
        }
    }

    /// Takes the verdict on a replacement.
    pub(super) fn offer_answered(&mut self, offer: Offer, is_accepted: bool, best: &Program) {
        let (node, by) = offer;
        let (from, to) = (self.typed.of(node), self.typed.of(by));
        self.chances.note_replacement(from, to, is_accepted);
        let Some(sweep) = &mut self.sweep else { return };
        if !is_accepted {
            self.refused.note(offer);
        } else if sweep.is_new(by) {
            self.enter(by, best);
        }
    }

    /// Enqueues what may go now that some nodes are gone: the nearest failed node around each, and declarations that lost
    /// their last use.
    pub(super) fn ask_again(&mut self, gone: &[NodeId], best: &Program) {
        let Batches {
            sweep: Some(sweep),
            typed,
            queue,
            refused,
            ..
        } = self
        else {
            return;
        };
        sweep.has_paid = true;
        let unused = sweep.take_unused(best, typed).into_iter();
        let mut again: Vec<(NodeId, f64)> = unused.map(|node| (node, 1.0)).collect();
        for node in gone {
            let mut around = std::iter::successors(best.parent(*node), |node| best.parent(*node));
            let nearest = around.find(|node| typed.is_asked(best, *node));
            again.extend(
                nearest
                    .map(|node| (node, refused.doubt((node, node))))
                    .filter(|(_, doubt)| *doubt > 1.0),
            );
        }
        for (node, doubt) in again {
            if best.is_live(node) && typed.is_asked(best, node) && !queue.has(node) {
                queue.insert(best, node, doubt);
            }
        }
    }
}

//! Sweeps: what the batches leave, all types at once, removals and replacements by what they promise.
//!
//! The clean-up asks about everything that is left, the heaviest first, again and again until nothing goes. Whatever is
//! refused before the last thing goes is asked about once more. The answers of the run tell what is likely to go; sweeps ask about
//! that first, so that little is asked twice, and the clean-up finds most answers known.
//!
//! ```text
//! repeat while something goes:
//!     nodes wait as in a batch of all types; where one is entered, its replacements wait too
//!     while anything waits, ask about what promises most tokens:
//!         a chunk of nodes                      Π belief · Σ tokens
//!         m from below n in the place of n      chance(type of n, type of m) · tokens(m) / tokens(n) · (tokens(n) - tokens(m))
//!     where something went, the node around it that was refused waits again, and whatever it was the last to use
//! ```
//!
//! The smaller the part of a node that stays, the less likely is it to hold what matters: hence tokens(m) / tokens(n). What was
//! refused before has its odds divided, each time.

use std::rc::Rc;

use lop_syntax::{NodeId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::batches::{Asking, Batches};
use super::joint::Chunk;
use super::typed::Typed;
use crate::model::Chances;
use crate::tree::walk::replacements;

/// What was refused has odds so many times lower the next time.
const DOUBT_OF_REFUSED: f64 = 10.0;

/// Whether sweeps follow the batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweeps {
    /// They do not.
    None,
    /// Nodes are removed.
    Removals,
    /// Nodes are also put in the place of others.
    Replacements,
}

/// A node, and one below it that may take its place.
pub type Offer = (NodeId, NodeId);

/// A sweep under way.
#[derive(Clone, Default)]
pub struct Sweep {
    has_paid: bool,
    /// Nodes that wait, or waited, or were entered.
    seen: Rc<FxHashSet<NodeId>>,
    offers: Rc<Vec<Offer>>,
    /// Nodes that were refused while something declared in them was used elsewhere.
    used: Rc<Vec<NodeId>>,
}

impl Sweep {
    /// Whether a node was not seen before; now it is.
    pub fn is_new(&mut self, node: NodeId) -> bool {
        Rc::make_mut(&mut self.seen).insert(node)
    }

    /// A node that declares what is used elsewhere has to stay, for now.
    pub fn wait_for_uses(&mut self, node: NodeId) {
        Rc::make_mut(&mut self.used).push(node);
    }

    /// Lets the replacements of a node wait.
    pub fn offer(&mut self, program: &Program, node: NodeId) {
        let below = replacements(program, node).into_iter();
        Rc::make_mut(&mut self.offers).extend(below.map(|by| (node, by)));
    }

    /// The replacement that promises most, with that.
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

    /// Those of the nodes that were refused, and used elsewhere, that are used no more.
    fn take_unused(&mut self, program: &Program, typed: &Typed) -> Vec<NodeId> {
        let live = self.used.iter().copied().filter(|node| program.is_live(*node));
        let (used, unused) = live.partition(|node| typed.is_used(program, *node));
        self.used = Rc::new(used);
        unused
    }
}

/// How often nodes were refused: to go, which is told by the same node twice, or to be replaced by another.
#[derive(Clone, Default)]
pub struct Refused(Rc<FxHashMap<Offer, i32>>);

impl Refused {
    /// Once more.
    pub fn note(&mut self, offer: Offer) {
        *Rc::make_mut(&mut self.0).entry(offer).or_default() += 1;
    }

    /// How many times as likely it is to be refused as others like it.
    pub fn doubt(&self, offer: Offer) -> f64 {
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

    /// What an answer about a replacement means.
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

    /// What may go now that some nodes have gone: the nearest around each that was refused, and what they used.
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

//! Type batched reduction: nodes of one type at a time, the type that promises most first.
//!
//! **Idea.** Uses have to go before declarations. The type of a node tells which it is, so nodes are taken type by
//! type from the whole tree, in the order of the tokens that each promises for a query, and several at once where
//! that promises more. The chance that nodes of a type can go comes from a model of the language, and from the verdicts of
//! this run.
//!
//! **Loop.**
//! ```text
//! types = those of the program's nodes
//! while there are types:
//!     best = the type with the highest rate = E[tokens removed] / E[queries]; it is no type any more
//!     rate of best ≤ rate of the clean-up → stop
//!     queue = the topmost nodes of that type
//!     while the queue has nodes:
//!         chunk = nodes in the order of belief · tokens, while Π belief · Σ tokens grows
//!         the program without them is interesting → they are gone
//!         a single node → the topmost nodes of the type below it enter the queue
//!         else their beliefs are lowered by Bayes' rule, and they wait again
//! sweep, if verdicts update chances: all types at once, with replacements, by what each promises
//! clean up with another reducer
//! ```
//!
//! `--schedule` tells in which order types come, `--joint` how chunks are made, `--clean-up` which reducer comes after; `--model`
//! names another model and `--online off` holds on to what it says, without sweeps, as in the papers. Without a model
//! sweeps take the place of batches; with `--online off` there is the clean-up alone.
//!
//! **Guarantees.** 1-minimality is that of the clean-up.
//!
//! **Cost.** Linear in the nodes of the types that have a turn, and that of the clean-up.
//!
//! **Reference.** gharachorlu2023batched, algorithms 1 to 3; gharachorlu2023, section 5.2. That the verdicts of a run
//! update the chances is lop's.
//!
//! **Example.** `crates/lop-core/tests/golden/gharachorlu2023batched-table-1.md`: 14 queries remove 55 tokens, where the traversal
//! removes 8.

mod batches;
mod joint;
mod rates;
mod sweep;
mod typed;

use std::rc::Rc;

use self::batches::Batches;
use self::sweep::Sweeps;
use self::typed::Typed;
use super::learning::{Learning, Schedule};
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::model::{Chances, Time, Vocabulary, live_nodes};
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "type-batched",
    summary: "Nodes of one type at a time, the type that promises most first, several at once.",
    reference: "gharachorlu2023batched; gharachorlu2023, section 5.2",
    list: "opdd",
    heeds: &[Heeds::Replacements, Heeds::Pruning, Heeds::Model, Heeds::Types],
    guarantees: &[
        Guarantee::OneMinimal,
        Guarantee::RemovesAll,
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| Box::new(TypeBatched { options }),
};

struct TypeBatched {
    options: Options,
}

impl Reducer for TypeBatched {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let learning = &self.options.learning;
        let sweeps = match self.options.replacements {
            _ if !learning.is_online || learning.clean_up.is_none() => Sweeps::None,
            true => Sweeps::Replacements(self.options.hoists),
            false => Sweeps::Removals,
        };
        learn(search, &self.options, sweeps)?;
        match self.options.learning.clean_up {
            Some(entry) => (entry.make)(self.options.clone()).reduce(search),
            None => Ok(()),
        }
    }
}

/// All batches that promise more than the clean-up.
pub(super) fn batches(search: &mut Search<'_>, options: &Options) -> Result<(), Stop> {
    learn(search, options, Sweeps::None)
}

/// All batches that promise more than the clean-up, and what follows them.
fn learn(search: &mut Search<'_>, options: &Options, sweeps: Sweeps) -> Result<(), Stop> {
    let Learning {
        model,
        is_online,
        schedule,
        ..
    } = &options.learning;
    let time = match schedule {
        Schedule::Constant => Time::Constant,
        _ => Time::Varying,
    };
    let vocabulary = model.as_ref().map(|model| model.vocabulary.clone());
    let best = search.best();
    let typed = Typed::new(
        best.tree(),
        vocabulary.unwrap_or_else(Vocabulary::default),
        live_nodes(best),
        options.pruning,
    );
    let typed = if *is_online { typed.with_uses(best) } else { typed };
    let chances = Chances::new(model.clone(), time, *is_online);
    let learning = Rc::new(options.learning.clone());
    search.follow(Batches::new(learning, Rc::new(typed), chances, sweeps))?;
    search.parse_anew();
    Ok(())
}

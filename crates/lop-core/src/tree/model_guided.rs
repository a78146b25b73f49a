//! Model-guided Pardis: nodes that a model takes for needed are not tried.
//!
//! **Idea.** Most queries of Pardis are about programs that do not compile. A forest that has seen many removals in
//! other programs of the language tells by the types of a node, of its children and of those around it whether
//! removing it is worth a query.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has a node, take the one with the highest (tokens below, place in a search from right to left):
//!     it can be removed, the model says that this is valid, and the program without it is interesting → it is gone
//!     else the topmost nodes below it that can be removed enter the queue
//! ```
//!
//! `--features` tells what the forest looks at: the node, its children, the path to the root, the first two, or all.
//! Without a model this is Pardis.
//!
//! **Guarantees.** Nodes that the model is wrong about stay, so the result can be larger than that of Pardis.
//!
//! **Cost.** At most that of Pardis in each round.
//!
//! **Reference.** gharachorlu2021; gharachorlu2023, section 5.1: Algorithm 5.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use lop_syntax::{NodeId, Program};

use super::pardis::{heaviest_first, one_at_a_time};
use super::walk::{Order, Plan, Priority, Visit, Waiting, walk};
use super::{Heeds, Options, Reducer, ReducerEntry};
use crate::guarantee::Guarantee;
use crate::model::{Features, Types, Uses, live_nodes};
use crate::search::{Search, Stop};

/// The table entry.
pub(super) static ENTRY: ReducerEntry = ReducerEntry {
    name: "model-guided",
    summary: "Pardis, without queries about nodes that a model takes for needed.",
    reference: "gharachorlu2021; gharachorlu2023, section 5.1",
    list: "opdd",
    heeds: &[Heeds::Replacements, Heeds::Pruning, Heeds::Model],
    guarantees: &[
        Guarantee::Idempotent,
        Guarantee::Monotone,
        Guarantee::ValidCandidates,
        Guarantee::OnlyDeletes,
        Guarantee::WholeTokens,
    ],
    make: |options| Box::new(ModelGuided { options }),
};

struct ModelGuided {
    options: Options,
}

impl Reducer for ModelGuided {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let nodes_at_first = live_nodes(search.best());
        search.to_fixpoint(|search| {
            let guided = Guided::new(&self.options, search.best(), nodes_at_first);
            walk(search, &Rc::new(guided))
        })
    }
}

/// Pardis with an adviser.
struct Guided {
    options: Options,
    types: Types,
    uses: Uses,
    nodes_at_first: usize,
    /// The last program whose nodes were counted, and their share of the nodes at first.
    progress: RefCell<(Arc<[u8]>, f32)>,
}

impl Guided {
    fn new(options: &Options, program: &Program, nodes_at_first: usize) -> Self {
        let model = options.learning.model.as_ref();
        let mut vocabulary = model.map(|model| model.vocabulary.clone()).unwrap_or_default();
        Guided {
            options: options.clone(),
            types: Types::of(program.tree(), &mut vocabulary),
            uses: Uses::of(program),
            nodes_at_first,
            progress: RefCell::new((Arc::default(), 1.0)),
        }
    }

    /// Whether removing a node is worth a query.
    fn is_advised(&self, program: &Program, node: NodeId) -> bool {
        let learning = &self.options.learning;
        let Some(model) = &learning.model else {
            return true;
        };
        let features = Features::of(program, node, &self.types, &self.uses, self.progress(program));
        model.says_valid(learning.features, &features).unwrap_or(true)
    }

    fn progress(&self, program: &Program) -> f32 {
        let mut known = self.progress.borrow_mut();
        if !Arc::ptr_eq(&known.0, program.shared_text()) {
            let share = live_nodes(program) as f32 / self.nodes_at_first.max(1) as f32;
            *known = (program.shared_text().clone(), share.min(1.0));
        }
        known.1
    }
}

impl Plan for Guided {
    fn options(&self) -> &Options {
        &self.options
    }

    fn priority(&self, program: &Program, order: &Order, node: NodeId, _parent: &Waiting) -> Priority {
        heaviest_first(program, order, node)
    }

    fn visit(&self, program: &Program, nodes: &[Waiting]) -> Vec<Visit> {
        one_at_a_time(&self.options, program, nodes, |node| self.is_advised(program, node))
    }
}

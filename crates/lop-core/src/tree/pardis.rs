//! Pardis: the heaviest node first, one node at a time.
//!
//! **Idea.** Perses spends its questions on all children of a heavy list, light ones too. Pardis orders
//! the nodes that can be removed by their own weights, so large cuts come first, and every cut makes the
//! program smaller for the questions to come.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has a node, take the one with the highest (tokens below, place in a search from right to left):
//!     it can be removed, and the program without it is interesting → it is gone
//!     else its children enter the queue
//! ```
//!
//! **Guarantees.** Interesting and never larger. To a fix-point: no removable node can go.
//!
//! **Cost.** One question for each removable node and round; with pruning, one for each chain of nodes that
//! hold the same tokens.
//!
//! **Reference.** S001, chapter 4: Algorithm 2, and Algorithm 4 for pruning.

use lop_syntax::edit::remove;

use super::queue::{Order, Queue, attempt_replacements, children};
use super::{Entry, Options, Reducer};
use crate::search::{Search, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "pardis",
    summary: "One node at a time, the heaviest first.",
    reference: "S001, section 4.2",
    list: "opdd",
    make: |options| Box::new(Pardis { options }),
};

struct Pardis {
    options: Options,
}

impl Reducer for Pardis {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fix_point(|search| self.round(search))
    }
}

impl Pardis {
    fn round(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let order = Order::of(search.best());
        let mut queue = Queue::default();
        let root = search.best().tree().root();
        queue.push(root, (search.best().weight(root), order.place(root)), false);
        while let Some(next) = queue.pop() {
            let mut node = next.node;
            if !search.best().is_live(node) {
                continue;
            }
            let is_asked = search.best().is_removable(node) && !next.is_pruned;
            if is_asked && search.attempt(&remove(node))? {
                continue;
            }
            if self.options.replacements {
                node = attempt_replacements(search, node)?;
            }
            for (child, is_all) in children(search.best(), node) {
                let is_pruned = self.options.pruning && is_all && (is_asked || next.is_pruned);
                queue.push(child, (search.best().weight(child), order.place(child)), is_pruned);
            }
        }
        Ok(())
    }
}

//! Pardis Hybrid: the heaviest first, equal siblings together.
//!
//! **Idea.** As Pardis, but nodes of the same weight below the same parent are minimised as a list, so that
//! many light siblings can go with few questions.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has nodes, take all with the highest (tokens below, parent's place):
//!     minimise the removable ones among them as a list
//!     the children of what remains enter the queue
//! ```
//!
//! **Guarantees.** As Pardis.
//!
//! **Cost.** As Pardis at worst, less where siblings go together.
//!
//! **Reference.** S001, section 4.3: Algorithm 3.

use lop_syntax::NodeId;
use lop_syntax::edit::remove_all;

use super::queue::{Order, Queue, attempt_replacements, children};
use super::{Entry, Options, Reducer};
use crate::search::{NodeList, Search, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "pardis-hybrid",
    summary: "The heaviest nodes first, siblings of the same weight together as a list.",
    reference: "S001, section 4.3",
    list: "opdd",
    make: |options| Box::new(PardisHybrid { options }),
};

struct PardisHybrid {
    options: Options,
}

impl Reducer for PardisHybrid {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fix_point(|search| self.round(search))
    }
}

impl PardisHybrid {
    fn round(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        let order = Order::of(search.best());
        let mut queue = Queue::default();
        let root = search.best().tree().root();
        queue.push(root, (search.best().weight(root), u32::MAX, order.place(root)), false);
        while let Some(first) = queue.pop() {
            let group = (first.priority.0, first.priority.1);
            let mut taken = vec![first];
            while let Some(next) = queue.pop_if(|next| (next.priority.0, next.priority.1) == group) {
                taken.push(next);
            }
            taken.retain(|waiting| search.best().is_live(waiting.node));
            taken.reverse();
            let is_asked = |node: NodeId, is_pruned: bool| search.best().is_removable(node) && !is_pruned;
            let asked: Vec<bool> = taken
                .iter()
                .map(|waiting| is_asked(waiting.node, waiting.is_pruned))
                .collect();
            let removable: Vec<NodeId> = taken
                .iter()
                .zip(&asked)
                .filter(|(_, asked)| **asked)
                .map(|(waiting, _)| waiting.node)
                .collect();
            self.minimize(search, &removable)?;
            for (waiting, is_asked) in taken.iter().zip(asked) {
                let mut node = waiting.node;
                if !search.best().is_live(node) {
                    continue;
                }
                if self.options.replacements {
                    node = attempt_replacements(search, node)?;
                }
                for (child, is_all) in children(search.best(), node) {
                    let is_pruned = self.options.pruning && is_all && (is_asked || waiting.is_pruned);
                    let priority = (search.best().weight(child), order.place(node), order.place(child));
                    queue.push(child, priority, is_pruned);
                }
            }
        }
        Ok(())
    }

    /// All of them at once, and if that fails as a list.
    fn minimize(&self, search: &mut Search<'_>, nodes: &[NodeId]) -> Result<(), Stop> {
        if nodes.is_empty() || search.attempt(&remove_all(nodes.iter().copied()))? {
            return Ok(());
        }
        self.options.list.reduce(&mut NodeList::new(search, nodes))?;
        Ok(())
    }
}

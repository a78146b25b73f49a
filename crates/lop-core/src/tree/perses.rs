//! Perses: list by list, the heaviest first.
//!
//! **Idea.** The grammar tells which parts can go: items of lists and what is optional. Visit the nodes from
//! the heaviest to the lightest, minimise the items of each list with a list algorithm, try each option
//! without its content, and put smaller compatible nodes in place of larger ones.
//!
//! **Loop.**
//! ```text
//! queue = { root }
//! while the queue has a node, take the one with most tokens below:
//!     list     → all items at once, then minimise the list of its items
//!     optional → try without it
//!     regular  → try compatible nodes below it in its place, the smallest first
//!     what remains of its children enters the queue
//! ```
//!
//! **Guarantees.** Interesting and never larger; every candidate parses.
//!
//! **Cost.** That of the list algorithm for every list.
//!
//! **Reference.** S001, section 2.4.1. `perses-n` is the variant of section 4.2 that tries every removable child
//! once, alone.

use lop_syntax::edit::{remove, remove_all};
use lop_syntax::{Kind, NodeId};

use super::queue::{Order, Queue, attempt_replacements, children};
use super::{Entry, Options, Reducer};
use crate::search::{NodeList, Search, Stop};

/// The table entry.
pub static ENTRY: Entry = Entry {
    name: "perses",
    summary: "List by list, the heaviest first, with a list algorithm for each.",
    reference: "S001, section 2.4.1",
    list: "ddmin",
    make: |options| {
        Box::new(Perses {
            options,
            is_one_by_one: false,
        })
    },
};

/// The table entry of the variant that asks about one node at a time.
pub static NODES: Entry = Entry {
    name: "perses-n",
    summary: "As perses, but every removable child is tried once, alone.",
    reference: "S001, section 4.2",
    list: "ddmin",
    make: |options| {
        Box::new(Perses {
            options,
            is_one_by_one: true,
        })
    },
};

struct Perses {
    options: Options,
    is_one_by_one: bool,
}

impl Reducer for Perses {
    fn reduce(&self, search: &mut Search<'_>) -> Result<(), Stop> {
        search.to_fix_point(|search| self.round(search))
    }
}

impl Perses {
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
            match search.best().tree().kind(node) {
                Kind::List | Kind::Error => self.list(search, node)?,
                Kind::Optional => {
                    search.attempt(&remove(node))?;
                }
                _ if self.options.replacements => node = attempt_replacements(search, node)?,
                _ => {}
            }
            if !search.best().is_live(node) {
                continue;
            }
            for (child, _) in children(search.best(), node) {
                queue.push(child, (search.best().weight(child), order.place(child)), false);
            }
        }
        Ok(())
    }

    fn list(&self, search: &mut Search<'_>, list: NodeId) -> Result<(), Stop> {
        let items: Vec<NodeId> = children(search.best(), list)
            .into_iter()
            .map(|(item, _)| item)
            .collect();
        if self.is_one_by_one {
            for item in items.into_iter().rev() {
                search.attempt(&remove(item))?;
            }
            return Ok(());
        }
        if !items.is_empty() && !search.attempt(&remove_all(items.iter().copied()))? {
            self.options.list.reduce(&mut NodeList::new(search, &items))?;
        }
        Ok(())
    }
}
